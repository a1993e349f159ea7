"""The next play of a game: both managers' announcements, the dice, and what comes of them."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from rules_engine.baseball.bases import EMPTY, FIRST, THIRD
from rules_engine.baseball.state import State, cut_at_walk_off
from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.ball.bunting import MISSED, Bunt, bunt_rating, resolve_bunt
from rules_engine.systems.strat_o_matic.ball.dice import CardLine, card_line, roll_card_line
from rules_engine.systems.strat_o_matic.ball.hit_and_run import (
    PITCHERS_CARD,
    hit_and_run_rating,
    resolve_hit_and_run,
)
from rules_engine.systems.strat_o_matic.ball.wild_pitches import check_pitch, pitch_play, throw_at_batter
from rules_engine.systems.strat_o_matic.compiling.compiled import Compiled, Find, Told
from rules_engine.systems.strat_o_matic.play.announcing import Announced, announce, holds_told, offence_announces
from rules_engine.systems.strat_o_matic.play.swinging import Resolved, first_base, line_at, line_rule
from rules_engine.systems.strat_o_matic.running.delayed_steal import (
    delayed_chance_at_home,
    delayed_chance_at_second,
    resolve_delayed_steal,
)
from rules_engine.systems.strat_o_matic.running.holding import must_ask_before_steal
from rules_engine.systems.strat_o_matic.running.leads import (
    RESTARTED,
    Attempt,
    Begun,
    begin_steal,
    finish_steal,
    forced_steal,
)
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from rules_engine.systems.strat_o_matic.scorebook.moment import WATCHED, Moment, Stance
from rules_engine.systems.strat_o_matic.scorebook.told_steal import ToldSteal
from rules_engine.systems.strat_o_matic.scorebook.tracker import INTENTIONAL, Tracker

BUNT_DICE = ("colored_1", "colored_2")


Rule = Compiled[Any, Resolved]  # of a moment


def next_play(table: Table, book: Book, state: State, tracker: Tracker) -> Resolved:
    """One play, from the announcements on: the defence speaks first (7.1), then the offence, then the dice."""
    rule = book.rules.get("announcements") or book.rule("announcements", partial(_announce, book), WATCHED)
    resolved: Resolved = rule(table, Moment(book, state, tracker))
    play = cut_at_walk_off(state, resolved.play)
    return resolved if play is resolved.play else resolved._replace(play=play)


def _announce(book: Book, table: Table, moment: Moment) -> Resolved | Told:
    announced = announce(table, book.edition, moment)
    if announced.act == "walk":
        return Resolved(first_base("walk", moment.state, INTENTIONAL))
    return _taking_place(announced, _act(book, announced, moment.state))


def _taking_place(announced: Announced, rule: Rule) -> Told:
    """The defence takes its place, and the rule for what the offence does goes on."""
    return Told(Stance(announced.held, announced.infield, announced.outfield_in), rule)


def _act(book: Book, announced: Announced, state: int) -> Rule:
    """The rule for what the offence has announced."""
    act = announced.act
    if act == "swing":
        return _swing(book, state)
    if act.startswith("steal_"):
        return book.rule(("steal", announced), partial(_steal, book, announced), WATCHED)
    if act == "delayed_steal":
        return book.rule(act, partial(_delayed_steal, book), WATCHED)
    if act == "hit_and_run":
        return book.rule(act, partial(_hit_and_run, book), WATCHED)
    bunt: Bunt = "sacrifice" if act == "sacrifice" else "squeeze"
    return book.rule(bunt, partial(_bunt, book, bunt), WATCHED)


def _swing(book: Book, state: int) -> Rule:
    """29.1: a pitch that got away comes between; else the three dice, thrown with the check where it is not alone."""
    if state == EMPTY or not book.edition.pitches.wild_pitches:
        return _dice(book)
    if not book.edition.pitches.d20_alone_first:
        return book.rule("four dice", partial(_four_dice, book), WATCHED)
    return book.rule("check", partial(_check, book), WATCHED)


def _check(book: Book, table: Table, moment: Moment) -> Resolved | Compiled[Moment, Resolved]:
    event = check_pitch(table, moment.battery).event
    return Resolved(pitch_play(event, moment.state)) if event else _dice(book)


def _dice(book: Book) -> Compiled[Moment, Resolved]:
    """The three dice: one of 216 known throws."""
    return book.rule("dice", lambda table, _: _to_line(roll_card_line(table)), ())


def _to_line(dice: CardLine) -> Find:
    return Find(partial(_line, dice, dice.place))


def _line(dice: CardLine, place: int, moment: Moment) -> Rule:
    moment.dice = dice
    return moment.at_bat.lines[place] or line_at(moment.book, moment, dice)


def _four_dice(book: Book, table: Table, moment: Moment) -> Resolved | Find:
    thrown = throw_at_batter(table, book.edition.pitches, moment.battery, moment.state)
    if thrown.play is not None:
        return Resolved(thrown.play)
    white, one, two = thrown.dice
    return _to_line(card_line(int(white), one + two))


def _steal(book: Book, announced: Announced, table: Table, moment: Moment) -> Rule:
    """8.1, 23.3: the lead; what follows does not depend on the dice that were thrown for it."""
    begun = begin_steal(table, book.edition, _told_steal(book, moment, int(announced.act[-1])))
    return book.rule(("steal", announced, begun), partial(_finish_steal, book, announced, begun), WATCHED)


def _finish_steal(book: Book, announced: Announced, begun: Begun, table: Table, moment: Moment) -> Resolved | Told:
    """8.1, 23.6, T23.01: a steal; the defence who should have been asked may have it announced anew."""
    edition, steal = book.edition, _told_steal(book, moment, int(announced.act[-1]))
    rating = steal.thief.rating
    asterisk = rating is not None and rating.asterisk
    unasked = announced.unsaid and must_ask_before_steal(edition.stealing, asterisk, steal.target)
    play = finish_steal(table, edition, book.steal_chart, steal, begun, unasked=unasked).play
    if play.code != RESTARTED:
        return Resolved(play)
    anew = offence_announces(table, edition, moment, holds_told(table, edition, moment, announced))
    return _taking_place(anew, _act(book, anew, moment.state))


def _told_steal(book: Book, moment: Moment, base: int) -> Attempt:
    return cast(Attempt, ToldSteal(book, moment, base))


def _delayed_steal(book: Book, table: Table, moment: Moment) -> Resolved:
    """23.91: the runner from first draws the throw, the runner on third may go home on it."""
    first, third = (book.thief(moment.runner_on(base)).rating for base in (FIRST, THIRD))
    at_second, at_home = delayed_chance_at_second(first, moment.battery), delayed_chance_at_home(third)
    return Resolved(resolve_delayed_steal(table, moment.outs, at_second, at_home))


def _forced(book: Book) -> Rule:
    return book.rule("forced steal", partial(_forced_steal, book), WATCHED)


def _forced_steal(book: Book, table: Table, moment: Moment) -> Resolved:
    """7.3, 23.7: the batter missed the pitch, the lead runner and all behind him must go."""
    steal = _told_steal(book, moment, moment.state.bit_length())
    return Resolved(forced_steal(table, book.edition, book.steal_chart, steal).play)


def _bunt(book: Book, bunt: Bunt, table: Table, moment: Moment) -> Resolved | Rule:
    return _thrown_with(book, table, moment, bunt, partial(_bunted, book, bunt))


def _thrown_with(
    book: Book, table: Table, moment: Moment, act: str, then: Callable[[int, Table, Moment], Any]
) -> Resolved | Rule:
    """The two coloured dice, with the check of the pitch; what follows depends on their sum alone."""
    thrown = throw_at_batter(table, book.edition.pitches, moment.battery, moment.state, BUNT_DICE)
    if thrown.play is not None:
        return Resolved(thrown.play)
    total = sum(thrown.dice)
    return book.rule((act, total), partial(then, total), WATCHED)


def _bunted(book: Book, bunt: Bunt, total: int, table: Table, moment: Moment) -> Resolved | Rule:
    situation, chart, fouled = moment.situation, book.strategy_chart, moment.one_and_two
    rating = bunt_rating(book.edition.strategy, moment.at_bat.bunt, situation.infield, situation.state)
    play = resolve_bunt(table, chart, situation, bunt, rating, total, one_and_two=fouled)
    return _forced(book) if play.code == MISSED else Resolved(play)


def _hit_and_run(book: Book, table: Table, moment: Moment) -> Resolved | Rule:
    return _thrown_with(book, table, moment, "hit_and_run", partial(_hit_and_ran, book))


def _hit_and_ran(book: Book, total: int, table: Table, moment: Moment) -> Resolved | Rule | Find:
    rules, situation = book.edition.strategy, moment.situation
    held = situation.held != 0
    rating = hit_and_run_rating(rules, moment.at_bat.hit_and_run, situation.infield, a_runner_is_held=held)
    play = resolve_hit_and_run(table, book.edition, book.strategy_chart, situation, rating, total)
    if play.code == MISSED:
        return _forced(book)
    return _pitchers_card(table) if play.code == PITCHERS_CARD else Resolved(play)


def _pitchers_card(table: Table) -> Find:
    """19.5: the chart sends the batter to the pitcher's card; S19.9: a lineout there is lomax."""
    column = 4 + (table.roll("white", 6) - 1) % 3
    row = table.roll("colored_1", 6) + table.roll("colored_2", 6)
    return Find(partial(_running_line, card_line(column, row)))


def _running_line(dice: CardLine, moment: Moment) -> Rule:
    moment.dice = dice
    return line_rule(moment.book, moment, dice, running=True)
