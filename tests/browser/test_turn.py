"""A manager is called when his pick comes near, whatever page he looks at."""

import json

from playwright.sync_api import expect

from tests.browser.conftest import PHONE

BUILD = """
import json
from tournaments.access.links import link_token
from weekend.practice.weekend import PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=8, divisions=1, imputed=False))
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


def test_a_manager_is_called_two_picks_ahead_on_deck_and_on_the_clock_on_any_page(site, device):
    slug, draft, token, (first, second) = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    phone.add_init_script(LISTENS)
    phone.goto(f"{site.address}/join/{token}/")
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

    # more time is shown at once, and is no second call
    deadline = site.shell(EXTEND.format(draft=draft))
    expect(call.get_by_role("timer")).to_have_attribute("data-deadline", deadline)
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [5, 2]

    # the next page says so too, and does not sound a second time
    phone.goto(f"{site.address}/t/{slug}/rules/")
    expect(call).to_contain_text("You are on the clock")
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [0, 0]
    call.get_by_role("link").click()
    expect(phone.get_by_role("link", name="Pick").first).to_be_visible()


def test_the_page_of_the_device_turns_sound_and_buzz_off_and_says_what_is_missing(site, device):
    _, _, token, _ = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    phone.add_init_script(LISTENS)
    phone.goto(f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/device/")
    phone.get_by_label("buzzes").uncheck()
    phone.get_by_role("button", name="Try it").click()
    assert phone.evaluate("[window.beeps, window.buzzes.length]") == [3, 0]
    phone.reload()
    expect(phone.get_by_label("buzzes")).not_to_be_checked()

    other = device(PHONE).new_page()
    other.add_init_script(
        "delete Navigator.prototype.vibrate; delete window.AudioContext; delete window.webkitAudioContext;"
    )
    other.goto(f"{site.address}/join/{token}/")
    other.goto(f"{site.address}/device/")
    expect(other.get_by_text("This browser makes no sounds")).to_be_visible()
    expect(other.get_by_text("This device does not buzz")).to_be_visible()
    expect(other.get_by_label("makes a sound")).to_be_disabled()
