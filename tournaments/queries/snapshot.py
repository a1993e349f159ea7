"""A tournament's rows as of its newest action, each kind loaded once per page.

Every query function for a page gets the same snapshot, so that nothing is loaded twice. Loaded data is cached until the
next action (core/cached_reads.py). Several threads share these objects, so they must never be changed.
"""

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

from core.cached_reads import cached_read
from core.prepared_queries import EXAMPLE_ID, PreparedQuery
from tournaments.models import Series, Team, TieBreakRoll, Tournament

Reading = TypeVar("Reading")

_TEAMS: Final = PreparedQuery(
    lambda: (
        Team.objects.filter(tournament=EXAMPLE_ID)
        .select_related("division")
        .order_by("division__position", "slot", "pk")
    )
)
_SERIES: Final = PreparedQuery(
    lambda: (
        Series.objects.filter(tournament=EXAMPLE_ID)
        .select_related("agreed_time")
        .order_by("stage", "round", "table", "pk")
    )
)
_TIE_BREAK_ROLLS: Final = PreparedQuery(lambda: TieBreakRoll.objects.filter(tournament=EXAMPLE_ID))


class TournamentSnapshot:
    """A page's data for one state of a tournament.

    Args:
        newest: The newest action's number, loaded before anything else. With 0, rows are cached only in this snapshot,
            for a service that has just changed data.
        has_tie_break_rolls: Whether there are any tiebreaker rolls, if the page knows.
    """

    def __init__(self, tournament: Tournament, newest: int = 0, *, has_tie_break_rolls: bool = True) -> None:
        self.tournament = tournament
        self.newest = newest
        self._has_tie_break_rolls = has_tie_break_rolls
        self._readings: dict[Hashable, Any] = {}

    def read(self, name: Hashable, make: Callable[[], Reading]) -> Reading:
        """Return the result of `make`, which is called only once for this state of the tournament."""
        if name not in self._readings:
            key = (self.tournament.pk, self.tournament.epoch, name)
            self._readings[name] = cached_read(self.newest, key, make)
        return cast(Reading, self._readings[name])

    @property
    def teams(self) -> dict[int, Team]:
        """The teams by ID with their divisions, ordered by division and draft position."""
        return self.read("teams", self._load_teams)

    @property
    def series(self) -> list[Series]:
        """The series in scheduled order, with their teams, divisions and agreed times."""
        return self.read("series", self._load_series)

    @property
    def tie_break_rolls(self) -> list[TieBreakRoll]:
        if not self._has_tie_break_rolls:
            return []
        return self.read("tie-break rolls", lambda: _TIE_BREAK_ROLLS.rows_of(self.tournament.pk))

    def series_of(self, team_id: int) -> list[Series]:
        """Return a team's series in scheduled order."""
        by_team = self.read("series by team", self._series_by_team)
        return by_team.get(team_id, [])

    def _load_teams(self) -> dict[int, Team]:
        teams = _TEAMS.rows_of(self.tournament.pk)
        for team in teams:
            team.tournament = self.tournament
            if team.division is not None:
                team.division.tournament = self.tournament
        return {team.pk: team for team in teams}

    def _load_series(self) -> list[Series]:
        teams = self.teams
        division_by_id = {team.division_id: team.division for team in teams.values()}
        all_series = _SERIES.rows_of(self.tournament.pk)
        for series in all_series:
            related = series._state.fields_cache  # Assignment would check each object, which is slower than loading.
            related["tournament"] = self.tournament
            related["home"], related["away"] = teams[series.home_id], teams[series.away_id]
            if series.division_id in division_by_id:
                related["division"] = division_by_id[series.division_id]
            if series.covered_by_id is not None:
                related["covered_by"] = teams[series.covered_by_id]
        return all_series

    def _series_by_team(self) -> dict[int, list[Series]]:
        by_team: dict[int, list[Series]] = {}
        for series in self.series:
            by_team.setdefault(series.home_id, []).append(series)
            by_team.setdefault(series.away_id, []).append(series)
        return by_team
