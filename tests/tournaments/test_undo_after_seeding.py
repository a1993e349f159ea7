"""Test that undo after the seeding is checked like a correction, with a preview that lists teams and games."""

import pytest
from django.test import Client

from tests.factories import DivisionFactory, TournamentFactory
from tests.refusing import refuses
from tests.tournaments.test_dropouts import drop, playing
from tests.tournaments.test_standings import play, teams
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.refusals import PlayoffRefusal
from tournaments.services.playoffs import start_playoffs
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.services.tie_breaks import roll_tie_break
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def lower_slots_win(division: Division) -> None:
    for series in division.series.exclude(status=Series.Status.VOID).select_related("home", "away"):
        letter = "H" if (series.home.slot or 0) < (series.away.slot or 0) else "A"
        wins = {"home_wins": 3 * (letter == "H"), "away_wins": 3 * (letter == "A")}
        Series.objects.filter(pk=series.pk).update(status=Series.Status.COMPLETE, outcomes=letter * 3, **wins)


@pytest.fixture
def dropped() -> Action:
    """Create a weekend in which Team 1 dropped out uncovered after round 3, and Teams 2 and 3 were seeded."""
    division = playing(8, rounds_played=3)
    drop(division.teams.get(slot=1), 3)
    lower_slots_win(division)
    Tournament.objects.filter(pk=division.tournament_id).update(stage=Tournament.Stage.PLAYOFFS, advance_per_division=2)
    start_playoffs(tournament=Tournament.objects.get(pk=division.tournament_id), actor=PROGRAM)
    return Action.objects.get(verb="drop_team")


def seeds() -> list[str]:
    return [*Team.objects.filter(seed__isnull=False).order_by("seed").values_list("name", flat=True)]


def test_undoing_a_dropout_after_seeding_requires_confirmation(dropped: Action) -> None:
    with pytest.raises(
        SeedingWouldChange, match="This changes the results that the playoff seeding is based on.*some games haven"
    ):
        undo_action(action=dropped, actor=PROGRAM)
    with pytest.raises(SeedingWouldChange, match="Enter a reason"):
        undo_action(action=dropped, actor=PROGRAM, confirm_seeding=True)
    assert Series.objects.filter(status=Series.Status.VOID).count() == 7, "nothing is half done"
    done = undo_action(action=dropped, actor=PROGRAM, confirm_seeding=True, reason="he came back")
    assert not Series.objects.filter(status=Series.Status.VOID).exists()
    assert "After seeding: " in done.sentence
    assert seeds() == ["Team 2", "Team 3"], "the best-ofs stay as they were seeded"


def test_preview_describes_teams_and_games(dropped: Action) -> None:
    preview = preview_undo(action=dropped)
    assert "Team 1: dropped after round none, was 3." not in preview.changes
    assert "Team 1, which dropped out after round 3, is back in." in preview.changes
    series = Series.objects.filter(home__name="Team 1") | Series.objects.filter(away__name="Team 1")
    sentences = {series.round: f"{series.away} at {series.home} (round {series.round})" for series in series}
    assert f"{sentences[7]} is open again: 3 games." in preview.changes
    assert any(line.startswith(f"{sentences[1]} counts again: Team ") for line in preview.changes)
    assert any("some games haven't been played yet" in sentence for sentence in preview.seeding)
    assert not any("series " in line or "status" in line for line in preview.changes)


def test_page_requires_confirmation_and_retains_the_reason(dropped: Action, director_of) -> None:
    browser: Client = director_of(dropped.tournament)
    address = f"/t/{dropped.tournament.slug}/log/{dropped.pk}/undo/"
    page = browser.get(address).content.decode()
    assert "some games haven&#x27;t been played yet" in page
    assert 'name="confirm_seeding"' in page
    response = browser.post(address, {"reason": "he came back"})
    assert response.status_code == 400
    assert 'value="he came back"' in response.content.decode()
    assert Series.objects.filter(status=Series.Status.VOID).exists()
    answer = browser.post(address, {"reason": "he came back", "confirm_seeding": "1"}, follow=True)
    assert "Undone: Team 1 drops out after round 3" in answer.content.decode()
    assert not Series.objects.filter(status=Series.Status.VOID).exists()


def test_api_refuses_until_the_consequence_is_confirmed(dropped: Action, director_of) -> None:
    browser: Client = director_of(dropped.tournament)
    address = f"/api/v1/tournaments/{dropped.tournament.slug}/actions/{dropped.pk}/undo/"
    assert "some games haven't been played yet" in browser.get(address).json()["seeding"][0]
    refused = browser.post(address, {}, "application/json")
    assert (refused.status_code, refused.json()["field"]) == (400, "confirm_seeding")
    body = {"reason": "he came back", "confirm_seeding": True}
    assert browser.post(address, body, "application/json").status_code == 200
    assert not Series.objects.filter(status=Series.Status.VOID).exists()


def test_undo_without_effect_on_seeding_needs_no_confirmation(dropped: Action, director_of) -> None:
    named = Action.objects.filter(verb="publish_schedule").first()
    assert preview_undo(action=named).refusal.startswith("Team ")
    Tournament.objects.update(place="Dayton")
    later_action = Action.objects.create(
        tournament=dropped.tournament,
        actor="Director",
        verb="change_settings",
        sentence="Settings changed: place.",
        before={f"tournament:{dropped.tournament_id}": {"place": ""}},
        after={f"tournament:{dropped.tournament_id}": {"place": "Dayton"}},
    )
    assert (
        'name="confirm_seeding"'
        not in director_of(dropped.tournament)
        .get(f"/t/{dropped.tournament.slug}/log/{later_action.pk}/undo/")
        .content.decode()
    )
    undo_action(action=later_action, actor=PROGRAM)


def test_undoing_a_tiebreaker_roll_after_seeding_requires_confirmation() -> None:
    division = DivisionFactory(tournament=TournamentFactory(advance_per_division=1))
    a, b, c = teams(division, 3)
    for home, away in ((a, b), (b, c), (c, a)):
        play(home, away, "HA")
    rolls = {a.pk: 4, b.pk: 17, c.pk: 9}
    roll_tie_break(division=division, teams=frozenset(rolls), rolls=rolls, actor=PROGRAM)
    start_playoffs(tournament=division.tournament, actor=PROGRAM)
    rolled = Action.objects.get(verb="roll_tie_break")
    with pytest.raises(SeedingWouldChange, match="No one else would qualify, Club B would not"):
        undo_action(action=rolled, actor=PROGRAM)
    undo_action(action=rolled, actor=PROGRAM, confirm_seeding=True, reason="it was 7, not 17")
    corrected = {a.pk: 4, b.pk: 7, c.pk: 9}
    roll_tie_break(division=division, teams=frozenset(rolls), rolls=corrected, actor=PROGRAM)
    with refuses(PlayoffRefusal.ALREADY_SEEDED):
        start_playoffs(tournament=division.tournament, actor=PROGRAM)
