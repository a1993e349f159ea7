"""Bases as the rules see them: occupied bases, the lead runner and the chart's name for the base state.

Bases are 1, 2 and 3; HOME is 4; the batter starts at BATTER, which is 0. A runner is identified by the base where
he started the play, so a rule works for any player. Occupied bases are one int: bit 0 is first, bit 1 second, bit 2
third.
"""

BATTER = 0
FIRST, SECOND, THIRD, HOME = 1, 2, 3, 4
EMPTY = 0
LOADED = 0b111

STATE_NAMES = ("", "1", "2", "12", "3", "13", "23", "123")  # chart names by occupied-bases int


def occupied(*bases: int) -> int:
    """Return the occupied-bases int for these bases, such as 5 for occupied(1, 3)."""
    return sum(1 << base - 1 for base in set(bases))


def is_on(state: int, base: int) -> bool:
    return bool(state >> base - 1 & 1)


def runners(state: int) -> tuple[int, ...]:
    """Return the occupied bases, lead runner first."""
    return _RUNNERS[state]


def lead_runner(state: int) -> int:
    """Return the base of the lead runner, or BATTER if the bases are empty."""
    return _RUNNERS[state][0] if state else BATTER


def forced(state: int) -> tuple[int, ...]:
    """Return the runners who are forced when the batter becomes a runner, lead runner first."""
    return _FORCED[state]


BASE_NUMBERS = {"first": FIRST, "second": SECOND, "third": THIRD, "home": HOME}
BASE_NAMES = {number: name for name, number in BASE_NUMBERS.items()}

_RUNNERS = tuple(tuple(base for base in (3, 2, 1) if state >> base - 1 & 1) for state in range(8))
_FORCED = tuple(tuple(base for base in (3, 2, 1) if state & (1 << base) - 1 == (1 << base) - 1) for state in range(8))
