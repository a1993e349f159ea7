"""Sacrifice bunts, bunts for a hit and squeezes (11.3, 11.5, 11.6)."""

from collections.abc import Callable, Mapping
from typing import Final

from rules_engine.baseball.bases import EMPTY, FIRST, HOME, THIRD, forced, is_on, lead_runner
from rules_engine.baseball.plays import OUT, Play, Resolved
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.inside_pitch.air import caught
from rules_engine.systems.inside_pitch.at_bat import MOST_ROLLS, PLAYS, at_bat, roll_cell
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import PLACES, Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.grounders import (
    FIRST_PLAY,
    HOME_PLAY,
    PITCHER,
    SENTENCES,
    Forced,
    combined_gdp,
    double_play_try,
    ground_play,
    grounder,
    pivot_position,
)
from rules_engine.systems.inside_pitch.hits import hit_play
from rules_engine.systems.inside_pitch.moment import IN, Moment
from rules_engine.systems.inside_pitch.pitcher_cells import read_pitcher_cell
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch

SACRIFICE, FOR_HIT, SQUEEZE = "bunt", "bunt_hit", "squeeze"
REDO, SWING_AWAY = "redo_attempt", "swing_away"
AFTER_FOUL: Final = [Option(REDO, "IP11.3-c", "bunt again"), Option(SWING_AWAY, "IP11.3-c", "swing away")]


def bunt(table: Table, book: Book, moment: Moment, kind: str, *, ask: bool = True) -> Resolved:
    """IP11.3-b, IP11.6-a: the pitcher's card, of which few results count; then who fields it, then the bunt chart.

    A foul is bunted again or swung at, as the offence likes (without `ask` it is bunted again); after MOST_ROLLS
    rolls of the pitcher's card the batter swings.
    """
    for _ in range(MOST_ROLLS):
        code = moment.matchup.pitcher_cells[roll_cell(table, "red", "white")]
        if code in book.charts.bunt_cells:
            play = _pitch(table, book, moment, code, kind)
            if play is not None:
                return Resolved(play)
            if code == "WLD":
                continue
        play = bunted(table, book, moment, kind)
        if play is not None:
            return Resolved(play)
        if ask and table.ask("offence", "after_foul", AFTER_FOUL) == SWING_AWAY:
            break
    return at_bat(table, book, moment)


def _pitch(table: Table, book: Book, moment: Moment, code: str, kind: str) -> Play | None:
    """A cell that counts on a bunt; a strikeout on a squeeze says so, for the man on third must go home (IP11.6-a)."""
    if code == "WLD":
        return wild_pitch(table, book, moment)
    reading = read_pitcher_cell(table, code, moment.matchup, tired=moment.tired)
    if not reading.result:
        return None
    play = PLAYS[reading.result](table, book, moment)
    if play.kind == "strikeout" and kind == SQUEEZE:
        return Play(play.kind, play.to, "IP11.6-a", code=SQUEEZE)
    return play


def bunted(table: Table, book: Book, moment: Moment, kind: str) -> Play | None:
    """IP11.3-c, IP11.6-b: who fields it and what the chart says. None is a foul."""
    position = bunt_fielder(book.charts, table.roll("bunt_fielder", 6))
    ball = Cell("G", PLACES.index(position) + 1)
    rating, roll = moment.batter.bnt, table.roll("bunt", 20)
    if kind == SQUEEZE:
        result = bunt_result(book.charts, squeeze_rating(rating, infield_in=infield_is_in(moment)), roll, squeeze=True)
    else:
        result = bunt_result(book.charts, bunt_rating(rating, position, _depth(moment, ball)), roll)
    if result == "foul":
        return None
    return bunt_play(table, book, moment, ball, kind, result)


def bunt_play(table: Table, book: Book, moment: Moment, ball: Cell, kind: str, result: str) -> Play:
    """IP11.3-c, IP11.5, IP11.6-b: what a result of the bunt chart, or of the squeeze chart, comes to."""
    if result == "success" and kind == FOR_HIT:
        return bunted_for_hit(table, book, moment, ball)
    return (_SQUEEZED if kind == SQUEEZE else _BUNTED)[result](table, book, moment, ball)


def _depth(moment: Moment, ball: Cell) -> str:
    return moment.depths[ball.place - 3] if ball.place > 2 else ""


def infield_is_in(moment: Moment) -> bool:
    """IP11.6-a: first and third baseman play in."""
    return moment.depths[0] == IN and moment.depths[2] == IN


def bunt_fielder(charts: Charts, roll: int) -> str:
    """IP11.3-b: by the d6."""
    return charts.bunt_fielders[roll - 1]


def bunt_rating(bnt: int, position: str, depth: str) -> int:
    """IP11.3-b: one less where a first or third baseman who plays in fields it, never for pitcher and catcher."""
    return max(0, bnt - (position in ("1b", "3b") and depth == IN))


def squeeze_rating(bnt: int, *, infield_in: bool) -> int:
    """IP11.6-a: one less where the infield is in."""
    return max(0, bnt - infield_in)


def bunt_result(charts: Charts, rating: int, roll: int, *, squeeze: bool = False) -> str:
    """IP11.3-b, IP11.6-a: the column of the rating, the row of the d20."""
    return (charts.squeeze if squeeze else charts.bunt)[rating][roll - 1]


def success(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.3-c, IP11.6-b: the batter is out at first, all others move up one base."""
    kind = "sacrifice" if moment.occupied != EMPTY and moment.outs < 2 else "groundout"
    return ground_play(moment, ball, kind, {0: OUT}, "IP11.3-c")


def safe(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.3-c: a single, and everybody is safe."""
    return hit_play(moment, Cell("S", ball.place), {}, "IP11.3-c", least=1)


def lead_out(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.3-c, IP11.6-b: the lead runner is out, the batter safe on a fielder's choice; with nobody on he is out."""
    lead = lead_runner(moment.occupied)
    if lead == 0:
        return ground_play(moment, ball, "groundout", {0: OUT}, "IP11.3-c")
    return ground_play(moment, ball, "fielders_choice", {0: 1, lead: OUT}, "IP11.3-c")


def too_hard(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.3-c, IP8.12: a grounder that may be doubled, with the depths of the bunt's own chart."""
    if not is_on(moment.occupied, FIRST) or moment.outs == 2:
        return grounder(table, book, moment, ball)
    column = moment.column(ball.place)
    depth = book.charts.bunt_depth["gdp"][min(column, PITCHER)]
    pivot = moment.glove(pivot_position(book.charts, ball.place, moment.matchup.side)).pivot
    combined = combined_gdp(moment.batter.gdp, moment.pitcher.gdp, pivot, depth)
    br = moment.br(FIRST) + book.charts.depth["br_first"][column]
    return double_play_try(table, book, moment, ball, Forced(combined, br))


def popout(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.3-c: the batter pops out; a d6 above the BR of the lead runner has him out too."""
    lead, popped = lead_runner(moment.occupied), Cell("P", ball.place)
    if lead == 0 or moment.outs == 2:
        return caught(moment, popped, {}, "IP11.3-c")
    doubled = table.roll("popout", 6) > moment.br(lead)
    return caught(moment, popped, {lead: OUT} if doubled else {}, "IP11.3-c")


def bunted_for_hit(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.5: on a successful bunt a d20 of no more than the target is a single, else a groundout."""
    charts, column = book.charts, min(moment.column(ball.place), PITCHER)
    changes = charts.bunt_depth["br_batter"][column] - charts.bunt_depth["range"][column]
    fielder = moment.glove(ball.place).range
    target = bunt_hit_target(moment.batter.bnt, moment.batter.br, fielder, changes)
    if table.roll("bunt_hit", 20) <= target:
        return hit_play(moment, Cell("S", ball.place), {}, "IP11.5", least=1)
    return ground_play(moment, ball, "groundout", {0: OUT}, "IP11.5")


def bunt_hit_target(bnt: int, br: int, fielder: int, changes: int) -> int:
    """IP11.5, IP8.12: the batter's BNT and BR less the fielder's range, as the depth changes BR and range."""
    return bnt + br - fielder + changes


def squeezed_lead_out(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.6-b: the man from third is out at home, the batter safe on a fielder's choice."""
    return ground_play(moment, ball, "fielders_choice", {0: 1, THIRD: OUT}, "IP11.6-b")


def doubtful(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.6-b: the defence takes the batter at first, or plays at home against the BR of the man from third."""
    options = [Option(play, "IP11.6-b", SENTENCES[play]) for play in (HOME_PLAY, FIRST_PLAY)]
    if table.ask("defence", "squeeze_play", options) == FIRST_PLAY:
        return ground_play(moment, ball, "sacrifice", {0: OUT}, "IP11.6-b")
    target = squeeze_home_target(moment.br(THIRD), fielder_in=_depth(moment, ball) == IN)
    end = HOME if table.roll("home", 6) <= target else OUT
    return ground_play(moment, ball, "fielders_choice", {0: 1, THIRD: end}, "IP11.6-b")


def squeeze_home_target(br: int, *, fielder_in: bool) -> int:
    """IP11.6-b: one less where the man who fields it plays in."""
    return br - fielder_in


def squeezed_rundown(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.6-b, IP7.2-g: the man from third between the bases; the batter is safe, and forced runners move up."""
    end, others_move = rundown_end(book.charts, table.roll("rundown", 6), moment.br(THIRD))
    held = {} if others_move else {base: base for base in (1, 2) if base not in forced(moment.occupied)}
    return ground_play(moment, ball, "fielders_choice", {0: 1, THIRD: end, **held}, "IP11.6-b")


def rundown_end(charts: Charts, roll: int, br: int) -> tuple[int, bool]:
    """IP7.2-g, IP11.6-b: where the man from third ends, and whether the others move."""
    kind = charts.rundown[roll - 1]
    return (HOME, False) if kind == "safe" else (OUT, kind == "out_others_try" and roll <= br)


def squeezed_popout(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP11.6-b: batter and the man from third are out."""
    return caught(moment, Cell("P", ball.place), {THIRD: OUT} if moment.outs < 2 else {}, "IP11.6-b")


Result = Callable[[Table, Book, Moment, Cell], Play]
_BUNTED: Final[Mapping[str, Result]] = {
    "success": success,
    "lead_out": lead_out,
    "safe": safe,
    "too_hard": too_hard,
    "popout_dp": popout,
}
_SQUEEZED: Final[Mapping[str, Result]] = {
    "success": success,
    "lead_out": squeezed_lead_out,
    "qq_bunt": doubtful,
    "rundown": squeezed_rundown,
    "popout_dp": squeezed_popout,
}
