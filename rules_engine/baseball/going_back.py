"""Undo and redo by play, with the recorded dice for each moment.

A moment is a state and the number of plays that led to it. When an undone play is made again at the same moment, its
recorded dice are reused. A person can choose new dice, and the log records that choice.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules_engine.baseball.events import LogError, PlayerInjured, PlayMade, Rewound
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import State

NEW_DICE = "dice thrown anew"  # the logged reason for rewinding to the current event
AFTER_GAME = "after the game"  # prefix of the log's mark for new dice
Moment = tuple[int, State]
Die = tuple[str, int]  # a roll's name, and its position among the play's rolls with that name


def before_last_play(log: GameLog) -> int:
    """Return the rewind target that undoes the last play and everything after it.

    Raises LogError.
    """
    numbers = log.numbers_in_force()
    places = [place for place, number in enumerate(numbers) if isinstance(log.events[number - 1], PlayMade)]
    if not places:
        raise LogError("there is no play to undo")
    return numbers[places[-1] - 1] if places[-1] else 0


def changes_since_play(log: GameLog) -> list[int]:
    """Return the events in force after the last play: changes of players, halts and resumptions."""
    since: list[int] = []
    for number in reversed(log.numbers_in_force()):
        if isinstance(log.events[number - 1], PlayMade):
            break
        since.insert(0, number)
    return since


def before_last_event(log: GameLog) -> int:
    """Return the rewind target that undoes only the last event. Raise LogError if there is none."""
    numbers = log.numbers_in_force()
    if not numbers:
        raise LogError("there is nothing to undo")
    return numbers[-2] if len(numbers) > 1 else 0


def after_next_play(log: GameLog) -> int:
    """Return the rewind target that redoes the next undone play.

    Raises LogError if there is none.
    """
    forward = undone(log)
    if not forward:
        raise LogError("nothing was undone since the last play, so there is nothing to redo")
    plays = [number for number in forward if isinstance(log.events[number - 1], PlayMade)]
    return plays[0] if plays else forward[-1]


def undone(log: GameLog) -> list[int]:
    """Return the events, in order, that the rewinds at the end of the log have undone."""
    newest = log.number
    while newest > 0 and isinstance(log.events[newest - 1], Rewound):
        newest -= 1
    was, now = log.numbers_in_force(newest), log.numbers_in_force()
    return was[len(now) :] if was[: len(now)] == now else []


def moment(log: GameLog) -> Moment:
    """Return the current moment of the game."""
    return log.plays_after(log.number), log.state


def dice_on_record(log: GameLog) -> Mapping[Die, int]:
    """Return the dice of undone plays made at this moment. If they differ, the latest play's dice count."""
    current = moment(log)
    made = log.made_after(current[0])
    read, dice = log.index.dice.get(current, (0, {}))
    for number in made[read:]:
        event = log.events[number - 1]
        if isinstance(event, PlayMade) and _stood(log, number - 1, event, current[1]):
            dice = {**dice, **dice_of(event.record)}
        elif isinstance(event, Rewound) and event.why == NEW_DICE and log.state_after(number - 1) == current[1]:
            dice = {}
    log.index.dice[current] = len(made), dice
    return dice


def _stood(log: GameLog, number: int, event: PlayMade, state: State) -> bool:
    """Return whether the game was in this state when the play was made."""
    if event.batter != state.batting.batter or event.pitcher != state.fielding.pitcher:
        return False  # without replaying the game
    try:
        return log.state_after(number) == state
    except LogError:  # The log comes from a file with undone events that were never possible.
        return False


def after_game_is_done(log: GameLog) -> bool:
    """Return whether the system's rolls after the last out have been made in the current game."""
    number = log.number
    while number > 0:
        event = log.events[number - 1]
        if isinstance(event, Rewound):
            if event.why.startswith(AFTER_GAME):
                return True
            number = event.to
        elif isinstance(event, PlayerInjured):
            number -= 1
        else:
            return False
    return False


def dice_of(record: tuple[tuple[str, int | str], ...]) -> dict[Die, int]:
    """Return the rolls in a play's record by name and position, without its decisions."""
    return dict(_dice(record))


def _dice(record: tuple[tuple[str, int | str], ...]) -> Iterator[tuple[Die, int]]:
    seen: Counter[str] = Counter()
    for name, value in record:
        if isinstance(value, int):
            seen[name] += 1
            yield (name, seen[name]), value
