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
_SCATTER: Final = np.int64(-0x61C8864680B583EB)  # the golden ratio of 64 bits
_FIRST_BITS, _ROOM = 10, 4  # places in a table, of which so many for each key


class NumberedAnswers:
    """Answers by small numbers, 0 to `size` - 1."""

    def __init__(self, size: int) -> None:
        self._answers = np.full(size, UNKNOWN, dtype=np.int64)

    def of(self, keys: Ints, ask: Ask) -> Ints:
        """The answer for each key; the first who comes with a new one asks."""
        answers = self._answers.take(keys)
        if not len(answers) or answers.min() != UNKNOWN:
            return answers
        new = np.flatnonzero(answers == UNKNOWN)
        unknown, first = np.unique(keys[new], return_index=True)
        for key, place in zip(unknown, new[first], strict=True):
            self._answers[key] = ask(int(place))
        return self._answers[keys]


class KeyedAnswers:
    """The same by numbers of any size from 0 on: each lies in a table where a product scatters it, or soon after."""

    def __init__(self) -> None:
        self._known, self._bits = 0, _FIRST_BITS
        self._keys, self._answers = np.full(1 << self._bits, UNKNOWN), np.zeros(1 << self._bits, dtype=np.int64)

    def of(self, keys: Ints, ask: Ask) -> Ints:
        """The answer for each key; the first who comes with a new one asks."""
        slots = self._slots(keys)
        new = np.flatnonzero(self._keys.take(slots) != keys)
        if len(new):
            unknown, first = np.unique(keys[new], return_index=True)
            self._keep(unknown, np.array([ask(int(place)) for place in new[first]]))
            slots = self._slots(keys)
        return self._answers.take(slots)

    def _slots(self, keys: Ints) -> Ints:
        """Where each key lies, or the free place where it may."""
        product = (keys * _SCATTER).view(np.uint64)
        slots: Ints = (product >> np.uint64(64 - self._bits)).view(np.int64)
        lie = self._keys.take(slots)
        taken = np.flatnonzero((lie != keys) & (lie != UNKNOWN))
        while len(taken):
            slots[taken] = (slots[taken] + 1) & (len(self._keys) - 1)
            lie = self._keys[slots[taken]]
            taken = taken[(lie != keys[taken]) & (lie != UNKNOWN)]
        return slots

    def _keep(self, keys: Ints, answers: Ints) -> None:
        self._known += len(keys)
        if _ROOM * self._known > len(self._keys):
            before = np.flatnonzero(self._keys != UNKNOWN)
            keys, answers = np.append(self._keys[before], keys), np.append(self._answers[before], answers)
            self._bits = (2 * _ROOM * self._known).bit_length()
            self._keys, self._answers = np.full(1 << self._bits, UNKNOWN), np.zeros(1 << self._bits, dtype=np.int64)
        while len(keys):
            slots, first = np.unique(self._slots(keys), return_index=True)  # of those who want the same place, one
            self._keys[slots], self._answers[slots] = keys[first], answers[first]
            keys, answers = np.delete(keys, first), np.delete(answers, first)


def packed(*parts: tuple[Ints | int, int]) -> Ints:
    """One number of several (value, bits), values from 0 on; the last part lies lowest."""
    (key, _), *others = parts
    key = np.array(key, dtype=np.int64)
    for value, bits in others:
        key <<= bits
        key |= value
    return key
