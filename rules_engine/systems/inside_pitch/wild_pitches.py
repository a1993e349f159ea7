"""WLD: a wild pitch, a passed ball, or a foul ball; the batter stays at the plate whatever it is."""

from typing import Final

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.plays import Play, advance, settled
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.moment import Moment
from rules_engine.systems.inside_pitch.ranges import Range, inside

FOUL, BLOCKED, WILD_PITCH, PASSED_BALL = "foul", "blocked", "wild_pitch", "passed_ball"
_RULES: Final = {WILD_PITCH: "IP2.5-b", PASSED_BALL: "IP2.5-c"}


def got_away(table: Table, wp: Range, pb: Range, passed_ball: int, *, runners_on: bool) -> str:
    """IP2.5-a to IP2.5-d: foul with nobody on; else the d20 in the WP range, the PB? range (then the catcher), or
    neither."""
    if not runners_on:
        return FOUL
    roll = table.roll("wild", 20)
    if inside(wp, roll):
        return WILD_PITCH
    if not inside(pb, roll):
        return FOUL
    return BLOCKED if table.roll("passed_ball", 6) <= passed_ball else PASSED_BALL


def wild_pitch(table: Table, book: Book, moment: Moment) -> Play | None:
    """IP2.5-b, IP2.5-c, IP2.5-e: every runner moves up one base; None where the pitcher throws again at once."""
    matchup, state = moment.matchup, moment.occupied
    event = got_away(table, matchup.wp, matchup.pb, moment.glove(2).passed_ball, runners_on=state != EMPTY)
    if event not in _RULES:
        return None
    batter, first, second, third = advance(state, 1)
    return settled(event, (batter, first, second, third), 0, _RULES[event])
