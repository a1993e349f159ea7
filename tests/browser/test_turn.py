"""Test that a manager is alerted when his pick comes near, whatever page is open."""

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.people import open_link

BUILD = """
import json
import re
from tournaments.access.links import link_token
from weekend.practice.weekend import PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=8, divisions=1, has_imputed_team=False))
teams = {team.slot: team for team in weekend.divisions.get().teams.all()}
access = teams[6].accesses.first()
print(json.dumps([weekend.slug, weekend.divisions.get().draft.pk, link_token(access), [teams[8].pk, teams[7].pk]]))
"""
LET_PROGRAM_PICK = """
from drafts.services.program import let_program_pick
from weekend.practice.weekend import DIRECTOR
print(let_program_pick(draft_id={draft}, team_id={team}, on=True, actor=DIRECTOR))
"""
EXTEND = """
from drafts.services.clock import extend_clock
from weekend.practice.weekend import DIRECTOR
print(extend_clock(draft_id={draft}, seconds=60, actor=DIRECTOR).deadline.isoformat())
"""
LISTENS = """
window.buzzes = []; window.beeps = 0;
Object.defineProperty(navigator, "vibrate", { value: (pattern) => window.buzzes.push(pattern) });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.beeps += 1; return start.call(this, at); };
"""


def test_manager_is_called_on_any_page_as_the_turn_approaches(site, device):
    slug, draft, token, (first, second) = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    phone.add_init_script(LISTENS)
    open_link(phone, f"{site.address}/join/{token}/")
    call = phone.locator("#turn-call")
    expect(call).to_have_text("Two picks, then yours · 10.03")
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [1, 1]
    phone.goto(f"{site.address}/t/{slug}/standings/")
    title = phone.title()
    expect(call).to_have_text("Two picks, then yours · 10.03")
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [0, 0], "it was called before"

    site.shell(LET_PROGRAM_PICK.format(draft=draft, team=first))
    expect(call).to_have_text("You are on deck · 10.03")
    assert phone.title() == title
    site.shell(LET_PROGRAM_PICK.format(draft=draft, team=second))
    expect(call).to_contain_text("You are on the clock · 10.03 · ")
    expect(call).to_have_attribute("role", "alert")
    expect(call.get_by_role("timer")).not_to_be_empty()
    assert phone.title() == f"● Your pick · {title}"
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [5, 2]

    # the page shows the extra time at once, without a second alert
    deadline = site.shell(EXTEND.format(draft=draft))
    expect(call.get_by_role("timer")).to_have_attribute("data-deadline", deadline)
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [5, 2]

    # the next page shows it too, without a second sound
    phone.goto(f"{site.address}/t/{slug}/rules/")
    expect(call).to_contain_text("You are on the clock")
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [0, 0]
    call.get_by_role("link").click()
    expect(phone.get_by_role("link", name="Pick").first).to_be_visible()


def test_device_page_turns_sound_and_vibration_off(site, device):
    _, _, token, _ = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    phone.add_init_script(LISTENS)
    open_link(phone, f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/device/")
    phone.get_by_label("vibrates").uncheck()
    phone.get_by_role("button", name="Test").click()
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [3, 0]
    phone.reload()
    expect(phone.get_by_label("vibrates")).not_to_be_checked()

    second_phone = device(PHONE).new_page()
    second_phone.add_init_script(
        "delete Navigator.prototype.vibrate; delete window.AudioContext; delete window.webkitAudioContext;"
    )
    open_link(second_phone, f"{site.address}/join/{token}/")
    second_phone.goto(f"{site.address}/device/")
    expect(second_phone.get_by_text("This browser can't play sounds")).to_be_visible()
    expect(second_phone.get_by_text("This device can't vibrate")).to_be_visible()
    expect(second_phone.get_by_label("makes a sound")).to_be_disabled()


SIGN_UP = """
import json, random
from tournaments.access.links import link_token
from weekend.practice.weekend import PracticeField, _roll_for_positions, _sign_up
dice = random.Random(3)
weekend = _sign_up(dice, 3, PracticeField(managed=8, divisions=1, has_imputed_team=False))
_roll_for_positions(dice, weekend)
first = weekend.divisions.get().teams.get(slot=1)
print(json.dumps([weekend.slug, link_token(first.accesses.first())]))
"""
MOVE_TO_DRAFT = """
from tournaments.models import Tournament
from tournaments.services.stages import move_stage
from weekend.practice.weekend import DIRECTOR
move_stage(tournament=Tournament.objects.get(slug="{slug}"), actor=DIRECTOR, to="draft")
print("moved")
"""
START_DRAFT = """
from drafts.services.clock import ClockSettings, open_draft, start_draft
from tournaments.models import Division
from weekend.practice.weekend import DIRECTOR, practice_card_set
division = Division.objects.get(tournament__slug="{slug}")
draft = open_draft(division=division, card_set=practice_card_set(), settings=ClockSettings(), actor=DIRECTOR)
start_draft(draft_id=draft.pk, actor=DIRECTOR)
print(division.pk)
"""


def test_pages_open_since_sign_up_call_the_manager_in_the_draft(site, device):
    slug, token = json.loads(site.shell(SIGN_UP))
    phone, visitor = device(PHONE).new_page(), device(PHONE).new_page()
    phone.add_init_script(LISTENS)
    open_link(phone, f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/t/{slug}/rules/")
    visitor.goto(f"{site.address}/t/{slug}/timetable/")
    for page in (phone, visitor):
        expect(page.locator("#stage")).to_contain_text("Sign-up")
    site.shell(MOVE_TO_DRAFT.format(slug=slug))
    for page in (phone, visitor):
        expect(page.locator("#stage")).to_contain_text("Draft")
    expect(phone.locator("#turn-call")).to_have_count(0)

    site.shell(START_DRAFT.format(slug=slug))
    expect(phone.locator("#turn-call")).to_contain_text("You are on the clock · 1.01")
    assert phone.title().startswith("● Your pick · ")
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [3, 1]


def test_directors_pick_page_follows_the_clock_and_preserves_a_search(site, device):
    slug, _ = json.loads(site.shell(SIGN_UP))
    site.shell(MOVE_TO_DRAFT.format(slug=slug))
    division = site.shell(START_DRAFT.format(slug=slug))
    director = device().new_page()
    open_link(director, site.organizer_link())
    director.goto(f"{site.address}/t/{slug}/draft/{division}/pick/")
    first = director.locator("h1").inner_text()
    director.locator("#q").fill("an")
    director.wait_for_url("**q=an*")
    director.locator("#q").press_sequentially("d")
    team = int(director.locator("h1").get_attribute("data-team"))
    draft = site.shell(f"from drafts.models import Draft; print(Draft.objects.get(division_id={division}).pk)")
    site.shell(LET_PROGRAM_PICK.format(draft=draft, team=team))
    expect(director.locator("h1")).not_to_have_text(first)
    second, number = director.locator("h1").inner_text(), director.locator("h1").get_attribute("data-team")
    expect(director.locator('.draftstatus [data-part="team"]')).to_have_text(second)
    expect(director.locator("#draft-turn")).to_contain_text(f"{second} on the clock")
    assert director.title().startswith(f"Pick for {second}")
    expect(director.get_by_label("Team", exact=True)).to_have_value("")
    expect(director.locator("#q")).to_have_value("and")
    links = director.locator("#draft-list a.button.main")
    expect(links.first).to_have_attribute("href", re.compile(f"team={number}&.*overall=2"))

    # the focus is in the list, which stays but now belongs to the team in the heading
    links.first.focus()
    address = links.first.inner_text()
    site.shell(LET_PROGRAM_PICK.format(draft=draft, team=number))
    expect(director.locator("h1")).not_to_have_text(second)
    third = director.locator("h1").get_attribute("data-team")
    expect(links.first).to_have_attribute("href", re.compile(f"team={third}&.*overall=3"))
    assert links.first.inner_text() == address


def test_directors_pick_page_stays_with_a_chosen_team(site, device):
    slug, _ = json.loads(site.shell(SIGN_UP))
    site.shell(MOVE_TO_DRAFT.format(slug=slug))
    division = site.shell(START_DRAFT.format(slug=slug))
    director = device().new_page()
    open_link(director, site.organizer_link())
    director.goto(f"{site.address}/t/{slug}/draft/{division}/pick/")
    director.locator("#q").fill("and")
    director.get_by_label("Team", exact=True).select_option(index=5)
    director.get_by_role("button", name="Show", exact=True).click()
    chosen = director.locator("h1").inner_text()
    expect(director.locator("#q")).to_have_value("and")
    expect(director.locator('.draftstatus [data-part="team"]')).not_to_have_text(chosen)
