"""Test the pick room and the draft's big screen: positions, text sizes, visible rows and live searches."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, PROJECTOR
from tests.browser.people import sign_in

LAPTOP = {"width": 1366, "height": 768}
BUILD = """
import json
from drafts.queries.board import find_division_room
from tournaments.access.links import link_token
from weekend.practice.weekend import DIRECTOR, PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=12, divisions=1, has_imputed_team=False))
_, room = find_division_room(weekend, weekend.divisions.get().pk)
teams = [room.team_at(overall) for overall in room.due(3)]
print(json.dumps({
    "slug": weekend.slug,
    "division": room.draft.division_id,
    "draft": room.draft.pk,
    "teams": [[team.pk, team.name, link_token(team.accesses.first())] for team in teams],
}))
"""
LET_PROGRAM_PICK = """
from drafts.services.program import let_program_pick
from weekend.practice.weekend import DIRECTOR
print(let_program_pick(draft_id={draft}, team_id={team}, on=True, actor=DIRECTOR))
"""
# the rows that are fully visible, below the bar and above a phone's tabs
ROWS = """() => {
  const bar = document.querySelector("#draft-status").getBoundingClientRect();
  const tabs = document.querySelector(".tabbar").getBoundingClientRect();
  const foot = tabs.height ? tabs.top : innerHeight;
  const boxes = [...document.querySelectorAll("#draft-list tbody tr")].map((row) => row.getBoundingClientRect());
  return {
    bar: [bar.top, bar.height],
    first: boxes[0].top,
    seen: boxes.filter((box) => box.top >= bar.bottom && box.bottom <= foot).length,
  };
}"""
# collects the last pick's texts as they change
MOMENTS = """() => {
  window.moments = [];
  const place = document.querySelector("#last-pick");
  new MutationObserver(() => moments.push(place.textContent)).observe(place, { childList: true });
}"""
# each of an element's animation lengths in milliseconds
MOTIONS = """(place) => {
  place.textContent = "9.12 Ann Lee";
  place.classList.add("landed");
  return place.getAnimations().map((motion) => motion.effect.getComputedTiming().duration);
}"""
CONTRASTS = """() => {
  const light = (color) => {
    const [r, g, b] = color.match(/\\d+/g).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return Object.fromEntries([...document.querySelectorAll(".pos")].map((badge) => {
    const { color, backgroundColor } = getComputedStyle(badge);
    const ground = backgroundColor === "rgba(0, 0, 0, 0)" ? getComputedStyle(document.body).backgroundColor
      : backgroundColor;
    const [dark, bright] = [light(color), light(ground)].sort((first, second) => first - second);
    return [badge.textContent.trim(), [(bright + 0.05) / (dark + 0.05), backgroundColor]];
  }));
}"""


@pytest.fixture(scope="module")
def draft(site) -> dict:
    return json.loads(site.shell(BUILD))


@pytest.fixture
def pick_room(site, draft, device):
    """Open the pick room as the manager of the team this many picks away, or as the director."""

    def opened(size, away=0, query="", **options):
        context = device(size, **options)
        token = draft["teams"][away][2]
        sign_in(context, site.organizer_link() if away is None else f"{site.address}/join/{token}/")
        page = context.new_page()
        page.goto(f"{site.address}/t/{draft['slug']}/draft/{draft['division']}/pick/{query}")
        return page

    return opened


@pytest.mark.parametrize(("size", "begins"), [(LAPTOP, 180), (PHONE, 260)], ids=["laptop", "phone"])
def test_player_list_starts_high_and_shows_ten_rows_on_a_laptop(pick_room, size, begins):
    page = pick_room(size)
    address = page.url
    for query in ("", "?role=hitter", "?role=starter", "?q=an", "?all=1", "?role=parks"):
        page.goto(address + query)
        rows = page.evaluate(ROWS)
        assert rows["bar"][1] == 56
        assert rows["first"] <= begins or query == "?all=1", "there the other filters are open"
        assert rows["seen"] >= 10 or size is PHONE, query
    page.goto(address)
    page.evaluate("scrollTo(0, 600)")
    below = page.evaluate(ROWS)
    assert below["bar"][0] == 0
    assert below["seen"] >= (10 if size is LAPTOP else 7)


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_bar_shows_team_pick_clock_and_the_team_on_deck(pick_room, draft, size):
    page = pick_room(size)
    bar = page.locator("#draft-status").bounding_box()
    for part, text in (
        ("team", draft["teams"][0][1]),
        ("turn", "10.01"),
        ("deck", draft["teams"][1][1]),
        ("clock", ""),
    ):
        place = page.locator(f"#draft-status [data-part={part}]")
        expect(place).to_contain_text(text)
        box = place.bounding_box()
        assert bar["y"] <= box["y"] + 0.5
        assert box["y"] + box["height"] <= bar["y"] + bar["height"] + 0.5  # browsers round line heights
        assert 0 <= box["x"] < box["x"] + box["width"] <= size["width"]


def test_needs_and_queue_are_beside_the_list_or_in_a_phone_tab(pick_room):
    laptop = pick_room(LAPTOP)
    assert laptop.locator(".side h2").first.inner_text().startswith("Need: ")
    for part in ("#draft-turn h2", "#queue h2", ".needs"):
        box = laptop.locator(part).bounding_box()
        assert box["x"] > 1000
        assert box["y"] + box["height"] <= LAPTOP["height"]
    phone = pick_room(PHONE)
    expect(phone.locator("#draft-need")).to_be_visible()
    expect(phone.locator("#queue h2")).to_be_hidden()
    phone.get_by_role("link", name="Queue", exact=True).tap()
    for part in ("#queue h2", ".needs"):
        expect(phone.locator(part)).to_be_visible()
    expect(phone.locator("#draft-list")).to_be_hidden()
    phone.get_by_role("link", name="Hitters", exact=True).tap()
    expect(phone.locator("#draft-list tbody tr").first).to_be_visible()


def test_positions_have_readable_colors_and_labels(pick_room):
    for scheme in ("light", "dark"):
        contrasts = pick_room(LAPTOP, color_scheme=scheme).evaluate(CONTRASTS)
        assert min(contrast for contrast, _ in contrasts.values()) >= 4.5
        assert len({ground for _, ground in contrasts.values()} - {"rgba(0, 0, 0, 0)"}) == 5
        assert {"C", "RP", "SP"} <= contrasts.keys()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_player_card_opens_beside_the_list_by_keyboard(pick_room, size):
    page = pick_room(size, query="?role=hitter")
    row = page.locator("#draft-list tbody tr").nth(2)
    name = row.locator("b").inner_text()
    panel = page.locator("#player")
    if size is LAPTOP:
        page.keyboard.press("/")
        for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"):
            page.keyboard.press(key)
    else:
        row.locator("a[data-player]").tap()
    expect(panel.locator("h2")).to_have_text(name)
    expect(panel).to_be_focused()
    expect(panel).to_contain_text("On-base percentage")
    expect(row.locator("b")).to_be_in_viewport()
    assert panel.bounding_box()["x"] > 900 or size is PHONE
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(row.locator("a[data-player]")).to_be_focused()
    assert page.url.endswith("?role=hitter")


def test_search_survives_a_pick_and_slash_focuses_it(site, pick_room, draft):
    page = pick_room(LAPTOP, away=2, query="?role=hitter", reduced_motion="no-preference")
    still_room = pick_room(PHONE, away=2, reduced_motion="reduce")
    for opened in (page, still_room):
        opened.evaluate(MOMENTS)
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("an")
    page.wait_for_url("**q=an*")
    names = page.locator("#draft-list tbody tr b").all_inner_texts()
    first, second, mine = draft["teams"]
    site.shell(LET_PROGRAM_PICK.format(draft=draft["draft"], team=first[0]))
    for opened, motions in ((page, 1), (still_room, 0)):
        opened.wait_for_function("() => moments.length === 2")  # it appears and disappears
        shown, text_after = opened.evaluate("moments")
        assert shown.startswith("10.01 ")
        assert shown.endswith(first[1])
        assert text_after == ""
        times = opened.locator("#last-pick").evaluate(MOTIONS)
        assert len(times) == motions
        assert all(time < 200 for time in times)
    expect(page.locator("#draft-status [data-part=team]")).to_have_text(second[1])
    expect(page.locator("#draft-status [data-part=deck]")).to_contain_text(mine[1])
    # the manager's own pick comes up, so the page reloads
    site.shell(LET_PROGRAM_PICK.format(draft=draft["draft"], team=second[0]))
    expect(page.locator("#draft-status .mine")).to_have_count(1)
    expect(page.locator("#q")).to_have_value("an")
    expect(page.locator("#q")).to_be_focused()
    assert page.locator("#draft-list tbody tr b").all_inner_texts() == names
    expect(page.locator("#turn-call")).to_have_count(0)  # the bar shows it
    assert page.title().startswith("● ")


DROP_TEAM = """
from tournaments.models import Team
facts = {{"name": "Winston-Salem Wandering Woodpeckers", "disqualified": "skipped", "proxy": "Ann Lee"}}
print(Team.objects.filter(pk={team}).update(**facts))
"""
ANNOUNCE = """
from tournaments.models import Tournament
lunch = "Lunch is served in the hall until 1:30 PM. "
print(Tournament.objects.filter(slug="{slug}").update(announcement=lunch * {times}))
"""
WALL = """() => ({
  height: document.documentElement.scrollHeight,
  width: document.documentElement.scrollWidth,
  rows: document.querySelectorAll("table.board tbody tr").length,
  foot: Math.max(...[...document.querySelectorAll("table.board td")]
    .map((cell) => cell.getBoundingClientRect().bottom)),
  letters: parseFloat(getComputedStyle(document.querySelector("table.board td b:not(.long)")).fontSize),
  columns: [...document.querySelectorAll("table.board thead tr:first-child th")].slice(1)
    .map((head) => Math.round(head.getBoundingClientRect().width)),
  head: Math.round(document.querySelector("table.board tbody").getBoundingClientRect().top),
  cut: [...document.querySelectorAll("table.board td b")]
    .filter((name) => name.scrollWidth > name.clientWidth + 1).length,
})"""


def test_big_screen_has_large_letters_and_does_not_overflow(site, draft, device):
    wall = device(PROJECTOR).new_page()
    address = f"{site.address}/t/{draft['slug']}/draft/{draft['division']}/big-screen/"
    wall.goto(address)
    large = wall.evaluate(WALL)
    assert (large["rows"], large["height"], large["width"]) == (12, 1080, 1920)
    assert large["letters"] >= 27, "for twelve teams; capitals of two thirds of that"
    assert large["foot"] <= 1080
    wall.get_by_role("link", name="Show all rounds").click()
    wall.wait_for_url("**rounds=all")
    small = wall.evaluate(WALL)
    assert (small["rows"], small["height"]) == (26, 1080)
    assert small["letters"] >= 19
    assert small["foot"] <= 1080
    # neither a disqualified manager's long team name nor an announcement moves a column or the frame
    site.shell(DROP_TEAM.format(team=draft["teams"][2][0]))
    site.shell(ANNOUNCE.format(slug=draft["slug"], times=4))
    for query, before in (("?fresh=1", large), ("?rounds=all&fresh=1", small)):  # visitors get cached pages
        wall.goto(address + query)
        after = wall.evaluate(WALL)
        note = wall.locator("#announcement .note").bounding_box()
        assert note["y"] + note["height"] <= 1080
        assert after["columns"] == before["columns"]
        assert (after["height"], after["width"]) == (1080, 1920)
        assert after["foot"] <= 1080
        assert after["cut"] <= before["cut"]
    site.shell(ANNOUNCE.format(slug=draft["slug"], times=0))
    wall.goto(f"{address}?fresh=2")
    assert wall.evaluate(WALL)["head"] == large["head"]
