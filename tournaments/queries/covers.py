"""Who plays the series of a team that dropped out, and who else could (T0.08)."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Series, Team
from tournaments.queries.schedule import has_begun, series_of_round_robin


@dataclass(frozen=True, slots=True)
class CoverChoice:
    """One series that is left to be played for the team. `able`: who may play it; without one the desk enters it."""

    series: Series
    opponent: Team
    able: list[Team]


def cover_choices(team: Team) -> list[CoverChoice]:
    """The series of a dropped team that have not begun; none where its games were thrown out. Two queries."""
    series = [one for one in series_of_round_robin(team.tournament) if one.status != Series.Status.VOID]
    playing = list(
        team.tournament.teams.filter(division__isnull=False, dropped_after_round=None)
        .select_related("division")
        .order_by("division__position", "name")
    )
    return [
        CoverChoice(one, one.away if one.home_id == team.pk else one.home, _able(team, one, series, playing))
        for one in series
        if team.pk in (one.home_id, one.away_id) and team.dropped_after_round is not None and not has_begun(one)
    ]


def _able(team: Team, wanted: Series, series: Sequence[Series], playing: Sequence[Team]) -> list[Team]:
    """Teams of other divisions, and of the own one those on bye in that round who play for nobody else then."""
    busy: set[int | None] = set()
    for one in series:
        if one.round == wanted.round and one.division_id == team.division_id:
            busy |= {one.home_id, one.away_id, one.covered_by_id if one.pk != wanted.pk else None}
    return [one for one in playing if one.division_id != team.division_id or one.pk not in busy]
