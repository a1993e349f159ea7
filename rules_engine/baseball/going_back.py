"""Going back by plays, going forward again, and the dice that stay on record for a moment that comes back.

A moment is a state and the number of plays that led to it. Dice recorded for a play that was made there and taken back
count again when a play is made there again; a person may say in the log that they are to be rolled again.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules_engine.baseball.events import Hurt, LogError, PlayMade, Rewound
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import State

NEW_DICE = "dice thrown anew"  # why a rewinding to where the game stands is in the log
AFTER_GAME = "after the game"  # how the mark begins that is in the log once that was rolled for
Moment = tuple[int, State]
Die = tuple[str, int]  # the name of a roll, and the how-manieth of that name in the play


def before_last_play(log: GameLog) -> int:
    """The event to go back to so that the last play, and what came after it, is undone. Raises LogError."""
    numbers = log.numbers_in_force()
    places = [place for place, number in enumerate(numbers) if isinstance(log.events[number - 1], PlayMade)]
    if not places:
        raise LogError("there is no play to undo")
    return numbers[places[-1] - 1] if places[-1] else 0


def changes_since_play(log: GameLog) -> list[int]:
    """The events in force after the last play: changes of players, and games halted or taken up again."""
    since: list[int] = []
    for number in reversed(log.numbers_in_force()):
        if isinstance(log.events[number - 1], PlayMade):
            break
        since.insert(0, number)
    return since


def before_last_event(log: GameLog) -> int:
    """The event to go back to so that the last event alone is undone. Raises LogError."""
    numbers = log.numbers_in_force()
    if not numbers:
        raise LogError("there is nothing to undo")
    return numbers[-2] if len(numbers) > 1 else 0


def after_next_play(log: GameLog) -> int:
    """The event to go to so that the next play that was undone counts again. Raises LogError when there is none."""
    forward = undone(log)
    if not forward:
        raise LogError("nothing was undone since the last play; there is nothing to do again")
    plays = [number for number in forward if isinstance(log.events[number - 1], PlayMade)]
    return plays[0] if plays else forward[-1]


def undone(log: GameLog) -> list[int]:
    """The events, in order, that the rewindings at the end of the log have taken back."""
    newest = log.number
    while newest > 0 and isinstance(log.events[newest - 1], Rewound):
        newest -= 1
    was, now = log.numbers_in_force(newest), log.numbers_in_force()
    return was[len(now) :] if was[: len(now)] == now else []


def moment(log: GameLog) -> Moment:
    """Return the current moment of the game."""
    return log.plays_after(log.number), log.state


def dice_on_record(log: GameLog) -> Mapping[Die, int]:
    """The dice of plays that were made at this very moment and taken back; of two such plays the later one's."""
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
    """Return whether the game stood so after this event, when the play was made."""
    if event.batter != state.batting.batter or event.pitcher != state.fielding.pitcher:
        return False  # without working out how the game came there
    try:
        return log.state_after(number) == state
    except LogError:  # of a file: what was taken back there was never possible
        return False


def after_game_is_done(log: GameLog) -> bool:
    """Return whether what the system rolls for after the last out was rolled for, of the game as it stands."""
    number = log.number
    while number > 0:
        event = log.events[number - 1]
        if isinstance(event, Rewound):
            if event.why.startswith(AFTER_GAME):
                return True
            number = event.to
        elif isinstance(event, Hurt):
            number -= 1
        else:
            return False
    return False


def dice_of(record: tuple[tuple[str, int | str], ...]) -> dict[Die, int]:
    """The rolls of a play's record by name and turn, its decisions left out."""
    return dict(_dice(record))


def _dice(record: tuple[tuple[str, int | str], ...]) -> Iterator[tuple[Die, int]]:
    seen: Counter[str] = Counter()
    for name, value in record:
        if isinstance(value, int):
            seen[name] += 1
            yield (name, seen[name]), value
