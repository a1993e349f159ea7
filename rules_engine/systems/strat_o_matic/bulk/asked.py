"""What is asked once of a rule or the pilot, and looked up from then on by whole numbers that say all it rests on."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.signedinteger[Any]]  # of the fewest bytes that hold them, for what is small stays near the processor
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ask = Callable[[int], int]  # of the place of one who asks among those who do
UNKNOWN: Final = -(1 << 40)
_SCATTER: Final = np.int64(-0x61C8864680B583EB)  # the golden ratio of 64 bits
_FIRST_BITS, _ROOM = 12, 4  # places in a table, of which so many for each key


class NumberedAnswers:
    """Answers by small numbers, 0 to `size` - 1."""

    def __init__(self, size: int) -> None:
        self._answers = np.full(size, UNKNOWN, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._answers)

    def of(self, keys: Ints, ask: Ask) -> Ints:
        """The answer for each key; the first who comes with a new one asks."""
        answers = self._answers.take(keys)
        if not len(answers) or answers.min() != UNKNOWN:
            return answers
        new = where(answers == UNKNOWN)
        unknown, first = np.unique(keys[new], return_index=True)
        for key, place in zip(unknown, new[first], strict=True):
            self._answers[key] = ask(int(place))
        return self._answers[keys]


class KeyedAnswers:
    """The same by numbers of any size from 0 on.

    A key lies where a product scatters it; one whose place is taken lies among others like it, in order.
    """

    def __init__(self) -> None:
        self._known = 0
        self._clear(_FIRST_BITS)

    def _clear(self, bits: int) -> None:
        """A table of so many bits' places, and nobody whose place was taken but one beyond all keys."""
        self._shift = np.uint64(64 - bits)
        self._keys, self._answers = np.full(1 << bits, UNKNOWN), np.zeros(1 << bits, dtype=np.int64)
        self._other_keys, self._other_answers = np.array([np.iinfo(np.int64).max]), np.array([UNKNOWN])

    def of(self, keys: Ints, ask: Ask) -> Ints:
        """The answer for each key; the first who comes with a new one asks."""
        slots = self._slots(keys)
        others = where(self._keys.take(slots) != keys)
        answers = self._answers.take(slots)
        if not len(others):
            return answers
        sought = keys.take(others)
        places = np.searchsorted(self._other_keys, sought)
        answers[others] = self._other_answers.take(places)
        new = others.take(where(self._other_keys.take(places) != sought))
        if not len(new):
            return answers
        unknown, first = np.unique(keys.take(new), return_index=True)
        self._keep(unknown, np.array([ask(int(place)) for place in new.take(first)]))
        return self.of(keys, ask)

    def _slots(self, keys: Ints) -> Ints:
        """The place in the table of each: the highest bits of the product."""
        product = (keys * _SCATTER).view(np.uint64)
        product >>= self._shift
        return product.view(np.int64)

    def _keep(self, keys: Ints, answers: Ints) -> None:
        """`keys` are new."""
        self._known += len(keys)
        if _ROOM * self._known > len(self._keys):
            lie = where(self._keys != UNKNOWN)
            keys = np.concatenate((self._keys[lie], self._other_keys[:-1], keys))
            answers = np.concatenate((self._answers[lie], self._other_answers[:-1], answers))
            self._clear((_ROOM * self._known).bit_length())
        slots, first = np.unique(self._slots(keys), return_index=True)
        free = self._keys[slots] == UNKNOWN
        slots, first = slots[free], first[free]
        self._keys[slots], self._answers[slots] = keys[first], answers[first]
        self._keep_in_order(np.delete(keys, first), np.delete(answers, first))

    def _keep_in_order(self, keys: Ints, answers: Ints) -> None:
        order = np.argsort(keys)
        keys, answers = keys[order], answers[order]
        places = np.searchsorted(self._other_keys, keys)
        self._other_keys = np.insert(self._other_keys, places, keys)
        self._other_answers = np.insert(self._other_answers, places, answers)


def packed(*parts: tuple[Ints | Bools | int, int]) -> Ints:
    """One number of several (value, bits), values from 0 on; the last part lies lowest."""
    (key, _), *others = parts
    key = np.array(key, dtype=np.int64)
    for value, bits in others:
        key <<= bits
        key |= value
    return key


def where(so: Bools) -> Ints:
    """The places at which it is so."""
    return so.nonzero()[0]
