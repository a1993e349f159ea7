"""A pitcher against a batter in a ballpark: the relevant card halves and summed ratings."""

from dataclasses import dataclass
from typing import Final

from rules_engine.systems.inside_pitch.cards import BatterCard, Park, PitcherCard
from rules_engine.systems.inside_pitch.cells import RARE, Cell, batting_side
from rules_engine.systems.inside_pitch.ranges import NO_HITS, Hits, Range

PLUS_BONUS: Final = 10  # K+ and W+
_FIELDERS: Final = {"[HR8]": (8, 8), "[HRp]": (9, 7), "[HRo]": (7, 9)}  # for left-side and right-side batters


@dataclass(frozen=True, slots=True)
class Matchup:
    """The cells, ranges and ratings for a plate appearance's rolls."""

    side: str = "R"  # the batter's side
    pitcher_cells: tuple[str, ...] = ("",) * 36
    batter_cells: tuple[Cell, ...] = (Cell("P", 3),) * 36
    park_cells: tuple[Cell, ...] = (RARE,) * 36  # with the [HRp] and [HRo] fields filled in
    line: tuple[Cell, ...] = ()
    k: int = 0
    w: int = 0
    hr: int = 0
    hbp: int = 0
    hr_range: Range = None
    split: Range = None
    split_gives: str = ""
    special_k: Range = None
    wp: Range = None
    pb: Range = None
    hits: Hits = NO_HITS
    park_hits: Hits = NO_HITS


def make_matchup(pitcher: PitcherCard, batter: BatterCard, park: Park) -> Matchup:
    """IP2.0, IP3.0: Choose the card halves by the batter's side and the pitcher's hand."""
    side = batting_side(batter.bats, pitcher.throws)
    left, against = int(side == "R"), int(pitcher.throws == "R")
    return Matchup(
        side=side,
        pitcher_cells=pitcher.cells[left],
        batter_cells=batter.cells[against],
        park_cells=tuple(park_cell(cell, side) for cell in park.cells),
        line=pitcher.line,
        k=batter.k[against] + park.k,
        w=batter.w[against] + park.w,
        hr=batter.hr[against] + park.hr,
        hbp=batter.hbp + pitcher.hbp,
        hr_range=pitcher.hr[left],
        split=pitcher.split[left],
        split_gives=pitcher.split_gives[left],
        special_k=pitcher.special_k[left],
        wp=pitcher.wp,
        pb=pitcher.pb,
        hits=batter.hits[against],
        park_hits=park.hits[left],
    )


def park_cell(cell: Cell, side: str) -> Cell:
    """IP4.5-a: Return the field for a possible home run. Right-side batters pull to left."""
    fields = _FIELDERS.get(cell.kind)
    return cell if fields is None else Cell("[HR]", fields[side == "R"])
