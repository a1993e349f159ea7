"""Plan a division's schedule from a spreadsheet with rounds and pairings."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, count
from typing import Final, NamedTuple

from core.imports.headings import ColumnChoices, ImportTarget, Section, find_sections, unknown_headings
from core.imports.preview_choices import number_in
from core.imports.tables import ImportTable
from core.names import folded
from rules_engine.competition.schedule import RULE, Schedule, ScheduledSeries
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Division, Team, Tournament
from tournaments.queries.sheet_rows import RowFault, TeamFinder
from tournaments.refusals import ScheduleSheetFault

TARGETS: Final = (
    ImportTarget("round", "Round", ("rd", "rnd", "week", "matchday")),
    ImportTarget(
        "away", "Visitors", ("away", "visitor", "away team", "visiting team", "road", "road team", "team 1", "guest")
    ),
    ImportTarget("home", "Home", ("home team", "host", "team 2")),
    ImportTarget("table", "Table", ("board", "field")),
    ImportTarget("division", "Division"),
)
_NEEDED: Final = {"round", "away", "home"}
_BYES: Final = frozenset(("", "bye", "byes", "off", "open"))
_MOST_ROUNDS: Final = 100
_MOST_TABLES: Final = 500


@dataclass(slots=True)
class SchedulePlan:
    """A spreadsheet's series, and the errors that prevent publishing.

    Attributes:
        warnings: Pairs that don't meet as often as the format requires. With a reason, the director can still publish
            (T0.08).
        left_out: Rows for byes and other divisions.
    """

    table: ImportTable
    sections: list[Section]
    has_headings: bool = True
    series: list[ScheduledSeries] = field(default_factory=list)
    faults: list[RowFault] = field(default_factory=list)
    warnings: list[Ruling] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)

    def schedule(self, division: Division) -> Schedule:
        """Return the division's planned schedule."""
        teams = tuple(division.teams.playing().order_by("slot", "pk").values_list("pk", flat=True))
        return Schedule(teams, tuple(sorted(self.series)))


class _Pairing(NamedTuple):
    row: int
    round: int
    table: int  # 0 if the spreadsheet has none
    home: Team
    away: Team


def plan_schedule_sheet(division: Division, table: ImportTable, choices: ColumnChoices) -> SchedulePlan:
    """Return a plan for a division's series. Without columns for rounds, visitors and home teams, it has no series."""
    sections = find_sections(table, TARGETS, needed=_NEEDED, choices=choices) or unknown_headings(table, choices)
    complete = [section for section in sections if section.headings.by_target.keys() >= _NEEDED]
    plan = SchedulePlan(table, sections, has_headings=bool(complete))
    pairings = [pairing for section in complete for pairing in _pairings(division, plan, section)]
    _check_rounds(plan, pairings)
    plan.series = list(_with_tables(division, pairings))
    if not plan.faults:
        plan.warnings = list(_unusual_meetings(division, division.tournament, plan.series))
    return plan


def _pairings(division: Division, plan: SchedulePlan, section: Section) -> Iterator[_Pairing]:
    finder = TeamFinder(division.teams.playing().prefetch_related("managers"))
    for row, cells in section.rows:
        values = section.headings.values(cells)
        other_division = folded(values.get("division", "")) not in ("", folded(division.name))
        is_bye = {folded(values["away"]), folded(values["home"])} & _BYES
        if section.headings.repeats(cells) or other_division or is_bye:
            plan.left_out.append(row)
            continue
        teams = [finder.find(values[side]) for side in ("home", "away")]
        unknown = [values[side] for side, team in zip(("home", "away"), teams, strict=True) if team is None]
        round_number, table = (number_in(values.get(name, "")) for name in ("round", "table"))
        if unknown:
            plan.faults.append(RowFault(row, refuse(ScheduleSheetFault.UNKNOWN_TEAM, "", name=unknown[0])))
        elif not 1 <= round_number <= _MOST_ROUNDS or table > _MOST_TABLES:
            facts = {"text": values["round"], "most": _MOST_ROUNDS}
            plan.faults.append(RowFault(row, refuse(ScheduleSheetFault.NOT_A_ROUND, "", **facts)))
        elif teams[0] == teams[1]:
            plan.faults.append(RowFault(row, refuse(ScheduleSheetFault.SAME_TEAM, "", team=values["home"])))
        elif teams[0] is not None and teams[1] is not None:
            yield _Pairing(row, round_number, table, teams[0], teams[1])


def _check_rounds(plan: SchedulePlan, pairings: Sequence[_Pairing]) -> None:
    """Add an error for each team or table that appears twice in a round."""
    row_by_team: dict[tuple[int, int], int] = {}
    row_by_table: dict[tuple[int, int], int] = {}
    for pairing in pairings:
        for team in (pairing.home, pairing.away):
            first = row_by_team.setdefault((pairing.round, team.pk), pairing.row)
            if first != pairing.row:
                facts = {"team": team.name, "round": pairing.round, "first_row": plan.table.place(first).lower()}
                plan.faults.append(RowFault(pairing.row, refuse(ScheduleSheetFault.PLAYS_TWICE, RULE, **facts)))
        first = row_by_table.setdefault((pairing.round, pairing.table), pairing.row) if pairing.table else pairing.row
        if first != pairing.row:
            facts = {"table": pairing.table, "round": pairing.round, "first_row": plan.table.place(first).lower()}
            plan.faults.append(RowFault(pairing.row, refuse(ScheduleSheetFault.TABLE_TWICE, RULE, **facts)))


def _with_tables(division: Division, pairings: Sequence[_Pairing]) -> Iterator[ScheduledSeries]:
    """Yield the series. A series without a table gets the division's next free table."""
    used = {(pairing.round, pairing.table) for pairing in pairings}
    for pairing in pairings:
        table = pairing.table
        if not table:
            table = next(free for free in count(division.first_table) if (pairing.round, free) not in used)
            used.add((pairing.round, table))
        yield ScheduledSeries(pairing.round, table, pairing.home.pk, pairing.away.pk)


def _unusual_meetings(
    division: Division, tournament: Tournament, series: Sequence[ScheduledSeries]
) -> Iterator[Ruling]:
    """Yield a ruling for each pair that meets more or less often than in the round robin (T0.08)."""
    teams = {team.pk: team.name for team in division.teams.playing().order_by("slot", "pk")}
    meetings = Counter(frozenset(scheduled.teams) for scheduled in series)
    for pair in combinations(teams, 2):
        times = meetings[frozenset(pair)]
        if times > tournament.round_robins or (not times and not tournament.rounds_played):
            names = {"first": teams[pair[0]], "second": teams[pair[1]]}
            yield refuse(ScheduleSheetFault.MEETINGS, RULE, times=times, usual=tournament.round_robins, **names)
