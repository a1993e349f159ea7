"""Relievers who may enter, and whether the current pitcher may stay."""

from rules_engine.baseball.game import Game, Relief
from rules_engine.baseball.state import Side, State
from rules_engine.eligibility.pitching import may_enter_by_sheet, may_remain
from rules_engine.rulings import Ruling
from rules_engine.systems.pine_tar.pitchers.fatigue import continue_ruling
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker

PineTarGame = Game[GameSetup, Tracker]


def reliever_ruling(setup: GameSetup, relief: Relief, player: str) -> Ruling:
    """PTA7, PTSU1, T10.2: Rule on whether a player's card, rest and pitching sheet let him relieve."""
    by_card = setup.may_pitch(player, start=False)
    allowance = relief.get(player)
    if not by_card or allowance is None:
        return by_card
    return may_enter_by_sheet(allowance)


def available_relievers(setup: GameSetup, side: Side, relief: Relief) -> list[str]:
    """Return the bench players who may still enter as pitchers."""
    return [player for player in side.bench if reliever_ruling(setup, relief, player)]


def removal_ruling(game: PineTarGame, state: State) -> Ruling | None:
    """PTP3, T10.2: Return the ruling that removes the pitcher, or None if he may stay."""
    appearance = game.tracker.appearance(state)
    if appearance.outs < appearance.limit and not game.relief:
        return None
    ruling = may_stay_ruling(game, state)
    return None if ruling else ruling


def may_stay_ruling(game: PineTarGame, state: State) -> Ruling:
    """PTP3, T10.2: Rule on whether the current pitcher may face the next batter."""
    appearance = game.tracker.appearance(state)
    allowance = game.relief.get(state.fielding.pitcher)
    if allowance is not None and not appearance.started and not (ruling := may_remain(allowance.outs, appearance.outs)):
        return ruling
    return continue_ruling(appearance, additional=game.setup.edition.options.additional_mip)
