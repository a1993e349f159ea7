"""The log is the game: every event in order, the state after each, and the way back to any of them.

Going back appends an event too. Nothing is ever removed, so an undone play can be restored by going back to the moment
before it was undone, and dice once thrown stay on record.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules_engine.baseball.events import Event, LogError, Rewound, evolve
from rules_engine.baseball.state import State


@dataclass(slots=True)
class GameLog:
    """`start` is the state before the first pitch; events are numbered from 1, and `states[n]` follows event n."""

    start: State
    events: list[Event] = field(default_factory=list)
    states: list[State] = field(init=False)

    def __post_init__(self) -> None:
        events, self.events, self.states = self.events, [], [self.start]
        for event in events:
            self.append(event)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def number(self) -> int:
        """The number of the last event; 0 before the first."""
        return len(self.events)

    def append(self, event: Event) -> State:
        """Add an event. Raises LogError for a rewinding beyond the log."""
        state = self._rewound(event) if type(event) is Rewound else evolve(self.states[-1], event)
        self.events.append(event)
        self.states.append(state)
        return state

    def _rewound(self, event: Rewound) -> State:
        if not 0 <= event.to <= len(self.events):
            raise LogError(f"there is no event {event.to} to go back to; the log has {len(self.events)}")
        return self.states[event.to]

    def rewind(self, to: int, why: str = "") -> State:
        """Back to how the game stood after event `to`. To restore what was undone, give the number before undoing."""
        return self.append(Rewound(to, why))

    def undo(self) -> State:
        """Back by one event in force. Raises LogError when there is none."""
        back = self._back_from(len(self.events))
        if next(back, None) is None:
            raise LogError("there is nothing to undo")
        return self.rewind(next(back, 0), "undone")

    def numbers_in_force(self, after: int | None = None) -> list[int]:
        """The numbers of the events that made the state after this event, or the present one; rewindings left out."""
        return list(self._back_from(len(self.events) if after is None else after))[::-1]

    def _back_from(self, number: int) -> Iterator[int]:
        """The same, the newest first."""
        while number > 0:
            event = self.events[number - 1]
            if isinstance(event, Rewound):
                number = event.to
            else:
                yield number
                number -= 1

    def in_force(self) -> Iterator[tuple[State, Event]]:
        """Each event that made the present state, with the state before it."""
        if Rewound not in map(type, self.events):
            return zip(self.states, self.events, strict=False)
        numbers = self.numbers_in_force()
        before = (self.states[number] for number in (0, *numbers))
        return zip(before, (self.events[number - 1] for number in numbers), strict=False)


def replay(start: State, events: Iterable[Event]) -> State:
    """The state after a whole log, from its facts alone."""
    states = [start]
    for event in events:
        states.append(states[event.to] if isinstance(event, Rewound) else evolve(states[-1], event))
    return states[-1]
