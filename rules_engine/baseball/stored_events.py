"""Load events from a file, and validate every field and every event against the state before it."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rules_engine.baseball.bases import HOME
from rules_engine.baseball.events import UNITS, Event, LogError, PlayerInjured, PlayMade, Rewound, from_document
from rules_engine.baseball.log import GameLog, MisplacedEventError
from rules_engine.baseball.play_by_play import KINDS
from rules_engine.baseball.plays import ABSENT
from rules_engine.baseball.state import POSITIONS, State

ENDINGS: Final = ("", "full", "walk_off", "mercy", "conceded", "suspended")


def stored_log(start: State, documents: Sequence[Any], text: str) -> GameLog:
    """Return the log from a file's list "events". Raise LogError with the line, event and field.

    `text` is the whole file, which ends with this list. For undone events, only the fields are validated now. They are
    checked against the state only if someone returns to them.
    """
    events: list[Event] = []
    for number, document in enumerate(documents, start=1):
        try:
            event = _read(document)
            if isinstance(event, Rewound) and not 0 <= event.to < number:
                raise LogError(f"there is no event {event.to} to go back to")
            events.append(event)
        except (ValueError, KeyError, TypeError, IndexError) as fault:
            raise LogError(f"line {_line_of_event(text, number)}, event {number}: {fault}") from None
    try:
        return GameLog(start, events, _check_event)
    except MisplacedEventError as fault:
        raise LogError(f"line {_line_of_event(text, fault.number)}, {fault}") from None


def _line_of_event(text: str, number: int) -> int:
    """Return the line on which an event starts, in any layout of the file."""
    decoder, end = json.JSONDecoder(), text.index("[", text.rindex('"events"'))
    for _ in range(number):
        place = end + 1
        while text[place] in " \t\r\n,":
            place += 1
        end = decoder.raw_decode(text, place)[1] - 1
    return text.count("\n", 0, place) + 1


def _read(document: Any) -> Event:
    """Return an event from its fields.

    Raises ValueError or a similar error with the invalid field.
    """
    if not isinstance(document, dict):
        raise LogError(f"{document!r} is not an object")
    for name, kind in _FIELDS.get(document.get("event", ""), {"event": "nothing"}).items():
        _check_field(document, name, kind)
    for name in _OPTIONAL.keys() & document.keys():
        _check_field(document, name, _OPTIONAL[name])
    return from_document(document)


def _check_event(state: State, event: Event) -> None:
    """Check that an event can follow this state. Raise LogError with the invalid field."""
    if isinstance(event, PlayMade):
        _check_play(state, event)
    elif state.over and not isinstance(event, PlayerInjured):
        raise LogError("field event: the game is over before it")


_FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    "play": {"kind": "kind", "to": "places", "batter": "text", "pitcher": "text", "record": "record"},
    "sub": {"team": "team", "in": "text", "out": "text", "why": "text"},
    "move": {"team": "team", "positions": "positions"},
    "order": {"team": "team", "one": "text", "other": "text"},
    "hitter": {"team": "team", "position": "position"},
    "halt": {"ending": "ending", "why": "text"},
    "hurt": {"man": "text", "length": "number", "unit": "unit", "rule": "text", "record": "record"},
    "rewound": {"to": "number"},
}

_OPTIONAL: Final[Mapping[str, str]] = {
    "rule": "text",
    "code": "text",
    "hurt": "text",
    "why": "text",
    "games_missed": "number",
    "fielder": "position",
    "errors": "errors",
}


def _check_field(document: Mapping[str, Any], name: str, kind: str) -> None:
    if name not in document:
        raise LogError(f"field {name}: is missing")
    value = document[name]
    if not _CHECKS[kind](value):
        raise LogError(f"field {name}: {value!r} is not allowed here")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_CHECKS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "nothing": lambda value: False,
    "text": lambda value: isinstance(value, str),
    "number": _is_number,
    "unit": lambda value: value in UNITS,
    "team": lambda value: _is_number(value) and value in (0, 1),
    "kind": lambda value: isinstance(value, str) and value in KINDS,
    "ending": lambda value: isinstance(value, str) and value in ENDINGS,
    "position": lambda value: isinstance(value, str) and value in ("", *POSITIONS),
    "errors": lambda value: (
        isinstance(value, list)
        and all(isinstance(error, list) and len(error) == 2 and isinstance(error[0], str) for error in value)
        and all(_is_number(error[1]) for error in value)
    ),
    "places": lambda value: (
        isinstance(value, list) and len(value) == 4 and all(_is_number(to) and ABSENT <= to <= HOME for to in value)
    ),
    "positions": lambda value: isinstance(value, dict) and all(isinstance(player, str) for player in value.values()),
    "record": lambda value: (
        isinstance(value, list)
        and all(isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str) for entry in value)
        and all(_is_number(entry[1]) or isinstance(entry[1], str) for entry in value)
    ),
}


def _check_play(state: State, event: PlayMade) -> None:
    """Check a play's players and bases against the state."""
    if state.ending:
        raise LogError("field event: there is no play in a game that has ended or is suspended")
    if event.batter != state.batting.batter:
        raise LogError(f"field batter: {event.batter} is not at bat; {state.batting.batter} is")
    if event.pitcher != state.fielding.pitcher:
        raise LogError(f"field pitcher: {event.pitcher} is not pitching; {state.fielding.pitcher} is")
    for base, runner in enumerate(state.bases, start=1):
        if (event.play.to[base] == ABSENT) == (runner is not None):
            raise LogError(f"field to: {list(event.play.to)} doesn't match the runner on base {base}")
        if 0 <= event.play.to[base] < base:
            raise LogError(f"field to: {list(event.play.to)} sends the runner on base {base} back")
    if state.outs + len(event.play.outs) > 3:
        raise LogError(f"field to: {list(event.play.to)} makes more than three outs")
    if state.outs + len(event.play.outs) == 3:
        return  # No one is on base after three outs, but a force play records the batter and a runner both on first.
    standing = [to for to in event.play.to if 0 <= to < HOME]
    if len(standing) != len(set(standing)) or 0 in standing:
        raise LogError(
            f"field to: {list(event.play.to)} puts two players on one base, or leaves a player off every base"
        )
