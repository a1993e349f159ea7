"""Test a manager who practices the draft on a phone and saves the picks as the queue."""

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.people import open_link

BUILD = """
import json
from tournaments.access.links import link_token
from weekend.practice.weekend import PracticeField, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=PracticeField(managed=8, divisions=1, has_imputed_team=False))
team = weekend.divisions.get().teams.get(slot=2)
print(json.dumps([weekend.slug, team.pk, link_token(team.accesses.first())]))
"""


def test_manager_runs_a_mock_draft_on_a_phone(site, device):
    slug, team, token = json.loads(site.shell(BUILD))
    phone = device(PHONE).new_page()
    open_link(phone, f"{site.address}/join/{token}/")
    phone.goto(f"{site.address}/t/{slug}/me/")
    phone.get_by_role("link", name="Mock draft").click()
    phone.get_by_label("Your draft position").fill("2")
    phone.get_by_role("button", name="Start the mock draft").click()
    status = phone.locator("#mock-turn")
    expect(status).to_have_attribute("data-turn", "2")

    phone.get_by_role("link", name="Starters").click()
    expect(phone.get_by_role("link", name="Starters")).to_have_attribute("aria-current", "page")
    phone.locator("#draft-list").get_by_role("button", name=re.compile("^Pick ")).first.click()
    expect(status).to_have_attribute("data-turn", "15")
    search = phone.locator("#q")
    row = phone.locator("#draft-list tr[data-card]").nth(3)
    name = row.locator("b").first.inner_text()
    search.fill(name)
    button = phone.locator("#draft-list").get_by_role("button", name=f"Pick {name}")
    expect(phone.locator("#draft-list tr[data-card]")).to_have_count(1)
    button.click()
    expect(status).to_have_attribute("data-turn", "18")
    expect(phone.locator("#roster")).to_contain_text(name)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    phone.get_by_role("button", name="Undo my last pick").click()
    expect(status).to_have_attribute("data-turn", "15")
    expect(phone.locator("#roster")).to_be_hidden()
    phone.get_by_role("link", name="Roster", exact=True).click()
    expect(phone.locator("#roster")).to_be_visible()
    phone.get_by_role("button", name="Use my picks as my queue").click()
    phone.goto(f"{site.address}/t/{slug}/teams/{team}/my-list/")
    phone.get_by_role("link", name="Players", exact=True).click()
    expect(phone.locator("#queue tr[data-card]")).to_have_count(1)
