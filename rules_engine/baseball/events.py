"""Game events: facts with their dice and decisions, their plain documents and their effects.

An event stores what happened and never a rule to apply again, so a later rule change can't
change a finished game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rules_engine.baseball.plays import Charge, Play
from rules_engine.baseball.state import State, after_play
from rules_engine.baseball.substitutions import end_hitter, move_fielders, substitute, swap_in_order
from rules_engine.game_rules import Ending

Record = tuple[tuple[str, int | str], ...]  # rolls and decisions in order, as the game input recorded them


UNITS: Final = ("game", "games", "days")  # units in which an injured player's absence is counted


class LogError(ValueError):
    """A stored event can't be loaded. The message includes its number and the error."""


class PlayMade(NamedTuple):
    """A play, with the dice and decisions behind it."""

    play: Play
    batter: str
    pitcher: str
    record: Record = ()
    injured: str = ""  # the injured player, who must leave the game
    games_missed: int = 0  # games that he misses after this one


@dataclass(frozen=True, slots=True)
class Substituted:
    """`enters` replaces `leaves`.

    `team` is 0 for the visitors and 1 for the home team. `why` is the rule that allowed it.
    """

    team: int
    enters: str
    leaves: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class FieldersMoved:
    """Players in the game moved to these positions, as (position, player) pairs."""

    team: int
    positions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OrderSwapped:
    """Two players who entered together swapped places in the batting order."""

    team: int
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class HitterEnded:
    """The team lost its designated hitter: he took this position or, with "", the pitcher bats for him."""

    team: int
    position: str = ""


@dataclass(frozen=True, slots=True)
class GameHalted:
    """The game was suspended, conceded or ended by a ruling, or it resumed if `ending` is ""."""

    ending: Ending
    why: str


@dataclass(frozen=True, slots=True)
class Rewound:
    """The game returned to the state after event number `to`. 0 is before the first pitch."""

    to: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayerInjured:
    """A player was injured outside of a play, or for a time not counted in games: `length` units, based on this rule.

    `record` contains the dice for it. The state doesn't change, because the system decides whether he must leave.
    """

    player: str
    length: int
    unit: str  # one of UNITS; a "game" injury always has length 1, the rest of this game
    rule: str
    record: Record = ()


Event = PlayMade | Substituted | FieldersMoved | OrderSwapped | HitterEnded | GameHalted | PlayerInjured | Rewound


def evolve(state: State, event: Event) -> State:
    """Return the state after an event. Only the log handles Rewound."""
    if isinstance(event, PlayMade):
        return after_play(state, event.play)
    if isinstance(event, Substituted):
        return substitute(state, event.team, event.enters, event.leaves)
    if isinstance(event, FieldersMoved):
        return move_fielders(state, event.team, dict(event.positions))
    if isinstance(event, OrderSwapped):
        return swap_in_order(state, event.team, event.first, event.second)
    if isinstance(event, HitterEnded):
        return end_hitter(state, event.team, event.position)
    if isinstance(event, GameHalted):
        return state._replace(ending=event.ending)
    if isinstance(event, PlayerInjured):
        return state
    raise TypeError(f"{event!r} can't follow the state before it")


def to_document(event: Event) -> dict[str, Any]:
    """Return the event as JSON values. `from_document` converts them back to an equal event."""
    if isinstance(event, PlayMade):
        play = event.play
        document = {"event": "play", "batter": event.batter, "pitcher": event.pitcher, "kind": play.kind}
        extra: dict[str, Any] = {"rule": play.rule, "fielder": play.fielder, "code": play.code}
        errors = {"errors": [list(error) for error in play.errors]} if play.errors else {}
        extra |= {"hurt": event.injured, "games_missed": event.games_missed}
        record = [list(entry) for entry in event.record]
        return {**document, "to": list(play.to), **{k: v for k, v in extra.items() if v}, **errors, "record": record}
    if isinstance(event, Substituted):
        return {"event": "sub", "team": event.team, "in": event.enters, "out": event.leaves, "why": event.why}
    if isinstance(event, FieldersMoved):
        return {"event": "move", "team": event.team, "positions": dict(event.positions)}
    if isinstance(event, OrderSwapped):
        return {"event": "order", "team": event.team, "one": event.first, "other": event.second}
    if isinstance(event, HitterEnded):
        return {"event": "hitter", "team": event.team, "position": event.position}
    if isinstance(event, GameHalted):
        return {"event": "halt", "ending": event.ending, "why": event.why}
    if isinstance(event, PlayerInjured):
        injury = {"event": "hurt", "man": event.player, "length": event.length, "unit": event.unit, "rule": event.rule}
        return {**injury, "record": [list(entry) for entry in event.record]}
    return {"event": "rewound", "to": event.to, "why": event.why}


def from_document(document: Mapping[str, Any]) -> Event:
    """Return the event of a document. Raise LogError if the document isn't an event."""
    try:
        event: Event = _READERS[document["event"]](document)
    except (KeyError, TypeError, ValueError) as fault:
        raise LogError(f"{dict(document)!r} is not an event: {fault!r}") from None
    return event


def _play(document: Mapping[str, Any]) -> PlayMade:
    batter, first, second, third = (int(base) for base in document["to"])
    play = Play(
        kind=document["kind"],
        to=(batter, first, second, third),
        rule=document.get("rule", ""),
        fielder=document.get("fielder", ""),
        code=document.get("code", ""),
        errors=tuple(Charge(position, bases) for position, bases in document.get("errors", ())),
    )
    record = _record(document["record"])
    injured, games_missed = document.get("hurt", ""), int(document.get("games_missed", 0))
    return PlayMade(play, document["batter"], document["pitcher"], record, injured, games_missed)


def _record(entries: Iterable[Sequence[Any]]) -> Record:
    return tuple((str(name), value) for name, value in entries)


def _player_injured(document: Mapping[str, Any]) -> PlayerInjured:
    player, length, unit, rule = (document[name] for name in ("man", "length", "unit", "rule"))
    return PlayerInjured(player, int(length), unit, rule, _record(document["record"]))


_READERS: dict[str, Any] = {
    "play": _play,
    "sub": lambda document: Substituted(document["team"], document["in"], document["out"], document["why"]),
    "move": lambda document: FieldersMoved(document["team"], tuple(document["positions"].items())),
    "order": lambda document: OrderSwapped(document["team"], document["one"], document["other"]),
    "hitter": lambda document: HitterEnded(document["team"], document["position"]),
    "halt": lambda document: GameHalted(document["ending"], document["why"]),
    "hurt": _player_injured,
    "rewound": lambda document: Rewound(int(document["to"]), document.get("why", "")),
}
