"""Pack chances out of 108 into the 33 lines of a card side, with splits for chances that don't fill a line."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line, Mark, Part, Reading, plain

CHANCES = 108
WEIGHTS = {row: 6 - abs(row - 7) for row in range(2, 13)}  # out of 36, by row 2..12


@dataclass(slots=True)
class _FreeLines:
    """The free lines of a card side, as (weight, column 0..2, row), and the filled lines."""

    free: list[tuple[int, int, int]] = field(
        default_factory=lambda: [(WEIGHTS[row], column, row) for row in WEIGHTS for column in range(3)]
    )
    filled: dict[tuple[int, int], Line] = field(default_factory=dict)
    load: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])  # chances already in each column

    def take(self, weight: int) -> tuple[int, int, int] | None:
        """Return the heaviest free line of at most this weight, in the emptiest column, or None."""
        fitting = [line for line in self.free if line[0] <= weight]
        if not fitting:
            return None
        return self._remove(max(fitting, key=lambda line: (line[0], -self.load[line[1]], line[2])))

    def take_for_split(self, chance: float) -> tuple[int, int, int] | None:
        """Return the lightest free line that can hold this chance, because its twentieths are the most precise."""
        fitting = [line for line in self.free if line[0] >= chance]
        return self._remove(min(fitting, key=lambda line: (line[0], self.load[line[1]], line[2]))) if fitting else None

    def _remove(self, line: tuple[int, int, int]) -> tuple[int, int, int]:
        self.free.remove(line)
        return line

    def put(self, line: tuple[int, int, int], reading_line: Line, chance: float) -> None:
        _, column, row = line
        self.filled[column, row] = reading_line
        self.load[column] += chance


def family(reading: Reading) -> str:
    """Return the family of an out in play.

    A league's totals depend only on the shares of these families.
    """
    if reading.kind is Kind.GROUNDBALL:
        return "double play" if reading.letter == "A" else "grounder"
    if reading.kind is Kind.FLYBALL and reading.letter in ("A", "B") and not reading.query:
        return "deep fly"
    if reading.kind is Kind.LOMAX:
        return "doubled off"
    return "caught"


@dataclass(slots=True)
class _Outs:
    """Outs in play that fill the remaining lines by their shares, by family first and then within the family.

    A whole line is always more or less than the share requires. `ahead` varies the families' starting points from card
    to card, because otherwise every card of a league would be off in the same direction.
    """

    shares: Sequence[tuple[Reading, float]]
    ahead: random.Random
    placed: dict[Reading, float] = field(init=False)
    families: dict[str, list[tuple[Reading, float]]] = field(init=False)
    family_shares: dict[str, float] = field(init=False)
    family_given: dict[str, float] = field(init=False)
    total: float = 0.0

    def __post_init__(self) -> None:
        self.placed = {reading: 0.0 for reading, _ in self.shares}
        self.families = {}
        for reading, share in self.shares:
            self.families.setdefault(family(reading), []).append((reading, share))
        self.family_shares = {name: sum(share for _, share in outs) for name, outs in self.families.items()}
        self.family_given = {name: self.ahead.random() - 0.5 for name in self.families}

    def next(self, chance: float, *, split: bool = False) -> Reading:
        """Return the out furthest behind its share, in the family furthest behind.

        A reading with an injury never shares a split line.
        """
        self.total += chance
        name = max(self.families, key=self._behind)
        outs = [out for out in self.families[name] if not (split and out[0].injury)]
        family_total = self.family_given[name] + chance
        self.family_given[name] = family_total
        total_share = (
            self.family_shares[name] if len(outs) == len(self.families[name]) else sum(share for _, share in outs)
        )
        reading = max(outs, key=lambda out: out[1] / total_share * family_total - self.placed[out[0]])[0]
        self.placed[reading] += chance
        return reading

    def _behind(self, name: str) -> float:
        return self.family_shares[name] * self.total - self.family_given[name]


def pack(
    fixed: Sequence[tuple[Reading, int]],
    target: Sequence[tuple[Reading, float]],
    outs: Sequence[tuple[Reading, float]],
    dots: int = 0,
) -> tuple[tuple[Line, ...], ...]:
    """Return three columns of eleven lines.

    `fixed` chances are whole, `target` chances may be split, and `outs` are shares of the rest. Outs with `dots`
    chances in total get the fatigue dot. If the chances exceed 108, the last `target` chances are dropped.
    """
    # Round the chances, so that a small change of the targets doesn't repack the card.
    seed = str([round(chance) for _, chance in target])
    side, filler = _FreeLines(), _Outs(outs, random.Random(seed))
    for reading, chance in fixed:
        _put_whole(side, reading, chance)
    remainders = [(reading, _put_whole(side, reading, chance)) for reading, chance in target]
    for reading, remainder in sorted(remainders, key=lambda pair: -pair[1]):
        _put_split(side, filler, reading, remainder)
    _fill(side, filler, dots)
    return tuple(tuple(side.filled[column, row] for row in WEIGHTS) for column in range(3))


def _put_whole(side: _FreeLines, reading: Reading, chance: float) -> float:
    """Fill whole lines with as much of the chance as they can hold, and return the remainder."""
    while chance >= 1 and (line := side.take(int(chance))):
        side.put(line, plain(reading), line[0])
        chance -= line[0]
    return chance


def _put_split(side: _FreeLines, filler: _Outs, reading: Reading, chance: float) -> None:
    line = side.take_for_split(chance) if chance > 0.02 else None
    if line is None:
        return
    split_number = round(20 * chance / line[0])
    if split_number <= 0:
        side.free.append(line)
    elif split_number >= 20:
        side.put(line, plain(reading), line[0])
    else:
        out = filler.next(line[0] * (20 - split_number) / 20, split=True)
        side.put(line, Line((Part(1, split_number, reading), Part(split_number + 1, 20, out))), chance)


def _fill(side: _FreeLines, filler: _Outs, dots: int) -> None:
    for line in sorted(side.free, key=lambda line: (-line[0], line[2], line[1])):
        dotted = Mark.FATIGUE_DOT if dots > 0 and line[0] <= dots else Mark.NONE
        dots -= line[0] if dotted else 0
        side.put(line, plain(filler.next(line[0]), dotted), 0)


def chances(columns: Sequence[Sequence[Line]]) -> dict[Reading, float]:
    """Return each reading's chances out of 108, with splits counted in twentieths of a line."""
    chance_by_reading: dict[Reading, float] = {}
    for column in columns:
        for row, line in zip(WEIGHTS, column, strict=True):
            for part in line.parts:
                share = WEIGHTS[row] * (part.high - part.low + 1) / 20
                chance_by_reading[part.reading] = chance_by_reading.get(part.reading, 0.0) + share
    return chance_by_reading
