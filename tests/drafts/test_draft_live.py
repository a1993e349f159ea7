"""Test the events that open pages get about a pick: immediate, for every page, and enough to update the board."""

import json
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from drafts.models import Draft
from tests.drafts.rooms import expire, free_cards, on_the_clock, pick, running
from tests.live_line import content_of, open_page, run
from tournaments.action_log.events import newest_number
from tournaments.models import Action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


async def events_after(slug, boards, action):
    async with AsyncExitStack() as open_boards:
        pages = [await open_boards.enter_async_context(open_page(slug)) for _ in range(boards)]
        await sync_to_async(action)()
        return [content_of(event) for page in pages for event in await page.events(1)]


def test_pick_sends_the_same_event_to_a_hundred_boards():
    draft = running()
    team, card = on_the_clock(draft), free_cards(draft, "CF")[0]
    rows = Action.objects.count()
    events = run(events_after(draft.division.tournament.slug, 100, lambda: pick(draft, team, card)))
    assert Action.objects.count() == rows + 1
    assert len(events) == 100
    assert all(event == events[0] for event in events)
    event = events[0]
    [cell] = event["cells"]
    assert (cell["label"], cell["name"], cell["detail"], cell["team_name"]) == ("1.01", card.name, "CF", team.name)
    assert event["clock"]["deadline"] == Draft.objects.get().deadline.isoformat()
    assert (event["clock"]["on_clock"]["label"], event["clock"]["on_deck"]["label"]) == ("1.02", "1.03")


def test_reconnected_page_receives_missed_picks_in_order():
    draft = running()
    tournament = draft.division.tournament
    seen = newest_number(tournament.pk)
    made = [pick(draft, on_the_clock(draft)).label for _ in range(4)]

    async def missed():
        async with open_page(tournament.slug, after=str(seen)) as page:
            return [cell["label"] for event in await page.events(4) for cell in content_of(event)["cells"]]

    assert run(missed()) == made


def test_event_stays_small_with_skipped_turns():
    draft = running(14, on_expiry=Draft.OnExpiry.SKIP)
    for _ in range(3):
        expire(draft)
        pick(draft, on_the_clock(draft))
    assert len(json.dumps(Action.objects.first().public)) < 2000
