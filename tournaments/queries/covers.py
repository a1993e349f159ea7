"""Covers for a dropped team, and takeovers of such a team (T0.08)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from rules_engine.competition.tiebreaks import Verdict
from rules_engine.eligibility.dropout import CoveringPlayer, may_take_over
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoffs import teams_to_take_over
from tournaments.queries.schedule import has_started, series_of_round_robin
from tournaments.queries.standings_table import TeamName

# Candidates are listed in this order (T0.08).
_IS_FREE = 0
_HAS_TWO_MANAGERS = 1
_PLAYS = 2
_ALREADY_COVERS = 3


class CoverCandidate(NamedTuple):
    """A team that can cover a series, with a note such as "National, on bye"."""

    team: Team
    remark: str


class CoverAvailability(NamedTuple):
    """A team's availability in a round: its rank among the candidates, and the reason."""

    rank: int
    remark: str


@dataclass(frozen=True, slots=True)
class CoverChoice:
    """A series that needs a cover, and the teams that can cover it.

    The director enters a series that no team covers.
    """

    series: Series
    opponent: Team
    candidates: list[CoverCandidate]


def cover_choices(team: Team) -> list[CoverChoice]:
    """Return a choice for each of a dropped team's series that hasn't started.

    The list is empty if the team's games were thrown out. Three queries.
    """
    if team.dropped_after_round is None:
        return []
    division_play = _series_not_void(team)
    teams = _teams_with_managers(team)
    to_cover = [series for series in division_play if series.has_team(team.pk) and not has_started(series)]
    return [_cover_choice(team, series, division_play, teams) for series in to_cover]


def outside_choices(team: Team, remaining: Iterable[Series]) -> list[CoverChoice]:
    """Return the teams from other divisions that can cover the remaining series."""
    division_play = _series_not_void(team)
    outsiders = [candidate for candidate in _teams_with_managers(team) if candidate.division_id != team.division_id]
    if not outsiders:
        return []
    return [_cover_choice(team, series, division_play, outsiders) for series in remaining]


def _series_not_void(team: Team) -> list[Series]:
    every_series = series_of_round_robin(team.tournament)
    return [series for series in every_series if series.status != Series.Status.VOID]


def _teams_with_managers(team: Team) -> list[Team]:
    """Return the managed teams that still play. Imputed teams have no manager."""
    teams = team.tournament.teams.filter(
        division__isnull=False,
        dropped_after_round=None,
        kind=Team.Kind.MANAGED,
    )
    teams = teams.select_related("division").prefetch_related("managers")
    return list(teams.order_by("division__position", "name"))


def _cover_choice(
    team: Team,
    series: Series,
    division_play: Sequence[Series],
    teams: Sequence[Team],
) -> CoverChoice:
    ranked = []
    for candidate in _eligible_covers(team, series, division_play, teams):
        rank, remark = _availability(candidate, series, division_play)
        if candidate.division_id != team.division_id:
            remark = ", ".join(filter(None, (str(candidate.division), remark)))
        ranked.append((rank, CoverCandidate(candidate, remark)))
    ranked.sort(key=lambda pair: pair[0])
    candidates = [candidate for _, candidate in ranked]
    return CoverChoice(series, series.opponent_of(team.pk), candidates)


def _eligible_covers(
    team: Team,
    series: Series,
    division_play: Sequence[Series],
    teams: Sequence[Team],
) -> list[Team]:
    """Return the teams that can cover: teams from other divisions, and teams with a bye in this division (T0.08)."""
    same_round = [
        other_series
        for other_series in division_play
        if other_series.round == series.round and other_series.division_id == team.division_id
    ]
    busy = _busy_teams(same_round, covering=series)
    return [candidate for candidate in teams if candidate.division_id != team.division_id or candidate.pk not in busy]


def _availability(candidate: Team, series: Series, division_play: Iterable[Series]) -> CoverAvailability:
    same_round = [
        other_series
        for other_series in division_play
        if other_series.round == series.round and other_series.pk != series.pk
    ]
    for other_series in same_round:
        if other_series.covered_by_id == candidate.pk and other_series.covered_team is not None:
            return CoverAvailability(_ALREADY_COVERS, f"covers for {other_series.covered_team.name}")
    if not any(other_series.has_team(candidate.pk) for other_series in same_round):
        division_plays = any(other_series.division_id == candidate.division_id for other_series in same_round)
        return CoverAvailability(_IS_FREE, "on bye" if division_plays else "free")
    if len(candidate.managers.all()) > 1:
        return CoverAvailability(_HAS_TWO_MANAGERS, "two managers")
    return CoverAvailability(_PLAYS, "")


def free_in_round(series: Series) -> list[Team]:
    """Return the division's teams that have a bye in this round and don't cover another series."""
    same_round = Series.objects.filter(
        division=series.division_id,
        round=series.round,
        stage=series.stage,
    )
    busy = _busy_teams(same_round.exclude(status=Series.Status.VOID), covering=series)
    teams = Team.objects.filter(division=series.division_id, dropped_after_round=None)
    return [team for team in teams.order_by("slot", "pk") if team.pk not in busy]


def _busy_teams(same_round: Iterable[Series], *, covering: Series) -> set[int | None]:
    """Return the teams that play or cover in a round, without the current cover for `covering`."""
    busy: set[int | None] = set()
    for series in same_round:
        busy |= {series.home_id, series.away_id}
        if series.pk != covering.pk:
            busy.add(series.covered_by_id)
    return busy


@dataclass(frozen=True, slots=True)
class PendingTakeover:
    """A dropped team that would advance, with a ruling for each team that covered for it."""

    team: TeamName
    players: list[tuple[CoveringPlayer, Ruling]]


def pending_takeovers(tables: Sequence[DivisionStandings]) -> list[PendingTakeover]:
    """Return the takeovers to settle (T0.08). One query per dropped team."""
    takeovers = []
    for table in tables:
        for team in teams_to_take_over(table):
            players = covering_players(team.pk, tables)
            rulings = [(player, may_take_over(player)) for player in players]
            takeovers.append(PendingTakeover(team, rulings))
    return takeovers


def team_of_successor(team: Team) -> Team | None:
    """Return the team whose manager took over this team, or None if there is no such team."""
    if not team.taken_over_by:
        return None
    return Team.objects.filter(tournament=team.tournament_id, name=team.taken_over_by).first()


def covering_players(
    team_id: int,
    tables: Sequence[DivisionStandings],
) -> list[CoveringPlayer]:
    """Return the teams whose managers completed a series for this team, by name (T0.08)."""
    completed = Series.objects.filter(Q(home=team_id) | Q(away=team_id), status=Series.Status.COMPLETE)
    covers = Team.objects.filter(covered_series__in=completed).distinct().order_by("name")
    division_mates = _division_mates(team_id, tables)
    advancing = _advancing_teams(tables)
    return [CoveringPlayer(cover.name, cover.pk in division_mates, cover.pk in advancing) for cover in covers]


def _division_mates(team_id: int, tables: Iterable[DivisionStandings]) -> Collection[int]:
    for table in tables:
        if team_id in table.teams:
            return table.teams.keys()
    return ()


def _advancing_teams(tables: Iterable[DivisionStandings]) -> set[int]:
    """Return the teams that aren't eliminated, in divisions that have played."""
    return {
        team
        for table in tables
        if table.outcome is not None
        for team in table.order
        if table.verdict(team) is not Verdict.OUT
    }
