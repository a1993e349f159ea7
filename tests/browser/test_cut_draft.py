"""Test that connection cuts lose or duplicate no pick, by keyboard on a laptop or by thumb on a phone."""

import json
import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.people import open_link

BUILD = """
import json
from drafts.services.program import let_program_pick
from tournaments.access.links import link_token
from weekend.practice.weekend import DIRECTOR, PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=8, divisions=1, has_imputed_team=False))
division = weekend.divisions.get()
teams = {team.slot: team for team in division.teams.all()}
draft = division.draft
mine = teams[4]  # never more than eight turns between two of its own, so that no worker is needed
for team in teams.values():
    if team != mine:
        let_program_pick(draft_id=draft.pk, team_id=team.pk, on=True, actor=DIRECTOR)
print(json.dumps([weekend.slug, division.pk, mine.pk, link_token(mine.accesses.first()), mine.picks.count()]))
"""
PICKS = """
import json
from drafts.models import Pick
picks = Pick.objects.filter(team={team}, card__isnull=False).order_by("overall")
print(json.dumps(list(picks.values_list("card__name", flat=True))))
"""
TOLD = "Press again; it can't count twice"


def _by_keyboard(page, name):
    page.keyboard.press("/")
    page.keyboard.type(name)
    expect(page.locator("#draft-list tbody tr")).to_have_count(1)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    return lambda: page.keyboard.press("Enter")


def _by_thumb(page, name):
    page.get_by_role("searchbox", name="Name").fill(name)
    expect(page.locator("#draft-list tbody tr")).to_have_count(1)
    with page.expect_navigation():
        page.get_by_role("link", name=f"Pick {name}").tap()
    return page.locator("form.picking button").tap


@pytest.mark.parametrize(("size", "choose"), [(DESK, _by_keyboard), (PHONE, _by_thumb)])
def test_picks_are_made_once_despite_connection_cuts(site, device, size, choose):
    slug, division, team, token, had = json.loads(site.shell(BUILD))
    page, dice = device(size).new_page(), random.Random(20)
    open_link(page, f"{site.address}/join/{token}/")
    address = f"{site.address}/t/{slug}/draft/{division}/pick/"
    expected = []
    for _ in range(6):
        page.goto(address)
        rows = page.locator("#draft-list tbody tr:not(.gone) a.button")
        expected.append(rows.nth(dice.randrange(8)).get_attribute("aria-label").removeprefix("Pick "))
        pick = choose(page, expected[-1])
        if dice.choice([_into_the_dark, _answer_lost])(page, pick):
            expect(page.get_by_role("status").filter(has_text=expected[-1]).first).to_be_visible()
    assert json.loads(site.shell(PICKS.format(team=team)))[had:] == expected


def _into_the_dark(page, pick):
    page.context.set_offline(True)
    pick()
    expect(page.locator("form.picking")).to_contain_text(TOLD)
    page.context.set_offline(False)
    pick()
    return True


def _answer_lost(page, pick):
    """Lose the response after the server records the pick.

    Return whether the page asked for another press. It continues by itself if the event stream delivered the pick in
    the meantime.
    """
    page.route("**/pick/make/", lambda route: (route.fetch(), route.abort()))
    pick()
    question = page.locator("form.picking").filter(has_text=TOLD)
    expect(question.or_(page.locator("#draft-list"))).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")
    if not question.is_visible():
        return False
    pick()
    return True
