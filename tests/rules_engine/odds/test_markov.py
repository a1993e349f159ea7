"""Half-innings and games by Markov chains, against what is known in closed form and against whole games."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.plays import ABSENT, OUT, Play, advance
from rules_engine.odds.markov import compile_lineup, expected_runs, half_inning, home_wins, runs_of_innings

ORDER = tuple("abcdefghi")


def homer_or_nothing(chance: Fraction):
    """A line-up whose every man hits a homerun with this chance, else strikes out."""

    def odds(batter: str, occupied: int, outs: int) -> dict[Play, Fraction]:
        first, second, third = advance(occupied, 4)[1:]
        return {
            Play("homerun", (HOME, first, second, third)): chance,
            Play("strikeout", (OUT, ABSENT, ABSENT, ABSENT)): 1 - chance,
        }

    return compile_lineup(ORDER, odds)


def test_runs_of_a_half_inning_of_homeruns_or_strikeouts_are_negative_binomial() -> None:
    chance = 0.3
    runs = half_inning(homer_or_nothing(Fraction(3, 10))).sum(axis=0)
    expected = [comb(k + 2, k) * chance**k * (1 - chance) ** 3 for k in range(12)]
    assert runs[:12] == pytest.approx(expected)
    assert runs.sum() == pytest.approx(1)


def test_the_next_batter_is_as_many_places_on_as_men_came_up() -> None:
    ended = half_inning(homer_or_nothing(Fraction(1, 10)), first=8)
    assert ended[2, 0] == pytest.approx(0.9**3)
    assert ended[3, 1] == pytest.approx(3 * 0.1 * 0.9**3)


def test_a_runner_already_on_and_outs_already_made_count() -> None:
    lineup = homer_or_nothing(Fraction(1, 2))
    with_two_out_and_loaded = 8 * 2 + 7
    assert expected_runs(lineup, state=with_two_out_and_loaded) == pytest.approx(0.5 * 4 + 0.5)


def test_nine_innings_are_nine_half_innings_of_runs() -> None:
    lineup = homer_or_nothing(Fraction(1, 10))
    runs = runs_of_innings(lineup, 9).sum(axis=0)
    assert float(runs @ np.arange(31)) == pytest.approx(9 * expected_runs(lineup), rel=1e-6)


def test_equal_teams_win_half_their_games_and_the_better_team_more() -> None:
    weak, strong = homer_or_nothing(Fraction(1, 12)), homer_or_nothing(Fraction(1, 8))
    assert home_wins(weak, weak) == pytest.approx(0.5)
    assert home_wins(weak, strong) > 0.6
    assert home_wins(strong, weak) == pytest.approx(1 - home_wins(weak, strong))
