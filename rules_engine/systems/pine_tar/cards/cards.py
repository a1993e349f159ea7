"""Cards of position players and pitchers: what a rule may read on them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules_engine.systems.pine_tar.cards.columns import Column

Bats = Literal["R", "L", "S"]
Hand = Literal["R", "L"]
Speed = Literal["S", "M", "F"]
Grade = Literal["A+", "A", "B", "M", "C", "D", "E", "G"]
Opportunity = Literal["AA", "A", "B", "C", "D", "E", "N"]
Reach = Literal["Pos", "Neu", "Neg"]
Arm = Literal["", "W", "A", "E"]
GRADES: Final[tuple[Grade, ...]] = ("A+", "A", "B", "M", "C", "D", "E", "G")
STARTER, RELIEVER, CLOSER = "S", "R", "C"
NEVER: Final = -1  # the top of a range that holds no roll


class Injury(NamedTuple):
    """PTIN1: the highest roll that hurts him, and the row of the lengths."""

    top: int
    letter: str

    def __str__(self) -> str:
        return f"{self.top}{self.letter}"


class Grades(NamedTuple):
    """PTG2: the grade, and the one from the third time through the order on; the same where the card names one."""

    first: Grade
    third_time: Grade

    def __str__(self) -> str:
        return self.first if self.first == self.third_time else f"{self.first}/{self.third_time}"


class Innings(NamedTuple):
    """PTP1: the most innings of one game when he starts, and when he relieves."""

    starting: int
    relief: int

    def __str__(self) -> str:
        return str(self.starting) if self.starting == self.relief else f"{self.starting}/{self.relief}*"


class Wildness(NamedTuple):
    """PTK2: balks reach from 0 to `balk`, wild pitches from there to `wild_pitch`; NEVER where the card has dashes."""

    balk: int
    wild_pitch: int

    def __str__(self) -> str:
        return "/".join("--" if top == NEVER else str(top) for top in self)


class Corrected(NamedTuple):
    """PTSB1: the outcome that these batter rolls come to, whatever stands on the batter's card."""

    kind: Literal["SO", "BB"]
    rolls: frozenset[int]
    written: str


@dataclass(frozen=True, slots=True)
class PitchersHalf:
    """The pitcher's half of his card. `role` is S, R or C, or two of them; `starts` is for information only."""

    role: str
    home: Grades
    away: Grades
    innings: Innings
    wildness: Wildness = Wildness(NEVER, NEVER)
    corrected: Corrected | None = None
    starts: int | None = None

    @property
    def starter(self) -> bool:
        return STARTER in self.role

    @property
    def reliever(self) -> bool:
        return RELIEVER in self.role or CLOSER in self.role


@dataclass(frozen=True, slots=True)
class Card:
    """One man. `columns` are by the hand of the pitcher; a card that is not split has the same column twice."""

    name: str
    bats: Bats
    throws: Hand
    speed: Speed
    columns: Mapping[Hand, Column]
    split: bool = True
    steal: int = 0  # SBC
    opportunity: Opportunity = "N"  # SBO
    bunt: int | None = None  # SHC; None never bunts
    injury: Injury | None = None
    reach: Reach = "Neu"  # RG
    error: int = 0  # EC
    positions: tuple[str, ...] = ()  # the one he played most first
    arm: Arm = ""  # of an outfielder
    throwing: int = 0  # AR of a catcher; below 0 is a strong arm
    pitching: PitchersHalf | None = None


def column_name(card: Card, throws: Hand) -> str:
    """PTM1: the column that he bats from against a pitcher of this hand; pitchers have a single one."""
    return f"vs {throws}HP" if card.split and card.pitching is None else "single"
