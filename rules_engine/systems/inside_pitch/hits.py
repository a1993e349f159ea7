"""Hits: how far batter and runners go on singles through the infield and on hits to the outfield."""

from typing import Final

from rules_engine.baseball.bases import BATTER, HOME, is_on, runners
from rules_engine.baseball.plays import OUT, Charge, Play, advance, settled
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.moment import Moment
from rules_engine.systems.inside_pitch.throws import NO_THROW, Ends, Man, run_on

KINDS: Final = {"S": "single", "S+": "single", "D": "double", "T": "triple"}
BASES: Final = {"S": 1, "S+": 1, "D": 2, "T": 3}


def hit(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP7.0: a hit of any kind, without an error."""
    if ball.kind == "S+":
        return stretched(table, book, moment, ball)
    if ball.place < 7:
        return single_through(book, moment, ball)
    if ball.kind == "T":
        return hit_play(moment, ball, {BATTER: 3}, "IP7.2-a", least=3)
    ends, _ = run_on(table, book.charts, runners_on_hit(book.charts, moment, ball))
    return hit_play(moment, ball, ends, "IP7.2-f", least=BASES[ball.kind])


def single_through(book: Book, moment: Moment, ball: Cell) -> Play:
    """IP7.1-a: through the infield the batter stays on first."""
    ratings = {start: moment.br(start) for start in runners(moment.occupied)}
    if moment.hit_and_run:
        ratings[1] = NO_THROW  # IP11.2: he was running
    ends = infield_single(book.charts, ball.place, ratings, moment.outs)
    return hit_play(moment, ball, {**ends, BATTER: 1}, "IP7.1-a", least=1)


def infield_single(charts: Charts, place: int, ratings: dict[int, int], outs: int) -> Ends:
    """IP7.1-a to IP7.1-c: one base, and one more for him whose BR (one higher with two outs) is in the chart's range.

    IP7.1-b: nobody goes to a third base that is still held.
    """
    from_first, from_second = charts.infield_single[place]
    ends = {3: HOME} if 3 in ratings else {}
    if 2 in ratings:
        ends[2] = HOME if _in_range(ratings[2], from_second, outs) else 3
    if 1 in ratings:
        free = ends.get(2, HOME) == HOME
        ends[1] = 3 if free and _in_range(ratings[1], from_first, outs) else 2
    return ends


def _in_range(br: int, least: int, outs: int) -> bool:
    return 0 < least <= br + (outs == 2)


def runners_on_hit(charts: Charts, moment: Moment, ball: Cell) -> list[Man]:
    """IP7.2-b: those who may try for one more base, the lead runner first, the batter last.

    Who scores anyway is left out: from third on a single, from second and third on a double.
    """
    bases, added = BASES[ball.kind], charts.outfield_hit[ball.code]
    arm = moment.glove(ball.place).arm
    men = [
        Man(start, start + bases, moment.br(start), adjusted_br(moment.br(start), added[start - 1], arm, moment.outs))
        for start in runners(moment.occupied)
        if start + bases < HOME
    ]
    if moment.hit_and_run and bases == 1:
        men[-1] = men[-1]._replace(abr=NO_THROW)  # IP11.2: the man from first was running
    return [*men, Man(BATTER, bases, moment.br(BATTER), 0)]


def adjusted_br(br: int, chart: int, arm: int, outs: int) -> int:
    """IP7.2-c: BR, the chart, the outfielder's arm, and one with two outs."""
    return br + chart + arm + (outs == 2)


def hit_play(moment: Moment, ball: Cell, ends: Ends, rule: str, *, least: int, errors: tuple[Charge, ...] = ()) -> Play:
    """The play of a hit: who is not named goes the `least` bases of the hit. Runs in before a throw's out count."""
    to = advance(moment.occupied, least, least)
    for start, end in ends.items():
        if start == BATTER or is_on(moment.occupied, start):
            to[start] = end
    made = (to[0], to[1], to[2], to[3])
    return settled(KINDS[ball.kind], made, moment.outs, rule, ball.position, ball.code, errors, True)


def stretched(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP4.6-a to IP4.6-c: the batter may stretch the single; all others advance two bases whatever becomes of him."""
    batter = stretch(table, moment.batter.br, moment.glove(ball.place).arm)
    kind, to = ("double", 2) if batter == "D" else ("single", 1 if batter == "S" else OUT)
    _, first, second, third = advance(moment.occupied, 2)
    made = (to, first, second, third)
    return settled(kind, made, moment.outs, "IP4.6-a", ball.position, ball.code, (), True)


def stretch(table: Table, br: int, arm: int) -> str:
    """IP4.6-a: a d6 of no more than BR and arm is a double (D), a 6 above it an out at second, anything else S."""
    roll = table.roll("stretch", 6)
    if roll <= stretch_target(br, arm):
        return "D"
    return "out_at_2nd" if roll == 6 else "S"


def stretch_target(br: int, arm: int) -> int:
    """IP4.6-a: the batter's BR and the arm of the outfielder."""
    return br + arm


def homerun(moment: Moment, rule: str, fielder: str = "") -> Play:
    """IP3.3-a: everybody scores."""
    _, first, second, third = advance(moment.occupied, HOME)
    return settled("homerun", (HOME, first, second, third), moment.outs, rule, fielder)
