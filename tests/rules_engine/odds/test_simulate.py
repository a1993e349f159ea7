"""The bulk simulation draws from the exact compiled probabilities and matches the Markov chains."""

from fractions import Fraction

import numpy as np
import pytest

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.plays import OUT, Play, advance
from rules_engine.odds.markov import compile_lineup
from rules_engine.odds.simulate import (
    BATCH,
    RUNS_PER_PLAY,
    STATES,
    Beginning,
    DrawTable,
    draw_table,
    simulate_games,
)
from rules_engine.systems.strat_o_matic.odds.plate_appearance import PlateAppearance, after_pitches, pitch_odds
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.rules_engine.odds.test_markov import ORDER, homer_or_nothing
from tests.rules_engine.odds.whole_games import home_wins, runs_of_innings
from tests.rules_engine.systems.strat_o_matic.real_league import new_game


def real_lineup(team: int):
    game = new_game()
    setup, state = game.setup, game.state
    fielding = state.sides[1 - team]

    def odds(batter: str, occupied: int, outs: int):
        situation = Situation(occupied, outs, (12, 12, 12, 12), fielders=setup.fielders(fielding))
        at_bat = setup.at_bat(batter, fielding.pitcher)
        swinging = PlateAppearance(setup, situation, at_bat, fielding.pitcher).odds()
        return after_pitches(swinging, pitch_odds(setup, setup.battery(fielding), occupied))

    return compile_lineup(state.sides[team].order, odds)


def table_chances(table: DrawTable):
    """Return [row, result] probabilities from the alias tables, for comparison with their source."""
    counts = np.zeros((len(table.threshold), RUNS_PER_PLAY * (STATES + 1)))
    for number in range(len(counts)):
        for column in range(table.width):
            share = table.threshold[number, column]
            counts[number, table.result[number, column, 0]] += share / table.width
            counts[number, table.result[number, column, 1]] += (1 - share) / table.width
    return counts


@pytest.mark.parametrize("made", [lambda: homer_or_nothing(Fraction(1, 7)), lambda: real_lineup(0)])
def test_draw_tables_match_the_exact_chances(made) -> None:
    lineup = made()
    expected = np.moveaxis(lineup.moves, 3, 1).reshape(lineup.batters * STATES, -1)
    assert np.abs(table_chances(draw_table(lineup)) - expected).max() < 1e-12


def test_simulated_wins_match_the_markov_chain() -> None:
    away, home = homer_or_nothing(Fraction(1, 10)), homer_or_nothing(Fraction(1, 9))
    played = simulate_games(away, home, 40_000, seed=1)
    assert played.home_wins == pytest.approx(home_wins(away, home), abs=0.008)
    assert not (played.home == played.away).any()


def test_simulated_visitor_runs_match_the_markov_chain() -> None:
    away, home = homer_or_nothing(Fraction(1, 10)), homer_or_nothing(Fraction(1, 9))
    played = simulate_games(away, home, 40_000, seed=2, innings=9)
    expected = runs_of_innings(away, 9).sum(axis=0)
    assert (played.away == 0).mean() == pytest.approx(expected[0], abs=0.01)


def test_same_seed_produces_the_same_games() -> None:
    lineup = homer_or_nothing(Fraction(1, 9))
    first_input, second_input = (simulate_games(lineup, lineup, 500, seed=5) for _ in range(2))
    assert (first_input.away == second_input.away).all()
    assert (first_input.home == second_input.home).all()


def doubles_or_singles(homerun: Fraction):
    """Return a lineup of singles (each runner moves up one base), bases-clearing doubles, home runs and strikeouts."""

    def odds(batter: str, occupied: int, outs: int) -> dict[Play, Fraction]:
        hit = (1 - homerun) / 3
        return {
            Play("single", (1, *advance(occupied, 1)[1:])): hit,
            Play("double", (2, *advance(occupied, 4)[1:])): hit,
            Play("homerun", (HOME, *advance(occupied, 4)[1:])): homerun,
            Play("strikeout", (OUT, *advance(occupied, 0)[1:])): hit,
        }

    return compile_lineup(ORDER, odds)


def test_no_run_counts_after_the_winning_run_except_on_a_home_run() -> None:
    def margins(homerun: Fraction) -> set[int]:
        lineup = doubles_or_singles(homerun)
        played = simulate_games(lineup, lineup, 4_000, seed=3, innings=1)
        won = played.home > played.away
        return set((played.home - played.away)[won].tolist())

    assert margins(Fraction(0)) == {1}
    assert {1, 2, 3, 4} >= margins(Fraction(1, 4)) > {1}


def test_simulation_continues_from_the_current_state() -> None:
    """Two outs, bottom of the ninth, one run behind, nobody on. One game in seven is tied, and then it's even."""
    homers = homer_or_nothing(Fraction(1, 7))
    last_out = Beginning(9, True, 16, (4, 3), (0, 0))
    played = simulate_games(homers, homers, 40_000, seed=4, begin=last_out)
    won = (1 / 7) ** 2 + 1 / 7 * (6 / 7) * home_wins(homers, homers)  # two home runs, or one followed by extra innings
    assert played.home_wins == pytest.approx(won, abs=0.004)
    assert (played.away[played.innings == 9] == 4).all()
    assert (played.innings > 9).mean() == pytest.approx(1 / 7 * 6 / 7, abs=0.006)


def test_home_lead_after_the_top_of_the_ninth_wins() -> None:
    lineup = homer_or_nothing(Fraction(1, 9))
    played = simulate_games(lineup, lineup, 100, seed=4, begin=Beginning(9, True, 0, (2, 3)))
    assert played.home_wins == 1
    assert (played.home == 3).all()


@pytest.mark.parametrize("team", [0, 1])
def test_mean_and_variance_match_the_exact_chain(team: int) -> None:
    """The opponents are so far ahead that the team bats in exactly nine innings. Run several batches of games."""
    lineup, games = real_lineup(0), 4 * BATCH + 1
    ahead = Beginning(score=(0, 100) if team == 0 else (100, 0))
    played = simulate_games(lineup, lineup, games, seed=6, begin=ahead)
    runs = (played.away, played.home)[team]
    exact = runs_of_innings(lineup, 9).sum(axis=0)
    mean = float(exact @ np.arange(len(exact)))
    squares = (np.arange(len(exact)) - mean) ** 2
    variance = float(exact @ squares)
    spread = float(exact @ squares**2) - variance**2  # variance of a single squared distance
    assert len(runs) == games
    assert runs.mean() == pytest.approx(mean, abs=4 * (variance / games) ** 0.5)
    assert runs.var() == pytest.approx(variance, abs=4 * (spread / games) ** 0.5)
    shares = np.bincount(runs, minlength=len(exact))[: len(exact)] / games
    assert np.abs(shares - exact).max() < 4 * (0.25 / games) ** 0.5
