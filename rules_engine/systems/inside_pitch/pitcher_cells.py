"""What the pitcher's card says: a result at once, or which card is read next and which check is then due."""

from typing import Final, NamedTuple

from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS, Matchup
from rules_engine.systems.inside_pitch.ranges import is_in_range


class Reading(NamedTuple):
    """`result` ends the plate appearance: S1, **, HBP, strikeout, walk or HR; else `next` is the card to read.

    `pending` is the check that its result will be put to: E, ET, EG or RANGE.
    """

    result: str = ""
    next: str = ""
    pending: str = ""


BATTER_CARD, BALLPARK_CARD, PITCHER_CARD = "batter_card", "ballpark_card", "pitcher_card"
READ_BATTER_CARD: Final = Reading(next=BATTER_CARD)
SINGLE: Final = Reading("S1")
LINE_OUT: Final = Reading("**")
HIT_BY_PITCH, STRIKEOUT, WALK, HOME_RUN = Reading("HBP"), Reading("strikeout"), Reading("walk"), Reading("HR")
_FIXED_READINGS: Final = {
    "": READ_BATTER_CARD,  # IP2.1
    "S1": SINGLE,  # IP2.2
    "**": LINE_OUT,  # IP2.4-a
    "@": Reading(next=BALLPARK_CARD),  # IP2.7
    "E?": Reading(next=BATTER_CARD, pending="E"),  # IP2.8
    "ET?": Reading(next=BATTER_CARD, pending="ET"),  # IP2.9
    "EG?": Reading(next=BATTER_CARD, pending="EG"),  # IP2.10
    "RP": Reading(next=BATTER_CARD, pending="RANGE"),  # IP2.17
    "RP@": Reading(next=BALLPARK_CARD, pending="RANGE"),  # IP2.18
}


def read_pitcher_cell(game_input: Table, code: str, matchup: Matchup, *, tired: bool) -> Reading:
    """IP2.1 to IP2.18: one cell of the pitcher's card; WLD is wild_pitches.py."""
    plain = _FIXED_READINGS.get(code)
    if plain is not None:
        return plain
    if code == "(S1)":
        return tired_single(tired=tired)
    if code == "(??)":
        return split_result(game_input, matchup)
    if code == "HBP":
        return possible_hit_by_pitch(game_input, matchup.hbp)
    if code in ("HR", "HR?"):
        return possible_home_run(game_input, matchup, has_question_mark=code == "HR?")
    if code == "K(W)":
        code = "W" if tired else "K"  # IP2.14
    plus = PLUS_BONUS if code.endswith("+") else 0
    if code[0] == "K":
        return possible_strikeout(game_input, matchup.k + plus)
    return possible_walk(game_input, matchup.w + plus)


def tired_single(*, tired: bool) -> Reading:
    """IP2.3: (S1) is a single off a tired pitcher, else a blank."""
    return SINGLE if tired else READ_BATTER_CARD


def split_result(game_input: Table, matchup: Matchup) -> Reading:
    """IP2.6-a: in the (??) range of the batter's side the labelled result; tired or not makes no difference."""
    if matchup.split is None or not is_in_range(matchup.split, game_input.roll("split", 20)):
        return READ_BATTER_CARD
    return SINGLE if matchup.split_gives == "S1" else LINE_OUT


def possible_hit_by_pitch(game_input: Table, rating: int) -> Reading:
    """IP2.11: the batter's and the pitcher's ratings together; below one nobody is ever hit."""
    return HIT_BY_PITCH if rating >= 1 and game_input.roll("hbp", 20) <= rating else READ_BATTER_CARD


def possible_strikeout(game_input: Table, rating: int) -> Reading:
    """IP2.12: the batter's K with the ballpark's; K+ is ten more."""
    return STRIKEOUT if game_input.roll("k", 20) <= rating else READ_BATTER_CARD


def possible_walk(game_input: Table, rating: int) -> Reading:
    """IP2.13: the batter's W with the ballpark's; W+ is ten more."""
    return WALK if game_input.roll("w", 20) <= rating else READ_BATTER_CARD


def possible_home_run(game_input: Table, matchup: Matchup, *, has_question_mark: bool) -> Reading:
    """IP2.15, IP2.16: HR? first asks the pitcher's own range, which no ballpark changes; then the batter's rating."""
    if has_question_mark and (
        matchup.hr_range is None or not is_in_range(matchup.hr_range, game_input.roll("hr_range", 20))
    ):
        return READ_BATTER_CARD
    return HOME_RUN if rolls_home_run(game_input, matchup.hr) else READ_BATTER_CARD


def rolls_home_run(game_input: Table, rating: int) -> bool:
    """IP2.15: a d20 against the batter's HR with the ballpark's."""
    return game_input.roll("hr", 20) <= rating


def automatic_out(game_input: Table, matchup: Matchup) -> Cell:
    """IP2.4-a: a d6 picks the entry of the ** line; no check can touch it."""
    return line_entry(matchup, game_input.roll("line", 6))


def line_entry(matchup: Matchup, number: int) -> Cell:
    """IP2.4-b: entry 1 to 6 of the pitcher's ** line; a man who is no pitcher has none, and it is a grounder to him."""
    return matchup.line[number - 1] if matchup.line else Cell("G", 1)
