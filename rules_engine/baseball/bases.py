"""Bases as the rules see them: which are occupied, who is the lead runner, what a chart calls the state.

A base is 1, 2 or 3; HOME is 4; the batter starts at BATTER, which is 0. A runner is named by the base he began
the play on, so the same rule serves any player. Occupied bases are one int: bit 0 first, bit 1 second, bit 2 third.
"""

BATTER = 0
FIRST, SECOND, THIRD, HOME = 1, 2, 3, 4
EMPTY = 0
LOADED = 0b111

STATE_NAMES = ("", "1", "2", "12", "3", "13", "23", "123")  # by occupied-bases int: how the charts name it


def occupied(*bases: int) -> int:
    """The occupied-bases int for these bases, such as occupied(1, 3) == 5."""
    return sum(1 << base - 1 for base in set(bases))


def is_on(state: int, base: int) -> bool:
    return bool(state >> base - 1 & 1)


def runners(state: int) -> tuple[int, ...]:
    """The occupied bases, lead runner first."""
    return _RUNNERS[state]


def lead_runner(state: int) -> int:
    """The base of the runner furthest along; BATTER when no one is on."""
    return _RUNNERS[state][0] if state else BATTER


def forced(state: int) -> tuple[int, ...]:
    """The runners who must move when the batter becomes a runner, lead runner first."""
    return _FORCED[state]


BASE_NUMBERS = {"first": FIRST, "second": SECOND, "third": THIRD, "home": HOME}
BASE_NAMES = {number: name for name, number in BASE_NUMBERS.items()}

_RUNNERS = tuple(tuple(base for base in (3, 2, 1) if state >> base - 1 & 1) for state in range(8))
_FORCED = tuple(tuple(base for base in (3, 2, 1) if state & (1 << base) - 1 == (1 << base) - 1) for state in range(8))
