"""A plate appearance from the pitcher's card to the ball in play (IP1-a to IP1-d)."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rules_engine.baseball.bases import forced
from rules_engine.baseball.plays import OUT, Play, Resolved, settled, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.air import caught, moved_up_flyout
from rules_engine.systems.inside_pitch.balls import play_ball
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import HITS, HOMERUN, RARE, STRIKEOUT, WALK, Cell
from rules_engine.systems.inside_pitch.errors import checked_for_error, is_infield_fly
from rules_engine.systems.inside_pitch.hits import homerun, single_through
from rules_engine.systems.inside_pitch.matchup import Matchup
from rules_engine.systems.inside_pitch.moment import Moment
from rules_engine.systems.inside_pitch.pitcher_cells import (
    BALLPARK_CARD,
    TO_BATTER,
    Reading,
    automatic_out,
    homerun_check,
    line_entry,
    read_pitcher_cell,
)
from rules_engine.systems.inside_pitch.range_plays import FOUL, failed_homerun, range_play
from rules_engine.systems.inside_pitch.ranges import inside
from rules_engine.systems.inside_pitch.rare_plays import rare_play
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch

MOST_ROLLS: Final = 20  # loops that the text leaves open end after so many rolls of the pitcher's card
RANGE: Final = "RANGE"  # the check that is pending after a range play's cell
PAST_THE_PITCHER: Final = Cell("S", 1)


class Batted(NamedTuple):
    """What the second card comes to. `wall`: a cell [HR8], [HRo] or [HRp] that fell short, for IP4.5-c."""

    cell: Cell
    wall: bool = False


def at_bat(table: Table, book: Book, moment: Moment) -> Resolved:
    """IP1-a, IP2.5-e: the pitcher's card is rolled until something comes of it.

    Fouls have no end in the text: after MOST_ROLLS of them the batter's own card decides.
    """
    for _ in range(MOST_ROLLS):
        code = moment.matchup.pitcher_cells[roll_cell(table, "red", "white")]
        if code == "WLD":
            play = wild_pitch(table, book, moment)
            resolved = Resolved(play) if play is not None else None
        else:
            reading = read_pitcher_cell(table, code, moment.matchup, tired=moment.tired)
            resolved = after_pitcher(table, book, moment, reading)
        if resolved is not None:
            return resolved
    return after_pitcher(table, book, moment, TO_BATTER) or Resolved(caught(moment, Cell("P", 2), {}, "IP2.5-e"))


def roll_cell(table: Table, red: str, white: str) -> int:
    """IP1-a, IP1-c: two dice, the column and the row, as the place of the cell on the card."""
    return 6 * table.roll(red, 6) + table.roll(white, 6) - 7


def after_pitcher(table: Table, book: Book, moment: Moment, reading: Reading) -> Resolved | None:
    """IP1-c, IP1-d: a result stands; else the second card is read and played. None: the batter goes on."""
    if reading.result:
        return Resolved(PLAYS[reading.result](table, book, moment))
    matchup = moment.matchup
    if reading.next == BALLPARK_CARD:
        cell = matchup.park_cells[roll_cell(table, "park_red", "park_white")]
    else:
        cell = matchup.batter_cells[roll_cell(table, "card_red", "card_white")]
    return read_cell(table, book, moment, cell, reading)


def read_cell(table: Table, book: Book, moment: Moment, cell: Cell, reading: Reading) -> Resolved | None:
    """IP1-d: a cell of the second card: its check, then Special K, then a range or error check, then the runners."""
    if cell == RARE:
        return rare_play(table, book, moment)
    batted = batted_ball(table, moment.matchup, cell, at_park=reading.next == BALLPARK_CARD)
    if special_k(table, moment.matchup, reading.pending, batted.cell):
        return Resolved(strikeout(moment, "IP2.19-a"))
    play = batted_play(table, book, moment, batted, reading.pending)
    return Resolved(play) if play is not None else None


def batted_play(table: Table, book: Book, moment: Moment, batted: Batted, pending: str) -> Play | None:
    """IP1-d, IP3.5: what stands by itself; else the check that is pending, or the ball as it is. None is a foul."""
    if batted.cell in _FINAL:
        return _final(moment, batted.cell)
    if pending == RANGE:
        return ranged(table, book, moment, batted)
    if pending:
        return checked_for_error(table, book, moment, batted.cell, pending)
    return play_ball(table, book, moment, batted.cell)


_FINAL: Final = frozenset((HOMERUN, WALK, STRIKEOUT))


def _final(moment: Moment, cell: Cell) -> Play:
    """IP3.2-c, IP3.3-a, IP3.5: results that stand whatever check is pending."""
    if cell == HOMERUN:
        return homerun(moment, "IP3.3-a")
    return first_base(moment, "walk", "IP3.5") if cell == WALK else strikeout(moment, "IP3.5")


def batted_ball(table: Table, matchup: Matchup, cell: Cell, *, at_park: bool) -> Batted:
    """IP3.1, IP3.2-a, IP4.3, IP4.4-a, IP4.5-b: the type of the ball, before any check of the field."""
    if cell.kind == "**":
        return Batted(line_entry(matchup, cell.place))
    if cell.kind == "?":
        return possible_hit(table, matchup, cell.place, at_park=at_park)
    if cell.kind == "[HR]":
        made = homerun_check(table, matchup.hr)
        return Batted(HOMERUN) if made else Batted(Cell("F", cell.place), wall=True)
    return Batted(cell)


def possible_hit(table: Table, matchup: Matchup, place: int, *, at_park: bool) -> Batted:
    """IP3.2-a, IP3.2-c, IP4.4-a, IP4.4-b: the d20 in the H? ranges; a ballpark's [HR] asks the batter's rating."""
    kind = (matchup.park_hits if at_park else matchup.hits)[table.roll("hit", 20) - 1]
    if kind == "HR" or (kind == "[HR]" and homerun_check(table, matchup.hr)):
        return Batted(HOMERUN)
    return Batted(Cell("F" if kind == "[HR]" else kind, place))


def special_k(table: Table, matchup: Matchup, pending: str, ball: Cell) -> bool:
    """IP2.19-a, IP2.19-b, IP2.19-d, IP2.19-e: a non-hit becomes a strikeout in the range; not with a check pending."""
    if matchup.special_k is None or pending or ball.kind in HITS or ball in _FINAL:
        return False
    return inside(matchup.special_k, table.roll("special_k", 20))


def ranged(table: Table, book: Book, moment: Moment, batted: Batted) -> Play | None:
    """IP4.5-c, IP4.6-d, IP6-a: the range check, and the ball that it leaves."""
    ball = batted.cell
    if batted.wall:
        if table.roll("range", 6) <= moment.glove(ball.place).range:
            return moved_up_flyout(moment, ball)
        return play_ball(table, book, moment, failed_homerun(ball))
    if not has_range_play(book, moment, batted):
        return play_ball(table, book, moment, ball)
    ball = range_play(table, book, moment, ball)
    return None if ball == FOUL else play_ball(table, book, moment, ball)


def has_range_play(book: Book, moment: Moment, batted: Batted) -> bool:
    """IP4.5-c, IP6-a: not a ball off the wall, which has a check of its own, nor where it is played an infield fly."""
    if batted.wall or batted.cell in _FINAL:
        return False
    return not (book.edition.infield_fly and batted.cell.kind == "P" and is_infield_fly(moment))


def strikeout(moment: Moment, rule: str = "IP2.12") -> Play:
    """IP2.12: the batter is out and nobody moves."""
    _, first, second, third = stay(moment.occupied)
    return settled("strikeout", (OUT, first, second, third), moment.outs, rule)


def first_base(moment: Moment, kind: str, rule: str, code: str = "") -> Play:
    """IP2.11, IP2.13: the batter to first, and those whom he forces one base on."""
    to = stay(moment.occupied, 1)
    for base in forced(moment.occupied):
        to[base] = base + 1
    return settled(kind, (to[0], to[1], to[2], to[3]), moment.outs, rule, "", code)


def _automatic_out(table: Table, book: Book, moment: Moment) -> Play:
    """IP2.4-a, IP2.19-c."""
    return play_ball(table, book, moment, automatic_out(table, moment.matchup))


PLAYS: Final[Mapping[str, Callable[[Table, Book, Moment], Play]]] = {
    "S1": lambda table, book, moment: single_through(book, moment, PAST_THE_PITCHER),
    "**": _automatic_out,
    "HBP": lambda table, book, moment: first_base(moment, "hit_by_pitch", "IP2.11"),
    "strikeout": lambda table, book, moment: strikeout(moment),
    "walk": lambda table, book, moment: first_base(moment, "walk", "IP2.13"),
    "HR": lambda table, book, moment: homerun(moment, "IP2.15"),
}
