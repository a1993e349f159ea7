"""The director's warning for R-08c: a final series in a dropped team's slot clashes with the series after it."""

from games.queries.carry_over import CarryoverRules, carryover_rules
from games.queries.usage import TeamUsage, usage_of_teams
from rules_engine.eligibility.dropout_rotation import check_next_series
from rules_engine.eligibility.pitching import START
from rules_engine.rulings import Finding, Ruling, allow
from tournaments.models import Series, Team


class SlotClashFinding(Finding):
    """Findings on a final series' rotation in a dropped team's slot."""

    NEXT_SERIES_WITHOUT_ITS_STARTER = (
        "in place of the series against {opponent}, which dropped out, this rotation would have made a "
        "starter in the next series ineligible: {why}. No rule forbids this [R-08c]"
    )


def slot_clash(usage: TeamUsage, carryover: CarryoverRules, series_id: int) -> Ruling | None:
    """[R-08c] Return the clash caused by the final series' starters, or None without a slot or a clash."""
    slot = usage.final_slot
    if slot is None or slot.final_series != series_id:
        return None
    starters = _starters_by_series(usage)
    proposed = starters.pop(slot.final_series, [])
    earlier = list(starters)
    if slot.met_series not in starters or not proposed:
        return None
    met = earlier.index(slot.met_series) + 1
    names = {str(number): pitcher.name for number, pitcher in usage.pitchers.items()}
    ruling = check_next_series([*starters.values()], met, proposed, carryover.profile, names)
    if ruling:
        return None
    without = SlotClashFinding.NEXT_SERIES_WITHOUT_ITS_STARTER
    return allow(without, ruling.rule, subject=ruling.subject, opponent=slot.opponent, why=ruling)


def slot_clash_warnings(series: Series) -> list[str]:
    """Return the clash warnings when a series is saved, with a sentence per affected team."""
    left = Team.objects.filter(division=series.division_id, dropped_after_round__isnull=False)
    if series.stage != Series.Stage.ROUND_ROBIN or not left.exists():
        return []
    carryover = carryover_rules(series.tournament)
    usages = usage_of_teams(series.away_id, series.home_id).values()
    clashes = ((usage.name, slot_clash(usage, carryover, series.pk)) for usage in usages)
    return [f"{name}: {clash.reason}" for name, clash in clashes if clash is not None]


def _starters_by_series(usage: TeamUsage) -> dict[int, list[str]]:
    """Return the cards of each series' starters, in order. A game without a starter gets a placeholder."""
    rows: dict[int, list[str]] = {}
    for column in usage.columns:
        started = (
            str(pitcher.card_id)
            for pitcher in usage.pitchers.values()
            if (cell := pitcher.cells[column.number - 1]) is not None and cell.role == START
        )
        rows.setdefault(column.series_id, []).append(next(started, f"nobody in game {column.number}"))
    return rows
