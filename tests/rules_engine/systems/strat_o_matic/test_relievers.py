"""The computer manager's pitching changes and pinch hitters, with their timing and reasons."""

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.baseball.lineups import has_platoon_advantage, propose_lineup
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Runner
from rules_engine.eligibility.pitching import ReliefLeft
from rules_engine.rulings import allow
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.computer_manager.bench import pinch_hitter, pinch_runner, stays_covered
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.computer_manager.relievers import (
    choose_reliever,
    find_closer,
    needs_closer,
    runs_off,
    should_change,
)
from rules_engine.systems.strat_o_matic.game_state.game_setup import BookFinding
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.rules_engine.systems.strat_o_matic.real_league import new_game

ON_FIRST, ON_SECOND = 0, 1


def game_at(inning: int, home_lead: int, *, runners: int = 0, **changes: Any) -> StratGame:
    """Return a game with the visitors at bat, this home lead, and runners from first base on."""
    game = new_game()
    order, pitcher = game.state.batting.order, game.state.fielding.pitcher
    bases = tuple(Runner(order[8 - base], pitcher) if base < runners else None for base in range(3))
    score = (3, 3 + home_lead)
    state = game.state._replace(inning=inning, score=score, bases=bases, **changes)
    return StratGame(game.setup, GameLog(state))


def relievers(game: StratGame) -> list[str]:
    setup = game.setup
    return [player for player in setup.pitchers(game.state.fielding.bench) if setup.pitcher(player).endurance.relief]


@pytest.mark.parametrize(
    ("inning", "lead", "runners", "closes"),
    [
        (9, 1, 0, True),
        (9, 3, 0, True),
        (9, 4, 0, False),  # a four-run lead is not a save situation
        (9, 0, 0, False),
        (9, -1, 0, False),  # never when behind
        (8, 2, 0, False),
        (8, 2, 2, True),  # the tying run is on base in the eighth
        (7, 1, 2, False),
    ],
)
def test_closer_enters_with_a_small_lead_in_the_ninth_or_a_jam_in_the_eighth(
    inning: int, lead: int, runners: int, closes: bool
) -> None:
    game = game_at(inning, lead, runners=runners)
    assert needs_closer(game.state) is closes
    closer = find_closer(game, relievers(game))
    assert closer
    assert (choose_reliever(game, game.state.fielding) == closer) is closes


def test_closer_replaces_a_starter_who_is_not_tired() -> None:
    game = game_at(9, 2)
    starter = game.state.fielding.pitcher
    game.tracker.appearances[starter] = StratAppearance(True, 7, outs=24)
    ComputerManager(game).changes()
    assert game.state.fielding.pitcher == find_closer(game, [game.state.fielding.pitcher])


def test_starter_before_the_last_inning_stays_in_any_matchup() -> None:
    game = game_at(7, 0)
    assert not should_change(game, game.state.fielding, StratAppearance(True, 8, outs=18))


def test_best_reliever_for_the_next_batters_enters_a_close_game() -> None:
    game = game_at(6, 0)
    side, closer = game.state.fielding, find_closer(game, relievers(game))
    chosen = choose_reliever(game, side)
    candidates = [player for player in relievers(game) if player != closer]
    assert chosen == min(candidates, key=lambda player: runs_off(game, side, player))


def test_weakest_reliever_enters_a_lost_game() -> None:
    game = game_at(8, -9)
    side, closer = game.state.fielding, find_closer(game, relievers(game))
    candidates = [player for player in relievers(game) if player != closer]
    assert choose_reliever(game, side) == max(candidates, key=lambda player: runs_off(game, side, player))


def test_t10_2_few_outs_left_or_missing_rest_make_a_reliever_worse() -> None:
    game = game_at(6, 0)
    side, player = game.state.fielding, relievers(game)[0]
    before = runs_off(game, side, player)
    limited = replace_relief(game, {player: ReliefLeft(allow(BookFinding.MAY_RELIEVE, "10.2", subject=player), 1)})
    assert runs_off(limited, side, player) > before
    game.setup.unrested = frozenset((player,))
    assert runs_off(game, side, player) > before


def replace_relief(game: StratGame, relief: dict[str, ReliefLeft]) -> StratGame:
    return StratGame(game.setup, GameLog(game.state), relief)


def test_best_reliever_pitches_the_ninth_without_closers() -> None:
    game = game_at(9, 2)
    cards = dict(game.setup.cards)
    for player in relievers(game):
        cards[player] = replace(cards[player], endurance=Endurance(relief=2))
    game.setup.cards = cards
    side = game.state.fielding
    assert choose_reliever(game, side) == min(relievers(game), key=lambda player: runs_off(game, side, player))


def weak_hitter_up(inning: int = 8, home_lead: int = 1) -> tuple[StratGame, str]:
    """Bring up a visiting fielder with a pitcher's bat, while a hitter rated at his position is on the bench."""
    game = game_at(inning, home_lead)
    side, cards = game.state.batting, dict(game.setup.cards)
    weak = next(player for player in side.order if side.position_of(player) in ("2b", "ss"))
    bench = next(player for player in side.bench if game.setup.is_hitter(player))
    hitters = game.setup.batters(side.order)
    poor, *_, star = sorted(hitters, key=lambda player: sum(game.setup.bat(player, "R")))
    cards[weak] = replace(cards[poor], fielding=cards[weak].fielding)
    cards[bench] = replace(cards[star], fielding=cards[weak].fielding)
    game.setup.cards = cards
    up = side._replace(up=side.order.index(weak))
    return StratGame(game.setup, GameLog(game.state._replace(sides=(up, game.state.sides[1])))), weak


def test_better_bat_pinch_hits_for_a_weak_fielder_late_when_behind() -> None:
    game, weak = weak_hitter_up()
    chosen = pinch_hitter(game)
    assert chosen is not None
    assert chosen.leaves == weak
    assert [pinch_hitter(weak_hitter_up(*moment)[0]) for moment in ((5, 1), (8, -2), (8, 6))] == [None, None, None]


def test_10_1_only_player_at_a_position_is_not_pinch_hit_for() -> None:
    game, weak = weak_hitter_up()
    side, position = game.state.batting, game.state.batting.position_of(weak)
    cards = dict(game.setup.cards)
    for player in (*side.field[1:], *side.bench):
        if player != weak and game.setup.is_hitter(player):
            rated = tuple(rating for rating in cards[player].fielding if rating.position != position)
            cards[player] = replace(cards[player], fielding=rated)
    game.setup.cards = cards
    assert pinch_hitter(game) is None
    assert not stays_covered(game, side, side.bench[0], weak)


def test_runner_far_behind_is_not_replaced() -> None:
    slow_and_behind = game_at(9, 5, runners=2)
    assert pinch_runner(slow_and_behind) is None


def test_platoon_partner_starts_against_the_regulars_weaker_hand() -> None:
    game = new_game()
    side, cards = game.state.sides[0], dict(game.setup.cards)
    regular = next(player for player in side.field[1:] if cards[player].bats == "L")
    partner = next(player for player in side.bench if game.setup.is_hitter(player))
    cards[partner] = replace(cards[regular], bats="R")
    game.setup.cards = cards
    players = [*side.field[1:], partner, *(player for player in side.bench if player != partner)]
    against = {hand: propose_lineup(game.setup, players, side.pitcher, against=hand) for hand in ("L", "R")}
    assert regular in against["R"].field
    assert has_platoon_advantage(game.setup, partner, "L")
    better = sum(game.setup.bat(partner, "L")) - sum(game.setup.bat(regular, "L"))
    assert (partner in against["L"].field) is (better >= 0.02)
