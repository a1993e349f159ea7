"""Groundouts: a plain out, or a result from one of three tables by the white die."""

from typing import Final

from rules_engine.baseball.bases import BATTER, EMPTY, FIRST, HOME, LOADED, SECOND, THIRD, is_on, lead_runner
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Play, advance, settle, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.charts import charts as tables
from rules_engine.systems.pine_tar.charts.charts import HitAndRunRow
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

LATE_INNING: Final = 8
REFUSED_DOUBLE_PLAY: Final = "GDP refused"
DOUBLE_PLAY, HOME_ONLY = "double_play", "home_only"
QUESTION: Final = "double_play"
_THROWS_HOME_FIRST: Final = ("p", "c")  # fielders who start a double play at home with the bases loaded


class DoublePlay(Finding):
    """Findings on whether the defense may take one out at home instead of two outs."""

    RUN_MATTERS = "No one is out in inning {inning}, and the run would tie the game or add to the lead."
    FORCE_AT_HOME = "With the bases loaded, an infielder may throw home."
    TAKEN = "The defense makes the double play."


def ground_out(game_input: GameInput, situation: PlaySituation, fielder: str, white: int) -> Play:
    """PTGO1, PTGO2, PTGO10: Retire only the batter, or read the groundout table."""
    name = ground_table(situation.occupied, situation.outs)
    if name is None:
        return Play("groundout", as_destinations(stay(situation.occupied, OUT)), "PTGO1", fielder=fielder)
    code = situation.setup.charts.ground_outs[name][fielder][ground_out_column(situation, white)]
    if code == tables.GDP:
        return settle(_resolve_double_play(game_input, situation, fielder), situation.outs)
    return _PLAY_BY_CODE[code](situation.occupied, fielder)


def ground_table(occupied: int, outs: int) -> str | None:
    """PTGO1, PTGO2: Return the table for these bases, or None if they are empty or there are two outs."""
    if occupied == EMPTY or outs == 2:
        return None
    if occupied == LOADED:
        return tables.LOADED
    return tables.RUNNER_ON_FIRST if is_on(occupied, FIRST) else tables.NO_RUNNER_ON_FIRST


def ground_out_column(situation: PlaySituation, white: int) -> int:
    """PTHR4: Return the table column for this white die."""
    return add_hit_and_run(situation.setup.charts.hit_and_run, white) if situation.going else white


def add_hit_and_run(row: HitAndRunRow, white: int) -> int:
    """PTHR4: Add 4 to the white die if the hit-and-run is on, up to 9."""
    return min(white + row.ground_out_white, row.white_cap)


def _resolve_double_play(game_input: GameInput, situation: PlaySituation, fielder: str) -> Play:
    """PTGO3, PTGO8, PTGO9: Make two outs unless the defense chooses one at home."""
    if (ruling := home_only_ruling(situation, fielder)) and _chooses_out_at_home(game_input, ruling):
        return _force_home(situation.occupied, fielder, REFUSED_DOUBLE_PLAY, ruling.rule)
    if situation.occupied == LOADED and fielder in _THROWS_HOME_FIRST:
        return _ground_out_play(
            "groundout", [OUT, SECOND, THIRD, OUT], situation.occupied, fielder, tables.GDP, "PTGO8"
        )
    return _ground_out_play("groundout", [OUT, OUT, THIRD, HOME], situation.occupied, fielder, tables.GDP, "PTGO3")


def _chooses_out_at_home(game_input: GameInput, ruling: Ruling) -> bool:
    options = (
        Option(DOUBLE_PLAY, "PTGO3", "two outs, the other runners move up"),
        Option(HOME_ONLY, ruling.rule, "only the runner from third is out"),
    )
    return game_input.ask("defence", QUESTION, options) == HOME_ONLY


def home_only_ruling(situation: PlaySituation, fielder: str) -> Ruling:
    """PTGO8, PTGO9, PTA10: Rule on whether the defense may choose the out at home."""
    state = situation.state
    if situation.occupied == LOADED:
        if fielder in _THROWS_HOME_FIRST:
            return refuse(DoublePlay.TAKEN, "PTGO8")
        return allow(DoublePlay.FORCE_AT_HOME, "PTGO8")
    return refuse_double_play_ruling(state.inning, situation.outs, situation.occupied, state.lead)


def refuse_double_play_ruling(inning: int, outs: int, occupied: int, lead: int) -> Ruling:
    """PTGO9, PTA8: Allow declining two outs late with none out, if the run would tie the game or add to a lead."""
    if inning >= LATE_INNING and outs == 0 and is_on(occupied, FIRST) and is_on(occupied, THIRD) and lead >= -1:
        return allow(DoublePlay.RUN_MATTERS, "PTGO9", inning=inning)
    return refuse(DoublePlay.TAKEN, "PTGO9")


def _ground_out_play(kind: str, to: list[int], occupied: int, fielder: str, code: str, rule: str) -> Play:
    """Build the play from each base's destination, ignoring empty bases."""
    defaults = stay(occupied)
    destinations = [to[BATTER], *(to[base] if is_on(occupied, base) else defaults[base] for base in (1, 2, 3))]
    return Play(kind, as_destinations(destinations), rule, fielder=fielder, code=code)


def _force_home(occupied: int, fielder: str, code: str = tables.FORCE_HOME, rule: str = "PTGO7") -> Play:
    """PTGO7: Put the runner from third out, advance the others and leave the batter safe."""
    return _ground_out_play("fielders_choice", [FIRST, SECOND, THIRD, OUT], occupied, fielder, code, rule)


def _choice_runner_scores(occupied: int, fielder: str) -> Play:
    """PTGO4: Return a force at second. The runner from second takes third, and the runner from third scores."""
    return _ground_out_play(
        "fielders_choice", [FIRST, OUT, THIRD, HOME], occupied, fielder, tables.FC_ADVANCES, "PTGO4"
    )


def _choice_runner_holds(occupied: int, fielder: str) -> Play:
    """PTGO4: Return a force at second. The runner on third holds unless the bases are loaded."""
    third = HOME if occupied == LOADED else THIRD
    return _ground_out_play("fielders_choice", [FIRST, OUT, THIRD, third], occupied, fielder, tables.FC_HOLDS, "PTGO4")


def _out_runners_advance(occupied: int, fielder: str) -> Play:
    """PTGO5: Put the batter out at first and advance all runners."""
    return Play(
        "groundout", as_destinations(advance(occupied, 1, OUT)), "PTGO5", fielder=fielder, code=tables.OUT_ADVANCE
    )


def _out_runners_hold(occupied: int, fielder: str) -> Play:
    """PTGO5: Put the batter out at first and hold the runners."""
    return Play("groundout", as_destinations(stay(occupied, OUT)), "PTGO5", fielder=fielder, code=tables.OUT_HOLD)


def _lead_runner_out(occupied: int, fielder: str) -> Play:
    """PTGO6, PTA9: Put the lead runner out and leave the batter safe. A trailing runner takes third."""
    to = [FIRST, SECOND, THIRD, OUT] if lead_runner(occupied) == THIRD else [FIRST, SECOND, OUT, OUT]
    return _ground_out_play("fielders_choice", to, occupied, fielder, tables.LEAD_OUT, "PTGO6")


_PLAY_BY_CODE: Final = {
    tables.FC_HOLDS: _choice_runner_holds,
    tables.FC_ADVANCES: _choice_runner_scores,
    tables.FORCE_HOME: _force_home,
    tables.LEAD_OUT: _lead_runner_out,
    tables.OUT_HOLD: _out_runners_hold,
    tables.OUT_ADVANCE: _out_runners_advance,
}
