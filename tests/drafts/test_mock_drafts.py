"""Test a manager who practices against the program before the real draft."""

import time

import pytest
from django.urls import reverse

from core.errors import Stale
from drafts.models import MockDraft, QueuedPlayer
from drafts.queries.mock_drafts import load_mock_draft, load_mock_room, proposed_card_set
from drafts.queries.roster import load_team_draft
from drafts.queries.rosters import roster_rulings
from drafts.refusals import MockDraftRefusal, SelectionFinding
from drafts.services.mock_drafts import (
    let_program_make_mock_pick,
    make_mock_pick,
    queue_mock_picks,
    start_mock_draft,
    undo_mock_pick,
)
from drafts.services.selections import Selection
from tests.drafts.pools import make_pool
from tests.drafts.rooms import division_of, opened, teams_of
from tests.factories import TeamFactory, TournamentFactory
from tests.refusing import refuses
from tournaments.action_log.writing import Actor
from tournaments.models import Action

pytestmark = [pytest.mark.django_db, pytest.mark.database]
MANAGER = Actor("Ann")


def _team(teams=8):
    return teams_of(opened(teams, card_set=make_pool(teams=teams)))[2]


def _start(team, *, team_count=8, position=3):
    return start_mock_draft(tournament=team.tournament, team=team, team_count=team_count, position=position)


def _room(team):
    return load_mock_room(load_mock_draft(team.pk))


def _free_card(room):
    drafted = {row.card_id for row in room.selections()}
    return next(card for card in room.pool if card.id not in drafted and card.eligible)


def _pick(team, card=None):
    room = _room(team)
    card = card or _free_card(room)
    make_mock_pick(team_id=team.pk, selection=Selection(card_id=card.id), overall=room.on_the_clock)
    return card


def test_autopick_runs_until_the_manager_is_on_the_clock():
    team = _team()
    _start(team)
    room = _room(team)
    assert (room.on_the_clock, room.is_own_turn, room.own_team.name) == (3, True, team.name)
    _pick(team)
    assert _room(team).on_the_clock == 14  # third from the end of the second round


def test_full_mock_draft_produces_legal_teams_within_three_seconds():
    team = _team(12)
    _start(team, team_count=12, position=12)
    began = time.process_time()
    let_program_make_mock_pick(team_id=team.pk, all_turns=True)
    assert time.process_time() - began < 3
    room = _room(team)
    assert room.on_the_clock is None
    assert len(room.selections()) == room.total
    assert all(all(roster_rulings(room, load_team_draft(room, mock_team.pk))) for mock_team in room.teams)


def test_taken_players_and_stale_pages_are_refused():
    team = _team()
    _start(team)
    first = _pick(team)
    with refuses(SelectionFinding.PLAYER_GONE):
        _pick(team, first)
    with pytest.raises(Stale):
        make_mock_pick(team_id=team.pk, selection=Selection(card_id=first.id), overall=3)
    with refuses(MockDraftRefusal.DESIGNED_PARK):
        design = {"name": "Yard", "singles": 5, "homeruns": 5}
        make_mock_pick(team_id=team.pk, selection=Selection(design=design), overall=None)


def test_undo_includes_autopicks_after_the_last_pick():
    team = _team()
    _start(team)
    before = load_mock_draft(team.pk).selections
    _pick(team)
    undo_mock_pick(team_id=team.pk)
    assert load_mock_draft(team.pk).selections == before
    with refuses(MockDraftRefusal.NOTHING_TO_UNDO):
        undo_mock_pick(team_id=team.pk)


def test_mock_picks_become_the_queue_without_names_in_the_log():
    team = _team()
    _start(team)
    log = Action.objects.count()
    cards = [_pick(team) for _ in range(3)]
    assert Action.objects.count() == log
    QueuedPlayer.objects.create(team=team, card_id=cards[1].id, position=1)

    def queue(*, replace):
        return queue_mock_picks(tournament=team.tournament, team=team, actor=MANAGER, replace=replace)

    assert queue(replace=False) == 2
    assert queue(replace=True) == 3
    assert list(team.queue.values_list("card_id", flat=True)) == [card.id for card in cards]
    row = Action.objects.first()
    assert not any(card.name in f"{row.sentence} {row.after} {row.public}" for card in cards)


def test_size_is_limited_by_the_card_set():
    team = _team()
    for team_count, position, refusal in ((1, 1, "TEAM_COUNT"), (40, 1, "TEAM_COUNT"), (8, 9, "POSITION")):
        with refuses(MockDraftRefusal[refusal]):
            _start(team, team_count=team_count, position=position)
    with refuses(MockDraftRefusal.NO_CARD_SET):
        _start(TeamFactory(tournament=TournamentFactory()))
    assert not MockDraft.objects.exists()


def test_copied_tournament_suggests_the_original_card_set():
    draft = opened(2)
    copy = TournamentFactory(copied_from=draft.division.tournament)
    assert proposed_card_set(copy, TeamFactory(tournament=copy)) == draft.card_set


def test_mock_draft_stops_at_damaged_selections():
    team = _team()
    mock = _start(team)
    mock.selections = [*mock.selections[:1], {"card": -5}, "x"]
    mock.save()
    assert _room(team).on_the_clock == 2


def test_pages_work_without_javascript(manager_of):
    team = _team()
    browser = manager_of(team)
    page = reverse("mock_draft", args=[team.tournament.slug, team.pk])
    assert "team_count" in browser.get(page).content.decode()
    too_many = browser.post(f"{page}start/", {"team_count": "99", "position": "1"})
    assert too_many.status_code == 422
    browser.post(f"{page}start/", {"team_count": "8", "position": "3"})
    shown = browser.get(f"{page}?role=starter&q=a").content.decode()
    assert 'data-turn="3"' in shown
    card = _free_card(_room(team))
    answer = browser.post(f"{page}pick/", {"card": str(card.id), "overall": "3", "back": "role=starter&q=a"})
    assert answer.url == f"{page}?role=starter"
    assert card.name in browser.get(page).content.decode()
    assert browser.get(f"{page}?role=parks").status_code == 200
    browser.post(f"{page}queue/")
    assert team.queue.get().card_id == card.id
    browser.post(f"{page}step/", {"step": "finish"})
    assert 'data-turn=""' in browser.get(page).content.decode()
    browser.post(f"{page}step/", {"step": "restart"})
    assert not MockDraft.objects.exists()


def test_only_its_manager_can_open_it(manager_of, director_of):
    team = _team()
    _start(team)
    page = reverse("mock_draft", args=[team.tournament.slug, team.pk])
    browsers = [manager_of(teams_of(team.division.draft)[0]), director_of(team.tournament)]
    assert [browser.get(page).status_code for browser in browsers] == [403, 403]


def test_team_without_a_division_uses_another_divisions_cards(manager_of):
    draft = opened(2, division=division_of(2))
    team = TeamFactory(tournament=draft.division.tournament, division=None, slot=None)
    browser = manager_of(team)
    page = reverse("mock_draft", args=[team.tournament.slug, team.pk])
    assert browser.get(page).status_code == 200
    browser.post(f"{page}start/", {"team_count": "2", "position": "2"})
    assert MockDraft.objects.get().team == team
