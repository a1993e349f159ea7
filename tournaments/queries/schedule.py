"""The schedule as stored, and in the forms that the rules engine and pages use."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain

from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from core.tables import Entry, FilledTable, Place, Remark
from rules_engine.competition.schedule import Round, Schedule, ScheduledSeries, round_robin
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.round_in_play import (
    CurrentRound,
    current_rounds,
    suspended_from_other_rounds,
    teams_on_bye,
)
from tournaments.queries.schedule_table import SCHEDULE, ScheduleEntry
from tournaments.queries.timetable import planned_starts

_PLAN = SCHEDULE.without("series")


def series_of_round_robin(tournament: Tournament) -> QuerySet[Series]:
    return (
        Series.objects.filter(tournament=tournament, stage=Series.Stage.ROUND_ROBIN)
        .select_related("home", "away", "division", "covered_by", "agreed_time")
        .order_by("division__position", "round", "table", "pk")
    )


def has_started(series: Series) -> bool:
    """Return whether the series has started or has results, so that its place in the schedule is fixed."""
    return series.is_started or series.status != Series.Status.SCHEDULED or bool(series.outcomes)


def needs_home_roll(series: Series) -> bool:
    """Return whether a d20 roll for home in game 1 is still needed (T0.16)."""
    is_open = series.stage == Series.Stage.ROUND_ROBIN and not has_started(series)
    return is_open and not series.home_decided


def scheduled_divisions(tournament: Tournament) -> set[int]:
    """Return the IDs of the divisions that have a schedule."""
    series = Series.objects.filter(tournament=tournament, stage=Series.Stage.ROUND_ROBIN)
    return set(series.values_list("division_id", flat=True))


def divisions_that_play(tournament: Tournament) -> list[Division]:
    """Return the divisions that enter the round robin together.

    If each division has its own day, those with a schedule play now and the others follow. Without any schedule, the
    divisions that have started to draft will play first.
    """
    divisions = list(tournament.divisions.all())
    if not tournament.divisions_on_own_days:
        return divisions
    scheduled = scheduled_divisions(tournament)
    return [division for division in divisions if division.pk in scheduled] or [
        division for division in divisions if division.draft_started
    ]


def schedule_of(division: Division) -> Schedule:
    """Return the division's schedule for the rules engine. Teams are IDs, and a series without a table has table 0."""
    return as_schedule(division, Series.objects.filter(division=division, stage=Series.Stage.ROUND_ROBIN))


def as_schedule(division: Division, series: Iterable[Series]) -> Schedule:
    return Schedule(
        tuple(_teams_by_slot(division)),
        tuple(sorted(as_scheduled_series(each_series) for each_series in series)),
    )


def _teams_by_slot(division: Division) -> QuerySet[Team, int]:
    return division.teams.playing().order_by("slot", "pk").values_list("pk", flat=True)


def as_scheduled_series(series: Series) -> ScheduledSeries:
    return ScheduledSeries(series.round, series.table or 0, series.home_id, series.away_id)


def planned_schedule(division: Division, seed: int | None = None) -> Schedule:
    """Return the schedule to publish, with teams by draft position or shuffled by `seed`.

    Raise ScheduleError if it fails.
    """
    teams = list(_teams_by_slot(division))
    if seed is not None:
        random.Random(seed).shuffle(teams)
    tables = range(division.first_table, division.first_table + len(teams) // 2)
    tournament = division.tournament
    schedule = round_robin(teams, cycles=tournament.round_robins, tables=list(tables))
    return schedule.cut_after(tournament.rounds_played)


def plan_tables(division: Division, rounds: Iterable[Round]) -> list[FilledTable[ScheduleEntry]]:
    """Return a table for each round in an unpublished schedule."""
    teams = {team.pk: team for team in Team.objects.filter(division=division)}
    plan = []
    for planned_round in rounds:
        series = [
            Series(table=meeting.table, away=teams[meeting.away], home=teams[meeting.home])
            for meeting in planned_round.series
        ]
        meetings = [Entry(ScheduleEntry(meeting)) for meeting in series]
        rows: list[Entry[ScheduleEntry] | Remark] = [
            *meetings,
            *_bye_remarks(teams[team].name for team in planned_round.byes),
        ]
        title = f"Round {planned_round.number}"
        plan.append(FilledTable(_PLAN, rows, caption=title, label=title))
    return plan


def _bye_remarks(names: Iterable[str]) -> list[Remark]:
    byes = ", ".join(names)
    return [Remark(f"Bye: {byes}", Place.PAGE, tone="")] if byes else []


@dataclass(frozen=True, slots=True)
class ScheduleRound:
    """A round in a division. `is_due` is set if it is the current round or an earlier one."""

    number: int
    series: list[Series]
    byes: list[Team]
    is_current: bool
    is_due: bool
    only: int | None = None  # the team whose schedule this is
    planned: str = ""  # planned start, such as Sat 14:20

    @property
    def byes_shown(self) -> list[Team]:
        return [team for team in self.byes if self.only in (None, team.pk)]

    def filled(self, viewer: Viewer = PUBLIC) -> FilledTable[ScheduleEntry]:
        """Return the round's table with its byes, and notes about covers (T0.08)."""
        rows: list[Entry[ScheduleEntry] | Remark] = [
            Entry(
                ScheduleEntry(series, self._note(series), self.is_due, viewer),
                is_mine=series.has_team(viewer.team_id),
            )
            for series in self.series
        ]
        rows += _bye_remarks(team.name for team in self.byes_shown)
        badge = mark_safe(' <span class="state now">now</span>') if self.is_current else ""
        return FilledTable(
            SCHEDULE,
            rows,
            caption=format_html("Round {}{}{}", self.number, self._when(), badge),
        )

    def _when(self) -> str:
        return format_html(' <span class="quiet small">{}</span>', self.planned) if self.planned else ""

    def _note(self, series: Series) -> str:
        dropped = [team for team in series.teams() if _has_dropped(team, self.number)]
        if series.status == Series.Status.COMPLETE and series.covered_by is not None and dropped:
            return f"played for {dropped[0].name} by {series.covered_by.name} (T0.08)"
        if not dropped or series.status in Series.NOTHING_TO_PLAY:
            return ""
        if series.covered_by is not None:
            return f"{series.covered_by.name} covers for {dropped[0].name} (T0.08)"
        cover = next(
            (team.name for team in self.byes if team.dropped_after_round is None),
            "an outside team",
        )
        return f"{cover} covers for {dropped[0].name} (T0.08)"


@dataclass(frozen=True, slots=True)
class DivisionSchedule:
    division: Division
    rounds: list[ScheduleRound]
    teams: list[Team]
    suspended: list[Series]  # series from other rounds with only suspended games left (T33.0)

    @property
    def current(self) -> int | None:
        return next(
            (schedule_round.number for schedule_round in self.rounds if schedule_round.is_current),
            None,
        )


def schedule_page(tournament: Tournament, team_id: int | None = None) -> list[DivisionSchedule]:
    """Return every division with its rounds, or a single team's series. Three queries."""
    series = list(series_of_round_robin(tournament))
    for scheduled_series in series:
        scheduled_series.tournament = tournament
    teams = list(Team.objects.filter(tournament=tournament, division__isnull=False).order_by("name"))
    start_times = planned_starts(tournament)
    current_by_division = current_rounds(tournament, series)
    pages = [
        _division_schedule(
            division,
            series,
            teams,
            start_times,
            current_by_division.get((Series.Stage.ROUND_ROBIN, division.pk)),
        )
        for division in tournament.divisions.all()
    ]
    if team_id is None:
        return pages
    return [_limit_to_team(page, team_id) for page in pages if any(team.pk == team_id for team in page.teams)]


def _division_schedule(
    division: Division,
    series: list[Series],
    teams: list[Team],
    start_times: Mapping[tuple[str, int], str],
    current_round: CurrentRound | None,
) -> DivisionSchedule:
    series_by_round: dict[int, list[Series]] = defaultdict(list)
    for each_series in series:
        if each_series.division_id == division.pk:
            series_by_round[each_series.round].append(each_series)
    division_teams = [team for team in teams if team.division_id == division.pk]
    current_number = current_round.number if current_round else None
    rounds = []
    for number in sorted(series_by_round):
        schedule_round = _schedule_round(
            number,
            series_by_round[number],
            division_teams,
            current_number,
        )
        start_time = start_times.get((Series.Stage.ROUND_ROBIN, number), "")
        rounds.append(replace(schedule_round, planned=start_time))
    division_series = chain.from_iterable(series_by_round.values())
    current_rounds = [current_round] if current_round else []
    suspended = suspended_from_other_rounds(division_series, current_rounds)
    return DivisionSchedule(division, rounds, division_teams, suspended)


def _schedule_round(number: int, series: list[Series], teams: list[Team], current_number: int | None) -> ScheduleRound:
    # The opponent of a dropped team without a cover has a bye (T0.08).
    teams_by_id = {team.pk: team for team in teams if not team.forfeits_turns and not _has_dropped(team, number)}
    meetings = [(each_series.home_id, each_series.away_id, each_series.status) for each_series in series]
    on_bye = teams_on_bye(teams_by_id, meetings)
    byes = [team for team in teams_by_id.values() if team.pk in on_bye]
    is_due = current_number is not None and number <= current_number
    return ScheduleRound(number, series, byes, number == current_number, is_due)


def _has_dropped(team: Team, number: int) -> bool:
    return team.dropped_after_round is not None and number > team.dropped_after_round


def _limit_to_team(page: DivisionSchedule, team_id: int) -> DivisionSchedule:
    rounds = []
    for schedule_round in page.rounds:
        team_series = [each_series for each_series in schedule_round.series if each_series.has_team(team_id)]
        rounds.append(replace(schedule_round, series=team_series, only=team_id))
    suspended = [each_series for each_series in page.suspended if each_series.has_team(team_id)]
    return replace(page, rounds=rounds, suspended=suspended)
