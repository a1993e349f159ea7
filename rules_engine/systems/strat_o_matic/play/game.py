"""The type of a Strat-O-Matic game, and rulings on late actions during a play (S7.0, 7.0, T29.13)."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from rules_engine.baseball.game import Game
from rules_engine.rulings import Finding, Ruling, refuse
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.tracker import Tracker
from rules_engine.systems.strat_o_matic.play import announcements

StratGame: TypeAlias = Game[GameSetup, Tracker]


class GameFinding(Finding):
    """Reasons why a game is over or suspended, so that no one can act in it."""

    PLAYED_OUT = "The game is over: {visitor}-{home} after {inning:# inning}."
    WALKED_OFF = "The game is over: the home team won it {home}-{visitor} in inning {inning}."
    MERCY = "The game is over by mercy: {visitor}-{home} in inning {inning}."
    CONCEDED = "The game is over: it was conceded in inning {inning}."
    SUSPENDED = "The game is suspended: {visitor}-{home} in inning {inning}."


_ENDED: Final[Mapping[str, tuple[GameFinding, str]]] = {
    "full": (GameFinding.PLAYED_OUT, "7.0"),
    "walk_off": (GameFinding.WALKED_OFF, "7.0"),
    "mercy": (GameFinding.MERCY, "T0.04"),
    "conceded": (GameFinding.CONCEDED, "T0.05"),
    "suspended": (GameFinding.SUSPENDED, "T33.0"),
}


def timing_ruling(game: StratGame) -> Ruling:
    """7.0, T29.13, T33.0: check whether players may be changed now.

    They can't be while dice for this batter are being rolled, or after the game has ended.
    """
    state = game.state
    if state.ending:
        finding, rule = _ENDED[state.ending]
        visitor, home = state.score
        return refuse(finding, rule, visitor=visitor, home=home, inning=state.inning)
    rules = game.setup.edition.pitches
    return announcements.moves_ruling(rules, first_die_rolled=game.dice_rolled, event=False)


def retraction_ruling(game: StratGame, side: str) -> Ruling:
    """S7.0: check whether a side may undo its own last announcement; it can't after dice are rolled."""
    last = game.under_way[-1][2] if game.under_way else ""
    rules = game.setup.edition.pitches
    return announcements.retraction_ruling(rules, dice_rolled=game.dice_rolled, opponent_decided=last != side)
