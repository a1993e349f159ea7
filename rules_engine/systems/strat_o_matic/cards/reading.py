"""Readings, the results printed on the lines of player cards and in the cells of fielding charts."""

from dataclasses import dataclass
from enum import Enum, IntFlag, auto

INFIELD = ("p", "c", "1b", "2b", "3b", "ss")
OUTFIELD = ("lf", "cf", "rf")
POSITIONS = (*INFIELD, *OUTFIELD)


class Kind(Enum):
    """The kind of a reading; the value is its printed word."""

    HOMERUN = "HOMERUN"
    TRIPLE = "TRIPLE"
    DOUBLE = "DOUBLE"
    SINGLE = "SINGLE"
    WALK = "WALK"
    HIT_BY_PITCH = "HBP"
    STRIKEOUT = "strikeout"
    POPOUT = "popout"
    FOULOUT = "foulout"
    LINEOUT = "lineout"
    LOMAX = "lomax"
    FLYBALL = "fly"
    GROUNDBALL = "gb"
    CATCHER_X = "CATCH-X"

    __hash__ = object.__hash__  # Members are singletons, and Enum's own hash is slow.


HITS = (Kind.SINGLE, Kind.DOUBLE, Kind.TRIPLE, Kind.HOMERUN)
OUTS = (
    Kind.STRIKEOUT,
    Kind.POPOUT,
    Kind.FOULOUT,
    Kind.LINEOUT,
    Kind.LOMAX,
    Kind.FLYBALL,
    Kind.GROUNDBALL,
)
BASES = {
    Kind.WALK: 1,
    Kind.HIT_BY_PITCH: 1,
    Kind.SINGLE: 1,
    Kind.DOUBLE: 2,
    Kind.TRIPLE: 3,
    Kind.HOMERUN: 4,
}


class Mark(IntFlag):
    """A symbol beside a line on an Advanced card."""

    NONE = 0
    FATIGUE_DOT = auto()  # 27.1: changes an out to SINGLE** for a tired pitcher
    PARK_HOMERUN = auto()  # 30.3: black diamond
    PARK_SINGLE = auto()  # 30.4: black triangle
    SECOND_READING = auto()  # 30.6: white triangle, use the second reading
    CLUTCH = auto()  # 30.7: horseshoe
    UNDERLINE = auto()  # 15.2


@dataclass(frozen=True, slots=True)
class Reading:
    """A single result.

    `fielder` is a position or "". `letter` is A, B, C or X for flies and groundballs.
    """

    kind: Kind
    fielder: str = ""
    letter: str = ""
    stars: int = 0  # 0 for an open hit; 1 or 2 means that every runner moves up that many bases
    query: bool = False  # fly(cf)B?
    plus: bool = False  # gb(ss)A+, Basic ++
    needs_power: bool = False  # N HOMERUN: 12.1
    injury: bool = False  # "plus injury"

    @property
    def is_open_hit(self) -> bool:
        """2.2: return whether this is an open single or double, on which the lead runner may try for an extra base."""
        return self.stars == 0 and self.kind in (Kind.SINGLE, Kind.DOUBLE)

    @property
    def is_x(self) -> bool:
        return self.letter == "X" or self.kind is Kind.CATCHER_X


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a split, for the d20 rolls low..high."""

    low: int
    high: int
    reading: Reading


@dataclass(frozen=True, slots=True)
class Line:
    """A card line: a reading or a split, its marks, and the second reading for a white triangle."""

    parts: tuple[Part, ...]
    marks: Mark = Mark.NONE
    second: "Line | None" = None

    @property
    def is_split(self) -> bool:
        return len(self.parts) > 1

    @property
    def sole_reading(self) -> Reading:
        """Return the only reading of a line without a split."""
        return self.parts[0].reading


def plain(reading: Reading, marks: Mark = Mark.NONE) -> Line:
    """Return a line without a split."""
    return Line((Part(1, 20, reading),), marks)


SINGLE_2 = Reading(Kind.SINGLE, stars=2)
SINGLE_1 = Reading(Kind.SINGLE, stars=1)
