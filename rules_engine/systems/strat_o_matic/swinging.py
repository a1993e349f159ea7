"""Swinging away: from the dice through card, marks, split and power to the play (section 11 of the printed order)."""

from dataclasses import replace
from functools import cache

from rules_engine.baseball.bases import BATTER, FIRST, forced
from rules_engine.baseball.plays import Play, settle, stay
from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.book import AtBat, Book
from rules_engine.systems.strat_o_matic.cards import CardSide
from rules_engine.systems.strat_o_matic.clutch import read_clutch
from rules_engine.systems.strat_o_matic.dice import CardLine, read_split, under_power
from rules_engine.systems.strat_o_matic.fatigue import read_dot
from rules_engine.systems.strat_o_matic.flies import homerun_stands, resolve_fly, robbing_fielder
from rules_engine.systems.strat_o_matic.grounders import Grounder, resolve_grounder
from rules_engine.systems.strat_o_matic.hit_and_run import lineout_on_hit_and_run
from rules_engine.systems.strat_o_matic.hits import resolve_hit
from rules_engine.systems.strat_o_matic.holding import holders
from rules_engine.systems.strat_o_matic.infield import without_plus
from rules_engine.systems.strat_o_matic.lineouts import resolve_lomax
from rules_engine.systems.strat_o_matic.outcomes import out_play
from rules_engine.systems.strat_o_matic.parks import line_to_read
from rules_engine.systems.strat_o_matic.reading import HITS, Kind, Line, Mark, Reading
from rules_engine.systems.strat_o_matic.simple_charts import resolve_advanced_x, resolve_basic_x
from rules_engine.systems.strat_o_matic.situation import Situation
from rules_engine.systems.strat_o_matic.stealing import Battery
from rules_engine.systems.strat_o_matic.x_chances import resolve_x_chance

_NOT_ASKED = Battery()  # only an X chance asks for the battery
_OUT_NAMES = {Kind.POPOUT: "popout", Kind.FOULOUT: "foulout", Kind.LINEOUT: "lineout", Kind.STRIKEOUT: "strikeout"}


def swing(
    table: Table,
    book: Book,
    situation: Situation,
    at_bat: AtBat,
    pitcher: str,
    *,
    dice: CardLine,
    tired: bool,
    running: bool = False,
) -> tuple[Play, Reading]:
    """The play, and the reading it came from (for injuries). `running`: the runners went on a hit and run."""
    line = card_line_at(book, at_bat, pitcher, dice)
    if line.marks:
        line = line_to_read(book.edition.parks, line, book.park, at_bat.stands)
    reading = _read(table, book, situation, at_bat, dice, line)
    reading = bent(book, situation, reading, line, tired)
    if running:
        reading = lineout_on_hit_and_run(book.edition.strategy, reading, dice.card)
    battery = book_battery(book, situation, pitcher) if reading.is_x else _NOT_ASKED
    return resolve_reading(table, book, situation, at_bat, reading, line, battery), reading


def book_battery(book: Book, situation: Situation, pitcher: str) -> Battery:
    """What a P/P on the catcher's chart asks of the pitcher: his wild pitch rating."""
    return _popup_battery(book.pitcher(pitcher).wild_pitch, situation.fielder("c").range)


@cache
def _popup_battery(wild_pitch: int, catcher_range: int) -> Battery:
    return Battery(wild_pitch=wild_pitch, catcher_range=catcher_range)


def card_line_at(book: Book, at_bat: AtBat, pitcher: str, dice: CardLine) -> Line:
    """1.0, 11.1: the line that the dice point to, on the side for this batter and pitcher."""
    card = book.pitcher(pitcher)
    if not book.edition.cards.sides:
        side: CardSide = "basic"
    elif dice.card == "batter":
        side = "left" if card.throws == "L" else "right"
    else:
        side = "left" if at_bat.stands == "L" else "right"
    if dice.card == "batter":
        return at_bat.card.line(side, dice.column, dice.row)
    return card.line(side, dice.column, dice.row)


def _read(table: Table, book: Book, situation: Situation, at_bat: AtBat, dice: CardLine, line: Line) -> Reading:
    """1.0, 12.1, 14.5: the split d20, a homerun robbed, power."""
    if not line.is_split:
        return powered(book, at_bat, dice, line.only)
    thrown = table.roll("split", 20)
    reading = powered(book, at_bat, dice, read_split(line, thrown))
    if book.edition.flies.rob_homeruns and not (dice.card == "pitcher" and at_bat.power == "W"):
        return _after_robbing(table, book, situation, at_bat, line, thrown, reading)
    return reading


def powered(book: Book, at_bat: AtBat, dice: CardLine, reading: Reading) -> Reading:
    """12.1: the reading for this batter's power, where the edition knows power."""
    return under_power(reading, dice.card, at_bat.power) if book.edition.cards.power else reading


def _after_robbing(
    table: Table, book: Book, situation: Situation, at_bat: AtBat, line: Line, thrown: int, reading: Reading
) -> Reading:
    """14.5: at the edge of the homerun range an outfielder's range decides."""
    tall = book.park is not None and book.park.high_wall[at_bat.stands == "R"]
    fielder = robbing_fielder(book.edition, line, thrown, at_bat.stands, wall_over_10_ft=tall)
    if not fielder:
        return reading
    homerun, flyout = (part.reading for part in line.parts)
    if homerun_stands(situation.fielder(fielder).range, table.roll("rob", 20)):
        return Reading(Kind.HOMERUN, injury=homerun.injury)
    return replace(flyout, fielder=fielder)


def bent(book: Book, situation: Situation, reading: Reading, line: Line, tired: bool) -> Reading:
    """27.1, 30.7, 17.12: what fatigue, the clutch and a drawn-in infield make of a reading."""
    if line.marks:
        edition = book.edition
        reading = read_dot(edition.endurance, reading, dotted=bool(line.marks & Mark.FATIGUE_DOT), tired=tired)
        if line.marks & Mark.CLUTCH:
            reading = read_clutch(edition.parks, reading, situation.outs, situation.state)
    if reading.plus:
        return without_plus(book.edition, reading, situation.infield, held=situation.held != 0)
    return reading


def resolve_reading(
    table: Table,
    book: Book,
    situation: Situation,
    at_bat: AtBat,
    reading: Reading,
    line: Line | None,
    battery: Battery,
) -> Play:
    """The play that a reading makes."""
    edition, kind = book.edition, reading.kind
    if kind in HITS:
        return resolve_hit(table, edition, situation, reading, line)
    if reading.is_x:
        return _x_chance(table, book, situation, at_bat, reading.fielder or "c", battery)
    if kind is Kind.GROUNDBALL:
        return resolve_grounder(
            table, edition, situation, Grounder(reading.fielder, "ABC".index(reading.letter), "card")
        )
    if kind is Kind.FLYBALL:
        return resolve_fly(table, edition, situation, reading)
    if kind is Kind.LOMAX:
        return resolve_lomax(table, edition, situation, reading.fielder)
    if kind is Kind.WALK or kind is Kind.HIT_BY_PITCH:
        return first_base("walk" if kind is Kind.WALK else "hit_by_pitch", situation)
    return _batter_out(kind, reading.fielder, situation.state, situation.outs)


@cache
def _batter_out(kind: Kind, fielder: str, state: int, outs: int) -> Play:
    return settle(out_play(_OUT_NAMES[kind], Situation(state, outs), fielder), outs)


def _x_chance(table: Table, book: Book, situation: Situation, at_bat: AtBat, position: str, battery: Battery) -> Play:
    """5.1, 16.2, 16.42: on the fielding chart of the edition."""
    edition, chart = book.edition, book.edition.fielding.chart
    if chart == "basic":
        return resolve_basic_x(table, edition, situation, book.basic_chart, position, battery)
    if chart == "advanced":
        return resolve_advanced_x(table, edition, situation, book.advanced_chart, position, battery)
    holds = bool(situation.held) and position in holders(edition.stealing, situation.held, at_bat.stands)
    return resolve_x_chance(table, edition, situation, book.fielding_chart, position, battery, holds_runner=holds)


def first_base(kind: str, situation: Situation, code: str = "") -> Play:
    """The batter is given first base; only forced runners move."""
    return _first_base(kind, situation.state, code)


@cache
def _first_base(kind: str, state: int, code: str) -> Play:
    to = stay(state, FIRST)
    for start in forced(state):
        to[start] = start + 1
    return Play(kind, (to[BATTER], to[1], to[2], to[3]), "1.0", code=code)
