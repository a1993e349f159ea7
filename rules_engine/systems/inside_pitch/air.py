"""Balls caught in the air: popups, lineouts that double off a runner, flyouts on which runners tag."""

from typing import Final

from rules_engine.baseball.bases import EMPTY, is_on, runners
from rules_engine.baseball.plays import OUT, Play, settled, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.moment import Moment
from rules_engine.systems.inside_pitch.ranges import inside
from rules_engine.systems.inside_pitch.throws import Ends, Man, run_on


def popup(moment: Moment, ball: Cell, rule: str = "IP3.4") -> Play:
    """IP3.4: the batter is out and nobody moves."""
    return caught(moment, ball, {}, rule)


def caught(moment: Moment, ball: Cell, ends: Ends, rule: str) -> Play:
    """The batter is out; runners who are not named hold. Runs in before a throw's out count."""
    to = stay(moment.occupied, OUT)
    for start, end in ends.items():
        to[start] = end
    made, runs_stand = (to[0], to[1], to[2], to[3]), ball.kind == "F" and moment.outs < 2
    return settled(_KINDS[ball.kind], made, moment.outs, rule, ball.position, ball.code, (), runs_stand)


_KINDS: Final = {"P": "popout", "L": "lineout", "F": "flyout", "G": "groundout"}


def lineout(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP9-a, IP9-b: a d6 may double off a runner, whatever the depth; on a hit and run the man on first is (IP11.2)."""
    if moment.occupied == EMPTY or moment.outs == 2:
        return caught(moment, ball, {}, "IP9-a")
    if moment.hit_and_run and book.charts.hit_and_run["lineout"] == "doubled_off":
        return caught(moment, ball, {1: OUT}, "IP11.2")
    base = doubled_off(book.charts, ball.place, runners(moment.occupied), table.roll("lineout", 6))
    return caught(moment, ball, {base: OUT} if base else {}, "IP9-a")


def doubled_off(charts: Charts, place: int, bases: tuple[int, ...], roll: int) -> int:
    """IP9-a: the occupied base in whose range the d6 falls, 0 for none."""
    return next((base for base in bases if inside(charts.lineout[base - 1].get(place), roll)), 0)


def flyout(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP10.1: caught; with fewer than two outs the men on second and third may tag up."""
    if moment.outs == 2 or not moment.occupied & 0b110:
        return caught(moment, ball, {}, "IP10.1")
    if is_on(moment.occupied, 3):
        return sacrifice_fly(table, book, moment, ball)
    return tag_from_second(table, book, moment, ball)


def tag_from_second(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP10.2: double six is an out at third; else the red die against BR, arm and the chart's number sends him on."""
    red, white = table.roll("tag_red", 6), table.roll("tag_white", 6)
    if (red, white) == (6, 6):
        return caught(moment, ball, {2: OUT}, "IP10.2")
    target = moment.br(2) + moment.glove(ball.place).arm + book.charts.tag_from_second[ball.place]
    return caught(moment, ball, {2: 3} if red <= target else {}, "IP10.2")


def sacrifice_fly(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP10.3-a, IP10.3-b: within SF he scores without a throw home; else he is the lead runner of a throw."""
    men = runners_tagging(moment, ball)
    if not deep_enough(moment.batter.sf, table.roll("sf", 6)):
        ends, _ = run_on(table, book.charts, men)
        return caught(moment, ball, ends, "IP10.3-b")
    ends, _ = run_on(table, book.charts, men[1:])
    return caught(moment, ball, {**ends, 3: 4}, "IP10.3-a")


def deep_enough(sf: int, roll: int) -> bool:
    """IP10.3-a: the man on third scores without a throw home."""
    return roll <= sf


def runners_tagging(moment: Moment, ball: Cell) -> list[Man]:
    """IP10.3-a, IP10.3-c: ABR is BR and arm alone; the batter is out and no trailing man."""
    arm = moment.glove(ball.place).arm
    return [Man(start, start, moment.br(start), moment.br(start) + arm) for start in runners(moment.occupied)]


def moved_up_flyout(moment: Moment, ball: Cell) -> Play:
    """IP4.5-c: a possible homerun caught on a range play: the men on second and third move up without a roll."""
    if moment.outs == 2:
        return caught(moment, ball, {}, "IP4.5-c")
    ends = {start: start + 1 for start in (2, 3) if is_on(moment.occupied, start)}
    return caught(moment, ball, ends, "IP4.5-c")
