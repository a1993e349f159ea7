"""Cards of position players and pitchers, as the rules read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules_engine.systems.pine_tar.cards.columns import Column

Bats = Literal["R", "L", "S"]
Hand = Literal["R", "L"]
Speed = Literal["S", "M", "F"]
Grade = Literal["A+", "A", "B", "M", "C", "D", "E", "G"]
Opportunity = Literal["AA", "A", "B", "C", "D", "E", "N"]
FieldingRange = Literal["Pos", "Neu", "Neg"]
Arm = Literal["", "W", "A", "E"]
GRADES: Final[tuple[Grade, ...]] = ("A+", "A", "B", "M", "C", "D", "E", "G")
STARTER, RELIEVER, CLOSER = "S", "R", "C"
NEVER: Final = -1  # highest roll of an empty range


class Injury(NamedTuple):
    """PTIN1: The highest roll that injures the player, and his row of injury lengths."""

    top: int
    letter: str

    def __str__(self) -> str:
        return f"{self.top}{self.letter}"


class Grades(NamedTuple):
    """PTG2: The grade at first, and from the third time through the order."""

    first: Grade
    third_time: Grade

    def __str__(self) -> str:
        return self.first if self.first == self.third_time else f"{self.first}/{self.third_time}"


class Innings(NamedTuple):
    """PTP1: The innings limits as a starter and as a reliever."""

    starting: int
    relief: int

    def __str__(self) -> str:
        return str(self.starting) if self.starting == self.relief else f"{self.starting}/{self.relief}*"


class Wildness(NamedTuple):
    """PTK2: The highest rolls for a balk and a wild pitch, or NEVER for dashes."""

    balk: int
    wild_pitch: int

    def __str__(self) -> str:
        return "/".join("--" if top == NEVER else str(top) for top in self)


class SoBbRating(NamedTuple):
    """PTSB1: The outcome for these batter rolls, regardless of the batter's card."""

    kind: Literal["SO", "BB"]
    rolls: frozenset[int]
    written: str


@dataclass(frozen=True, slots=True)
class PitcherRatings:
    """A card's pitching ratings. `role` combines S, R and C. `starts` is informational."""

    role: str
    home: Grades
    away: Grades
    innings: Innings
    wildness: Wildness = Wildness(NEVER, NEVER)
    so_bb_rating: SoBbRating | None = None
    starts: int | None = None

    @property
    def starter(self) -> bool:
        return STARTER in self.role

    @property
    def reliever(self) -> bool:
        return RELIEVER in self.role or CLOSER in self.role


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card. `columns` are by pitching hand, and equal if the card isn't split."""

    name: str
    bats: Bats
    throws: Hand
    speed: Speed
    columns: Mapping[Hand, Column]
    split: bool = True
    steal: int = 0  # SBC
    steal_opportunity: Opportunity = "N"  # SBO
    bunt: int | None = None  # SHC; None if he never bunts
    injury: Injury | None = None
    fielding_range: FieldingRange = "Neu"  # RG
    error: int = 0  # EC
    positions: tuple[str, ...] = ()  # most played first
    arm: Arm = ""  # outfielders only
    throwing: int = 0  # AR of catchers; a strong arm is negative
    pitching: PitcherRatings | None = None
    also_hits: bool = False  # a two-way player, who bats and fields when he doesn't pitch

    @property
    def is_hitter(self) -> bool:
        return self.pitching is None or self.also_hits


def column_name(card: Card, throws: Hand) -> str:
    """PTM1: Return the name of the column against this hand. Pitchers have a single one."""
    return f"vs {throws}HP" if card.split and card.pitching is None else "single"
