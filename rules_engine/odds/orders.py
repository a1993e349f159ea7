"""What the orders of a game do at bat from here: the exact odds of every man against the men in the field."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import Play
from rules_engine.odds.markov import LineupOdds, compile_lineup

AnyGame = Game[Any, Any]
MOST_KEPT: Final = 8
_KEPT: Final[dict[Any, tuple[Any, LineupOdds]]] = {}  # with its book, so that no other takes the book's number


def at_bat(game: AnyGame, team: int) -> AnyGame:
    """This moment with the team at bat and nobody on base or out, against the men whom the others have."""
    if team == game.state.bottom and not game.state.outs:
        return game
    state = game.state._replace(bottom=bool(team), outs=0, bases=(None, None, None))
    return Game(game.setup, GameLog(state), game.relief)


def order_odds(game: AnyGame) -> LineupOdds:
    """What every man at bat does against the men in the field: counted once as long as nothing it rests on changes."""
    state = game.state
    facts = state.batting.order, state.fielding.field, state.inning, state.bottom, state.score, state.rules
    work = game.tracker.tired(state), game.tracker.work_left(state.fielding.pitcher)
    key = (id(game.setup), state.outs, *facts, *work)
    if key not in _KEPT:
        while len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)))

        def appearance(batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
            return game.system.appearance_odds(game, batter, occupied, outs)

        _KEPT[key] = game.setup, compile_lineup(state.batting.order, appearance, state.outs)
    return _KEPT[key][1]
