"""The live line when the server dies: the page says so, comes back by itself, and has missed nothing."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PROJECTOR

BUILD = """
import json
from weekend.practice.weekend import Field, build_weekend
weekend = build_weekend(stage="draft", seed=3, field=Field(managed=8, divisions=1, imputed=False))
print(json.dumps([weekend.get_absolute_url(), weekend.divisions.get().draft.pk]))
"""
PICK_ONE_ROUND = """
from drafts.models import Draft
from drafts.services.program import finish_by_program
from weekend.practice.weekend import DIRECTOR
finish_by_program(draft_id={draft}, actor=DIRECTOR, rounds=1)
print(Draft.objects.get(pk={draft}).deadline.isoformat())
"""


@pytest.fixture
def board(site, device):
    """A wall that shows the draft after nine rounds, and the number of the draft."""
    address, draft = json.loads(site.shell(BUILD))
    page = device(PROJECTOR).new_page()
    page.goto(f"{site.address}{address}draft/")
    page.get_by_role("link", name="Projector").click()
    expect(page.locator("[data-part=turn]")).to_have_text("10.01 (73)")
    return page, draft


def test_a_board_comes_back_after_the_server_was_killed_and_shows_what_it_missed(site, board):
    page, draft = board
    gone_to = []
    page.on("framenavigated", lambda frame: gone_to.append(frame.url))
    site.kill_web()
    expect(page.locator(".linedown")).to_contain_text("The line is down. What you see is as of")
    deadline = site.shell(PICK_ONE_ROUND.format(draft=draft))
    site.start_web()
    expect(page.locator(".linedown")).to_have_count(0)
    expect(page.locator("[data-part=turn]")).to_have_text("11.01 (81)")
    for overall in range(73, 81):
        expect(page.locator(f"#p{overall} b")).not_to_be_empty()
    assert gone_to == []
    # the clock is the stored deadline: on the board that came back and on one opened after the restart
    clock = page.locator("[data-part=clock]")
    expect(clock).to_have_attribute("data-deadline", deadline)
    page.reload()
    expect(clock).to_have_attribute("data-deadline", deadline)
    left = page.evaluate("([at]) => Math.round((new Date(at) - Date.now()) / 1000)", [deadline])
    minutes, seconds = clock.inner_text().removeprefix("over by ").split(":")
    shown = int(minutes) * 60 + int(seconds)
    assert abs(shown - abs(left)) <= 2
