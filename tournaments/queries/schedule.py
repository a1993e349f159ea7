"""The schedule as kept, as the rules see it, and as pages show it."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from core.tables import Entry, FilledTable, Place, Remark
from rules_engine.competition.schedule import Round, Schedule, ScheduledSeries, round_robin
from tournaments.access.viewers import PUBLIC, Viewer
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.round_in_play import CurrentRound, current_rounds, suspended_apart, without_series
from tournaments.queries.schedule_table import SCHEDULE, Meeting
from tournaments.queries.timetable import clock, planned_times

_PLAN = SCHEDULE.without("series")
_DONE = (Series.Status.COMPLETE, Series.Status.VOID)


def series_of_round_robin(tournament: Tournament) -> QuerySet[Series]:
    return (
        Series.objects.filter(tournament=tournament, stage=Series.Stage.ROUND_ROBIN)
        .select_related("home", "away", "division", "covered_by")
        .order_by("division__position", "round", "table", "pk")
    )


def has_begun(series: Series) -> bool:
    """Whether the series has started or has results, so that its place in the schedule is settled."""
    return series.is_started or series.status != Series.Status.SCHEDULED or bool(series.outcomes)


def schedule_of(division: Division) -> Schedule:
    """The division's schedule as the rules know it; teams are numbers of rows, a series without a table has 0."""
    return as_schedule(division, Series.objects.filter(division=division, stage=Series.Stage.ROUND_ROBIN))


def as_schedule(division: Division, series: Iterable[Series]) -> Schedule:
    return Schedule(tuple(_playing(division)), tuple(sorted(scheduled(one) for one in series)))


def _playing(division: Division) -> QuerySet[Team, int]:
    """By slot."""
    return division.teams.that_play().order_by("slot", "pk").values_list("pk", flat=True)


def scheduled(series: Series) -> ScheduledSeries:
    return ScheduledSeries(series.round, series.table or 0, series.home_id, series.away_id)


def planned_schedule(division: Division, seed: int | None = None) -> Schedule:
    """The schedule that would be published: teams in order of slot, or shuffled by `seed`. Raises ScheduleError."""
    teams = list(_playing(division))
    if seed is not None:
        random.Random(seed).shuffle(teams)
    tables = range(division.first_table, division.first_table + len(teams) // 2)
    tournament = division.tournament
    schedule = round_robin(teams, cycles=tournament.round_robins, tables=list(tables))
    return schedule.cut_after(tournament.rounds_played)


def filled_plan(division: Division, rounds: Iterable[Round]) -> list[FilledTable[Meeting]]:
    """Rounds that are not published yet."""
    teams = {team.pk: team for team in Team.objects.filter(division=division)}
    plan = []
    for planned in rounds:
        series = [Series(table=one.table, away=teams[one.away], home=teams[one.home]) for one in planned.series]
        meetings = [Entry(Meeting(one)) for one in series]
        rows: list[Entry[Meeting] | Remark] = [*meetings, *_remark_on_byes(teams[team].name for team in planned.byes)]
        title = f"Round {planned.number}"
        plan.append(FilledTable(_PLAN, rows, caption=title, label=title))
    return plan


def _remark_on_byes(names: Iterable[str]) -> list[Remark]:
    byes = ", ".join(names)
    return [Remark(f"Bye: {byes}", Place.PAGE, tone="")] if byes else []


@dataclass(frozen=True, slots=True)
class RoundOnPage:
    """One round of a division as the page shows it. `is_due`: it is in play, or before the one that is."""

    number: int
    series: list[Series]
    byes: list[Team]
    is_current: bool
    is_due: bool
    only: int | None = None  # the team whose schedule this is
    planned: str = ""  # when it is to begin, as the hall says it

    @property
    def byes_shown(self) -> list[Team]:
        return [team for team in self.byes if self.only in (None, team.pk)]

    def filled(self, viewer: Viewer = PUBLIC) -> FilledTable[Meeting]:
        """The round's table and byes, with a note where somebody else plays for a team that dropped out (T0.08)."""
        rows: list[Entry[Meeting] | Remark] = [
            Entry(
                Meeting(series, self._note(series), self.is_due, viewer),
                is_mine=series.is_of(viewer.team_id),
            )
            for series in self.series
        ]
        rows += _remark_on_byes(team.name for team in self.byes_shown)
        now = mark_safe(' <span class="state now">now</span>') if self.is_current else ""
        return FilledTable(SCHEDULE, rows, caption=format_html("Round {}{}{}", self.number, self._when(), now))

    def _when(self) -> str:
        return format_html(' <span class="quiet small">{}</span>', self.planned) if self.planned else ""

    def _note(self, series: Series) -> str:
        gone = [team for team in series.teams() if _has_dropped(team, self.number)]
        if series.status == Series.Status.COMPLETE and series.covered_by is not None and gone:
            return f"played for {gone[0].name} by {series.covered_by.name} (T0.08)"
        if not gone or series.status in _DONE:
            return ""
        if series.covered_by is not None:
            return f"{series.covered_by.name} plays it for {gone[0].name} (T0.08)"
        by = next((team.name for team in self.byes if team.dropped_after_round is None), "somebody from outside")
        return f"{by} plays it for {gone[0].name} (T0.08)"


@dataclass(frozen=True, slots=True)
class DivisionOnPage:
    division: Division
    rounds: list[RoundOnPage]
    teams: list[Team]
    suspended: list[Series]  # of other rounds than the one in play, waiting for suspended games only (T33.0)

    @property
    def current(self) -> int | None:
        return next((found.number for found in self.rounds if found.is_current), None)


def schedule_page(tournament: Tournament, team_id: int | None = None) -> list[DivisionOnPage]:
    """Every division with its rounds, in three queries; with `team_id` only that team's division and series."""
    series = list(series_of_round_robin(tournament))
    for scheduled_series in series:
        scheduled_series.tournament = tournament
    teams = list(Team.objects.filter(tournament=tournament, division__isnull=False).order_by("name"))
    begins = {times.round[:2]: clock(times.begins) for times in planned_times(tournament)}
    current = current_rounds(tournament, series)
    pages = [
        _division(division, series, teams, begins, current.get((Series.Stage.ROUND_ROBIN, division.pk)))
        for division in tournament.divisions.all()
    ]
    if team_id is None:
        return pages
    return [_only(page, team_id) for page in pages if any(team.pk == team_id for team in page.teams)]


def _division(
    division: Division,
    series: list[Series],
    teams: list[Team],
    begins: Mapping[tuple[str, int], str],
    now: CurrentRound | None,
) -> DivisionOnPage:
    mine = [one for one in series if one.division_id == division.pk]
    here = [team for team in teams if team.division_id == division.pk]
    numbers = sorted({one.round for one in mine})
    rounds = [
        replace(
            _round(number, [one for one in mine if one.round == number], here, now.number if now else None),
            planned=begins.get((Series.Stage.ROUND_ROBIN, number), ""),
        )
        for number in numbers
    ]
    return DivisionOnPage(division, rounds, here, suspended_apart(mine, [now] if now else []))


def _round(number: int, series: list[Series], teams: list[Team], now: int | None) -> RoundOnPage:
    # against a dropped team nothing is played: the other team has a bye (T0.08)
    there = {team.pk: team for team in teams if not team.forfeits_turns and not _has_dropped(team, number)}
    free = without_series(there, ((one.home_id, one.away_id, one.status) for one in series))
    byes = [team for team in there.values() if team.pk in free]
    return RoundOnPage(number, series, byes, number == now, now is not None and number <= now)


def _has_dropped(team: Team, number: int) -> bool:
    return team.dropped_after_round is not None and number > team.dropped_after_round


def _only(page: DivisionOnPage, team_id: int) -> DivisionOnPage:
    rounds = [
        RoundOnPage(
            found.number,
            [one for one in found.series if team_id in (one.home_id, one.away_id)],
            found.byes,
            found.is_current,
            found.is_due,
            team_id,
            found.planned,
        )
        for found in page.rounds
    ]
    suspended = [one for one in page.suspended if one.is_of(team_id)]
    return DivisionOnPage(page.division, rounds, page.teams, suspended)
