"""Decisions of the computer manager based on win probability: a situation, the choice and its reason in each test."""

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.baseball.game_input import Option
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Bases, Runner
from rules_engine.systems.strat_o_matic.card_making.card_sides import x_rates
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.computer_manager.advancing import cut, send_lead, send_second, throw
from rules_engine.systems.strat_o_matic.computer_manager.decisions import (
    bunt_share,
    run_on_third_matters,
    should_squeeze,
    should_steal_third,
    walk_gain,
)
from rules_engine.systems.strat_o_matic.game_state.game_setup import X_RATES
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

HOLD = Option("hold", "2.2")


def bases(*occupied: int) -> Bases:
    """Return the visitors' seventh to ninth batters as runners."""
    game = new_game()
    order, pitcher = game.state.sides[0].order, game.state.fielding.pitcher
    first, second, third = (Runner(order[5 + base], pitcher) if base in occupied else None for base in (1, 2, 3))
    return first, second, third


def moment(*occupied: int, cards: dict[str, Any] | None = None, **changes: Any) -> PlaySituation:
    game = new_game()
    game.setup.cards = {**game.setup.cards, **(cards or {})}
    state = game.state._replace(bases=bases(*occupied), **changes)
    changed = StratGame(game.setup, GameLog(state))
    return PlaySituation(changed.setup, state, changed.tracker)


def on_single(safe: int) -> tuple[Option, Option]:
    """Return the options to hold or send the runner on second on a single."""
    return HOLD, Option("send", "2.2", safe=safe, start=2, target=4)


@pytest.mark.parametrize(
    ("outs", "safe", "choice"),
    [
        (0, 14, "hold"),  # with no outs he is likely to score from third anyway
        (0, 19, "send"),
        (1, 16, "send"),
        (2, 10, "send"),  # with two outs the next batter is more likely than not to make an out
        (2, 5, "hold"),
    ],
)
def test_runner_goes_home_on_a_single_by_outs_and_safe_range(outs: int, safe: int, choice: str) -> None:
    assert send_lead(on_single(safe), moment(2, outs=outs)) == choice


def test_runner_stays_if_four_runs_are_needed() -> None:
    far_behind = moment(2, outs=1, inning=9, score=(0, 4))
    assert send_lead(on_single(15), far_behind) == "hold"


def test_winning_run_tags_up_at_worse_odds_than_an_early_run() -> None:
    tag = HOLD, Option("send", "14.2", safe=8, start=3, target=4)
    assert send_lead(tag, moment(3, outs=1, inning=9, bottom=True, score=(2, 2))) == "send"
    assert send_lead(tag, moment(3, outs=0)) == "hold"


def test_14_3_runner_tags_from_second_if_only_a_20_is_out() -> None:
    options = HOLD, Option("send", "14.3", safe=10, start=2, target=3)
    assert send_second(options, moment(2, outs=0)) == "send"
    risky = HOLD, Option("send", "16.7", safe=10, start=2, target=3)
    assert send_second(risky, moment(2, outs=0)) == "hold"


def test_defense_concedes_a_sure_base_and_throws_at_a_slow_runner() -> None:
    def options(safe: int) -> tuple[Option, Option]:
        return Option("concede", "13.61"), Option("throw", "13.61", safe=safe, start=2, target=4)

    assert throw(options(19), moment(1, 2, outs=1)) == "concede"
    assert throw(options(8), moment(1, 2, outs=1)) == "throw"


def test_13_623_cutoff_targets_the_likelier_out() -> None:
    def options(lead: int, trail: int) -> tuple[Option, Option]:
        through = Option("through", "13.623A", safe=lead, start=2, target=4)
        return through, Option("cut_for_trail", "13.623B", safe=trail, start=1, target=3)

    assert cut(options(19, 8), moment(1, 2, outs=1)) == "cut_for_trail"
    assert cut(options(8, 15), moment(1, 2, outs=1)) == "through"


def test_infield_plays_in_only_if_the_run_on_third_matters() -> None:
    assert run_on_third_matters(moment(3, outs=1, inning=9, bottom=True, score=(2, 2)))
    assert not run_on_third_matters(moment(3, outs=1, inning=8, score=(1, 7)))
    assert not run_on_third_matters(moment(1, 3, outs=1, inning=2))


def test_fast_runner_steals_third_with_fewer_than_two_outs() -> None:
    game = new_game()
    runner = game.state.sides[0].order[7]
    fast = replace(game.setup.cards[runner], steal=StealRating(True, (4, 5, 6, 7, 8), (), 19, 18))
    assert should_steal_third(moment(2, outs=1, cards={runner: fast}))
    assert not should_steal_third(moment(2, outs=2, cards={runner: fast}))
    slow = replace(game.setup.cards[runner], steal=StealRating(False, (4, 5, 6, 7, 8), (12,), 12, 8))
    assert not should_steal_third(moment(2, outs=1, cards={runner: slow}))


def up(place: int, *occupied: int, **changes: Any) -> PlaySituation:
    """Return a situation with this spot in the home team's order due up."""
    home = new_game().state.sides[1]._replace(up=place)
    return moment(*occupied, bottom=True, sides=(new_game().state.sides[0], home), **changes)


def test_slugger_ahead_of_the_pitcher_is_walked_in_a_tied_game_with_first_open() -> None:
    game = new_game()
    home, cards = game.state.sides[1], game.setup.cards
    pitcher = home.order.index(home.pitcher)
    best = max(home.order, key=lambda player: sum(game.setup.bat(player, "R")))
    slugger = {home.order[pitcher - 1]: cards[best]}
    tied: dict[str, Any] = {"inning": 9, "score": (2, 2), "cards": slugger}
    assert walk_gain(up(pitcher - 1, 2, outs=2, **tied)) > 0
    assert walk_gain(up(pitcher, 2, outs=2, **tied)) < 0
    assert walk_gain(up(pitcher - 1, outs=0, **tied)) < 0


def test_hitters_bunt_most_with_two_on_and_never_two_runs_behind() -> None:
    def share(*occupied: int, lead: int = 0) -> float:
        situation = moment(*occupied, outs=0, inning=8, score=(2 + lead, 2))
        situation.at_bat = situation.at_bat._replace(bunt="A")
        return bunt_share(situation)

    assert share(1, 2) > share(2) > share(1) > 0
    assert share(1, 2, lead=-2) == 0


def test_good_bunting_pitcher_squeezes_and_a_poor_bunter_does_not() -> None:
    home = new_game().state.sides[1]
    situation = up(home.order.index(home.pitcher), 3, outs=1)
    for rating, squeezes in (("A", True), ("B", True), ("D", False)):
        situation.at_bat = situation.at_bat._replace(bunt=rating)
        assert should_squeeze(situation) is squeezes


def test_x_chance_hits_follow_average_fielders() -> None:
    assert pytest.approx(x_rates().times(1 / CHANCES), abs=0.0001) == X_RATES


def test_same_handed_pitcher_allows_fewer_runs() -> None:
    game = new_game()
    setup = game.setup
    pitchers = setup.pitchers(game.state.fielding.bench)
    batters = [player for player in setup.batters(game.state.batting.order) if setup.cards[player].bats == "L"]
    by_hand: dict[str, list[float]] = {"L": [], "R": []}
    for pitcher in pitchers:
        by_hand[setup.pitcher(pitcher).throws] += [setup.runs(batter, pitcher) for batter in batters]
    assert sum(by_hand["L"]) / len(by_hand["L"]) < sum(by_hand["R"]) / len(by_hand["R"])
