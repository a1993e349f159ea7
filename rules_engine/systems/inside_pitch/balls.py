"""A batted ball without an error: the rule that plays it, by its type."""

from rules_engine.baseball.plays import Play
from rules_engine.baseball.table import Table
from rules_engine.systems.inside_pitch.air import flyout, lineout, popup
from rules_engine.systems.inside_pitch.book import Book
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.grounders import grounder
from rules_engine.systems.inside_pitch.hits import hit
from rules_engine.systems.inside_pitch.moment import Moment


def play_ball(table: Table, book: Book, moment: Moment, ball: Cell) -> Play:
    """IP3.3-b, IP3.4, IP4.2: G, P, F, L and the hits S, S+, D, T."""
    if ball.kind == "G":
        return grounder(table, book, moment, ball)
    if ball.kind == "F":
        return flyout(table, book, moment, ball)
    if ball.kind == "P":
        return popup(moment, ball)
    if ball.kind == "L":
        return lineout(table, book, moment, ball)
    return hit(table, book, moment, ball)
