"""Win probability at a given moment, based on the run table by outs and occupied bases."""

from itertools import product

import pytest

from rules_engine.baseball.state import Runner
from rules_engine.baseball.win_values import RUN_CHANCES, GameMoment, chance_after, moment_of, win_chance
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

LAST, TIED_TOP_OF_NINTH = GameMoment(1, 0), GameMoment(2, 0)


def test_run_chances_add_up_to_certainty() -> None:
    for outs, bases in product(range(3), range(8)):
        assert sum(RUN_CHANCES[outs][bases]) == pytest.approx(1, abs=0.001)


def test_win_chance_falls_with_outs_and_rises_with_runners() -> None:
    def chance(outs: int, occupied: int) -> float:
        return win_chance(GameMoment(8, 0, outs, occupied))

    for bases in range(8):
        assert chance(0, bases) > chance(1, bases) > chance(2, bases) > chance(3, bases)
    assert chance(0, 0b111) > chance(0, 0b011) > chance(0, 0b001) > chance(0, 0)


def test_tied_game_starts_even_and_favors_home_team_in_the_last_half() -> None:
    assert win_chance(GameMoment(18, 0)) == pytest.approx(0.5, abs=0.01)
    assert win_chance(LAST) > 0.6


def test_home_team_lead_in_the_last_half_is_a_win() -> None:
    assert win_chance(GameMoment(1, 1)) == 1
    assert chance_after(GameMoment(1, 0, 1, 0b100), runs=1) == 1


def test_third_out_inverts_the_win_chance() -> None:
    assert chance_after(TIED_TOP_OF_NINTH, outs=3) == pytest.approx(1 - win_chance(LAST))
    assert chance_after(GameMoment(1, -1, 2), outs=1) == 0


def test_moment_counts_halves_left_and_batting_team_lead() -> None:
    state = new_game().state._replace(inning=9, bottom=True, outs=1, score=(3, 2), bases=(Runner("a", "b"), None, None))
    assert moment_of(state) == GameMoment(1, -1, 1, 0b001)
    assert moment_of(state._replace(inning=12)) == GameMoment(1, -1, 1, 0b001)
