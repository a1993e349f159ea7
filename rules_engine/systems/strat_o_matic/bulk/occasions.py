"""The pilot's occasions for many moments: checksums of texts, of whose two halves each is written once.

A checksum goes on from that of the first half by what only the length of the second makes of it, and is then turned by
the second half's own: both are bits added without carrying.
"""

from collections.abc import Callable
from zlib import crc32

import numpy as np

from rules_engine.systems.strat_o_matic.bulk.asked import Floats, Ints, KeyedAnswers

_WHOLE = 2.0**32


class Occasions:
    """Numbers from 0 up to 1."""

    def __init__(self) -> None:
        self._firsts, self._seconds = KeyedAnswers(), KeyedAnswers()
        self._lengths: list[int] = []
        self._own, self._place_of_length = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        self._goes_on = np.zeros((0, 4, 256), dtype=np.int64)  # by length: of each byte of the checksum before

    def of(self, first: Ints, second: Ints, texts: tuple[Callable[[int], str], Callable[[int], str]]) -> Floats:
        """`first` and `second` are keys of the halves; `texts` writes one of each place."""
        before = self._firsts.of(first, lambda place: crc32(texts[0](place).encode()))
        number = self._seconds.of(second, lambda place: self._known(texts[1](place)))
        tables, row = self._goes_on.reshape(-1), 1024 * self._place_of_length.take(number)
        after = self._own.take(number)
        for byte in range(4):
            after ^= tables.take(row + 256 * byte + ((before >> 8 * byte) & 255))
        occasions: Floats = after / _WHOLE
        return occasions

    def _known(self, text: str) -> int:
        """The number of a second half."""
        written = text.encode()
        if len(written) not in self._lengths:
            self._lengths.append(len(written))
            nothing = bytes(len(written))
            moved = [[crc32(nothing, face << 8 * byte) ^ crc32(nothing) for face in range(256)] for byte in range(4)]
            self._goes_on = np.append(self._goes_on, [moved], axis=0)
        self._own = np.append(self._own, crc32(written))
        self._place_of_length = np.append(self._place_of_length, self._lengths.index(len(written)))
        return len(self._own) - 1
