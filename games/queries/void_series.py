"""Series against teams that dropped out uncovered, from each opponent's point of view (T0.08)."""

from collections.abc import Iterable
from typing import NamedTuple

from games.queries.usage_rows import TeamRow
from tournaments.models import Series


class VoidSeries(NamedTuple):
    """A series against a team that dropped out.

    Attributes:
        was_played: Whether the two teams have met.
        keeps_results: Whether the columns stay on the sheet because a later opponent also met the dropped team.
        next_series: The ID of the team's first series after this series.
    """

    series_id: int
    round: int
    opponent: str
    was_played: bool
    keeps_results: bool
    next_series: int | None


def find_void_series(rows: Iterable[TeamRow]) -> list[VoidSeries]:
    """Return a team's void series from its series rows, which are in order of play."""
    by_series = {row.row["pk"]: row for row in rows if row.row["stage"] == Series.Stage.ROUND_ROBIN}
    void_series: list[VoidSeries] = []
    waiting: list[VoidSeries] = []  # void series without a next series so far
    for row in by_series.values():
        if row.row["status"] != Series.Status.VOID:
            void_series += [void._replace(next_series=row.row["pk"]) for void in waiting]
            waiting = []
        elif row.opponent_dropped_after is not None:
            waiting.append(_void_series(row))
    return [*void_series, *waiting]


def _void_series(team_row: TeamRow) -> VoidSeries:
    row = team_row.row
    was_played = row["games__pk"] is not None
    opponent = row[f"{team_row.opposite}__name"]
    return VoidSeries(row["pk"], row["round"], opponent, was_played, was_played and row["faced_later"], None)
