"""Holding runners: changes of holds, the infielders who hold, and STAR's default holds (sections 8, 22, 23)."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, Literal

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, FIRST, SECOND, is_on, runners
from rules_engine.baseball.game_input import UNSAID_KEY, Option
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.leads import FailedLead
from rules_engine.systems.strat_o_matic.cards.ratings import Hand
from rules_engine.systems.strat_o_matic.cards.reading import INFIELD
from rules_engine.systems.strat_o_matic.charts.chart_files import ChartSource, cached_per_chart_set, read_chart
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import StealingRules

Change = Literal["new_batter", "new_pitcher", "new_catcher", "same_men"]
UNSAID: Final = Option(
    UNSAID_KEY, "T23.01", "No announcement: only a runner on first with an asterisk counts as held.", silent=True
)
ASK_HOLDS: Final = Option("ask_holds", "T23.01", "Ask the defense which runners it holds.")
HoldChart = Mapping[tuple[int, str], tuple[str, ...]]


class HoldFinding(Finding):
    """Reasons why holds may or can't change, and why a pinch runner may or can't enter."""

    BEFORE_ANY_ROLL = "Holds may be changed before any roll."
    SAME_MEN = "Holds change only with a new batter, pitcher or catcher."
    NEW_MAN = "There is a {change}."
    FAILED_HERE = "He has failed to get a lead on {base} base and is still there."
    NOT_FAILED_HERE = "He has not failed to get a lead on this base."


def hold_change_ruling(rules: StealingRules, change: Change) -> Ruling:
    """8.22: check whether the defense may change its holds now; in STAR it always may before a roll."""
    if not rules.holds_change_with_new_player_only:
        return allow(HoldFinding.BEFORE_ANY_ROLL, "T23.01")
    if change == "same_men":
        return refuse(HoldFinding.SAME_MEN, "8.22")
    return allow(HoldFinding.NEW_MAN, "8.22", change=change.replace("_", " "))


@cache
def bases_to_hold(key: str) -> int:
    """Return the bases int of the held runners for an option key, such as "12" or "none"."""
    return 0 if key == "none" else sum(1 << int(base) - 1 for base in key)


@cached_per_chart_set
def load_hold_chart(chart: ChartSource = "holding") -> HoldChart:
    """23.82: return the infielders by (base, batting side). Raise ChartError if the chart is invalid."""
    file = read_chart(chart)
    names = ("first", "second", "third")
    file.require_rows(*names)
    cells: dict[tuple[int, str], tuple[str, ...]] = {}
    for name in names:
        table = file.table(name)
        table.require_rows("L", "R")
        for side in ("L", "R"):
            count = len(table.rows[side]) if isinstance(table.rows[side], list) else 1
            cells[BASE_NUMBERS[name], side] = table.words(side, count, INFIELD)
    return cells


def holders(rules: StealingRules, holds: int, side: Hand) -> frozenset[str]:
    """23.82: return the infielders who hold these runners, based on the batter's side.

    On a gb()X to any of these infielders, a # symbol means SI2 (23.84).
    """
    return _holders(holds, side) if holds and rules.holders_lose_range else _NOBODY


_NOBODY: Final[frozenset[str]] = frozenset()


@cached_per_chart_set
def _holders(holds: int, side: Hand) -> frozenset[str]:
    chart = load_hold_chart()
    return frozenset(position for base in runners(holds) for position in chart[base, side])


def is_hold_presumed(rules: StealingRules, asterisk: bool, base: int, state: int, announced: bool | None) -> bool:
    """T23.01: return whether a runner counts as held.

    If the defense announced nothing, only a runner on first with an asterisk and second base open does.
    """
    if announced is not None:
        return announced
    return rules.asterisk_presumes_hold and asterisk and base == FIRST and not is_on(state, SECOND)


def resolve_holds(rules: StealingRules, announced: str, state: int, asterisk_on_first: Callable[[], bool]) -> int:
    """Return the bases int of the held runners, from the defense's announcement or, without one, from T23.01."""
    if announced != UNSAID.key:
        return bases_to_hold(announced)
    return int(is_hold_presumed(rules, asterisk_on_first(), FIRST, state, None))


def must_ask_before_steal(rules: StealingRules, asterisk: bool, target: int) -> bool:
    """T23.01: return whether the offense must ask about holds before this steal.

    It must ask before a steal of third or home, and before a steal of second by a runner without an asterisk.
    """
    return rules.offence_must_ask and (target != SECOND or not asterisk)


def pinch_runner_ruling(rules: StealingRules, base: int, earlier: FailedLead | None) -> Ruling:
    """T23.02: reject a pinch runner for a runner who failed to get a lead on his current base."""
    if rules.failed_lead_bars_pinch_runner and earlier is not None:
        return refuse(HoldFinding.FAILED_HERE, "T23.02", base=BASE_NAMES[base])
    return allow(HoldFinding.NOT_FAILED_HERE, "T23.02")
