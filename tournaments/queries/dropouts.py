"""What follows when a team drops out after a round, worked out before anything is written (T0.08)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from rules_engine.competition.dropouts import cover_duties, covered_in_full
from tournaments.models import Division, Series, Team
from tournaments.queries.covers import free_in_round
from tournaments.queries.dropout_branches import BYE_TEAM, NOBODY, DropOut, DropOutSeries, LostCover
from tournaments.queries.dropout_consequences import consequences
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.schedule import has_begun, schedule_of, series_of_round_robin
from tournaments.queries.standings import standings_of

NO_COVERS: Mapping[int, Team | None] = {}  # all its series are void


def drop_out(team: Team, after_round: int, cover: str = NOBODY, outsiders: Mapping[int, Team] | None = None) -> DropOut:
    """What T0.08 says if this team drops out after this round. `cover` decides where teams on bye do not suffice.

    outsiders: series -> the team from outside that plays it; a series without one is entered at the desk.
    """
    schedule, gone = schedule_of(_division(team)), _thrown_out(team)
    played = [one for one in series_of_round_robin(team.tournament) if one.status != Series.Status.VOID]
    mine = in_order_of_play((one for one in played if one.is_of(team.pk)), team.pk)
    postponed = {one.round for one in mine if one.round <= after_round and not has_begun(one)}
    duties = cover_duties(
        schedule, team.pk, last_round_played=after_round, gone=gone, busy=_busy(team), postponed=postponed
    )
    playing, to_come = set(schedule.teams) - gone, _power_rounds_to_come(team)
    on_bye = covered_in_full(duties) if duties else to_come > 0 and len(playing) % 2 == 1
    branch = BYE_TEAM if on_bye else cover
    names = Team.objects.in_bulk([duty.covered_by for duty in duties if duty.covered_by is not None])
    covers = {duty.series.round: names[duty.covered_by] for duty in duties if duty.covered_by is not None}
    by_series = {one.pk: covers.get(one.round) for one in mine} if branch == BYE_TEAM else dict(outsiders or {})
    series = [_series(team, one, by_series if branch != NOBODY else NO_COVERS) for one in mine]
    lost = [*_covers_lost(team, series), *_covers_called_away(team, branch, series)]
    worked_out = DropOut(team, after_round, branch, len(playing), series, lost, power_rounds_to_come=to_come)
    return replace(worked_out, consequences=[*consequences(worked_out, played)])


def _power_rounds_to_come(team: Team) -> int:
    if not team.tournament.power_rounds:
        return 0
    (table,) = standings_of(team.tournament, team.division_id)
    return table.power_rounds_to_come


def _covers_lost(team: Team, series: Sequence[DropOutSeries]) -> Iterator[LostCover]:
    """What it was to play for others. Whoever of the division is free in that round plays it instead."""
    busy = {one.series.round: one.cover.pk for one in series if one.cover is not None}
    for one in _still_to_cover(team):
        free = [other for other in free_in_round(one) if other.pk not in (team.pk, busy.get(one.round))]
        if one.covered_team is not None:
            yield LostCover(one, one.covered_team, team, free[0] if free else None)


def _covers_called_away(team: Team, branch: str, series: Sequence[DropOutSeries]) -> Iterator[LostCover]:
    """What a team on bye was to play in another division: it must play for its own division's drop-out (T0.08)."""
    if branch != BYE_TEAM:
        return
    for duty in series:
        if duty.cover is None or duty.cover_stays:
            continue
        for one in _still_to_cover(duty.cover).filter(round=duty.series.round).exclude(division=team.division_id):
            free = free_in_round(one)
            if one.covered_team is not None:
                yield LostCover(one, one.covered_team, duty.cover, free[0] if free else None)


def _still_to_cover(cover: Team) -> QuerySet[Series]:
    waiting = Series.objects.filter(covered_by=cover, status=Series.Status.SCHEDULED)
    return waiting.select_related("home", "away", "covered_by").order_by("round", "pk")


def _series(team: Team, series: Series, covers: Mapping[int, Team | None]) -> DropOutSeries:
    opponent = series.away if series.home_id == team.pk else series.home
    left = series.status != Series.Status.COMPLETE
    if left and covers is not NO_COVERS and series.covered_by is not None:
        return DropOutSeries(series, opponent, left, has_begun(series), series.covered_by, cover_stays=True)
    return DropOutSeries(series, opponent, left, has_begun(series), covers.get(series.pk) if left else None)


def _division(team: Team) -> Division:
    if team.division is None:
        raise ValueError(f"{team} has no division to drop out of")
    return team.division


def _busy(team: Team) -> dict[int, set[int]]:
    """By round: who plays for a team that dropped out before, and the teams that have left themselves."""
    left = {one.pk for one in _dropped_before(team)}
    busy: dict[int, set[int]] = {}
    for number, cover in (
        Series.objects.filter(division=team.division_id)
        .exclude(status=Series.Status.VOID)
        .values_list("round", "covered_by_id")
    ):
        busy.setdefault(number, set(left)).update([cover] if cover is not None else [])
    return busy


def _dropped_before(team: Team) -> QuerySet[Team]:
    return Team.objects.filter(division=team.division_id, dropped_after_round__isnull=False).exclude(pk=team.pk)


def _thrown_out(team: Team) -> set[int]:
    """Teams of the division that dropped out before without cover: all their series are void."""
    played = Series.objects.filter(division=team.division_id).exclude(status=Series.Status.VOID)
    still = {pk for pair in played.values_list("home_id", "away_id") for pk in pair}
    return {one.pk for one in _dropped_before(team) if one.pk not in still}
