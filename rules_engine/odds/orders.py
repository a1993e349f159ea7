"""The exact odds for each batting order from here: every batter against the current defense."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import Play
from rules_engine.odds.markov import LineupOdds, compile_lineup

AnyGame = Game[Any, Any]
CACHE_SIZE: Final = 8
_CACHE: Final[dict[Any, tuple[Any, LineupOdds]]] = {}  # the setup stays referenced, so that its ID isn't reused


def at_bat(game: AnyGame, team: int) -> AnyGame:
    """Return the same game with this team at bat, the bases empty and no outs."""
    if team == game.state.bottom and not game.state.outs:
        return game
    state = game.state._replace(bottom=bool(team), outs=0, bases=(None, None, None))
    return Game(game.setup, GameLog(state), game.relief)


def order_odds(game: AnyGame) -> LineupOdds:
    """Return every batter's odds against the fielders, cached until any of their inputs changes."""
    state = game.state
    facts = state.batting.order, state.fielding.field, state.inning, state.bottom, state.score, state.rules
    work = game.tracker.tired(state), game.tracker.work_left(state.fielding.pitcher)
    key = (id(game.setup), state.outs, *facts, *work)
    if key not in _CACHE:
        while len(_CACHE) >= CACHE_SIZE:
            _CACHE.pop(next(iter(_CACHE)))

        def appearance(batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
            return game.system.appearance_odds(game, batter, occupied, outs)

        _CACHE[key] = game.setup, compile_lineup(state.batting.order, appearance, state.outs)
    return _CACHE[key][1]
