"""Test the weekend's next step at every stage, with the link to its page."""

import pytest
from django.urls import reverse

from tests.factories import DivisionFactory, DraftFactory, SeriesFactory, TeamFactory, TournamentFactory
from tournaments.models import Series, Team, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_of
from weekend.queries.next_step import next_step

pytestmark = pytest.mark.django_db

Stage = Tournament.Stage


def step_of(tournament):
    tournament.refresh_from_db()
    step = next_step(TournamentSnapshot(tournament), standings_of(tournament))
    pages = ["people", "rolls", "edition", "draft", "schedule", "results", "standings", "bracket", "stage", "closing"]
    page = next(name for name in pages if reverse(name, args=[tournament.slug]) == step.address.partition("#")[0])
    return page, step


def weekend(stage, teams=8, placed=True, **facts):
    division = DivisionFactory(tournament=TournamentFactory(stage=stage, **facts), name="East")
    for slot in range(1, teams + 1):
        TeamFactory(division=division, slot=slot if placed else None)
    return division


def test_sign_up_steps_go_from_teams_to_the_draft():
    tournament = TournamentFactory()
    page, step = step_of(tournament)
    assert (page, step.sentence) == ("people", "0 teams have entered. A division needs 8 (T0.02).")
    for _ in range(8):
        TeamFactory(division=None, tournament=tournament)
    page, step = step_of(tournament)
    assert (page, step.link_text) == ("people", "Make the divisions")
    division = DivisionFactory(tournament=tournament)
    page, step = step_of(tournament)
    assert (page, step.sentence) == ("rolls", "8 teams have no draft position yet: roll the d20.")
    for slot, team in enumerate(tournament.teams.all(), start=1):
        Team.objects.filter(pk=team.pk).update(division=division, slot=slot)
    assert step_of(tournament)[0] == "draft"
    Tournament.objects.filter(pk=tournament.pk).update(profile_key="stpc_2024@1", profile_text="")
    assert step_of(tournament)[0] == "edition"


def test_illegal_divisions_are_fixed_before_the_rolls():
    page, step = step_of(weekend(Stage.SIGN_UP, teams=15, placed=False).tournament)
    assert (page, step.link_text) == ("people", "Change the divisions")
    assert "T0." in step.sentence


def test_draft_steps_go_from_cards_to_the_round_robin():
    division = weekend(Stage.DRAFT)
    assert step_of(division.tournament)[1].link_text == "Set up the draft"
    draft = DraftFactory(division=division)
    assert step_of(division.tournament)[1].sentence == "1 draft is set up but not started."
    draft.state = "running"
    draft.save()
    assert step_of(division.tournament)[1].sentence == "0 of 1 drafts are finished."
    draft.state = "finished"
    draft.save()
    assert step_of(division.tournament)[0] == "schedule"
    SeriesFactory(division=division)
    page, step = step_of(division.tournament)
    assert (page, step.for_director) == ("stage", True)


def test_round_robin_steps_go_from_results_to_the_bracket():
    division = weekend(Stage.ROUND_ROBIN, teams=0, advance_per_division=1)
    assert step_of(division.tournament)[0] == "schedule"
    series = SeriesFactory(division=division, games_planned=2)
    page, step = step_of(division.tournament)
    assert (page, step.sentence) == ("results", "1 of 1 series is still to be played.")
    level = {"status": Series.Status.COMPLETE, "outcomes": "HA", "home_wins": 1, "away_wins": 1}
    Series.objects.filter(pk=series.pk).update(**level)
    assert step_of(division.tournament)[0] == "standings"
    Series.objects.filter(pk=series.pk).update(outcomes="HH", home_wins=2, away_wins=0)
    assert step_of(division.tournament)[0] == "bracket"


def test_playoff_ties_are_broken_before_seeding(director_of):
    division = weekend(Stage.PLAYOFFS, teams=0, advance_per_division=1)
    level = {"status": Series.Status.COMPLETE, "outcomes": "HA", "home_wins": 1, "away_wins": 1}
    series = SeriesFactory(division=division, games_planned=2)
    Series.objects.filter(pk=series.pk).update(**level)
    page, step = step_of(division.tournament)
    assert (page, step.link_text) == ("standings", "Break the ties")
    place = step.address.partition("#")[2]
    assert f'id="{place}"' in director_of(division.tournament).get(step.address).content.decode()


def test_playoff_steps_go_from_seeding_to_closing():
    division = weekend(Stage.PLAYOFFS, teams=2)
    tournament = division.tournament
    assert step_of(tournament)[1].link_text == "Seed the playoffs"
    first, second = division.teams.all()
    for seed, team in enumerate((first, second), start=1):
        Team.objects.filter(pk=team.pk).update(seed=seed)
    final = SeriesFactory(
        division=None,
        tournament=tournament,
        stage=Series.Stage.PLAYOFF,
        home=first,
        away=second,
        bracket_place="1",
        is_best_of=True,
        games_planned=3,
    )
    page, step = step_of(tournament)
    assert (page, step.sentence) == ("bracket", "1 playoff series is open.")
    Series.objects.filter(pk=final.pk).update(status=Series.Status.COMPLETE, outcomes="AA", away_wins=2)
    page, step = step_of(tournament)
    assert (page, step.sentence) == ("stage", f"{second.name} is the champion.")
    Tournament.objects.update(stage=Stage.FINISHED)
    page, step = step_of(tournament)
    assert (page, step.sentence) == ("closing", f"The tournament is over. {second.name} won.")
