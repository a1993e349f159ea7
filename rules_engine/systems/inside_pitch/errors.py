"""Errors: the chart that a pending check looks into, and the notes by which batter and runners move."""

from collections.abc import Callable, Mapping
from typing import Final

from rules_engine.baseball.bases import BATTER, EMPTY, HOME, is_on, runners
from rules_engine.baseball.plays import OUT, Charge, Play, advance, settled
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.air import caught
from rules_engine.systems.inside_pitch.balls import play_ball
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.grounders import double_play_possible, pivot_position
from rules_engine.systems.inside_pitch.hits import BASES, hit_play, runners_on_hit
from rules_engine.systems.inside_pitch.moment import Moment
from rules_engine.systems.inside_pitch.throws import ANYWHERE, Ends, run_on

FIRST_AND_SECOND: Final = 0b011
_CLOSEST: Final[Mapping[int, tuple[int, ...]]] = {  # note 7: the bases by how near they are to the fielder
    1: (1, 2, 3),
    3: (1, 2, 3),
    4: (2, 1, 3),
    5: (3, 2, 1),
    6: (2, 1, 3),
}


def checked_for_error(table: Table, book: Book, moment: Moment, ball: Cell, pending: str) -> Play | None:
    """IP5.0-a: a ball with a check pending: by its note on the chart, or played as usual where the chart is blank.

    None is a foul ball: the batter goes on.
    """
    note = error_note(book.charts, moment, ball, pending)
    return _NOTES[note](table, book, moment, ball) if note else play_ball(table, book, moment, ball)


def error_note(charts: Charts, moment: Moment, ball: Cell, pending: str) -> str:
    """IP5.0-a, IP5.2: the note by which this ball may be an error, "" where none is possible.

    A lineout (note 7) needs a runner and fewer than two outs.
    """
    kind = "S" if ball.kind == "S+" else ball.kind
    note = charts.error_notes[pending].get(kind + str(ball.place), "")
    return "" if note == "7" and (moment.occupied == EMPTY or moment.outs == 2) else note


def erred(table: Table, moment: Moment, place: int, die: str = "error") -> bool:
    """IP5.0-a: a d20 of no more than the fielder's error rating."""
    return table.roll(die, 20) <= moment.glove(place).error


def booted(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.1 #1: the batter is safe on first, every other runner moves up one base."""
    if not erred(table, moment, ball.place):
        return play_ball(table, book, moment, ball)
    return error_play(moment, ball, advance(moment.occupied, 1, 1), "IP5.1 #1")


def dropped_popup(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.1 #2: one base, with two outs two; an infield fly is an out and not checked."""
    if is_infield_fly(moment):
        return caught(moment, ball, {}, "IP5.1 #2")
    if not erred(table, moment, ball.place):
        return play_ball(table, book, moment, ball)
    bases = 2 if moment.outs == 2 else 1
    return error_play(moment, ball, advance(moment.occupied, bases, bases), "IP5.1 #2")


def is_infield_fly(moment: Moment) -> bool:
    """IP5.1 #2: a fair popup with fewer than two outs and a force at third."""
    return moment.outs < 2 and moment.occupied & FIRST_AND_SECOND == FIRST_AND_SECOND


def dropped_foul(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.1 #2: the catcher's popup, dropped, is a foul ball, and the batter goes on."""
    return None if erred(table, moment, ball.place) else play_ball(table, book, moment, ball)


def dropped_fly(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.1 #3: an error only on an odd number within the rating. All move up one base, then those whose ABR is no
    less than a d6 one more; with two outs everybody goes two."""
    if not drops_fly(table, moment, ball.place):
        return play_ball(table, book, moment, ball)
    to = advance(moment.occupied, 1, 1)
    if moment.outs == 2:
        return error_play(moment, ball, advance(moment.occupied, 2, 2), "IP5.1 #3")
    _another_base(to, moment, with_arm(moment, ball), table.roll("br", 6))
    return error_play(moment, ball, to, "IP5.1 #3")


def drops_fly(table: Table, moment: Moment, place: int) -> bool:
    """IP5.1 #3: within his error rating, and odd."""
    roll = table.roll("error", 20)
    return roll <= moment.glove(place).error and roll % 2 == 1


def thrown_away_single(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.1 #4: an error is second base for the batter and two bases for the others; else an infield hit, one base."""
    if not erred(table, moment, ball.place):
        return hit_play(moment, ball, {}, "IP5.1 #4", least=1)
    ends: Ends = {start: min(start + 2, HOME) for start in (BATTER, 1, 2, 3)}
    return hit_play(moment, ball, ends, "IP5.1 #4", least=1, errors=(Charge(ball.position),))


def hit_and_error(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.1 #5: the hit and one base for all, then one more for those whose ABR is no less than a d6."""
    if not erred(table, moment, ball.place):
        return play_ball(table, book, moment, ball)
    return misplayed_hit(table, moment, ball)


def misplayed_hit(table: Table, moment: Moment, ball: Cell) -> Play:
    """IP5.1 #5, once the outfielder has erred."""
    bases = BASES[ball.kind]
    to = advance(moment.occupied, bases + 1, bases + 1)
    more = _another_base(to, moment, with_arm(moment, ball), table.roll("br", 6)) if _on_base(to) else False
    ends = {start: to[start] for start in (BATTER, *runners(moment.occupied))}
    return hit_play(moment, ball, ends, "IP5.1 #5", least=bases, errors=(Charge(ball.position, 1 + more),))


def wild_throw(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.2 #6: the fielder, and where a double play is possible the pivot man, may throw the ball away.

    Who takes the throw may keep it to one base with a d6 in his range; else each man whose BR is no less than another
    d6 takes one more, if the base ahead is open.
    """
    thrower, receiver = _bad_throw(table, book, moment, ball)
    if not thrower:
        return play_ball(table, book, moment, ball)
    to = advance(moment.occupied, 1, 1)
    more = False
    if table.roll("receiver", 6) > moment.glove(receiver).range:
        more = _another_base(to, moment, moment.br, table.roll("extra", 6))
    return error_play(moment, ball, to, "IP5.2 #6", thrower, 1 + more)


def _bad_throw(table: Table, book: Book, moment: Moment, ball: Cell) -> tuple[int, int]:
    """Who threw it away and to whom; (0, 0) for nobody. On a grounder to the first baseman the pitcher covers first."""
    first = 1 if ball.place == 3 else 3
    pivot = pivot_position(book.charts, ball.place, moment.matchup.side)
    doubling = double_play_possible(book.charts, moment, ball.place)
    if erred(table, moment, ball.place):
        return ball.place, pivot if doubling else first
    if doubling and erred(table, moment, pivot, "pivot_error"):
        return pivot, first
    return 0, 0


def wild_throw_after_catch(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.2 #7: it is caught; with an error all runners move up one base, without one the closest is doubled off."""
    if erred(table, moment, ball.place):
        ends = {start: start + 1 for start in runners(moment.occupied)}
        play = caught(moment, ball, ends, "IP5.2 #7")
        return Play(play.kind, play.to, play.rule, play.fielder, play.code, (Charge(ball.position),))
    return caught(moment, ball, {closest_runner(ball.place, moment.occupied): OUT}, "IP5.2 #7")


def closest_runner(place: int, occupied: int) -> int:
    """IP5.2 #7: the occupied base nearest to where the ball was hit."""
    return next(base for base in _CLOSEST[place] if is_on(occupied, base))


def wild_throw_from_outfield(table: Table, book: Book, moment: Moment, ball: Cell) -> Play | None:
    """IP5.2 #8: only where a throw is rolled for: with an error nobody is put out, and all go one base further."""
    if ball.kind in ("T", "S+", "F"):
        return play_ball(table, book, moment, ball)
    men = runners_on_hit(book.charts, moment, ball)
    ends, rolled = run_on(table, book.charts, men)
    if not rolled or not erred(table, moment, ball.place):
        return hit_play(moment, ball, ends, "IP7.2-f", least=BASES[ball.kind])
    bases = {man.start: man.base for man in men}
    ends = {start: min((bases[start] + 1 if to == OUT else to) + 1, HOME) for start, to in ends.items()}
    return hit_play(moment, ball, ends, "IP5.2 #8", least=BASES[ball.kind], errors=(Charge(ball.position),))


def with_arm(moment: Moment, ball: Cell) -> Callable[[int], int]:
    """IP5.1 #3, IP5.1 #5: BR and the outfielder's arm, and one with two outs; the base tried for does not matter."""
    added = moment.glove(ball.place).arm + (moment.outs == 2)
    return lambda start: moment.br(start) + added


def _on_base(to: list[int]) -> bool:
    return any(0 < base < HOME for base in to)


def _another_base(to: list[int], moment: Moment, rating: Callable[[int], int], roll: int) -> bool:
    """From the lead runner back to the batter, a base where the d6 is no more than the rating and it is free."""
    moved, ahead = False, ANYWHERE
    for start in (*runners(moment.occupied), BATTER):
        if not 0 < to[start] < HOME:
            continue
        if roll <= rating(start) and (to[start] + 1 == HOME or to[start] + 1 < ahead):
            to[start] += 1
            moved = True
        ahead = to[start] if to[start] < HOME else ANYWHERE
    return moved


def error_play(moment: Moment, ball: Cell, to: list[int], rule: str, place: int = 0, bases: int = 1) -> Play:
    """IP5.0-b: an out with an error is scored as an error, and the batter reaches."""
    position = ball.position if not place else Cell("G", place).position
    ends = (to[0], to[1], to[2], to[3])
    return settled("error", ends, moment.outs, rule, position, ball.code, (Charge(position, bases),))


Note = Callable[[Table, Book, Moment, Cell], Play | None]
_NOTES: Final[Mapping[str, Note]] = {
    "1": booted,
    "2": dropped_popup,
    "foul": dropped_foul,
    "3": dropped_fly,
    "4": thrown_away_single,
    "5": hit_and_error,
    "6": wild_throw,
    "7": wild_throw_after_catch,
    "8": wild_throw_from_outfield,
}
