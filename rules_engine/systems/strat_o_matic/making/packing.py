"""Chances out of 108 packed into the 33 lines of a card side, with a split where a chance is no whole line."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.systems.strat_o_matic.reading import Line, Mark, Part, Reading, plain

CHANCES = 108
WEIGHTS = {row: 6 - abs(row - 7) for row in range(2, 13)}  # of 36, by row 2..12


@dataclass(slots=True)
class _Side:
    """The lines still free, as (weight, column 0..2, row), and those filled."""

    free: list[tuple[int, int, int]] = field(
        default_factory=lambda: [(WEIGHTS[row], column, row) for row in WEIGHTS for column in range(3)]
    )
    filled: dict[tuple[int, int], Line] = field(default_factory=dict)
    load: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])  # what each column holds already

    def take(self, weight: int) -> tuple[int, int, int] | None:
        """The heaviest free line of at most this weight, in the column that holds least; None when there is none."""
        fitting = [line for line in self.free if line[0] <= weight]
        if not fitting:
            return None
        return self._taken(max(fitting, key=lambda line: (line[0], -self.load[line[1]], line[2])))

    def take_for_split(self, chance: float) -> tuple[int, int, int] | None:
        """The lightest free line that can hold this chance, since a twentieth of it is the least error."""
        fitting = [line for line in self.free if line[0] >= chance]
        return self._taken(min(fitting, key=lambda line: (line[0], self.load[line[1]], line[2]))) if fitting else None

    def _taken(self, line: tuple[int, int, int]) -> tuple[int, int, int]:
        self.free.remove(line)
        return line

    def put(self, line: tuple[int, int, int], content: Line, counts: float) -> None:
        _, column, row = line
        self.filled[column, row] = content
        self.load[column] += counts


@dataclass(slots=True)
class _Outs:
    """The outs in play that fill what is left, each by its share of them."""

    shares: Sequence[tuple[Reading, float]]
    given: list[float] = field(init=False)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.given = [0.0] * len(self.shares)

    def next(self, chance: float) -> Reading:
        """The out furthest behind its share."""
        self.total += chance
        behind = [share * self.total - given for (_, share), given in zip(self.shares, self.given, strict=True)]
        best = behind.index(max(behind))
        self.given[best] += chance
        return self.shares[best][0]


def pack(
    fixed: Sequence[tuple[Reading, int]],
    wanted: Sequence[tuple[Reading, float]],
    outs: Sequence[tuple[Reading, float]],
    dots: int = 0,
) -> tuple[tuple[Line, ...], ...]:
    """Three columns of eleven lines. `fixed` chances are whole, `wanted` may be split, `outs` are shares of the rest.

    `dots` lines of outs get the fatigue dot. What does not fit on 108 chances is left off, the last wanted first.
    """
    side, filler = _Side(), _Outs(outs)
    for reading, chance in fixed:
        _put_whole(side, reading, chance)
    rests = [(reading, _put_whole(side, reading, chance)) for reading, chance in wanted]
    for reading, rest in sorted(rests, key=lambda pair: -pair[1]):
        _put_split(side, filler, reading, rest)
    _fill(side, filler, dots)
    return tuple(tuple(side.filled[column, row] for row in WEIGHTS) for column in range(3))


def _put_whole(side: _Side, reading: Reading, chance: float) -> float:
    """Whole lines for as much of the chance as they can hold; what is left over."""
    while chance >= 1 and (line := side.take(int(chance))):
        side.put(line, plain(reading), line[0])
        chance -= line[0]
    return chance


def _put_split(side: _Side, filler: _Outs, reading: Reading, chance: float) -> None:
    line = side.take_for_split(chance) if chance > 0.02 else None
    if line is None:
        return
    high = round(20 * chance / line[0])
    if high <= 0:
        side.free.append(line)
    elif high >= 20:
        side.put(line, plain(reading), line[0])
    else:
        out = filler.next(line[0] * (20 - high) / 20)
        side.put(line, Line((Part(1, high, reading), Part(high + 1, 20, out))), chance)


def _fill(side: _Side, filler: _Outs, dots: int) -> None:
    for line in sorted(side.free, key=lambda line: (-line[0], line[2], line[1])):
        dotted = Mark.FATIGUE_DOT if dots > 0 and line[0] <= dots else Mark.NONE
        dots -= line[0] if dotted else 0
        side.put(line, plain(filler.next(line[0]), dotted), 0)


def chances(columns: Sequence[Sequence[Line]]) -> dict[Reading, float]:
    """What a side holds: reading -> chances out of 108, splits counted by their twentieths."""
    found: dict[Reading, float] = {}
    for column in columns:
        for row, line in zip(WEIGHTS, column, strict=True):
            for part in line.parts:
                share = WEIGHTS[row] * (part.high - part.low + 1) / 20
                found[part.reading] = found.get(part.reading, 0.0) + share
    return found
