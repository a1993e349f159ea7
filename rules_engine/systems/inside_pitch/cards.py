"""The game's three kinds of cards: a pitcher's, a batter's and a ballpark's."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.ranges import NO_HITS, Hits, Range

Att = int | Literal["N", "H"]  # N never runs, H only on a hit-and-run
NEVER: Final = "N"
ONLY_HIT_AND_RUN: Final = "H"


class Glove(NamedTuple):
    """A player's ratings at one position. Range is a d6 target, error a d20 target."""

    position: str
    range: int
    error: int
    pivot: int = 0
    arm: int = 0
    passed_ball: int = 0


class Work(NamedTuple):
    """12.1, 12.2: The batters faced at which he is tired, and the rating above which he should be pulled."""

    batters: int
    pull: int


@dataclass(frozen=True, slots=True)
class BatterCard:
    """A batter's card. Pairs are against left-handed pitchers, then right-handed ones. Pitchers bat from one too."""

    name: str
    bats: str
    cells: tuple[tuple[Cell, ...], tuple[Cell, ...]]
    k: tuple[int, int]
    w: tuple[int, int]
    hr: tuple[int, int]
    hits: tuple[Hits, Hits] = (NO_HITS, NO_HITS)
    hbp: int = 0
    br: int = 1
    gdp: int = 0
    sf: int = 0
    att: Att = NEVER
    sb: int = 0
    bnt: int = 0
    inj: int = 0
    fielding: tuple[Glove, ...] = ()

    def glove(self, position: str) -> Glove | None:
        return next((glove for glove in self.fielding if glove.position == position), None)


@dataclass(frozen=True, slots=True)
class PitcherCard:
    """A pitcher's card. Pairs are against left-side batters, then right-side ones.

    If a two-way player `also_hits`, `batting` is a hitter's card with his fielding positions.
    """

    name: str
    throws: str
    cells: tuple[tuple[str, ...], tuple[str, ...]]
    line: tuple[Cell, ...]  # the ** line, entries 1 to 6
    batting: BatterCard
    wp: Range = None
    pb: Range = None
    split: tuple[Range, Range] = (None, None)
    split_gives: tuple[str, str] = ("", "")  # "**" or "S1"
    hbp: int = 0
    hr: tuple[Range, Range] = (None, None)
    special_k: tuple[Range, Range] = (None, None)
    gdp: int = 0
    hold: int = 0
    sb: int = 0
    balk: Range = None
    pickoff: Range = None
    pickoff_error: Range = None
    start: Work | None = None
    relief: Work | None = None
    fielding: Glove = Glove("p", 2, 1)
    also_hits: bool = False

    @property
    def bats(self) -> str:
        return self.batting.bats


@dataclass(frozen=True, slots=True)
class Park:
    """A ballpark's card. Pairs of hits are for left-side batters, then right-side ones."""

    name: str
    cells: tuple[Cell, ...]
    k: int = 0
    w: int = 0
    hr: int = 0
    hits: tuple[Hits, Hits] = (NO_HITS, NO_HITS)


Card = BatterCard | PitcherCard
UNLISTED: Final = Glove("", 1, 10, -2, -2, 1)  # our own rating for a player at a position that isn't on his card


def batting_card(card: Card) -> BatterCard:
    """Return a player's batting and running ratings."""
    return card.batting if isinstance(card, PitcherCard) else card


def hitters_card(card: Card) -> BatterCard | None:
    """Return the card that a player bats and fields with, or None for a pitcher without a hitter's card."""
    if isinstance(card, PitcherCard):
        return card.batting if card.also_hits else None
    return card


def glove_at(card: Card, position: str) -> Glove:
    """Return a player's ratings at a position, or the worst ones if it isn't on his card."""
    if isinstance(card, PitcherCard) and position == "p":
        return card.fielding
    hitter = hitters_card(card)
    return (hitter and hitter.glove(position)) or UNLISTED._replace(position=position)
