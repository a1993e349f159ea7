"""Test the pick page's diamond, based on the roster check, and the list that dims the players it rejects."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from drafts.models import Draft, Pick, PlayerCard
from drafts.queries.guarding import roster_outlook
from drafts.queries.room import draft_with_division, load_room
from drafts.queries.roster import load_team_draft
from drafts.queries.roster_fit import roster_diamond
from drafts.queries.rosters import build_roster
from rules_engine.draft.roster_check import Outlook
from tests.drafts.rooms import free_cards, running, teams_of
from tournaments.models import Team

pytestmark = pytest.mark.django_db


def give(draft: Draft, cards: list[PlayerCard]) -> None:
    """Assign these players to the first team, no matter which team made the picks."""
    pick_count = Pick.objects.count()
    for place, card in enumerate(cards):
        facts = {"team": teams_of(draft)[0], "card": card, "made_by": "manager", "made_at": timezone.now()}
        Pick.objects.create(draft=draft, overall=100 + pick_count + place, **facts)
    Draft.objects.filter(pk=draft.pk).update(next_overall=150)


def look_of(draft: Draft) -> Outlook:
    room = load_room(draft_with_division(pk=draft.pk))
    return roster_outlook(room, load_team_draft(room, room.teams[0].pk))


@pytest.fixture
def started_draft() -> Draft:
    draft = running(8)
    give(draft, [*free_cards(draft, "SS")[:2], *free_cards(draft, "SP")[:4]])
    return draft


def test_diamond_shows_fielders_and_missing_positions(started_draft: Draft) -> None:
    room = load_room(draft_with_division(pk=started_draft.pk))
    roster, look = build_roster(room, load_team_draft(room, room.teams[0].pk)), look_of(started_draft)
    heads = {spot.position: spot.head for spot in roster_diamond(roster, look).spots}
    assert (heads["SS"], heads["P"]) == ("SS 2", "P 4")
    assert heads["C"] == f"C: 0 of {look.missing_by_position['C']}"
    assert look.missing_by_position["C"] in (1, 2)
    assert [spot.needed for spot in roster_diamond(roster, None).spots] == [0] * 9


def test_list_dims_ineligible_players_and_explains_why(
    started_draft: Draft, manager_of: Callable[[Team], Client]
) -> None:
    phone = manager_of(teams_of(started_draft)[0])
    address = reverse("draft_pick", args=[started_draft.division.tournament.slug, started_draft.division_id])
    page = phone.get(address, {"role": "reliever"}).text
    assert 'class="fit"' in page
    assert 'class="dim"' not in page
    while look_of(started_draft).slack:
        give(started_draft, free_cards(started_draft, "RP")[:1])
    page = phone.get(address, {"role": "reliever"}).text
    assert "all are needed" in page.split('class="dim"')[1]
    assert 'class="dim"' not in phone.get(address, {"position": "C"}).text
