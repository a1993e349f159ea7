"""Ground outs: plain with nobody on or two outs, else by one of three tables and the white die."""

from typing import Final

from rules_engine.baseball.bases import BATTER, EMPTY, FIRST, HOME, LOADED, SECOND, THIRD, is_on, lead_runner
from rules_engine.baseball.plays import OUT, Play, advance, settle, stay
from rules_engine.baseball.table import Option, Table
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.ball.destinations import places
from rules_engine.systems.pine_tar.charts import charts as tables
from rules_engine.systems.pine_tar.charts.charts import HitAndRunRow
from rules_engine.systems.pine_tar.scorebook.moment import Moment

LATE: Final = 8
REFUSED: Final = "GDP refused"
DOUBLE_PLAY, HOME_ONLY = "double_play", "home_only"
QUESTION: Final = "double_play"
_HOME_FIRST: Final = ("p", "c")  # who starts a double play at home with the bases loaded


class DoublePlay(Finding):
    """Whether the defence may have one out at home in place of two."""

    RUN_MATTERS = "None is out in inning {inning}, and the run would tie the game or add to the lead."
    FORCE_AT_HOME = "With the bases loaded an infielder may throw home."
    TAKEN = "The double play is made as it comes."


def ground_out(table: Table, moment: Moment, fielder: str, white: int) -> Play:
    """PTGO1, PTGO2, PTGO10: the batter is out alone, or the table says who is; nobody scores with the third out."""
    name = ground_table(moment.occupied, moment.outs)
    if name is None:
        return Play("groundout", places(stay(moment.occupied, OUT)), "PTGO1", fielder=fielder)
    code = moment.book.charts.ground_outs[name][fielder][white_die(moment, white)]
    if code == tables.GDP:
        return settle(_double_play(table, moment, fielder), moment.outs)
    return _RESULTS[code](moment.occupied, fielder)


def ground_table(occupied: int, outs: int) -> str | None:
    """PTGO1, PTGO2: the table by the runners on base; none with the bases empty or two outs."""
    if occupied == EMPTY or outs == 2:
        return None
    if occupied == LOADED:
        return tables.LOADED
    return tables.RUNNER_ON_FIRST if is_on(occupied, FIRST) else tables.NO_RUNNER_ON_FIRST


def white_die(moment: Moment, white: int) -> int:
    """PTHR4: where the table is read."""
    return read_with_hit_and_run(moment.book.charts.hit_and_run, white) if moment.going else white


def read_with_hit_and_run(row: HitAndRunRow, white: int) -> int:
    """PTHR4: with the hit and run on the white die counts 4 more, 9 at most."""
    return min(white + row.ground_out_white, row.white_cap)


def _double_play(table: Table, moment: Moment, fielder: str) -> Play:
    """PTGO3, PTGO8, PTGO9: two outs, unless the defence would rather have the one at home."""
    if (ruling := home_only_ruling(moment, fielder)) and _prefers_home(table, ruling):
        return _force_home(moment.occupied, fielder, REFUSED, ruling.rule)
    if moment.occupied == LOADED and fielder in _HOME_FIRST:
        return _made("groundout", [OUT, SECOND, THIRD, OUT], moment.occupied, fielder, tables.GDP, "PTGO8")
    return _made("groundout", [OUT, OUT, THIRD, HOME], moment.occupied, fielder, tables.GDP, "PTGO3")


def _prefers_home(table: Table, ruling: Ruling) -> bool:
    options = (
        Option(DOUBLE_PLAY, "PTGO3", "two outs, the other runners move up"),
        Option(HOME_ONLY, ruling.rule, "the runner from third is out, nobody else"),
    )
    return table.ask("defence", QUESTION, options) == HOME_ONLY


def home_only_ruling(moment: Moment, fielder: str) -> Ruling:
    """PTGO8, PTGO9, PTA10: whether the defence has the choice; not where the man from third is out anyhow."""
    state = moment.state
    if moment.occupied == LOADED:
        if fielder in _HOME_FIRST:
            return refuse(DoublePlay.TAKEN, "PTGO8")
        return allow(DoublePlay.FORCE_AT_HOME, "PTGO8")
    return refuse_ruling(state.inning, moment.outs, moment.occupied, state.lead)


def refuse_ruling(inning: int, outs: int, occupied: int, lead: int) -> Ruling:
    """PTGO9, PTA8: late, with nobody out, where the run from third would tie the game or add to a lead or a tie."""
    if inning >= LATE and outs == 0 and is_on(occupied, FIRST) and is_on(occupied, THIRD) and lead >= -1:
        return allow(DoublePlay.RUN_MATTERS, "PTGO9", inning=inning)
    return refuse(DoublePlay.TAKEN, "PTGO9")


def _made(kind: str, to: list[int], occupied: int, fielder: str, code: str, rule: str) -> Play:
    """The play with the runners there are: `to` says what becomes of a man on each base."""
    there = stay(occupied)
    told = [to[BATTER], *(to[base] if is_on(occupied, base) else there[base] for base in (1, 2, 3))]
    return Play(kind, places(told), rule, fielder=fielder, code=code)


def _force_home(occupied: int, fielder: str, code: str = tables.FORCE_HOME, rule: str = "PTGO7") -> Play:
    """PTGO7: the runner from third is out at home, the others move up, the batter is safe."""
    return _made("fielders_choice", [FIRST, SECOND, THIRD, OUT], occupied, fielder, code, rule)


def _choice_advances(occupied: int, fielder: str) -> Play:
    """PTGO4: out at second, the batter safe; the runner from second to third, the one from third scores."""
    return _made("fielders_choice", [FIRST, OUT, THIRD, HOME], occupied, fielder, tables.FC_ADVANCES, "PTGO4")


def _choice_holds(occupied: int, fielder: str) -> Play:
    """PTGO4: the same, and the runner on third holds; with the bases loaded he must go and scores."""
    third = HOME if occupied == LOADED else THIRD
    return _made("fielders_choice", [FIRST, OUT, THIRD, third], occupied, fielder, tables.FC_HOLDS, "PTGO4")


def _out_advance(occupied: int, fielder: str) -> Play:
    """PTGO5: the batter is out at first, all runners move up."""
    return Play("groundout", places(advance(occupied, 1, OUT)), "PTGO5", fielder=fielder, code=tables.OUT_ADVANCE)


def _out_hold(occupied: int, fielder: str) -> Play:
    """PTGO5: the batter is out at first, the runners hold."""
    return Play("groundout", places(stay(occupied, OUT)), "PTGO5", fielder=fielder, code=tables.OUT_HOLD)


def _lead_out(occupied: int, fielder: str) -> Play:
    """PTGO6, PTA9: the lead runner is out, the batter safe; a man on second behind him takes third."""
    to = [FIRST, SECOND, THIRD, OUT] if lead_runner(occupied) == THIRD else [FIRST, SECOND, OUT, OUT]
    return _made("fielders_choice", to, occupied, fielder, tables.LEAD_OUT, "PTGO6")


_RESULTS: Final = {
    tables.FC_HOLDS: _choice_holds,
    tables.FC_ADVANCES: _choice_advances,
    tables.FORCE_HOME: _force_home,
    tables.LEAD_OUT: _lead_out,
    tables.OUT_HOLD: _out_hold,
    tables.OUT_ADVANCE: _out_advance,
}
