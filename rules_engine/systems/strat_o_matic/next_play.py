"""The next play of a game: both managers' announcements, the dice, and what comes of them."""

from typing import NamedTuple

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.plays import Play
from rules_engine.baseball.state import State, cut_at_walk_off
from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.book import AtBat, Book
from rules_engine.systems.strat_o_matic.bunting import MISSED, Bunt, bunt_rating, resolve_bunt
from rules_engine.systems.strat_o_matic.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    resolve_delayed_steal,
)
from rules_engine.systems.strat_o_matic.dice import CardLine, card_line, roll_card_line
from rules_engine.systems.strat_o_matic.hit_and_run import (
    PITCHERS_CARD,
    hit_and_run_rating,
    resolve_hit_and_run,
)
from rules_engine.systems.strat_o_matic.injuries import games_missed, who_is_hurt
from rules_engine.systems.strat_o_matic.leads import attempt_steal, forced_steal
from rules_engine.systems.strat_o_matic.managers import (
    PITCH,
    held_bases,
    hold_options,
    infield_options,
    offence_options,
    outfield_options,
    steal_attempt,
)
from rules_engine.systems.strat_o_matic.reading import Reading
from rules_engine.systems.strat_o_matic.situation import Infield, Situation
from rules_engine.systems.strat_o_matic.swinging import first_base, swing
from rules_engine.systems.strat_o_matic.tracker import INTENTIONAL, Tracker
from rules_engine.systems.strat_o_matic.wild_pitches import throw_at_batter

BUNT_DICE = ("colored_1", "colored_2")


class Resolved(NamedTuple):
    """A play, who was hurt on it ("" for nobody) and how many games after this one he misses."""

    play: Play
    hurt: str = ""
    games_missed: int = 0


class _Moment(NamedTuple):
    """What the announcements have settled."""

    book: Book
    state: State
    tracker: Tracker
    at_bat: AtBat
    situation: Situation


def next_play(table: Table, book: Book, state: State, tracker: Tracker) -> Resolved:
    """One play, from the announcements on: the defence speaks first (7.1), then the offence, then the dice."""
    batting = state.batting
    at_bat = book.at_bat(batting.order[batting.up], state.fielding.field[0])
    if table.ask("defence", "pitch", PITCH) == "walk":
        return Resolved(cut_at_walk_off(state, first_base("walk", Situation(state.occupied), INTENTIONAL)))
    moment = _Moment(book, state, tracker, at_bat, _situation(table, book, state))
    announced = table.ask("offence", "play", offence_options(book, state, tracker, at_bat, moment.situation.held))
    resolved = _resolve(table, moment, announced)
    play = cut_at_walk_off(state, resolved.play)
    return resolved if play is resolved.play else resolved._replace(play=play)


def _situation(table: Table, book: Book, state: State) -> Situation:
    edition, on_base = book.edition, state.occupied
    if not on_base:
        return book.nobody_on(state)
    options = infield_options(edition, on_base, state.outs)
    infield: Infield = table.ask("defence", "infield", options)  # type: ignore[assignment]
    held = held_bases(table.ask("defence", "hold", hold_options(edition, on_base, infield)))
    outfield_in = table.ask("defence", "outfield", outfield_options(edition, state)) == "in"
    return Situation(
        on_base,
        state.outs,
        book.running_ratings(state),
        held,
        infield,
        outfield_in,
        book.fielders(state.fielding),
    )


def _resolve(table: Table, moment: _Moment, announced: str) -> Resolved:
    if announced == "swing":
        return _swing(table, moment)
    if announced.startswith("steal_"):
        return Resolved(_steal(table, moment, int(announced[-1])))
    if announced == "delayed_steal":
        return Resolved(_delayed_steal(table, moment))
    if announced == "hit_and_run":
        return _hit_and_run(table, moment)
    return Resolved(_bunt(table, moment, "sacrifice" if announced == "sacrifice" else "squeeze"))


def _swing(table: Table, moment: _Moment) -> Resolved:
    book, state = moment.book, moment.state
    if moment.situation.state == EMPTY:  # nobody on, no check: only the three dice
        return _read_card(table, moment, roll_card_line(table))
    battery = book.battery(state.fielding)
    thrown = throw_at_batter(table, book.edition.pitches, battery, state.occupied)
    if thrown.play is not None:
        return Resolved(thrown.play)
    white, one, two = thrown.dice
    return _read_card(table, moment, card_line(white, one + two))


def _read_card(table: Table, moment: _Moment, dice: CardLine, *, running: bool = False) -> Resolved:
    pitcher = moment.state.fielding.field[0]
    tired = moment.tracker.tired(moment.state)
    play, reading = swing(table, moment.book, moment.situation, moment.at_bat, pitcher, dice=dice, tired=tired)
    return _with_injury(table, moment, play, reading, dice)


def _with_injury(table: Table, moment: _Moment, play: Play, reading: Reading, dice: CardLine) -> Resolved:
    rules = moment.book.edition.injuries
    if not (reading.injury or rules.designated_hitter_hurts_pitcher):
        return Resolved(play)
    state = moment.state
    white, colored = dice.column, dice.row
    bats_for_pitcher = state.batting.pitcher not in state.batting.order and not state.batting.position_of(
        state.batting.batter
    )
    hurt = who_is_hurt(
        rules, plus_injury=reading.injury, white=white, colored=colored, designated_hitter_bats=bats_for_pitcher
    )
    if not hurt:
        return Resolved(play)
    player = state.batting.batter if hurt == "batter" else state.fielding.pitcher
    return Resolved(play, player, games_missed(table, rules))


def _steal(table: Table, moment: _Moment, base: int) -> Play:
    book = moment.book
    attempt = steal_attempt(book, moment.state, moment.tracker, base, moment.situation.held)
    return attempt_steal(table, book.edition, book.steal_chart, attempt).play


def _delayed_steal(table: Table, moment: _Moment) -> Play:
    """23.91: the runner from first draws the throw, the runner on third may go home on it."""
    book, (first, _, third) = moment.book, moment.state.bases
    assert first is not None
    assert third is not None
    at_second = delayed_chance_at_second(book.thief(first.player).rating, book.battery(moment.state.fielding))
    at_home = delayed_chance_at_home(book.thief(third.player).rating)
    return resolve_delayed_steal(table, moment.state.outs, at_second, at_home)


def _forced(table: Table, moment: _Moment) -> Play:
    """7.3, 23.7: the batter missed the pitch, the lead runner and all behind him must go."""
    book, lead = moment.book, moment.situation.state.bit_length()
    attempt = steal_attempt(book, moment.state, moment.tracker, lead, moment.situation.held)
    return forced_steal(table, book.edition, book.steal_chart, attempt).play


def _bunt(table: Table, moment: _Moment, bunt: Bunt) -> Play:
    book, state = moment.book, moment.state
    thrown = throw_at_batter(table, book.edition.pitches, book.battery(state.fielding), state.occupied, BUNT_DICE)
    if thrown.play is not None:
        return thrown.play
    rules, situation = book.edition.strategy, moment.situation
    rating = bunt_rating(rules, moment.at_bat.bunt, situation.infield, situation.state)
    chart, fouled = book.strategy_chart, moment.tracker.one_and_two
    play = resolve_bunt(table, chart, situation, bunt, rating, sum(thrown.dice), one_and_two=fouled)
    return _forced(table, moment) if play.code == MISSED else play


def _hit_and_run(table: Table, moment: _Moment) -> Resolved:
    book, state, situation = moment.book, moment.state, moment.situation
    thrown = throw_at_batter(table, book.edition.pitches, book.battery(state.fielding), state.occupied, BUNT_DICE)
    if thrown.play is not None:
        return Resolved(thrown.play)
    rules, held = book.edition.strategy, situation.held != 0
    rating = hit_and_run_rating(rules, moment.at_bat.hit_and_run, situation.infield, a_runner_is_held=held)
    chart = book.strategy_chart
    play = resolve_hit_and_run(table, book.edition, chart, situation, rating, sum(thrown.dice))
    if play.code == MISSED:
        return Resolved(_forced(table, moment))
    if play.code == PITCHERS_CARD:
        return _pitchers_card(table, moment)
    return Resolved(play)


def _pitchers_card(table: Table, moment: _Moment) -> Resolved:
    """19.5: the chart sends the batter to the pitcher's card; S19.9: a lineout there is lomax."""
    column = 4 + (table.roll("white", 6) - 1) % 3
    row = table.roll("colored_1", 6) + table.roll("colored_2", 6)
    return _read_card(table, moment, card_line(column, row), running=True)
