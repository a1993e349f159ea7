"""What is asked once of a rule or the pilot, and looked up from then on by whole numbers that say all it rests on."""

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ask = Callable[[int], int]  # of the place of one who asks among those who do
UNKNOWN: Final = -(1 << 40)


class NumberedAnswers:
    """Answers by small numbers, 0 to `size` - 1."""

    def __init__(self, size: int) -> None:
        self._answers = np.full(size, UNKNOWN, dtype=np.int64)

    def of(self, keys: Ints, ask: Ask) -> Ints:
        """The answer for each key; the first who comes with a new one asks."""
        answers = self._answers[keys]
        new = np.flatnonzero(answers == UNKNOWN)
        if not len(new):
            return answers
        unknown, first = np.unique(keys[new], return_index=True)
        for key, place in zip(unknown, new[first], strict=True):
            self._answers[key] = ask(int(place))
        return self._answers[keys]


class SortedAnswers:
    """The same by numbers of any size, in order."""

    def __init__(self) -> None:
        self._keys = np.array([np.iinfo(np.int64).max])
        self._answers = np.array([0])

    def of(self, keys: Ints, ask: Ask) -> Ints:
        """The answer for each key; the first who comes with a new one asks."""
        places = np.searchsorted(self._keys, keys)
        new = np.flatnonzero(self._keys[places] != keys)
        if not len(new):
            return self._answers[places]
        unknown, first = np.unique(keys[new], return_index=True)
        answers = np.array([ask(int(place)) for place in new[first]])
        at = np.searchsorted(self._keys, unknown)
        self._keys, self._answers = np.insert(self._keys, at, unknown), np.insert(self._answers, at, answers)
        return self._answers[np.searchsorted(self._keys, keys)]


def packed(*parts: tuple[Ints | int, int]) -> Ints:
    """One number of several (value, bits), values from 0 on; the last part lies lowest."""
    key: Ints | int = 0
    for value, bits in parts:
        key = (key << bits) | value
    return np.asarray(key)
