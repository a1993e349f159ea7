"""Compare Markov chains for half-innings and games with closed-form results and with whole games."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.plays import ABSENT, OUT, Play, advance
from rules_engine.odds.markov import compile_lineup, expected_runs, half_inning
from rules_engine.systems.strat_o_matic.odds.plate_appearance import after_pitches, pitch_odds
from rules_engine.systems.strat_o_matic.pitching.wild_pitches import pitch_play
from rules_engine.systems.strat_o_matic.situation import Battery
from tests.rules_engine.odds.whole_games import home_wins, runs_of_innings
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

ORDER = tuple("abcdefghi")


def homer_or_nothing(chance: Fraction):
    """Return a lineup in which each batter homers with this probability and otherwise strikes out."""

    def odds(batter: str, occupied: int, outs: int) -> dict[Play, Fraction]:
        first, second, third = advance(occupied, 4)[1:]
        return {
            Play("homerun", (HOME, first, second, third)): chance,
            Play("strikeout", (OUT, ABSENT, ABSENT, ABSENT)): 1 - chance,
        }

    return compile_lineup(ORDER, odds)


def test_home_run_or_strikeout_runs_are_negative_binomial() -> None:
    chance = 0.3
    runs = half_inning(homer_or_nothing(Fraction(3, 10))).sum(axis=0)
    expected = [comb(k + 2, k) * chance**k * (1 - chance) ** 3 for k in range(12)]
    assert runs[:12] == pytest.approx(expected)
    assert runs.sum() == pytest.approx(1)


def test_next_batter_depends_on_batters_faced() -> None:
    ended = half_inning(homer_or_nothing(Fraction(1, 10)), first=8)
    assert ended[2, 0] == pytest.approx(0.9**3)
    assert ended[3, 1] == pytest.approx(3 * 0.1 * 0.9**3)


def test_existing_runners_and_outs_count() -> None:
    lineup = homer_or_nothing(Fraction(1, 2))
    with_two_out_and_loaded = 8 * 2 + 7
    assert expected_runs(half_inning(lineup, state=with_two_out_and_loaded).sum(axis=0)) == pytest.approx(0.5 * 4 + 0.5)


def test_nine_innings_score_nine_times_a_half_inning() -> None:
    lineup = homer_or_nothing(Fraction(1, 10))
    runs = runs_of_innings(lineup, 9).sum(axis=0)
    assert float(runs @ np.arange(31)) == pytest.approx(9 * expected_runs(half_inning(lineup).sum(axis=0)), rel=1e-6)


def test_29_1_wild_pitch_moves_runners_before_the_batters_roll() -> None:
    """A runner on third scores immediately on one pitch in four. Every batter strikes out."""

    def strikeout(batter: str, occupied: int, outs: int) -> dict[Play, Fraction]:
        first, second, third = advance(occupied, 0)[1:]
        return {Play("strikeout", (OUT, first, second, third)): Fraction(1)}

    def wild(occupied: int) -> dict[Play, Fraction]:
        return {pitch_play("wild_pitch", occupied): Fraction(1, 4)} if occupied else {}

    def either(batter: str, occupied: int, outs: int) -> dict[Play, Fraction]:
        return after_pitches(strikeout(batter, occupied, outs), wild(occupied))

    lineup = compile_lineup(ORDER, either)
    third, second, loaded = 4, 2, 7
    assert expected_runs(half_inning(lineup, state=third).sum(axis=0)) == pytest.approx(1 - 0.75**3)
    bases = [0.0, 0.0]  # still on second or third
    runs, bases[0] = 0.0, 1.0
    for _ in range(3):
        home = bases[1] * 0.25 + bases[0] * 0.25**2
        bases = [bases[0] * 0.75, bases[1] * 0.75 + bases[0] * 0.25 * 0.75]
        runs += home
    assert expected_runs(half_inning(lineup, state=second).sum(axis=0)) == pytest.approx(runs)
    assert half_inning(lineup, state=16 + loaded)[1].sum() == pytest.approx(1), "the batter is up until he is out"
    assert half_inning(lineup, state=16 + loaded)[1, 3] == pytest.approx(0.25**3)


def test_29_1_pitch_odds_match_the_dice() -> None:
    setup = new_game().setup
    battery = Battery(balk=4, wild_pitch=13, passed_ball=7)
    odds = {play.kind: probability for play, probability in pitch_odds(setup, battery, 0b101).items()}
    assert odds == {
        "wild_pitch": Fraction(1, 20) * Fraction(13, 20),
        "balk": Fraction(1, 20) * Fraction(1, 2) * Fraction(4, 20),
        "passed_ball": Fraction(1, 20) * Fraction(1, 2) * Fraction(7, 20),
    }
    assert pitch_odds(setup, battery, 0) == {}
    assert pitch_odds(new_game("som_basic").setup, battery, 0b101) == {}


def test_equal_teams_split_and_the_better_team_wins_more() -> None:
    weak, strong = homer_or_nothing(Fraction(1, 12)), homer_or_nothing(Fraction(1, 8))
    assert home_wins(weak, weak) == pytest.approx(0.5)
    assert home_wins(weak, strong) > 0.6
    assert home_wins(strong, weak) == pytest.approx(1 - home_wins(weak, strong))
