"""The pitcher's card: an immediate result, or the next card and a pending check (2)."""

from typing import Final, NamedTuple

from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.matchup import PLUS_BONUS, Matchup
from rules_engine.systems.inside_pitch.ranges import is_in_range


class Reading(NamedTuple):
    """An immediate result, or the card to read next.

    Results are S1, **, HBP, strikeout, walk and HR. `pending` is the check that follows the
    next card: E, ET, EG or RANGE.
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


def read_pitcher_cell(game_input: GameInput, code: str, matchup: Matchup, *, tired: bool) -> Reading:
    """IP2.1 to IP2.18: Read a cell on the pitcher's card, except WLD."""
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
    """IP2.3: Return a single for (S1) off a tired pitcher, otherwise a blank."""
    return SINGLE if tired else READ_BATTER_CARD


def split_result(game_input: GameInput, matchup: Matchup) -> Reading:
    """IP2.6-a: Roll the (??) range for the batter's side, tired or not."""
    if matchup.split is None or not is_in_range(matchup.split, game_input.roll("split", 20)):
        return READ_BATTER_CARD
    return SINGLE if matchup.split_gives == "S1" else LINE_OUT


def possible_hit_by_pitch(game_input: GameInput, rating: int) -> Reading:
    """IP2.11: Roll against both HBP ratings. With a sum below 1, no one is hit."""
    return HIT_BY_PITCH if rating >= 1 and game_input.roll("hbp", 20) <= rating else READ_BATTER_CARD


def possible_strikeout(game_input: GameInput, rating: int) -> Reading:
    """IP2.12: Roll against the batter's and ballpark's K ratings. K+ adds ten."""
    return STRIKEOUT if game_input.roll("k", 20) <= rating else READ_BATTER_CARD


def possible_walk(game_input: GameInput, rating: int) -> Reading:
    """IP2.13: Roll against the batter's and ballpark's W ratings. W+ adds ten."""
    return WALK if game_input.roll("w", 20) <= rating else READ_BATTER_CARD


def possible_home_run(game_input: GameInput, matchup: Matchup, *, has_question_mark: bool) -> Reading:
    """IP2.15, IP2.16: Roll the batter's HR rating.

    HR? first rolls the pitcher's range, which no ballpark changes.
    """
    if has_question_mark and (
        matchup.hr_range is None or not is_in_range(matchup.hr_range, game_input.roll("hr_range", 20))
    ):
        return READ_BATTER_CARD
    return HOME_RUN if rolls_home_run(game_input, matchup.hr) else READ_BATTER_CARD


def rolls_home_run(game_input: GameInput, rating: int) -> bool:
    """IP2.15: Roll a d20 against the batter's and ballpark's HR ratings."""
    return game_input.roll("hr", 20) <= rating


def automatic_out(game_input: GameInput, matchup: Matchup) -> Cell:
    """IP2.4-a: Roll a d6 for an entry on the ** line, to which no check applies."""
    return line_entry(matchup, game_input.roll("line", 6))


def line_entry(matchup: Matchup, number: int) -> Cell:
    """IP2.4-b: Return entry 1 to 6 on the ** line.

    Position players have no line, so the ball is a grounder to the pitcher.
    """
    return matchup.line[number - 1] if matchup.line else Cell("G", 1)
