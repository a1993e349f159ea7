"""Test playing out a practice weekend: to a tie, to the champion, and its rejections."""

import random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game
from rules_engine.profile import available_profiles, load_profile, newest_profiles
from tests.factories import TournamentFactory
from tournaments.models import Series, Tournament
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.standings import standings_of
from weekend.practice.rest import play_rest
from weekend.practice.weekend import PracticeField, build_weekend

pytestmark = pytest.mark.django_db


@pytest.fixture
def weekend():
    return build_weekend(
        stage="round_robin",
        seed=8,
        field=PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2),
    )


def play(tournament, until):
    call_command("play_rest", tournament=tournament.slug, until=until, verbosity=0)


def finish_games_in_progress(tournament):
    Game.objects.filter(series__status=Series.Status.PLAYING).delete()
    tournament.series.filter(status=Series.Status.PLAYING).update(status=Series.Status.SCHEDULED)


def test_practice_weekend_can_be_played_to_a_tie_and_then_to_the_champion(weekend):
    finish_games_in_progress(weekend)
    play(weekend, "tie")
    [table] = standings_of(weekend)
    assert table.is_complete
    assert "playoff_game" in [need.kind for need, _ in table.needs]
    play(weekend, "champion")
    assert load_bracket(Tournament.objects.get(pk=weekend.pk)).champion is not None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("until", ["tie", "champion"])
def test_every_series_is_saved_in_its_own_transaction(until: str) -> None:
    """Phones can save between two series, because the program locks only one series at a time."""
    field = PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=2)
    weekend = build_weekend(stage="round_robin", seed=8, field=field)
    finish_games_in_progress(weekend)
    played: list[Series] = []

    def check(series: Series) -> None:
        assert not connection.in_atomic_block
        assert Series.objects.get(pk=series.pk).status == Series.Status.COMPLETE
        played.append(series)

    play_rest(random.Random(1998), weekend, until=until, on_series=check)
    assert len(played) > 10


@pytest.mark.database
def test_started_series_must_be_completed_by_hand(weekend):
    with pytest.raises(CommandError, match="is in progress. Complete it by hand first"):
        play(weekend, "round_robin")


def test_refuses_to_generate_results_for_a_real_tournament():
    real = TournamentFactory(stage=Tournament.Stage.ROUND_ROBIN, is_practice=False)
    with pytest.raises(CommandError, match="is not a practice tournament"):
        play(real, "champion")


def test_weekend_without_a_schedule_has_nothing_to_play():
    signing_up = TournamentFactory(is_practice=True)
    with pytest.raises(CommandError, match="there is nothing to play"):
        play(signing_up, "champion")


@pytest.mark.parametrize("edition", available_profiles())
def test_practice_weekend_has_no_open_settings(edition: str) -> None:
    field = PracticeField(managed=8, divisions=1, has_imputed_team=False, edition=edition)
    assert not build_weekend(stage="signup", seed=2, field=field).profile.open_settings


@pytest.mark.parametrize("edition", newest_profiles())
def test_demo_reaches_the_champion_under_every_edition(edition: str) -> None:
    names_format = load_profile(edition).format.series_length  # used unless the director sets a value
    length = PracticeField().series_length if names_format else 1
    field = PracticeField(managed=8, divisions=1, has_imputed_team=False, series_length=length, edition=edition)
    finished = build_weekend(stage="finished", seed=2, field=field)
    assert finished.stage == Tournament.Stage.FINISHED
    assert load_bracket(finished).champion is not None
    [table] = standings_of(finished)
    assert not table.power_rounds_to_come


def test_weekend_with_power_rounds_and_wild_cards_reaches_a_tie_and_the_champion() -> None:
    """In Purestrat Online, the standings decide the pairings of the last two rounds."""
    field = PracticeField(managed=8, divisions=1, has_imputed_team=False, edition="purestrat_online@2")
    weekend = build_weekend(stage="round_robin", seed=3, field=field)
    finish_games_in_progress(weekend)
    Tournament.objects.filter(pk=weekend.pk).update(wild_cards=1, advance_per_division=1)
    play(weekend, "round_robin")
    [table] = standings_of(Tournament.objects.get(pk=weekend.pk))
    assert (table.is_complete, {series.round for series in table.series}) == (True, {1, 2, 3, 4, 5, 6, 7})
    play(weekend, "champion")
    assert load_bracket(Tournament.objects.get(pk=weekend.pk)).champion is not None
