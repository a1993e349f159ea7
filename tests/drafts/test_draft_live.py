"""What the open pages are told of a pick: at once, all of them, and enough to patch the board without asking."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from drafts.models import Draft
from tests.drafts.rooms import expire, free_cards, on_the_clock, pick, running
from tournaments.live import newest_number, stream
from tournaments.models import Action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


async def heard(events):
    """The first action an open page is told."""
    async for event in events:
        if b"event: action" in event:
            await events.aclose()
            return json.loads(event.split(b"data: ")[1])


async def told_to_boards(draft, boards, act):
    tournament = draft.division.tournament_id
    newest = await sync_to_async(newest_number)(tournament)
    pages = [asyncio.create_task(heard(stream(tournament, newest))) for _ in range(boards)]
    await asyncio.sleep(0.5)
    await sync_to_async(act)()
    told = await asyncio.wait_for(asyncio.gather(*pages), timeout=60)
    await sync_to_async(connections.close_all)()
    return told


def test_a_hundred_open_boards_are_told_of_a_pick_by_one_row_with_the_whole_cell_and_the_clock():
    draft = running()
    team, card = on_the_clock(draft), free_cards(draft, "CF")[0]
    rows = Action.objects.count()
    events = asyncio.run(told_to_boards(draft, 100, lambda: pick(draft, team, card)))
    assert Action.objects.count() == rows + 1
    assert len(events) == 100
    assert all(event == events[0] for event in events)
    told = events[0]
    [cell] = told["cells"]
    assert (cell["label"], cell["name"], cell["detail"], cell["team_name"]) == ("1.01", card.name, "CF", team.name)
    assert told["clock"]["deadline"] == Draft.objects.get().deadline.isoformat()
    assert (told["clock"]["on_clock"]["label"], told["clock"]["on_deck"]["label"]) == ("1.02", "1.03")


def test_a_page_that_lost_the_line_is_told_every_pick_it_missed_in_order():
    draft = running()
    tournament = draft.division.tournament_id
    seen = newest_number(tournament)
    made = [pick(draft, on_the_clock(draft)).label for _ in range(4)]

    async def missed():
        events, labels = stream(tournament, seen), []
        async for event in events:
            if b"event: action" in event:
                labels += [cell["label"] for cell in json.loads(event.split(b"data: ")[1])["cells"]]
            if len(labels) == 4:
                await events.aclose()
                await sync_to_async(connections.close_all)()
                return labels

    assert asyncio.run(asyncio.wait_for(missed(), 60)) == made


def test_an_event_stays_small_even_with_turns_to_be_made_up():
    draft = running(14, on_expiry=Draft.OnExpiry.SKIP)
    for _ in range(3):
        expire(draft)
        pick(draft, on_the_clock(draft))
    assert len(json.dumps(Action.objects.first().public)) < 2000
