"""The next play of a game: what the offence announces, the dice, and what comes of them."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules_engine.baseball.bases import THIRD, is_on
from rules_engine.baseball.plays import Play, Resolved, settled
from rules_engine.baseball.state import State, cut_at_walk_off
from rules_engine.baseball.table import Option, Table
from rules_engine.systems.pine_tar.ball.bunts import SACRIFICE, SQUEEZE, bunt, bunt_ruling
from rules_engine.systems.pine_tar.ball.swing import swing
from rules_engine.systems.pine_tar.editions.edition import Edition
from rules_engine.systems.pine_tar.running.hit_and_run import STATES, hit_and_run_ruling, may_go, who_goes
from rules_engine.systems.pine_tar.running.stealing import steal, steal_after_strikeout, steal_is_allowed
from rules_engine.systems.pine_tar.scorebook.book import Book
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import HIT_AND_RUN, PLAY, STEALS, Tracker

SWING: Final = "swing"
_OPTIONS: Final = {
    option.key: option
    for option in (
        Option(SWING, "PTM1", "swing away"),
        Option("steal_1", "PTB3", "the man on first steals second"),
        Option("steal_2", "PTB3", "the man on second steals third"),
        Option(HIT_AND_RUN, "PTHR1", "hit and run"),
        Option(SACRIFICE, "PTS1", "sacrifice bunt"),
        Option(SQUEEZE, "PTS7", "suicide squeeze"),
    )
}


def announcements(edition: Edition) -> Mapping[str, Sequence[str]]:
    """PTM1, PTB1, PTHR1: bunts, and what the options add; nobody is held or walked on purpose."""
    rules = edition.options
    words: dict[str, Sequence[str]] = {"bunt": (SACRIFICE, SQUEEZE)}
    if rules.base_stealing:
        words["steal"] = tuple(STEALS)
    if rules.hit_and_run:
        words["hit and run"] = (HIT_AND_RUN,)
    return words


def next_play(table: Table, book: Book, state: State, tracker: Tracker) -> Resolved:
    """PTM3: decisions first, then the roll. A steal left over from a hit and run comes before anything else."""
    moment = Moment(book, state, tracker)
    play = steal_after_strikeout(table, moment) if tracker.going else _announced(table, moment)
    rule = play.rule
    play = settled(play.kind, play.to, moment.outs, rule, play.fielder, play.code, play.errors, rule == "PTPP1")
    return Resolved(cut_at_walk_off(state, play))


def _announced(table: Table, moment: Moment) -> Play:
    if not moment.occupied:
        return swing(table, moment)
    act = table.ask("offence", PLAY, offered(moment))
    if (base := STEALS.get(act)) is not None:
        return steal(table, moment, base)
    if act in (SACRIFICE, SQUEEZE):
        return bunt(table, moment)
    if act == HIT_AND_RUN:
        moment.going = who_goes(moment)
    return swing(table, moment)


def offered(moment: Moment) -> tuple[Option, ...]:
    """What the offence may announce now; swinging away it always may."""
    options, occupied, rules = [_OPTIONS[SWING]], moment.occupied, moment.book.edition.options
    if rules.base_stealing:
        options += [_OPTIONS[key] for key, base in STEALS.items() if _may_steal(moment, base)]
    if moment.outs == 2:
        return tuple(options)
    if rules.hit_and_run and occupied in STATES and _may_hit_and_run(moment):
        options.append(_OPTIONS[HIT_AND_RUN])
    kind = SQUEEZE if is_on(occupied, THIRD) else SACRIFICE
    if bunt_ruling(kind, moment.batter.bunt, occupied, moment.outs):
        options.append(_OPTIONS[kind])
    return tuple(options)


def _may_steal(moment: Moment, base: int) -> bool:
    return (
        is_on(moment.occupied, base) and not is_on(moment.occupied, base + 1) and bool(steal_is_allowed(moment, base))
    )


def _may_hit_and_run(moment: Moment) -> bool:
    used = moment.tracker.hit_and_runs[moment.state.bottom]
    return bool(hit_and_run_ruling(moment.occupied, moment.outs, used, may_go(moment)))
