"""Win probabilities: small cases by hand, and along whole games in every system."""

import numpy as np
import pytest

from rules_engine.baseball.events import GameHalted
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Runner, Side, State, start_game
from rules_engine.game_rules import GameRules
from rules_engine.odds.markov import RUNS_PER_PLAY, STATES
from rules_engine.odds.win_chances import WinChances, chances_of, moments_of
from tests.rules_engine.systems.long_run import played

MEN = tuple("abcdefghi")
SIDES = (Side(MEN, MEN), Side(MEN, MEN))
ON_THIRD = (None, None, Runner("c", "a"))
ON_SECOND = (None, Runner("b", "a"), None)


def homer_or_out(homer: float) -> np.ndarray:
    """Return batters who homer or make an out that moves nobody."""
    moves = np.zeros((RUNS_PER_PLAY, STATES + 1, STATES))
    for state in range(STATES):
        outs, occupied = divmod(state, 8)
        moves[occupied.bit_count() + 1, 8 * outs, state] = homer
        moves[0, STATES if outs == 2 else 8 * (outs + 1) + occupied, state] = 1 - homer
    return moves


def moment(inning: int, bottom: bool, outs: int, score: tuple[int, int], bases=(None, None, None)) -> State:
    start = start_game(*SIDES, GameRules())
    return start._replace(inning=inning, bottom=bottom, outs=outs, score=score, bases=bases)


def test_last_inning_chances_match_hand_count() -> None:
    chances = WinChances(homer_or_out(0.25), 9)
    assert chances.at(moment(9, True, 2, (3, 3))) == pytest.approx(0.25 + 0.75 / 2)
    assert chances.at(moment(9, True, 2, (4, 3))) == pytest.approx(0.25 * 0.625)
    assert chances.at(moment(9, True, 2, (4, 3), ON_THIRD)) == pytest.approx(0.25)
    assert chances.at(moment(9, True, 1, (3, 3))) == pytest.approx(1 - 0.75**2 / 2)
    assert chances.at(moment(12, True, 2, (3, 3))) == pytest.approx(0.625)


def test_equal_teams_start_each_game_and_extra_inning_at_even_odds() -> None:
    for second_from in (0, 10):
        chances = WinChances(homer_or_out(0.1), 9, second_from)
        assert chances.at(moment(1, False, 0, (0, 0))) == pytest.approx(0.5)
        begins = ON_SECOND if second_from else (None, None, None)
        assert chances.at(moment(10, False, 0, (2, 2), begins)) == pytest.approx(0.5)


def test_win_chance_follows_lead_outs_and_innings() -> None:
    chances = WinChances(homer_or_out(0.1), 9)
    by_lead = [chances.at(moment(5, False, 0, (5, 5 + lead))) for lead in range(-5, 6)]
    assert by_lead == sorted(by_lead)
    by_outs = [chances.at(moment(5, True, outs, (5, 5))) for outs in range(3)]
    assert by_outs == sorted(by_outs, reverse=True)
    leading = [chances.at(moment(inning, False, 0, (2, 3))) for inning in range(1, 10)]
    assert leading == sorted(leading)
    assert chances.at(moment(5, True, 1, (5, 5), ON_THIRD)) > chances.at(moment(5, True, 1, (5, 5)))


def test_finished_game_is_won_lost_or_tied() -> None:
    chances = WinChances(homer_or_out(0.1), 9)
    over = moment(9, True, 1, (3, 4))._replace(ending="walk_off")
    assert [chances.at(over._replace(score=score)) for score in ((3, 4), (4, 3), (3, 3))] == [1.0, 0.0, 0.5]
    stopped = moment(7, False, 1, (3, 4))._replace(ending="suspended")
    assert chances.at(stopped) == chances.at(stopped._replace(ending=""))


@pytest.mark.parametrize(
    ("system", "edition"), [("strat_o_matic", "star"), ("pine_tar", "full"), ("inside_pitch", "off")]
)
def test_whole_games_run_from_even_to_decided_with_a_walk_off_jump(system: str, edition: str) -> None:
    walked_off = 0
    chances = chances_of(played(system, edition, 0))
    for game in (played(system, edition, seed) for seed in range(24)):
        moments = moments_of(game, chances, {})
        away, home = game.state.score
        assert chances.at(game.log.start) == pytest.approx(0.5, abs=1e-6)
        assert moments[-1].home == float(home > away)
        assert moments[-1].score == game.state.score
        assert all(0 <= moment.home <= 1 for moment in moments)
        assert [moment.half for moment in moments] == sorted(moment.half for moment in moments)
        if game.state.ending == "walk_off":
            walked_off += 1
            assert 1 - moments[-2].home > 0.02
    assert walked_off


def test_conceded_game_ends_decided_but_suspended_game_stays_open() -> None:
    game = played("strat_o_matic", "star", 0)
    lead = next(n for n in range(game.log.number - 2, 0, -1) if len(set(game.log.states[n].score)) == 2)
    events = game.log.events[:lead]
    chances = chances_of(game)

    def ended(ending: str) -> list[float]:
        log = GameLog(game.log.start)
        for event in (*events, GameHalted(ending, "T0.05")):
            log.append(event)
        return [moment.home for moment in moments_of(type(game)(game.setup, log, game.relief), chances, {})]

    away, home = game.log.states[lead].score
    conceded, suspended = ended("conceded"), ended("suspended")
    assert conceded[-1] == float(home > away)
    assert conceded[:-1] == suspended
    assert 0 < suspended[-1] < 1
