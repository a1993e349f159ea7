"""Throws from the outfield: extra bases and outs from a pair of dice (7.2)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT
from rules_engine.systems.inside_pitch.charts import Charts

MIN_THROW_ABR, NO_THROW_ABR = 1, 6  # 7.2-d: below the first, he holds; from the second on, he goes without a throw
NO_RUNNER_AHEAD: Final = HOME + 1


class AdvancingRunner(NamedTuple):
    """A runner who can try for an extra base.

    `start` is his base before the play, `base` the base he has reached, and `abr` his adjusted BR.
    """

    start: int
    base: int
    br: int
    abr: int


EndBases = dict[int, int]  # starting base -> destination


def resolve_throw(
    charts: Charts, first: int, second: int, rundown: int, runners: Sequence[AdvancingRunner]
) -> EndBases:
    """IP7.2-f: Return the destinations after a throw. The batter comes last in `runners`.

    `rundown` is the rundown's d6 if the dice cause one.
    """
    kind = charts.first_die[first - 1]
    if kind == "lead_safe":
        return _lead_safe(second, runners)
    if kind == "compare":
        return _compare_runners(first, runners)
    return _chart_b(charts, second, rundown, runners)


def causes_rundown(charts: Charts, first: int, second: int, runners: Sequence[AdvancingRunner]) -> bool:
    """IP7.2-f: Return whether the dice catch a trailing runner in a rundown."""
    if len(runners) < 2 or charts.first_die[first - 1] != "chart_b":
        return False
    return charts.chart_b[second - 1] == "rundown"


def _lead_safe(second: int, runners: Sequence[AdvancingRunner]) -> EndBases:
    """Chart A: Advance trailing runners if the second die is at most their raw BR."""
    return _advance_runners(runners, [True, *(second <= runner.br for runner in runners[1:])])


def _compare_runners(first: int, runners: Sequence[AdvancingRunner]) -> EndBases:
    """Compare each runner's adjusted BR with the die. The batter stays."""
    return _advance_runners(runners, [runner.start != BATTER and first <= runner.abr for runner in runners])


def _chart_b(charts: Charts, second: int, rundown: int, runners: Sequence[AdvancingRunner]) -> EndBases:
    kind, lead, trailing = charts.chart_b[second - 1], runners[0], runners[1:]
    if kind == "lead_out":
        return {lead.start: OUT, **_advance_runners(trailing, [runner.br >= second for runner in trailing])}
    ends = _advance_runners(runners, [True] + [False] * len(trailing))
    if not trailing:
        return ends
    if kind == "trailer_out":
        return {**ends, trailing[0].start: OUT}
    return {**ends, **resolve_rundown(charts, rundown, trailing[0], trailing[1:])}


def resolve_rundown(
    charts: Charts, roll: int, caught: AdvancingRunner, trailing: Sequence[AdvancingRunner]
) -> EndBases:
    """IP7.2-g: Return the destinations after a rundown's d6."""
    kind = charts.rundown[roll - 1]
    if kind == "safe":
        return {caught.start: caught.base + 1, **{runner.start: runner.base for runner in trailing}}
    moving = kind == "out_others_try" and roll <= caught.br
    return {caught.start: OUT, **_advance_runners(trailing, [moving] * len(trailing))}


def _advance_runners(runners: Sequence[AdvancingRunner], going: Sequence[bool]) -> EndBases:
    """IP7.2-h: Advance runners unless the next base is occupied."""
    ends, ahead = {}, NO_RUNNER_AHEAD
    for runner, goes in zip(runners, going, strict=True):
        end = runner.base + 1 if goes and (runner.base + 1 == HOME or runner.base + 1 < ahead) else runner.base
        ends[runner.start] = end
        if end < HOME:
            ahead = end
    return ends


def lead_runner_goes(lead: AdvancingRunner) -> bool | None:
    """IP7.2-d: Return whether the lead runner goes, or None if the dice decide."""
    if MIN_THROW_ABR <= lead.abr < NO_THROW_ABR:
        return None
    return lead.abr >= NO_THROW_ABR


def advance_on_throw(
    game_input: GameInput, charts: Charts, runners: Sequence[AdvancingRunner]
) -> tuple[EndBases, bool]:
    """IP7.2-c to IP7.2-g: Return the destinations, and whether a throw was rolled.

    If the lead runner goes without a throw, the next runner is tested (IP7.2-e). The batter is never the
    lead runner.
    """
    ends: EndBases = {}
    for index, lead in enumerate(runners):
        if lead.start == BATTER:
            break
        goes = lead_runner_goes(lead)
        if goes is None:
            return {**ends, **_roll_throw(game_input, charts, runners[index:])}, True
        if not goes:
            break
        ends[lead.start] = lead.base + 1
    return {runner.start: runner.base for runner in runners} | ends, False


def _roll_throw(game_input: GameInput, charts: Charts, runners: Sequence[AdvancingRunner]) -> EndBases:
    first, second = game_input.roll("throw_1", 6), game_input.roll("throw_2", 6)
    rundown = game_input.roll("rundown", 6) if causes_rundown(charts, first, second, runners) else 0
    return resolve_throw(charts, first, second, rundown, runners)
