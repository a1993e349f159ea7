"""Test that the home club's league that season decides on designated hitters, if the ruleset has them."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from pennant_baseball.engine import load_season
from rules_engine import systems
from seasons.club_games import GameOptions, start_club_game, uses_hitter
from tabletop.season_plays import season_play_for


@pytest.mark.parametrize(
    ("edition", "year", "clubs", "expected"),
    [
        ("som_basic", 1973, ["NYA"], True),
        ("som_basic", 1972, ["NYA"], False),
        ("som_basic", 1998, ["ATL"], False),
        ("som_basic", 1998, ["NYA", "ATL"], False),
        ("som_basic", 2022, ["ATL"], True),
        ("som_basic", 1998, ["XXX"], False),
        ("star", 1998, ["NYA"], False),
    ],
)
def test_designated_hitter_depends_on_the_league_and_year(
    edition: str, year: int, clubs: list[str], expected: bool
) -> None:
    assert uses_hitter(systems.load("strat_o_matic"), edition, year, clubs) == expected


def has_hitters(home: str, system: str = "strat_o_matic", edition: str = "som_basic", **options: Any) -> list[bool]:
    """Return, for each side of a 1998 game against Boston, whether a hitter bats for the pitcher."""
    game = GameOptions(season=1998, edition=edition, away="BOS", home=home, seed=1, **options)
    sides = start_club_game(season_play_for(system), game).saved.log.start.sides
    return [side.pitcher not in side.order for side in sides]


def test_home_club_decides_on_the_designated_hitter_without_an_option() -> None:
    assert has_hitters("NYA") == [True, True]
    assert has_hitters("ATL") == [False, False]
    assert has_hitters("NYA", has_designated_hitter=False) == [False, False]
    assert has_hitters("ATL", has_designated_hitter=True) == [True, True]
    assert has_hitters("NYA", edition="star") == [False, False]


def test_simulate_and_the_engine_share_the_designated_hitter_default() -> None:
    written = StringIO()
    call_command("simulate", "1", away="BOS", home="NYA", edition="som_basic", players=True, stdout=written)
    without = StringIO()
    call_command("simulate", "1", "--no-dh", away="BOS", home="NYA", edition="som_basic", players=True, stdout=without)
    assert "per game:" in written.getvalue()
    assert written.getvalue().partition("per game:")[2] != without.getvalue().partition("per game:")[2]
    game = load_season(1998, ruleset="som_basic").game("BOS", "NYA", seed=1)
    game.play()
    batters = {line.name for lines in game.batting().values() for line in lines}
    assert not batters & {line.name for lines in game.pitching().values() for line in lines}
