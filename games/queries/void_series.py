"""Series against teams that dropped out uncovered, as each opponent's pitching sheet sees them (T0.08)."""

from collections.abc import Iterable
from typing import NamedTuple

from games.queries.usage_rows import TeamRow
from tournaments.models import Series


class VoidSeries(NamedTuple):
    """A series against a team that dropped out.

    Attributes:
        was_played: Whether the two teams have met.
        keeps_results: Whether its columns stay on the sheet, because another team met the dropped team later.
        next_series: The number of the team's first series after it.
    """

    series_id: int
    round: int
    opponent: str
    was_played: bool
    keeps_results: bool
    next_series: int | None


def find_void_series(rows: Iterable[TeamRow]) -> list[VoidSeries]:
    """Return one team's void series, from the rows of its series in its order of play."""
    by_series = {row.row["pk"]: row for row in rows if row.row["stage"] == Series.Stage.ROUND_ROBIN}
    void_series: list[VoidSeries] = []
    waiting: list[VoidSeries] = []  # for the team's next series
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
