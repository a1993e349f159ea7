"""Series against teams that dropped out uncovered, as each opponent's pitching sheet sees them (T0.08)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tournaments.models import Series

Row = Mapping[str, Any]


class VoidSeries(NamedTuple):
    """A series that is thrown out.

    `is_begun`: the two have met. `is_kept`: its columns stay, because somebody met the dropped team later.
    `next_series`: the team's first series after it, by number.
    """

    series_id: int
    round: int
    opponent: str
    is_begun: bool
    is_kept: bool
    next_series: int | None


def void_series_by_team(rows: Iterable[Row]) -> dict[int, list[VoidSeries]]:
    """Team -> its void series, from the rows of its series in order of play."""
    by_series = {row["pk"]: row for row in rows if row["stage"] == Series.Stage.ROUND_ROBIN}
    found: dict[int, list[VoidSeries]] = defaultdict(list)
    waiting: dict[int, list[VoidSeries]] = defaultdict(list)  # for the team's next series
    for row in by_series.values():
        for side, other in (("home", "away"), ("away", "home")):
            team = row[f"{side}_id"]
            if row["status"] != Series.Status.VOID:
                found[team] += [each._replace(next_series=row["pk"]) for each in waiting.pop(team, ())]
            elif row[f"{other}__dropped_after_round"] is not None:
                waiting[team].append(_void_series(row, row[f"{other}__name"]))
    for team, left in waiting.items():
        found[team] += left
    return found


def _void_series(row: Row, opponent: str) -> VoidSeries:
    is_begun = row["games__pk"] is not None
    return VoidSeries(row["pk"], row["round"], opponent, is_begun, is_begun and row["faced_later"], None)
