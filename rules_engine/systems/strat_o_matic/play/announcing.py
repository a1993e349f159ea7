"""What both managers announce before a play: the defence first, then the offence (7)."""

from typing import NamedTuple

from rules_engine.baseball.table import Table
from rules_engine.systems.strat_o_matic.ball.situation import Infield
from rules_engine.systems.strat_o_matic.editions.edition import Edition
from rules_engine.systems.strat_o_matic.play.managers import (
    PITCH,
    hold_options,
    infield_options,
    infield_with_holds,
    offence_options,
    outfield_options,
    unchanged_holds,
)
from rules_engine.systems.strat_o_matic.running.holding import ASK_HOLDS, UNSAID, held_as_said
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment


class Announced(NamedTuple):
    """What has been announced. `act` is the offence's key, or "walk"; `held` a bases int."""

    act: str
    held: int = 0
    infield: Infield = "back"
    outfield_in: bool = False
    unsaid: bool = False  # T23.01: the defence has said nothing about holding


def announce(table: Table, edition: Edition, moment: Moment) -> Announced:
    """7.1: the defence speaks first, then the offence."""
    if table.ask("defence", "pitch", PITCH) == "walk":
        return Announced("walk")
    asked = moment.state or edition.grounders.in_allowed == "always"
    defence = _defence(table, edition, moment) if asked else Announced("")
    return offence_announces(table, edition, moment, defence)


def _defence(table: Table, edition: Edition, moment: Moment) -> Announced:
    """Infield, holds, outfield; holds that may not change are not asked for (8.22)."""
    standing = moment.standing_holds if edition.stealing.holds_change_with_new_man_only else None
    infields = infield_options(edition, moment.state, moment.outs)
    infield: Infield = table.ask("defence", "infield", infield_with_holds(edition, infields, standing or 0))  # type: ignore[assignment]
    if standing is None:
        holds = hold_options(edition, moment.state, infield)
    else:
        holds = unchanged_holds(edition, standing, infield)
    said = table.ask("defence", "hold", holds)
    outfield = table.ask("defence", "outfield", outfield_options(may_come_in=moment.fly_may_end_it()))
    return Announced("", _held(edition, moment, said), infield, outfield == "in", said == UNSAID.key)


def offence_announces(table: Table, edition: Edition, moment: Moment, announced: Announced) -> Announced:
    """7.1, T23.01: the offence says what it does, after asking about holds if it likes."""
    options = offence_options(edition, moment, announced.held)
    act = table.ask("offence", "play", (*options, ASK_HOLDS) if announced.unsaid else options)
    if act == ASK_HOLDS.key:
        return offence_announces(table, edition, moment, defence_says_holds(table, edition, moment, announced))
    return announced._replace(act=act)


def defence_says_holds(table: Table, edition: Edition, moment: Moment, announced: Announced) -> Announced:
    """T23.01: the defence, asked, says whom it holds."""
    options = hold_options(edition, moment.state, announced.infield, asked=True)
    said = table.ask("defence", "hold", options)
    return announced._replace(held=_held(edition, moment, said), unsaid=False)


def _held(edition: Edition, moment: Moment, said: str) -> int:
    return held_as_said(edition.stealing, said, moment.state, lambda: moment.asterisk_on_first)
