"""What the pitcher's card says: a result at once, or which card is read next and which check is then due."""

from typing import Final, NamedTuple

from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.matchup import PLUS, Matchup
from rules_engine.systems.inside_pitch.ranges import inside


class Reading(NamedTuple):
    """`result` ends the plate appearance: S1, **, HBP, strikeout, walk or HR; else `next` is the card to read.

    `pending` is the check that its result will be put to: E, ET, EG or RANGE.
    """

    result: str = ""
    next: str = ""
    pending: str = ""


BATTER_CARD, BALLPARK_CARD, PITCHER_CARD = "batter_card", "ballpark_card", "pitcher_card"
TO_BATTER: Final = Reading(next=BATTER_CARD)
SINGLE: Final = Reading("S1")
OUT: Final = Reading("**")
HIT_BY_PITCH, STRIKEOUT, WALK, HOMERUN = Reading("HBP"), Reading("strikeout"), Reading("walk"), Reading("HR")
_PLAIN: Final = {
    "": TO_BATTER,  # IP2.1
    "S1": SINGLE,  # IP2.2
    "**": OUT,  # IP2.4-a
    "@": Reading(next=BALLPARK_CARD),  # IP2.7
    "E?": Reading(next=BATTER_CARD, pending="E"),  # IP2.8
    "ET?": Reading(next=BATTER_CARD, pending="ET"),  # IP2.9
    "EG?": Reading(next=BATTER_CARD, pending="EG"),  # IP2.10
    "RP": Reading(next=BATTER_CARD, pending="RANGE"),  # IP2.17
    "RP@": Reading(next=BALLPARK_CARD, pending="RANGE"),  # IP2.18
}


def read_pitcher_cell(table: Table, code: str, matchup: Matchup, *, tired: bool) -> Reading:
    """IP2.1 to IP2.18: one cell of the pitcher's card; WLD is wild_pitches.py."""
    plain = _PLAIN.get(code)
    if plain is not None:
        return plain
    if code == "(S1)":
        return tired_single(tired=tired)
    if code == "(??)":
        return split_result(table, matchup)
    if code == "HBP":
        return hit_by_pitch(table, matchup.hbp)
    if code in ("HR", "HR?"):
        return possible_homerun(table, matchup, asked=code == "HR?")
    if code == "K(W)":
        code = "W" if tired else "K"  # IP2.14
    plus = PLUS if code.endswith("+") else 0
    if code[0] == "K":
        return possible_strikeout(table, matchup.k + plus)
    return possible_walk(table, matchup.w + plus)


def tired_single(*, tired: bool) -> Reading:
    """IP2.3: (S1) is a single off a tired pitcher, else a blank."""
    return SINGLE if tired else TO_BATTER


def split_result(table: Table, matchup: Matchup) -> Reading:
    """IP2.6-a: in the (??) range of the batter's side the labelled result; tired or not makes no difference."""
    if matchup.split is None or not inside(matchup.split, table.roll("split", 20)):
        return TO_BATTER
    return SINGLE if matchup.split_gives == "S1" else OUT


def hit_by_pitch(table: Table, rating: int) -> Reading:
    """IP2.11: the batter's and the pitcher's ratings together; below one nobody is ever hit."""
    return HIT_BY_PITCH if rating >= 1 and table.roll("hbp", 20) <= rating else TO_BATTER


def possible_strikeout(table: Table, rating: int) -> Reading:
    """IP2.12: the batter's K with the ballpark's; K+ is ten more."""
    return STRIKEOUT if table.roll("k", 20) <= rating else TO_BATTER


def possible_walk(table: Table, rating: int) -> Reading:
    """IP2.13: the batter's W with the ballpark's; W+ is ten more."""
    return WALK if table.roll("w", 20) <= rating else TO_BATTER


def possible_homerun(table: Table, matchup: Matchup, *, asked: bool) -> Reading:
    """IP2.15, IP2.16: HR? first asks the pitcher's own range, which no ballpark changes; then the batter's rating."""
    if asked and (matchup.hr_range is None or not inside(matchup.hr_range, table.roll("hr_range", 20))):
        return TO_BATTER
    return HOMERUN if homerun_check(table, matchup.hr) else TO_BATTER


def homerun_check(table: Table, rating: int) -> bool:
    """IP2.15: a d20 against the batter's HR with the ballpark's."""
    return table.roll("hr", 20) <= rating


def automatic_out(table: Table, matchup: Matchup) -> Cell:
    """IP2.4-a: a d6 picks the entry of the ** line; no check can touch it."""
    return line_entry(matchup, table.roll("line", 6))


def line_entry(matchup: Matchup, number: int) -> Cell:
    """IP2.4-b: entry 1 to 6 of the pitcher's ** line; a man who is no pitcher has none, and it is a grounder to him."""
    return matchup.line[number - 1] if matchup.line else Cell("G", 1)
