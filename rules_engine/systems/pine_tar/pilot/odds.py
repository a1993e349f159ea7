"""The exact odds of a plate appearance and of steals, by walking through every throw of the dice; and of a column's
cells, by count."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules_engine.baseball.bases import EMPTY, FIRST, SECOND, is_on
from rules_engine.baseball.enumeration import every_way, exact_chances
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.plays import Play, settle
from rules_engine.baseball.state import Runner, State, cut_at_walk_off
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.pine_tar.ball.batter_roll import Reading, read_roll
from rules_engine.systems.pine_tar.ball.dice import BATTER, FACES, is_modifier_roll
from rules_engine.systems.pine_tar.ball.swing import CHECKED_ROLLS, of_reading
from rules_engine.systems.pine_tar.cards.columns import CELLS, Column
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.pilot.decisions import decide
from rules_engine.systems.pine_tar.play.mound import PineTarGame
from rules_engine.systems.pine_tar.running.stealing import steal, steal_is_allowed
from rules_engine.systems.pine_tar.scorebook.book import Book
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import BALL_1, BALL_2

Odds = dict[Play, Fraction]
_NOTHING = Fraction(0)


def appearance_odds(game: PineTarGame, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
    """PTM1 to PTM4, PTW1: how he ends swinging away, counts of balls and further rolls worked out; sums to 1.

    Balks and wild pitches, after which he is still at bat, are among the plays.
    """
    state = _state_with(game, batter, occupied, outs)
    fresh, at_two_balls = (_once(game, state, balls) for balls in (0, 2))
    settled = _without_waiting(at_two_balls)
    share = _taken_out(fresh, BALL_2)
    for play, probability in settled.items():
        fresh[play] = fresh.get(play, _NOTHING) + share * probability
    return _without_waiting(fresh)


def _once(game: PineTarGame, state: State, balls: int) -> Odds:
    """One batter roll and all that it leads to; rolls that lead to the same are worked out once."""
    moment = Moment(game.book, state, game.tracker)
    moment.balls = balls
    by_roll: dict[object, list[tuple[Play, int, int]]] = {}
    counted: Counter[tuple[Play, int, int]] = Counter()  # play, in how many of how many throws -> after how many rolls
    for roll in range(CELLS):
        reading = read_roll(moment, roll)
        key = _same_play(moment, reading)
        if key not in by_roll:
            by_roll[key] = _after_reading(moment, reading)
        counted.update(by_roll[key])
    found: Odds = {}
    for (play, count, of), times in counted.items():
        found[play] = found.get(play, _NOTHING) + Fraction(times * count, CELLS * of)
    return found


def _same_play(moment: Moment, reading: Reading) -> object:
    """What the play depends on: of a hit the roll, of a ground out the white die, of others the outcome alone."""
    outcome, roll = reading.outcome, reading.roll
    if outcome.kind in HITS:
        return (outcome, CHECKED_ROLLS) if roll in CHECKED_ROLLS else (outcome, roll)
    white = roll % 10 if outcome.kind == "GO" else 0
    return outcome, white, roll in moment.book.charts.negative_defence.rolls


def _after_reading(moment: Moment, reading: Reading) -> list[tuple[Play, int, int]]:
    """Each way that further dice may fall: the play, and in how many of how many throws."""

    def play(table: Table) -> Play:
        made = of_reading(table, moment, reading)
        return cut_at_walk_off(moment.state, settle(made, moment.outs, runs_stand=made.rule == "PTPP1"))

    def choose(side: str, question: str, options: Sequence[Option]) -> str:
        return decide(question, options, moment)

    return every_way(play, choose)


def _without_waiting(odds: Odds) -> Odds:
    """Rolls that only count a ball are thrown again until something comes of them."""
    again = _taken_out(odds, BALL_1)
    return {play: probability / (1 - again) for play, probability in odds.items()}


def _taken_out(odds: Odds, count: str) -> Fraction:
    """How often the roll only leaves him with this count, which goes out of the odds."""
    plays = [play for play in odds if play.kind == "no_play" and play.code == count]
    return sum((odds.pop(play) for play in plays), _NOTHING)


def _state_with(game: PineTarGame, batter: str, occupied: int, outs: int) -> State:
    """The state with him at bat and men on these bases: those who stand there, else the men before him in the order."""
    state = game.state
    side = state.batting
    up = side.order.index(batter) if batter in side.order else side.up
    order = side.order if batter in side.order else (*side.order[:up], batter, *side.order[up + 1 :])
    others = [order[up - back] for back in range(1, len(order))]
    pitcher = state.fielding.pitcher
    standing = {runner.player for base, runner in enumerate(state.bases, start=1) if runner and is_on(occupied, base)}
    free = iter([man for man in others if man not in standing])
    bases = tuple(
        (runner if runner and runner.player != batter else Runner(next(free), pitcher))
        if is_on(occupied, base)
        else None
        for base, runner in enumerate(state.bases, start=1)
    )
    batting = side._replace(order=order, up=up)
    sides = (state.sides[0], batting) if state.bottom else (batting, state.sides[1])
    return state._replace(sides=sides, outs=outs, bases=(bases[0], bases[1], bases[2]))


def steal_odds(game: PineTarGame) -> Mapping[int, Mapping[Play, Fraction]]:
    """PTB3: base -> how a steal from there can end, of every steal that is legal now."""
    moment = Moment(game.book, game.state, game.tracker)
    if not game.book.edition.options.base_stealing or moment.occupied == EMPTY or game.tracker.going:
        return {}
    return {base: _steal(moment, base) for base in (FIRST, SECOND) if steal_is_allowed(moment, base)}


def _steal(moment: Moment, base: int) -> Odds:
    found: Odds = {}
    for made, probability in exact_chances(lambda table: steal(table, moment, base)).items():
        play = settle(made, moment.outs)
        found[play] = found.get(play, _NOTHING) + probability
    return found


def card_read(book: Book, play: PlayMade) -> str:
    """PTM1, PTG4: what stands in the batter's column at the batter roll, and whether the pitcher's grade is asked; ""
    where he did not swing."""
    thrown = {name: int(value) for name, value in play.record if name in BATTER}
    if BATTER.red not in thrown or BATTER.white not in thrown:
        return ""
    tens = thrown[BATTER.blue] if thrown.get(BATTER.green, 1) % 2 == 0 else thrown[BATTER.red]
    return _printed(_column(book, play.batter, play.pitcher), FACES * tens + thrown[BATTER.white])


def card_chances(book: Book, batter: str, pitcher: str) -> Mapping[str, float]:
    """PTM1, PTG4: each of them -> its chance; they add up to 1."""
    column = _column(book, batter, pitcher)
    return {name: cells / CELLS for name, cells in Counter(_printed(column, roll) for roll in range(CELLS)).items()}


def _column(book: Book, batter: str, pitcher: str) -> Column:
    return book.cards[batter].columns[book.cards[pitcher].throws]


def _printed(column: Column, roll: int) -> str:
    return f"{column[roll]}, {'modifier roll' if is_modifier_roll(roll) else 'plain'}"
