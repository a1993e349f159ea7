"""The computer manager's rate of stealing second base in rulesets with letter grades."""

import pytest

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Runner
from rules_engine.systems.strat_o_matic.baserunning.stealing import BaseStealer
from rules_engine.systems.strat_o_matic.cards.habits import ManagerHabits
from rules_engine.systems.strat_o_matic.cards.ratings import parse_steal_rating
from rules_engine.systems.strat_o_matic.computer_manager.decisions import should_steal, steal_frequency
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

LETTERS = ("som_basic", "som_advanced", "senior_seminar")
INNINGS, SCORES = range(1, 10), range(5)


def share_of_steals(edition: str, stealer: BaseStealer, steal_from: int = 11) -> float:
    """Return how often this runner steals when he is alone on first in close games."""
    game = new_game(edition)
    side = game.state.batting
    game.setup.habits = ManagerHabits(steal_from=steal_from)
    runner = side.order[0]
    game.setup._stealers[runner] = stealer
    decisions = []
    for inning in INNINGS:
        for runs in SCORES:
            for up in range(1, 9):
                bases = (Runner(runner, game.state.fielding.pitcher), None, None)
                sides = (side._replace(up=up), game.state.sides[1])
                state = game.state._replace(inning=inning, score=(runs, runs), bases=bases, sides=sides)
                moment = StratGame(game.setup, GameLog(state))
                decisions.append(should_steal(PlaySituation(moment.setup, state, moment.tracker)))
    return sum(decisions) / len(decisions)


@pytest.mark.parametrize("edition", LETTERS)
def test_fast_runner_goes_as_often_as_the_card_gives_good_leads(edition: str) -> None:
    """He goes in the share of chances set by his actual attempts, not on every pitch."""
    often = BaseStealer("AA", parse_steal_rating("*5-9/- (18-12)"))
    seldom = BaseStealer("AA", parse_steal_rating("7/- (18-12)"))
    assert share_of_steals(edition, often) == pytest.approx(24 / 36, abs=0.1)
    assert share_of_steals(edition, seldom) == pytest.approx(6 / 36, abs=0.1)


@pytest.mark.parametrize("edition", LETTERS)
def test_slow_runner_stays(edition: str) -> None:
    """An E runner is safe on 7 or less, far below what the league's managers accept."""
    assert share_of_steals(edition, BaseStealer("E", parse_steal_rating("5-9/- (18-12)"))) == 0


def test_runner_without_lead_ratings_goes_by_grade() -> None:
    shares = [
        steal_frequency(BaseStealer(grade), has_catcher_arm=True) for grade in ("AAA", "AA", "A", "B", "C", "D", "E")
    ]
    assert shares == sorted(shares, reverse=True)
    assert share_of_steals("som_advanced", BaseStealer("AA")) == pytest.approx(shares[1], abs=0.1)


def test_dice_decide_the_lead_in_rulesets_with_ratings() -> None:
    """In Super Advanced the dice determine the lead, so a good base stealer always tries for a lead."""
    assert share_of_steals("som_super_advanced", BaseStealer("AA", parse_steal_rating("7/- (19-12)"))) == 1
