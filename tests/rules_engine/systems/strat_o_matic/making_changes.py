"""Make substitutions like the keyboard does: log what the ruling allows and reject the rest."""

from collections.abc import Mapping

from rules_engine.baseball.changes import possible_changes
from rules_engine.baseball.events import Event, FieldersMoved, HitterEnded, OrderSwapped, Substituted
from rules_engine.baseball.state import State
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.substitutions.changes import Reason, change_ruling
from rules_engine.systems.strat_o_matic.substitutions.moves import hitter_ruling, move_ruling, switch_ruling


class RefusedChange(ValueError):
    """A rejected substitution, with its ruling."""


def substitute(game: StratGame, profile: Profile | None, team: int, enters: str, leaves: str, reason: Reason) -> State:
    ruling = change_ruling(game, profile, team, enters, leaves, reason)
    return _made(game, ruling, Substituted(team, enters, leaves, ruling.rule))


def legal_changes(game: StratGame, profile: Profile | None, team: int, reason: Reason) -> list[tuple[str, str]]:
    return [pair for pair in possible_changes(game, team, reason) if change_ruling(game, profile, team, *pair, reason)]


def move(game: StratGame, team: int, positions: Mapping[str, str]) -> State:
    return _made(game, move_ruling(game, team, positions), FieldersMoved(team, tuple(positions.items())))


def swap_in_order(game: StratGame, team: int, reliever: str, fielder: str) -> State:
    return _made(game, switch_ruling(game, team, reliever, fielder), OrderSwapped(team, reliever, fielder))


def end_hitter(game: StratGame, team: int, position: str = "") -> State:
    return _made(game, hitter_ruling(game, team, position), HitterEnded(team, position))


def _made(game: StratGame, ruling: Ruling, event: Event) -> State:
    if not ruling:
        raise RefusedChange(str(ruling))
    return game.append(event)
