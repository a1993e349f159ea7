"""Test pages for readers on a phone, with large text, with their own colors, or with reduced motion."""

import json
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE, PROJECTOR
from tests.browser.people import sign_in
from tests.browser.test_pages import WCAG

# uses this weekend's large and wide text; look.md asks for the content itself, not an explanation
FIRST_SIGHT = 300
THINGS = [
    ("manager", "draft", "draft_pick", "#draft-list tbody tr"),
    ("manager", "draft", "my_team", ".big"),
    ("manager", "round_robin", "my_team", ".big"),
    ("visitor", "round_robin", "results", "table.results tbody tr"),
    ("visitor", "round_robin", "standings", "table.standings tbody tr"),
    ("visitor", "finished", "standings", ".big"),
    ("visitor", "round_robin", "schedule", "table.schedule tbody tr"),
    ("visitor", "round_robin", "log", "table.log tbody tr"),
]
# the role, stage, page and main content from docs/reference/pages.md and the pages next to it
ANSWERS = [
    ("organiser", "round_robin", "dashboard", ".todo li"),
    ("organiser", "draft", "draft_dashboard", "main :text('Pick for')"),
    ("visitor", "round_robin", "schedule", ".schedule tbody tr"),
    ("visitor", "round_robin", "series", ".bug tbody tr"),
    ("visitor", "round_robin", "sheets", ".todo a"),
    ("visitor", "round_robin", "standings", ".standings tbody tr"),
    ("organiser", "round_robin", "printing", "main button.main"),
    ("organiser", "round_robin", "people", ".entrants tbody tr"),
    ("visitor", "round_robin", "rules", "main tbody tr"),
    ("visitor", "round_robin", "log", ".log tbody tr"),
    ("manager", "round_robin", "my_team", ".big"),
    ("manager", "draft", "my_team", ".big"),
    ("manager", "finished", "my_team", ".big"),
    ("manager", "draft", "draft_pick", "#draft-list tbody tr"),
    ("manager", "round_robin", "enter_series", ":is(textarea, .card input)"),
    ("visitor", "round_robin", "tournament", "main tbody tr"),
    ("visitor", "finished", "tournament", ".big"),
    ("visitor", "finished", "bracket", ".tree"),
    ("visitor", "draft", "draft_board", ".onclock"),
    ("visitor", "finished", "closing", ".big"),
]
WALLS = [
    ("draft", "draft_big_screen"),
    ("round_robin", "standings_big_screen"),
    ("round_robin", "round_big_screen"),
    ("round_robin", "hall_big_screen"),
    ("finished", "standings_big_screen"),
]
# how far down and to the right the content reaches, in hundredths of the screen
REACHES = """() => {
  const seen = [...document.querySelectorAll("main :is(td, th, p, h1, h2, rect)")]
    .filter((each) => each.checkVisibility() && getComputedStyle(each).clipPath === "none")
    .map((each) => each.getBoundingClientRect());
  return [100 * Math.max(...seen.map((box) => box.bottom)) / innerHeight,
    100 * Math.max(...seen.map((box) => box.right)) / innerWidth];
}"""
LAPTOP = {"width": 1366, "height": 768}
BAR = 60  # the tab bar at the foot of a phone
WHOLE = [
    ("manager", "draft", "draft_pick"),
    ("manager", "round_robin", "enter_series"),
    ("manager", "round_robin", "lineup"),
    ("manager", "round_robin", "my_team"),
    ("visitor", "round_robin", "results"),
    ("visitor", "round_robin", "standings"),
    ("visitor", "round_robin", "schedule"),
    ("visitor", "round_robin", "log"),
    ("organiser", "round_robin", "log"),
    ("organiser", "round_robin", "people"),
]
READ_LARGE = [
    ("organiser", "round_robin", name) for name in ("dashboard", "schedule", "people", "series", "log", "printing")
]
READ_LARGE += [("manager", "round_robin", name) for name in ("my_team", "enter_series", "standings", "results")]
READ_LARGE += [("manager", "draft", name) for name in ("draft_pick", "draft_board")]
# content wider than a frame that hides its overflow, except content that is hidden on purpose
CUT = """() => [...document.querySelectorAll("main *, header *")].filter((each) => {
  const { overflowX, clipPath } = getComputedStyle(each);
  return each.checkVisibility() && overflowX !== "visible" && clipPath === "none" && each.clientWidth > 1
    && each.scrollWidth > each.clientWidth + 1 && !each.matches("input, textarea, select");
}).map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 60)}`)"""
# Text and lines in pictures with too little contrast. Crests have their own background.
PALE = """() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  const apart = (paint) => {
    if (!paint.startsWith("rgb") || paint.startsWith("rgba(0, 0, 0, 0)")) return 0;
    const [dark, bright] = [light(paint), ground].sort((one, other) => one - other);
    return (bright + 0.05) / (dark + 0.05);
  };
  const drawn = [...document.querySelectorAll("main svg :is(text, polyline, rect, .cut)")]
    .filter((each) => !each.closest("[class^='c-'], [class*=' c-']"));
  return [drawn.length, drawn.filter((each) => {
    const { fill, stroke } = getComputedStyle(each);
    const inside = each.matches("polyline, .cut") ? 0 : apart(fill), edge = each.matches("text") ? 0 : apart(stroke);
    return Math.max(inside, edge) < 3;
  }).map((each) => each.outerHTML.slice(0, 90))];
}"""


@pytest.fixture(scope="module")
def weekends(site) -> dict:
    return json.loads(site.shell("from tests.browser.world import tell_addresses; tell_addresses()"))


Opened = Callable[..., Page]


@pytest.fixture
def opened(site, browser: Browser, weekends) -> Iterator[Opened]:
    """Open a page as one of these users. The other arguments describe the screen."""
    contexts = []

    def at(role: str, stage: str, name: str, size: dict[str, int] = PHONE, **screen: str) -> Page:
        context = browser.new_context(viewport=size, service_workers="block", **screen)
        contexts.append(context)
        for token in weekends["links"].get(role, []):
            sign_in(context, f"{site.address}/join/{token}/")
        page = context.new_page()
        page.goto(site.address + weekends["pages"][stage][name])
        return page

    yield at
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("role", "stage", "name", "thing"), THINGS)
def test_main_content_starts_within_300_pixels_on_a_phone(opened, role, stage, name, thing):
    box = opened(role, stage, name).locator(thing).first.bounding_box()
    assert box is not None
    assert box["y"] < FIRST_SIGHT


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(("role", "stage", "name", "answer"), ANSWERS)
def test_key_information_is_on_the_first_screen(opened, role, stage, name, answer, screen):
    box = opened(role, stage, name, screen).locator(f"{answer} >> visible=true").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= screen["height"] - (BAR if screen is PHONE else 0)


@pytest.mark.parametrize("screen", [PROJECTOR, {"width": 1280, "height": 720}], ids=["1080", "720"])
@pytest.mark.parametrize(("stage", "name"), WALLS)
def test_big_screen_fills_the_screen_without_overflow(opened, stage, name, screen):
    down, right = opened("visitor", stage, name, screen).evaluate(REACHES)
    assert 80 <= down <= 100
    assert right <= 100


@pytest.mark.parametrize(("stage", "name"), WALLS)
def test_announcement_fits_on_the_big_screen(opened, stage, name):
    page = opened("visitor", stage, name, PROJECTOR)
    page.evaluate("document.querySelector('#announcement').innerHTML = '<p class=note>Lunch until 1:30 PM</p>'")
    assert page.evaluate("document.documentElement.scrollHeight") <= PROJECTOR["height"]
    down, _ = page.evaluate(REACHES)
    assert down <= 100


@pytest.mark.parametrize("name", ["people", "invitations_print", "dashboard", "rolls"])
def test_director_page_fits_a_320_pixel_phone(opened, name):
    page = opened("organiser", "round_robin", name, {"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_suspended_game_page_is_at_most_three_phone_screens_long(opened):
    page = opened("organiser", "round_robin", "suspended_game")
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]


def test_draft_call_covers_at_most_half_of_a_landscape_phone(opened):
    sideways = {"width": PHONE["height"], "height": PHONE["width"]}
    page = opened("manager", "round_robin", "my_team", sideways)
    call = page.locator("#toasts .linedown").first
    expect(call).to_be_visible()
    box = page.locator("#toasts").bounding_box()
    assert box["width"] * box["height"] <= sideways["width"] * sideways["height"] / 2
    expect(page.locator("main .big").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("name", ["results", "schedule", "standings"])
def test_long_table_header_stays_visible_on_a_laptop(opened, name):
    page = opened("visitor", "round_robin", name, LAPTOP)
    table = page.locator("main table").first
    head, row = table.locator("thead th").first, table.locator("tbody tr").nth(3)
    row.evaluate("row => scrollTo(0, row.getBoundingClientRect().top + scrollY - 20)")
    assert abs(head.bounding_box()["y"]) < 1
    assert page.evaluate("document.documentElement.scrollWidth") <= LAPTOP["width"]


def test_my_team_opens_a_single_tab(opened):
    page = opened("manager", "round_robin", "my_team")
    tabs = page.locator(".tabset details")
    assert [tab.get_attribute("open") is not None for tab in tabs.all()] == [True, False, False, False]
    page.locator(".tabset summary", has_text="Roster").click()
    expect(page.locator(".tabset table").filter(visible=True)).not_to_have_count(0)
    assert [tab.get_attribute("open") is not None for tab in tabs.all()] == [False, True, False, False]


@pytest.mark.parametrize("width", [320, 1366])
def test_team_menu_and_qr_code_open_within_the_screen(opened, width):
    page = opened("organiser", "round_robin", "people", {"width": width, "height": 640})
    row = page.locator("#teams tbody tr").first
    for opener, shown in (("More", row.locator(".more .link")), ("Show QR", row.locator("svg.qr"))):
        row.locator("summary", has_text=opener).click()
        expect(shown).to_be_visible()
        box = shown.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    expect(row.locator(".more .link")).to_be_hidden()  # only one menu at a time


def test_copy_button_copies_the_link(opened):
    page = opened("organiser", "round_robin", "people", LAPTOP)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    button = page.locator("#teams [data-copy]").first
    button.click()
    expect(button).to_have_text("Copied")
    assert "/join/" in page.evaluate("window.copied")


@pytest.mark.parametrize("stage", ["signup", "draft", "round_robin", "finished"])
def test_dashboard_has_a_sidebar_from_1024_pixels(opened, stage):
    page = opened("organiser", stage, "dashboard", {"width": 1024, "height": 768})
    main, rail = page.locator("#dashboard").bounding_box(), page.locator("aside").bounding_box()
    assert rail["x"] >= main["x"] + main["width"]


@pytest.mark.parametrize("width", [320, 390])
def test_phone_has_five_tabs_and_more_lists_every_page(opened, width):
    page = opened("organiser", "round_robin", "people", {"width": width, "height": 640})
    bar = page.get_by_role("navigation", name="Tournament pages")
    tabs = [tab.bounding_box() for tab in bar.locator(".tabbar > *").all()]
    assert len(tabs) == 5
    assert all(tab["x"] >= 0 and tab["x"] + tab["width"] <= width and tab["height"] >= 44 for tab in tabs)
    expect(bar.get_by_role("link", name="Activity log")).to_be_hidden()
    bar.get_by_role("button", name="More").click()
    for label in ("Dashboard", "Bullpens", "Settings", "Activity log"):
        expect(bar.locator("#page-list").get_by_role("link", name=label)).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(bar.get_by_role("link", name="Activity log")).to_be_hidden()


@pytest.mark.parametrize(
    ("role", "stage", "name"),
    [
        ("manager", "round_robin", "enter_series"),
        ("manager", "draft", "draft_pick"),
        ("organiser", "round_robin", "settings"),
    ],
)
def test_phone_tabs_cover_no_content_at_the_end_of_a_page(opened, role, stage, name):
    page = opened(role, stage, name)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    footer, bar = page.locator("footer").bounding_box(), page.locator("nav.pages").bounding_box()
    assert footer["y"] + footer["height"] <= bar["y"]
    page.locator("main").locator(":is(button, select, input:not([type=hidden])) >> visible=true").last.focus()
    box = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
    assert box <= bar["y"]


@pytest.mark.parametrize(("role", "stage", "name"), WHOLE)
def test_phone_cuts_off_no_column_or_tab(opened, role, stage, name):
    cut = opened(role, stage, name).evaluate(CUT)
    assert [element for element in cut if not element.startswith("FIGURE")] == []  # a picture scrolls under the finger


@pytest.mark.parametrize(("role", "stage", "name"), READ_LARGE)
def test_doubled_text_size_cuts_off_nothing(opened, role, stage, name):
    page = opened(role, stage, name, DESK)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # a wide table may scroll under the finger, but nothing outside such a frame may be cut off
    assert [cut for cut in page.evaluate(CUT) if not cut.startswith(("DIV.scroll", "FIGURE"))] == []
    for control in page.locator("main").locator("button, a.button, input:not([type=hidden]), select").all():
        if control.is_visible():
            box = control.bounding_box()
            assert box is not None
            assert box["x"] >= 0, control.evaluate("each => each.outerHTML")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["standings", "sheet", "bracket", "bracket_big_screen", "hall_big_screen"])
def test_charts_are_visible_in_forced_colors(opened, name, scheme):
    stage = "finished" if name in ("bracket", "bracket_big_screen") else "round_robin"
    page = opened("visitor", stage, name, DESK, forced_colors="active", color_scheme=scheme)
    drawn, pale = page.evaluate(PALE)
    assert drawn
    assert pale == []


def test_reduced_motion_disables_animations(opened):
    def moving(**screen: str) -> int:
        page = opened("visitor", "draft", "draft_board", DESK, **screen)
        page.evaluate("document.querySelector('table.board td').classList.add('fresh')")
        return page.evaluate("document.getAnimations().length")

    assert moving(reduced_motion="no-preference") == 1
    assert moving(reduced_motion="reduce") == 0


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_command_palette_works_by_keyboard_and_restores_focus(opened, screen):
    page = opened("organiser", "round_robin", "standings", screen)
    link = page.locator("main a").first
    link.focus()
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Team, player, series, page or action")
    expect(field).to_be_focused()
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    page.keyboard.press("Control+k")
    page.keyboard.type("standings")
    expect(page.get_by_role("option", name="Standings", exact=True)).to_have_attribute("aria-selected", "true")
    options = page.get_by_role("option").all_inner_texts()
    assert len(options) > 1
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_text(options[1])
    assert Axe().run(page, options=WCAG).response["violations"] == []
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("option", selected=True)).to_have_text(options[-1])
    field.fill("zzzz")
    expect(page.locator("#palette").get_by_role("status")).to_have_text("Nothing matches “zzzz”.")
    field.fill("bullp")
    page.keyboard.press("Enter")  # before the response arrives
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bullpens")


def test_search_is_in_the_header_and_under_more_on_a_phone(opened):
    laptop = opened("visitor", "round_robin", "schedule", LAPTOP)
    laptop.locator("header").get_by_role("link", name="Search").click()
    expect(laptop.locator("#palette input")).to_be_focused()
    phone = opened("visitor", "round_robin", "schedule")
    phone.get_by_role("button", name="More").click()
    phone.locator("#page-list").get_by_role("link", name="Search").click()
    expect(phone.locator("#palette input")).to_be_focused()
    expect(phone.locator("#page-list")).to_be_hidden()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_message_shifts_no_content_and_focus_moves_to_the_next_step(opened, weekends, screen):
    page = opened("organiser", "round_robin", "printing", screen)
    boxes = [element.bounding_box() for element in page.locator("main :is(h1, button)").all()]
    token = page.locator("[name=csrfmiddlewaretoken]").first.get_attribute("value")
    address = page.url.replace("/print/", "/announcement/")
    form = {"csrfmiddlewaretoken": token, "sentence": ""}
    assert page.request.post(address, form=form, headers={"Referer": page.url}, max_redirects=0).status == 302
    page.reload()
    toast = page.get_by_role("status").filter(has_text="There is no announcement to remove.")
    expect(toast).to_be_in_viewport(ratio=1)
    expect(page.locator("main .main").first).to_be_focused()
    assert [element.bounding_box() for element in page.locator("main :is(h1, button)").all()] == boxes
    tabs = page.locator(".tabbar").bounding_box()
    box = toast.bounding_box()
    assert box["y"] + box["height"] <= (tabs["y"] if tabs else screen["height"])
    toast.get_by_role("link", name="Dismiss").click()
    expect(toast).to_have_count(0)
