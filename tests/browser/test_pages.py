"""Test every page on a phone, a laptop and a big screen, with and without script.

Each page must be accessible (WCAG 2.2 AA), fit the screen and stay small. The pages come from tests/access_table.py, so
a new row there adds a new page here.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.access_table import ACCESS
from tests.browser.conftest import DESK, PHONE, PROJECTOR
from tests.browser.installation import Site
from tests.browser.people import sign_in
from tests.browser.run_together import DRAWN_TOGETHER, words_run_together
from tests.browser.world import is_page

SIZES = {"phone": PHONE, "desk": DESK, "projector": PROJECTOR}
# with two fonts, or three if names need them; a manager's page also asks for notification permission
MOST_REQUESTS = 10
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
# rules that a screen's width can break, unlike colors and words, which are the same on every screen
BY_WIDTH = {
    "runOnly": {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]},
    "resultTypes": ["violations"],
}
WIDER = "document.documentElement.scrollWidth - innerWidth"
# A page's content and controls. Copying a link needs script, and without script the link is in the menu.
SEEN = """() => {
  const parts = {
    rows: "tr", headings: "h1, h2", buttons: "button:not([data-copy])", links: "a", fields: "input, select",
  };
  const visible = (each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 0 && height > 0 && each.checkVisibility({ visibilityProperty: true });
  };
  const shown = Object.entries(parts).map(([name, tags]) => {
    const all = [...document.querySelectorAll("main")].flatMap((main) => [...main.querySelectorAll(tags)]);
    return [name, all.filter(visible).length];
  });
  return {
    shown: Object.fromEntries(shown),
    wider: { "": document.documentElement.scrollWidth - innerWidth },
    forms_without_button: [...document.forms].filter(
      (form) => ![...form.elements].some((element) => element.matches("button, input[type=submit]"))
    ).length,
  };
}"""
# Contrast costs axe more time than all its other rules together, and long tables repeat the same cells. Of elements
# with the same tag, class and computed colors up to the root, axe checks only the first two.
CONTRAST_OF_EACH_KIND = """() => {
  const kinds = new Map(), kindOf = new Map();
  const kind = (each) => {
    if (!each) return 0;
    if (!kindOf.has(each)) {
      const style = getComputedStyle(each);
      const look = [
        kind(each.parentElement), each.tagName, each.className.baseVal ?? each.className, style.color,
        style.backgroundColor, style.backgroundImage, style.opacity, style.fontSize, style.fontWeight, style.textShadow,
        style.position, style.filter, style.mixBlendMode, each.matches(":disabled, [aria-disabled=true]"),
      ].join("|");
      if (!kinds.has(look)) kinds.set(look, kinds.size + 1);
      kindOf.set(each, kinds.get(look));
    }
    return kindOf.get(each);
  };
  // axe judges no empty cell, no lone sign and nothing that is not seen: these are no example of their kind
  const text = ({ childNodes }) => [...childNodes].map(({ nodeType, data }) => (nodeType === 3 ? data : "")).join("");
  const judged = (each) => {
    const { width, height } = each.getBoundingClientRect();
    return width > 1 && height > 1 && /[\\p{L}\\p{N}]/u.test(text(each)) && text(each).trim().length > 1
      && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const known = new Map();
  for (const each of document.body.querySelectorAll("*")) {
    const alike = known.get(kind(each)) ?? 0;
    if (alike < 2) each.dataset.contrast = "";
    if (judged(each)) known.set(kind(each), alike + 1);
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
}"""
FAULTS = """async (checks) => (await axe.run(checks)).violations.map(({ id, help, nodes }) =>
  [`${id}: ${help}`, ...nodes.slice(0, 4).map((node) => node.html.slice(0, 160))].join("\\n    "))"""
ROLE_OF = {
    "public": "visitor",
    "manager": "manager",
    "team": "manager",
    "own": "manager",
}  # only the organizer can open the others

STAGES = ["signup", "draft", "round_robin", "finished"]
PAGES = [("round_robin", name) for name in sorted(ACCESS) if is_page(name)]
# these pages show more content at other stages than midway through the round robin
PAGES += [("signup", name) for name in ("tournament", "dashboard", "people", "rolls", "my_team", "draft")]
PAGES += [("draft", name) for name in ("tournament", "dashboard", "my_team", "draft", "draft_board", "draft_dashboard")]
PAGES += [("draft", name) for name in ("draft_pick", "draft_confirm", "draft_undo", "draft_correct", "draft_finish")]
PAGES += [("finished", name) for name in ("bracket", "standings", "my_team")]


class Seen(NamedTuple):
    """The content, requests and errors recorded when a page was opened."""

    violations: list[str]
    wider: dict[str, int]
    requests: list[str]
    complaints: list[str]
    shown: dict[str, int]
    forms_without_button: int
    run_together: list[str]

    def is_well(self) -> None:
        assert self.violations == []
        assert max(self.wider.values()) <= 0, f"wider than the screen by so many px: {self.wider}"
        assert len(self.requests) <= MOST_REQUESTS, self.requests
        assert self.complaints == []
        assert self.run_together == []


class Weekends:
    """One installation's practice weekends, and the devices signed in to them."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.browser = site, browser
        addresses = json.loads(site.shell("from tests.browser.world import tell_addresses; tell_addresses()"))
        self.pages, self.links = addresses["pages"], addresses["links"]
        self.device = cache(self._device)
        self.as_director = cache(self._as_director)

    def _device(self, role: str, size: str, script: bool = True) -> BrowserContext:
        context = self.browser.new_context(viewport=SIZES[size], java_script_enabled=script, service_workers="block")
        for token in self.links.get(role, []):
            sign_in(context, f"{self.site.address}/join/{token}/")
        return context

    def _as_director(self, stage: str, name: str) -> Seen:
        """Open the page on the screen it is made for, then on the other screens, resized to them."""
        size, *smaller_sizes = (
            ("projector", "desk", "phone") if "big_screen" in name else ("desk", "phone", "projector")
        )
        return look(self.device(director_or_owner(name), size), self.address(stage, name), WCAG, smaller_sizes)

    def on_the_phone(self, role: str, stage: str, name: str) -> Seen:
        return look(self.device(role, "phone"), self.address(stage, name), BY_WIDTH)

    def address(self, stage: str, name: str) -> str:
        return self.site.address + self.pages[stage][name]


def director_or_owner(name: str) -> str:
    """Return the role that opens a page on the laptop. This is the director, unless only a manager can open it."""
    return "manager" if ACCESS[name].get == "own" else "organiser"


def is_complaint(message: ConsoleMessage) -> bool:
    return message.type in ("error", "warning") and message.text != "Service Worker registration blocked by Playwright"


def look(
    context: BrowserContext,
    address: str,
    checks: Mapping[str, object] | None = None,
    then_steps: Sequence[str] = (),
    drawn: str = "body",
) -> Seen:
    """Open the page, run axe if `checks` is true, then resize it to other screens.

    `drawn` selects an element that appears once the page's script has drawn it.
    """
    page = tab_of(context)
    own_size = page.viewport_size
    requests: list[str] = []
    complaints: list[str] = []
    ears: dict[str, Callable[[Any], None]] = {
        # a device reports its presence once a minute, on any page
        "request": lambda request: requests.append(request.url) if "/device/here/" not in request.url else None,
        "console": lambda message: complaints.append(message.text) if is_complaint(message) else None,
        "pageerror": lambda error: complaints.append(str(error)),
    }
    for event, hear in ears.items():
        page.on(event, hear)
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, f"{address}: {answer.status}"
    expect(page.locator(drawn).first).to_be_visible()
    # before axe runs, because a page with progress reloads itself in the meantime
    request_addresses = sorted(set(requests))
    seen = Seen(
        violations=violations(page, checks) if checks else [],
        requests=request_addresses,
        complaints=complaints,
        run_together=page.evaluate(DRAWN_TOGETHER),
        **page.evaluate(SEEN),
    )
    for size in then_steps:
        page.set_viewport_size(SIZES[size])
        seen.wider[size] = page.evaluate(WIDER)
        if size == "phone":
            seen.violations.extend(violations(page, BY_WIDTH))
    for event, hear in ears.items():
        page.remove_listener(event, hear)
    page.goto("about:blank")
    if then_steps:
        page.set_viewport_size(own_size)
    return seen


def tab_of(context: BrowserContext) -> Page:
    """Return a device's only tab. Opening a new tab for every page takes the browser longer than the page does."""
    return context.pages[0] if context.pages else context.new_page()


def violations(page: Page, checks: Mapping[str, object]) -> list[str]:
    """Return the violations that axe finds, each with the first affected elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
        page.evaluate(CONTRAST_OF_EACH_KIND)
    return page.evaluate(FAULTS, dict(checks))


@pytest.fixture(scope="module")
def weekends(site: Site, browser: Browser) -> Iterator[Weekends]:
    made = Weekends(site, browser)
    yield made
    for context in browser.contexts:
        context.close()


@pytest.mark.parametrize(("stage", "name"), PAGES)
def test_director_can_use_every_page_on_laptop_phone_and_big_screen(weekends, stage, name):
    weekends.as_director(stage, name).is_well()


@pytest.mark.parametrize(("stage", "name"), [page for page in PAGES if ACCESS[page[1]].get in ROLE_OF])
def test_visitor_can_use_every_page_on_a_phone(weekends, stage, name):
    weekends.on_the_phone(ROLE_OF[ACCESS[name].get], stage, name).is_well()


# the device list grows with each device that opens it
@pytest.mark.parametrize(("stage", "name"), [page for page in PAGES if page[1] != "all_devices"])
def test_page_without_javascript_offers_the_same_content(weekends, stage, name):
    size = "projector" if "big_screen" in name else "desk"
    bare = look(weekends.device(director_or_owner(name), size, script=False), weekends.address(stage, name))
    assert bare.shown == weekends.as_director(stage, name).shown
    assert bare.forms_without_button == 0


@pytest.mark.parametrize("role", ["organiser", "manager", "visitor"])
@pytest.mark.parametrize("stage", STAGES)
def test_words_and_buttons_do_not_run_together(weekends, stage, role):
    device, texts = weekends.device(role, "desk"), {}
    for name, address in weekends.pages[stage].items():
        answer = device.request.get(weekends.site.address + address)
        if answer.ok and (joined := words_run_together(answer.text())):
            texts[name] = joined
    assert texts == {}


@pytest.mark.parametrize(
    "markup",
    [
        "<p><b>R</b>rests</p>",
        "<p>picks now:<b>1.01</b></p>",
        "<p>Tied:<a href='#'>Austin</a></p>",
        "<p>Tied:Austin</p>",
        "<p>T31.3 .</p>",
        "<button>Renew</button><button>Revoke</button>",
        "<a class='button'>Pick</a><a class='button'>Board</a>",
        "<label><input type='radio'> Hawks</label><label><input type='radio'> Crows</label>",
    ],
)
def test_detects_words_that_run_together(markup):
    assert words_run_together(f"<body>{markup}</body>") != []


def test_api_page_is_accessible_and_loads_no_external_resources(weekends):
    seen = look(weekends.device("visitor", "desk"), f"{weekends.site.address}/api/", WCAG, drawn=".links")
    assert [url for url in seen.requests if not url.startswith((weekends.site.address, "data:"))] == []
    assert seen.complaints == []
    assert seen.violations == []


def test_head_to_head_results_load_on_opening(weekends):
    page = weekends.device("visitor", "desk").new_page()
    page.goto(weekends.address("round_robin", "standings"))
    expect(page.locator("table.cross")).to_have_count(0)
    page.get_by_text("Head-to-head results", exact=True).first.click()
    expect(page.locator("table.cross")).to_be_visible()


def test_tab_reaches_main_content_after_five_stops_and_arrows_move_along_the_bar(weekends):
    page = weekends.device("organiser", "desk").new_page()
    page.goto(weekends.address("round_robin", "dashboard"))
    stops = []
    while not page.evaluate("Boolean(document.activeElement.closest('main'))"):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert (stops[0], len(stops[1:-1])) == ("Skip to content", 5), stops
    assert stops[-2] == "Dashboard"
    page.get_by_role("link", name="Dashboard").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("link", name="Activity log")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/draft/"))


def test_phone_navigation_works_without_javascript(weekends):
    page = weekends.device("visitor", "phone", script=False).new_page()
    page.goto(weekends.address("round_robin", "standings"))
    page.get_by_role("button", name="More").click()
    page.locator("#page-list").get_by_role("link", name="Rules", exact=True).click()
    expect(page).to_have_url(re.compile("/rules/"))


def test_pick_can_be_made_by_keyboard(weekends):
    page = weekends.device("organiser", "desk").new_page()
    page.goto(weekends.address("draft", "draft_pick"))
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Name")).to_be_focused()
    page.keyboard.type("zzz")
    expect(page.locator("#draft-list")).to_contain_text("No players match")
    page.keyboard.press("Escape")
    expect(page.get_by_role("searchbox", name="Name")).not_to_be_focused()
    page.goto(weekends.address("draft", "draft_dashboard"))
    page.get_by_role("link", name="Pick for").press("Enter")
    expect(page.locator("#draft-turn")).to_contain_text("on the clock")
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.locator("#draft-list a.button").nth(1)
    expect(second).to_be_focused()
    name = second.get_attribute("aria-label").removeprefix("Pick ")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Pick {name}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=f"{name} picked")).to_be_visible()


def test_results_can_be_entered_by_keyboard(weekends):
    page = weekends.device("organiser", "desk").new_page()
    page.goto(weekends.address("round_robin", "enter_series"))
    runs = page.locator("input[name^='runs-']")
    runs.nth(0).select_text()  # as when Tab focuses a field
    page.keyboard.press("ArrowRight")
    expect(runs.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(runs.nth(3)).to_be_focused()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(page.locator("input[name^='innings-']").nth(1)).to_be_focused()
    expect(page.locator("#kept")).to_contain_text("Your entry is backed up here and on the server.")
    page.keyboard.type("12")
    page.keyboard.press("Escape")
    expect(page.locator("input[name^='innings-']").nth(1)).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#leave")).to_be_focused()
    cell = page.locator("table.pitchers td").first
    started = cell.get_by_role("checkbox").is_checked()
    cell.get_by_role("textbox").focus()
    page.keyboard.press("s")
    expect(cell.get_by_role("checkbox")).to_be_checked(checked=not started)
