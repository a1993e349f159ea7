"""Data that the pages of all managers share."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from core.cached_reads import is_cacheable
from drafts.queries.rosters import Roster, load_roster, load_rosters_by_team
from pitching.queries.bullpen import Bullpen, division_bullpens, team_bullpen
from tournaments.models import Series, Team, Tournament
from tournaments.queries.cached import cached_query
from tournaments.queries.team_schedule import last_round, series_by_team, series_of

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class SharedReads:
    """Queries read once per action for all teams, because every action updates all their pages."""

    tournament: Tournament
    newest: int  # number of the newest action

    def read(self, name: Hashable, query: Callable[[Tournament], _Answer]) -> _Answer:
        return cached_query(self.tournament, self.newest, name, lambda: query(self.tournament))

    def series_of(self, team: Team) -> list[Series]:
        if not is_cacheable(self.newest):
            return series_of(team)
        return self.read("series by team", series_by_team).get(team.pk, [])

    def last_round_of(self, team: Team) -> int:
        return self.read(("last round", team.division_id), lambda _: last_round(team.division_id))

    def load_roster(self, team: Team) -> Roster | None:
        if not is_cacheable(self.newest):
            return load_roster(team)
        return self.read("rosters", load_rosters_by_team).get(team.pk)

    def load_bullpen(self, team: Team) -> Bullpen | None:
        division = team.division
        if division is None or not is_cacheable(self.newest):
            return team_bullpen(team)
        division.tournament = self.tournament
        bullpens = self.read(("bullpens", division.pk), lambda _: division_bullpens(division))
        return next((bullpen for bullpen in bullpens if bullpen.board.team_id == team.pk), None)
