"""Calculate a dropout's consequences before anything is saved (T0.08)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from django.db.models import QuerySet

from rules_engine.competition.dropouts import CoverDuty, cover_duties, covered_in_full
from tournaments.models import Division, Series, Team
from tournaments.queries.covers import free_in_round
from tournaments.queries.dropout_branches import (
    BYE_TEAM,
    NOBODY,
    DropOut,
    DropOutSeries,
    LostCover,
)
from tournaments.queries.dropout_consequences import consequences
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.schedule import has_started, schedule_of, series_of_round_robin
from tournaments.queries.standings import standings_of

CoverBySeries = Mapping[int, Team | None]


def drop_out(
    team: Team,
    after_round: int,
    cover: str = NOBODY,
    outsiders: Mapping[int, Team] | None = None,
) -> DropOut:
    """Return the effects under T0.08 if a team drops out after this round.

    Args:
        cover: The branch, OUTSIDE or NOBODY, if teams with byes can't cover every series.
        outsiders: The outside team that covers each series, by series ID. The director enters all other series.
    """
    schedule = schedule_of(_division_of(team))
    earlier_dropouts = set(_earlier_dropouts(team).values_list("pk", flat=True))
    pairings = _pairings(team)
    # If a team dropped out without a cover, all its series are void.
    expelled = earlier_dropouts - {team_id for pairing in pairings for team_id in pairing.team_ids}
    division_play = [series for series in series_of_round_robin(team.tournament) if series.status != Series.Status.VOID]
    team_series = in_order_of_play((series for series in division_play if series.has_team(team.pk)), team.pk)
    duties = cover_duties(
        schedule,
        team.pk,
        last_round_played=after_round,
        departed=expelled,
        busy=_busy_teams_by_round(pairings, earlier_dropouts),
        postponed=_postponed_rounds(team_series, after_round),
    )
    teams_playing = len(set(schedule.teams) - expelled)
    power_rounds = _power_rounds_to_come(team)
    if duties:
        is_covered_by_byes = covered_in_full(duties)
    else:
        is_covered_by_byes = power_rounds > 0 and teams_playing % 2 == 1
    branch = BYE_TEAM if is_covered_by_byes else cover
    if branch == BYE_TEAM:
        covers: CoverBySeries = _covers_on_bye(duties, team_series)
    else:
        covers = dict(outsiders or {})
    if branch == NOBODY:
        entries = [_void_entry(team, series) for series in team_series]
    else:
        entries = [_covered_entry(team, series, covers) for series in team_series]
    lost_covers = [*_lost_covers(team, entries), *_covers_called_away(team, branch, entries)]
    drop = DropOut(
        team,
        after_round,
        branch,
        teams_playing,
        entries,
        lost_covers,
        power_rounds_to_come=power_rounds,
    )
    return replace(drop, consequences=list(consequences(drop, division_play)))


def _postponed_rounds(team_series: Sequence[Series], after_round: int) -> set[int]:
    return {series.round for series in team_series if series.round <= after_round and not has_started(series)}


def _covers_on_bye(duties: Sequence[CoverDuty], team_series: Sequence[Series]) -> CoverBySeries:
    """Map each series to the team with a bye that covers it."""
    cover_ids = {duty.series.round: duty.covered_by for duty in duties if duty.covered_by is not None}
    teams = Team.objects.in_bulk(cover_ids.values())
    covers: dict[int, Team | None] = {}
    for series in team_series:
        cover_id = cover_ids.get(series.round)
        covers[series.pk] = None if cover_id is None else teams[cover_id]
    return covers


def _power_rounds_to_come(team: Team) -> int:
    if not team.tournament.power_rounds:
        return 0
    (table,) = standings_of(team.tournament, team.division_id)
    return table.power_rounds_to_come


def _lost_covers(team: Team, entries: Sequence[DropOutSeries]) -> Iterator[LostCover]:
    """Yield the series that this team was going to cover, each with an available team from the division."""
    cover_by_round = {entry.series.round: entry.cover.pk for entry in entries if entry.cover is not None}
    for series in _series_to_cover(team):
        unavailable = (team.pk, cover_by_round.get(series.round))
        free_teams = [candidate for candidate in free_in_round(series) if candidate.pk not in unavailable]
        if series.covered_team is not None:
            yield LostCover(series, series.covered_team, team, free_teams[0] if free_teams else None)


def _covers_called_away(
    team: Team,
    branch: str,
    entries: Sequence[DropOutSeries],
) -> Iterator[LostCover]:
    """Yield series in other divisions that lose their cover, because the covering team must cover here (T0.08)."""
    if branch != BYE_TEAM:
        return
    for entry in entries:
        if entry.cover is None or entry.is_cover_unchanged:
            continue
        same_round = _series_to_cover(entry.cover).filter(round=entry.series.round)
        for series in same_round.exclude(division=team.division_id):
            free_teams = free_in_round(series)
            if series.covered_team is not None:
                yield LostCover(
                    series,
                    series.covered_team,
                    entry.cover,
                    free_teams[0] if free_teams else None,
                )


def _series_to_cover(cover: Team) -> QuerySet[Series]:
    series = Series.objects.filter(covered_by=cover, status=Series.Status.SCHEDULED)
    return series.select_related("home", "away", "covered_by").order_by("round", "pk")


def _void_entry(team: Team, series: Series) -> DropOutSeries:
    is_left = series.status != Series.Status.COMPLETE
    return DropOutSeries(series, series.opponent_of(team.pk), is_left, has_started(series))


def _covered_entry(team: Team, series: Series, covers: CoverBySeries) -> DropOutSeries:
    entry = _void_entry(team, series)
    if not entry.is_left:
        return entry
    if series.covered_by is not None:
        return replace(entry, cover=series.covered_by, is_cover_unchanged=True)
    return replace(entry, cover=covers.get(series.pk))


def _division_of(team: Team) -> Division:
    if team.division is None:
        raise ValueError(f"{team} has no division to drop out of")
    return team.division


class _DivisionSeries(NamedTuple):
    """A series in the division that isn't void."""

    round: int
    team_ids: tuple[int, int]
    cover_id: int | None


def _pairings(team: Team) -> list[_DivisionSeries]:
    division_play = Series.objects.filter(division=team.division_id).exclude(status=Series.Status.VOID)
    rows = division_play.values_list("round", "home_id", "away_id", "covered_by_id")
    return [_DivisionSeries(number, (home, away), cover) for number, home, away, cover in rows]


def _busy_teams_by_round(pairings: Iterable[_DivisionSeries], earlier_dropouts: Set[int]) -> dict[int, set[int]]:
    """Return the teams that dropped out earlier or that cover for such a team, by round."""
    busy: dict[int, set[int]] = {}
    for pairing in pairings:
        busy_in_round = busy.setdefault(pairing.round, set(earlier_dropouts))
        if pairing.cover_id is not None:
            busy_in_round.add(pairing.cover_id)
    return busy


def _earlier_dropouts(team: Team) -> QuerySet[Team]:
    dropped = Team.objects.filter(division=team.division_id, dropped_after_round__isnull=False)
    return dropped.exclude(pk=team.pk)
