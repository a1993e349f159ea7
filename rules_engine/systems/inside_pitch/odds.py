"""The exact chances of one plate appearance: every cell of both cards, every check and every throw."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, TypeVar

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.baseball.table import Chooser, Table, first_option
from rules_engine.systems.inside_pitch.at_bat import PLAYS, Batted, batted_ball, batted_play, special_k, strikeout
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import RARE, Cell
from rules_engine.systems.inside_pitch.moment import Moment
from rules_engine.systems.inside_pitch.pitcher_cells import BALLPARK_CARD, Reading, read_pitcher_cell
from rules_engine.systems.inside_pitch.rare_plays import rare_play
from rules_engine.systems.inside_pitch.stealing import steal
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch

Outcome = TypeVar("Outcome")
Chances = dict[Play | None, Fraction]  # None: the batter goes on
Known = dict[tuple[Batted, str], Chances]  # balls with a check pending, already played out
CELLS: Final = 36


def plate_appearance(book: Book, moment: Moment, choose: Chooser) -> Mapping[Play, Fraction]:
    """IP1-a to IP1-d: play -> chance; they add up to 1. Nobody is hurt.

    A foul begins the appearance anew, so that its chance is shared out among the others: exact but for the end of a
    row of MOST_ROLLS fouls.
    """
    chances: Chances = {}
    known: Known = {}
    for reading, weight in _readings(book, moment, choose).items():
        plays = (
            _of_reading(book, moment, reading, choose, known)
            if isinstance(reading, Reading)
            else {reading: Fraction(1)}
        )
        for play, chance in plays.items():
            chances[play] = chances.get(play, Fraction(0)) + weight * chance
    foul = chances.pop(None, Fraction(0))
    return {play: chance / (1 - foul) for play, chance in chances.items() if play is not None}


def _readings(book: Book, moment: Moment, choose: Chooser) -> dict[Reading | Play | None, Fraction]:
    """What the pitcher's card says, each with its chance: a reading, or what comes of WLD."""
    cells, chances = moment.matchup.pitcher_cells, dict[Reading | Play | None, Fraction]()
    for code in dict.fromkeys(cells):
        said: Mapping[Reading | Play | None, Fraction]
        if code == "WLD":
            said = exact_chances(lambda table: wild_pitch(table, book, moment), choose)
        else:
            said = exact_chances(lambda table: _read(table, code, moment), choose)  # noqa: B023
        for reading, chance in said.items():
            weight = Fraction(cells.count(code), CELLS) * chance
            chances[reading] = chances.get(reading, Fraction(0)) + weight
    return chances


def _read(table: Table, code: str, moment: Moment) -> Reading | Play | None:
    return read_pitcher_cell(table, code, moment.matchup, tired=moment.tired)


def _of_reading(book: Book, moment: Moment, reading: Reading, choose: Chooser, known: Known) -> Chances:
    if reading.result:
        return exact_chances(lambda table: PLAYS[reading.result](table, book, moment), choose)
    matchup = moment.matchup
    cells = matchup.park_cells if reading.next == BALLPARK_CARD else matchup.batter_cells
    chances: Chances = {}
    for cell in dict.fromkeys(cells):
        weight = Fraction(cells.count(cell), CELLS)
        for play, chance in _of_cell(book, moment, cell, reading, choose, known).items():
            chances[play] = chances.get(play, Fraction(0)) + weight * chance
    return chances


def _of_cell(book: Book, moment: Moment, cell: Cell, reading: Reading, choose: Chooser, known: Known) -> Chances:
    """IP1-d step by step, as read_cell goes; a ball with the same check pending is played out once."""
    if cell == RARE:
        return exact_chances(lambda table: _play(rare_play(table, book, moment)), choose)
    at_park, pending = reading.next == BALLPARK_CARD, reading.pending
    chances: Chances = {}
    for batted, weight in exact_chances(
        lambda table: batted_ball(table, moment.matchup, cell, at_park=at_park), choose
    ).items():
        swapped = exact_chances(lambda table: special_k(table, moment.matchup, pending, batted.cell), choose)  # noqa: B023
        if (batted, pending) not in known:
            known[batted, pending] = exact_chances(
                lambda table: batted_play(table, book, moment, batted, pending),  # noqa: B023
                choose,
            )
        struck = swapped.get(True, Fraction(0))
        if struck:
            play = strikeout(moment, "IP2.19-a")
            chances[play] = chances.get(play, Fraction(0)) + weight * struck
        for end, chance in known[batted, pending].items():
            chances[end] = chances.get(end, Fraction(0)) + weight * (1 - struck) * chance
    return chances


def _play(resolved: Resolved | None) -> Play | None:
    return resolved.play if resolved is not None else None


def steal_chances(book: Book, moment: Moment, base: int) -> Mapping[Play, Fraction]:
    """IP11.1.2-a, IP11.1.2-b: how the steal of the man on this base can end."""
    return exact_chances(lambda table: steal(table, book, moment, (base,)), first_option)


def without_state(moment: Moment) -> Moment:
    """The moment away from the game, so that nobody is checked for an injury."""
    return replace(moment, state=None)
