"""Chances out of 108 packed into the 33 lines of a card side, with a split where a chance is no whole line."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line, Mark, Part, Reading, plain

CHANCES = 108
WEIGHTS = {row: 6 - abs(row - 7) for row in range(2, 13)}  # of 36, by row 2..12


@dataclass(slots=True)
class _FreeLines:
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


def family(reading: Reading) -> str:
    """What an out in play does to runners: only between families does it matter to a league's totals."""
    if reading.kind is Kind.GROUNDBALL:
        return "double play" if reading.letter == "A" else "grounder"
    if reading.kind is Kind.FLYBALL and reading.letter in ("A", "B") and not reading.query:
        return "deep fly"
    if reading.kind is Kind.LOMAX:
        return "doubled off"
    return "caught"


@dataclass(slots=True)
class _Outs:
    """The outs in play that fill what is left, each by its share of them: families first, then outs of a family.

    `ahead` starts the families some way off their shares, card by card another way: a whole line is more or less than
    a share asks for, and without this it would be the same more or less on all cards of a league.
    """

    shares: Sequence[tuple[Reading, float]]
    ahead: random.Random
    given: dict[Reading, float] = field(init=False)
    families: dict[str, list[tuple[Reading, float]]] = field(init=False)
    family_shares: dict[str, float] = field(init=False)
    family_given: dict[str, float] = field(init=False)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.given = {reading: 0.0 for reading, _ in self.shares}
        self.families = {}
        for reading, share in self.shares:
            self.families.setdefault(family(reading), []).append((reading, share))
        self.family_shares = {name: sum(share for _, share in outs) for name, outs in self.families.items()}
        self.family_given = {name: self.ahead.random() - 0.5 for name in self.families}

    def next(self, chance: float, *, split: bool = False) -> Reading:
        """The out furthest behind its share, in the family furthest behind. Injuries stand on lines of their own."""
        self.total += chance
        name = max(self.families, key=self._behind)
        outs = [out for out in self.families[name] if not (split and out[0].injury)]
        held = self.family_given[name] + chance
        self.family_given[name] = held
        whole = self.family_shares[name] if len(outs) == len(self.families[name]) else sum(share for _, share in outs)
        best = max(outs, key=lambda out: out[1] / whole * held - self.given[out[0]])[0]
        self.given[best] += chance
        return best

    def _behind(self, name: str) -> float:
        return self.family_shares[name] * self.total - self.family_given[name]


def pack(
    fixed: Sequence[tuple[Reading, int]],
    wanted: Sequence[tuple[Reading, float]],
    outs: Sequence[tuple[Reading, float]],
    dots: int = 0,
) -> tuple[tuple[Line, ...], ...]:
    """Three columns of eleven lines. `fixed` chances are whole, `wanted` may be split, `outs` are shares of the rest.

    `dots` lines of outs get the fatigue dot. What does not fit on 108 chances is left off, the last wanted first.
    """
    # by whole chances, so that a card whose aims are moved a little is packed as it was before
    side, filler = _FreeLines(), _Outs(outs, random.Random(str([round(chance) for _, chance in wanted])))
    for reading, chance in fixed:
        _put_whole(side, reading, chance)
    rests = [(reading, _put_whole(side, reading, chance)) for reading, chance in wanted]
    for reading, rest in sorted(rests, key=lambda pair: -pair[1]):
        _put_split(side, filler, reading, rest)
    _fill(side, filler, dots)
    return tuple(tuple(side.filled[column, row] for row in WEIGHTS) for column in range(3))


def _put_whole(side: _FreeLines, reading: Reading, chance: float) -> float:
    """Whole lines for as much of the chance as they can hold; what is left over."""
    while chance >= 1 and (line := side.take(int(chance))):
        side.put(line, plain(reading), line[0])
        chance -= line[0]
    return chance


def _put_split(side: _FreeLines, filler: _Outs, reading: Reading, chance: float) -> None:
    line = side.take_for_split(chance) if chance > 0.02 else None
    if line is None:
        return
    high = round(20 * chance / line[0])
    if high <= 0:
        side.free.append(line)
    elif high >= 20:
        side.put(line, plain(reading), line[0])
    else:
        out = filler.next(line[0] * (20 - high) / 20, split=True)
        side.put(line, Line((Part(1, high, reading), Part(high + 1, 20, out))), chance)


def _fill(side: _FreeLines, filler: _Outs, dots: int) -> None:
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
