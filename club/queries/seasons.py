"""Points of a club's year: results of finished tournaments by the year's formula, and corrections."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from club.models import ClubTournament, ManagerLink, Person, PointsCorrection, TeamFinish
from club.queries.formulas import YearFormula, year_formula
from core.plugins import PluginFailed
from rules_engine.competition.points import SeasonResult
from tournaments.models import Tournament


class TournamentResult(NamedTuple):
    """One tournament of a person's year."""

    finish: TeamFinish
    points: Fraction
    facts: ClubTournament
    is_counted: bool

    @property
    def shown(self) -> str:
        return points_text(self.points)


@dataclass(frozen=True)
class PersonSeason:
    """A person's year. `rank` is shared by equal points."""

    person: Person
    results: Sequence[TournamentResult]
    corrections: Sequence[PointsCorrection]
    rank: int = 0

    @property
    def points(self) -> Fraction:
        counted = sum((result.points for result in self.results if result.is_counted), Fraction(0))
        return counted + sum((correction.amount for correction in self.corrections), Fraction(0))

    @property
    def shown(self) -> str:
        return points_text(self.points)

    @property
    def tournaments(self) -> int:
        return len(self.results)


def points_text(points: Fraction) -> str:
    """Return points with one decimal, rounded half up."""
    tenths = abs(points) * 10 + Fraction(1, 2)
    sign = "-" if points < 0 and int(tenths) else ""
    return f"{sign}{int(tenths) // 10}.{int(tenths) % 10}"


def tournament_day(tournament: Tournament) -> date:
    """Return the day that decides a tournament's year: its start, or its creation if it has none."""
    return tournament.starts_on or localdate(tournament.created_at)


def season_years() -> list[int]:
    """Return the years with results or corrections, newest first."""
    facts = counted_tournaments()
    years = {tournament_day(row.tournament).year for row in facts}
    years |= set(PointsCorrection.objects.filter(withdrawn_at=None).values_list("year", flat=True))
    return sorted(years, reverse=True)


def counted_tournaments() -> QuerySet[ClubTournament]:
    """Return the club facts of finished tournaments, except practice weekends."""
    finished = ClubTournament.objects.filter(tournament__stage=Tournament.Stage.FINISHED, tournament__is_practice=False)
    return finished.select_related("tournament").defer("tournament__profile_text", "tournament__timetable")


def facts_of_year(year: int) -> list[ClubTournament]:
    """Return the club facts of a year's finished tournaments, by day."""
    in_year = Q(tournament__starts_on__year=year) | Q(tournament__starts_on=None, tournament__created_at__year=year)
    facts = counted_tournaments().filter(in_year)
    return sorted(facts, key=lambda row: (tournament_day(row.tournament), row.pk))


def season_table(year: int, person: Person | None = None) -> list[PersonSeason]:
    """Return the year's table, most points first, or one person's line of it. Five queries."""
    facts = {row.tournament_id: row for row in facts_of_year(year) if row.is_counted}
    finishes = TeamFinish.objects.filter(tournament__in=facts).select_related("team")
    corrections_of_year = PointsCorrection.objects.filter(year=year, withdrawn_at=None).select_related("person")
    if person is not None:
        finishes = finishes.filter(team__person_links__person=person)
        corrections_of_year = corrections_of_year.filter(person=person)
    finishes_by_person = _finishes_by_person(list(finishes), person)
    corrections = defaultdict(list)
    for correction in corrections_of_year:
        corrections[correction.person].append(correction)
    results_by_person = _results_by_person(finishes_by_person, facts, year_formula(year))
    lines = [
        PersonSeason(member, results_by_person.get(member, []), corrections.get(member, []))
        for member in {**finishes_by_person, **corrections}
    ]
    return _ranked(lines)


def _results_by_person(
    finishes_by_person: Mapping[Person, Sequence[TeamFinish]], facts: Mapping[int, ClubTournament], formula: YearFormula
) -> dict[Person, list[TournamentResult]]:
    """Compute all points by the same formula: by the numbers of the year if its plugin fails anywhere."""
    try:
        results = {person: _results(finishes, facts, formula) for person, finishes in finishes_by_person.items()}
    except PluginFailed:
        return _results_by_person(finishes_by_person, facts, formula.without_plugin())
    if formula.plugin is not None:
        formula.plugin.succeeded()
    return results


def _finishes_by_person(finishes: Sequence[TeamFinish], person: Person | None) -> dict[Person, list[TeamFinish]]:
    """Give each finish to the person who gets the team's points."""
    links = ManagerLink.objects.filter(team__in=[finish.team_id for finish in finishes]).select_related("person")
    if person is not None:
        links = links.filter(person=person)
    person_by_manager = {(link.team_id, link.name_key): link.person for link in links}
    by_person: dict[Person, list[TeamFinish]] = defaultdict(list)
    for finish in finishes:
        member = person_by_manager.get((finish.team_id, finish.points_key))
        if member is not None:
            by_person[member].append(finish)
    return by_person


def _results(
    finishes: Sequence[TeamFinish], facts: Mapping[int, ClubTournament], formula: YearFormula
) -> list[TournamentResult]:
    points = [formula.points(finish.finish) for finish in finishes]
    rows = [facts[finish.tournament_id] for finish in finishes]
    season_results = [
        SeasonResult(amount, row.is_regional, row.is_face_to_face) for amount, row in zip(points, rows, strict=True)
    ]
    counted = formula.counted(season_results)
    results = [
        TournamentResult(finish, amount, row, place in counted)
        for place, (finish, amount, row) in enumerate(zip(finishes, points, rows, strict=True))
    ]
    return sorted(results, key=lambda result: -result.points)


def _ranked(lines: Sequence[PersonSeason]) -> list[PersonSeason]:
    ordered = sorted(lines, key=lambda line: (-line.points, line.person.name, line.person.pk))
    points = [line.points for line in ordered]
    return [
        PersonSeason(line.person, line.results, line.corrections, points.index(line.points) + 1) for line in ordered
    ]


def season_lines_of(person: Person) -> list[tuple[int, PersonSeason]]:
    """Return a person's line of each year in which it has one, newest first."""
    return [(year, line) for year in _years_of(person) for line in season_table(year, person)]


def _years_of(person: Person) -> list[int]:
    """Return the years of a person's finished tournaments and corrections, newest first."""
    facts = counted_tournaments().filter(tournament__teams__person_links__person=person)
    years = {tournament_day(row.tournament).year for row in facts}
    years |= set(person.corrections.filter(withdrawn_at=None).values_list("year", flat=True))
    return sorted(years, reverse=True)
