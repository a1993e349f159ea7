"""A game's event log: every event in order, with the state after each.

An undo appends an event, and nothing is ever removed. So rewinding to before an undo restores the undone play, and
all dice stay on record. When a stored log is opened, only the events in force are replayed. The states of undone
events are computed on demand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from rules_engine.baseball.events import Event, LogError, PlayMade, Rewound, evolve
from rules_engine.baseball.state import State

_NOT_MADE: Final = cast(State, None)
Check = Callable[[State, Event], None]  # raises ValueError for an event that can't follow this state


class MisplacedEventError(LogError):
    """An event can't follow the preceding events."""

    def __init__(self, number: int, fault: Exception) -> None:
        super().__init__(f"event {number}: {fault}")
        self.number = number


def _trust(state: State, event: Event) -> None:
    """Accept an event that the program generated itself."""


@dataclass(slots=True)
class GameLog:
    """The events of a game from `start`, the state before the first pitch.

    Events are numbered from 1. `states` contains the computed states, including the current one and all in force.
    `check` validates each stored event before it is replayed.
    """

    start: State
    events: list[Event] = field(default_factory=list)
    check: Check = field(default=_trust, repr=False, compare=False)
    states: list[State] = field(init=False, repr=False, compare=False)
    index: "Index" = field(init=False, repr=False, compare=False)
    _has_rewound: bool = field(init=False, default=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.states, self.index = [self.start, *[_NOT_MADE] * len(self.events)], Index()
        self.state_after(len(self.events))
        self._has_rewound = len(self.numbers_in_force()) < len(self.events)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def number(self) -> int:
        """Return the number of the last event, or 0 before the first."""
        return len(self.events)

    def append(self, event: Event) -> State:
        """Add an event. Raise LogError for a rewind past the end of the log."""
        state = self._rewound(event) if type(event) is Rewound else evolve(self.states[-1], event)
        self.events.append(event)
        self.states.append(state)
        return state

    def _rewound(self, event: Rewound) -> State:
        if not 0 <= event.to <= len(self.events):
            raise LogError(f"there is no event {event.to} to go back to, because the log has {len(self.events)}")
        state = self.state_after(event.to)
        self._has_rewound = True
        return state

    def state_after(self, number: int) -> State:
        """Return the state after an event, even if it was undone.

        Raises MisplacedEventError if the stored event can't follow the preceding events.
        """
        if (state := self.states[number]) is not _NOT_MADE:
            return state
        way: list[int] = []
        for made in in_force_back_from(self.events, number):
            if self.states[made] is not _NOT_MADE:
                state = self.states[made]
                break
            way.append(made)
        else:
            state = self.start
        for passed in reversed(way):
            state = self.states[passed] = self._played(state, passed)
        self.states[number] = state
        return state

    def _played(self, state: State, number: int) -> State:
        event = self.events[number - 1]
        try:
            self.check(state, event)
            return evolve(state, event)
        except (ValueError, KeyError, TypeError, IndexError) as fault:
            raise MisplacedEventError(number, fault) from None

    def copy(self) -> "GameLog":
        """Return a copy for trying further events, without replaying any."""
        trial = GameLog(self.start, check=self.check)
        trial.events, trial.states, trial._has_rewound = [*self.events], [*self.states], self._has_rewound
        return trial

    def before(self, number: int) -> "GameLog":
        """Return the log as it was before event `number`. Events with known states aren't replayed."""
        earlier = GameLog(self.start, check=self.check)
        earlier.events, earlier.states = self.events[: number - 1], self.states[:number]
        earlier.state_after(number - 1)
        earlier._has_rewound = self._has_rewound
        return earlier

    def rewind(self, to: int, why: str = "") -> State:
        """Return to the state after event `to`. To redo, pass the last number before the undo."""
        return self.append(Rewound(to, why))

    def undo(self) -> State:
        """Undo one event in force. Raise LogError if there is none."""
        back = in_force_back_from(self.events, len(self.events))
        if next(back, None) is None:
            raise LogError("there is nothing to undo")
        return self.rewind(next(back, 0), "undone")

    def numbers_in_force(self, after: int | None = None) -> list[int]:
        """Return the numbers of the events that led to the state after this event.

        Rewinds are left out.
        """
        return list(in_force_back_from(self.events, len(self.events) if after is None else after))[::-1]

    def in_force(self) -> Iterator[tuple[State, Event]]:
        """Yield each event that led to the current state, with the state before it."""
        if not self._has_rewound:
            return zip(self.states, self.events, strict=False)
        numbers = self.numbers_in_force()
        before = (self.states[number] for number in (0, *numbers))
        return zip(before, (self.events[number - 1] for number in numbers), strict=False)

    def plays_after(self, number: int) -> int:
        """Return the number of plays in force after an event."""
        self.index.take(self.events)
        return self.index.plays[number]

    def made_after(self, plays: int) -> Sequence[int]:
        """Return the numbers of plays and marks logged with this many plays in force."""
        self.index.take(self.events)
        return self.index.made.get(plays, ())


@dataclass(slots=True)
class Index:
    """An index of all events, including undone ones, by the number of plays in force.

    It is created on demand and only grows. `dice` is the cache for going_back.py.
    """

    plays: list[int] = field(default_factory=lambda: [0])
    made: dict[int, list[int]] = field(default_factory=dict)
    dice: dict[tuple[int, State], tuple[int, dict[tuple[str, int], int]]] = field(default_factory=dict)

    def take(self, events: Sequence[Event]) -> None:
        """Add the events up to the last one."""
        for number in range(len(self.plays), len(events) + 1):
            event, before = events[number - 1], self.plays[-1]
            if type(event) is Rewound:
                self.plays.append(self.plays[event.to])
            else:
                self.plays.append(before + (type(event) is PlayMade))
            if isinstance(event, Rewound | PlayMade):
                self.made.setdefault(before, []).append(number)


def replay(start: State, events: Sequence[Event]) -> State:
    """Return the state after a whole log, without computing undone events."""
    state = start
    for number in reversed([*in_force_back_from(events, len(events))]):
        state = evolve(state, events[number - 1])
    return state


def in_force_back_from(events: Sequence[Event], number: int) -> Iterator[int]:
    """Yield the numbers of the events that led to the state after this one, newest first."""
    while number > 0:
        event = events[number - 1]
        if isinstance(event, Rewound):
            if event.to >= number:
                raise MisplacedEventError(number, LogError(f"there is no event {event.to} to go back to"))
            number = event.to
        else:
            yield number
            number -= 1
