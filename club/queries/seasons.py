"""A club year's points: finished tournaments' results by the year's formula, plus corrections."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce, ExtractYear, TruncDate
from django.utils.timezone import localdate

from club.models import ClubTournament, ManagerLink, PastResult, Person, PointsCorrection
from club.queries.formulas import YearFormula, formulas_by_year, year_formula
from club.queries.names import PersonName, person_names
from core.plugins import PluginFailed
from rules_engine.competition.points import Finish, SeasonResult
from tournaments.access.visibility import counted_by_club
from tournaments.models import Tournament

_FACTS: Final = ("is_counted", "is_regional", "is_face_to_face")


class TournamentResult(NamedTuple):
    """One tournament in a person's year."""

    points: Fraction
    is_counted: bool
    is_imported: bool = False

    @property
    def shown(self) -> str:
        return points_text(self.points)


class PersonSeason(NamedTuple):
    """A person's year. People with equal points share a `rank`."""

    person: PersonName
    results: Sequence[TournamentResult]
    corrections: Sequence[PointsCorrection]
    points: Fraction
    rank: int = 0

    @property
    def shown(self) -> str:
        return points_text(self.points)

    @property
    def tournaments(self) -> int:
        return len(self.results)

    @property
    def imported(self) -> int:
        """Return the number of imported results."""
        return sum(result.is_imported for result in self.results)


def points_text(points: Fraction) -> str:
    """Return points with one decimal, rounded half up."""
    tenths = abs(points) * 10 + Fraction(1, 2)
    sign = "-" if points < 0 and int(tenths) else ""
    return f"{sign}{int(tenths) // 10}.{int(tenths) % 10}"


def tournament_day(tournament: Tournament) -> date:
    """Return the day that determines a tournament's year: its start date, or its creation date if it has none."""
    return tournament.starts_on or localdate(tournament.created_at)


def day_expression(prefix: str = "") -> Coalesce:
    """Return the same day as a database expression. `prefix` leads to the tournament, such as "tournament__"."""
    return Coalesce(f"{prefix}starts_on", TruncDate(f"{prefix}created_at"))


def tournament_facts(prefix: str) -> list[str]:
    """Return the tournament fields that the club's pages need. `prefix` works as in `day_expression`."""
    return [f"{prefix}{name}" for name in ("slug", "name", "starts_on", "created_at")]


def season_years() -> list[int]:
    """Return the years with results or corrections, newest first. Three queries."""
    days = counted_tournaments().order_by().annotate(year=ExtractYear(day_expression("tournament__")))
    years = set(days.values_list("year", flat=True).distinct())
    years |= set(PointsCorrection.objects.filter(withdrawn_at=None).values_list("year", flat=True))
    years |= set(PastResult.objects.order_by().values_list("year", flat=True).distinct())
    return sorted(years, reverse=True)


def counted_tournaments() -> QuerySet[ClubTournament]:
    """Return the club's data about finished tournaments, except practice weekends and hidden ones."""
    finished = ClubTournament.objects.filter(
        counted_by_club("tournament__"), tournament__stage=Tournament.Stage.FINISHED
    )
    return finished.select_related("tournament").only(*_FACTS, *tournament_facts("tournament__"))


def facts_of_year(year: int) -> list[ClubTournament]:
    """Return the club's data about a year's finished tournaments, by day."""
    in_year = Q(tournament__starts_on__year=year) | Q(tournament__starts_on=None, tournament__created_at__year=year)
    facts = counted_tournaments().filter(in_year)
    return sorted(facts, key=lambda row: (tournament_day(row.tournament), row.pk))


def season_table(year: int, facts: Sequence[ClubTournament] | None = None) -> list[PersonSeason]:
    """Return the year's points table, most points first. Six queries, or five if `facts` are passed."""
    rows = facts_of_year(year) if facts is None else facts
    entries = _Entries([row for row in rows if row.is_counted])
    entries.add_finishes(None)
    entries.add_past_results(PastResult.objects.filter(year=year))
    entries.add_corrections(PointsCorrection.objects.filter(year=year))
    lines = entries.lines({year: year_formula(year)})
    return _ranked([line for _, line in lines])


def season_lines_of(person: Person) -> list[tuple[int, PersonSeason]]:
    """Return a person's line for each year that has one, newest first. Six queries for any number of years."""
    own = counted_tournaments().filter(is_counted=True, tournament__teams__person_links__person=person).distinct()
    entries = _Entries(own)
    entries.add_finishes(person)
    entries.add_past_results(person.past_results.all())
    entries.add_corrections(person.corrections.all())
    return sorted(entries.lines(formulas_by_year()), key=lambda entry: -entry[0])


class _Entry(NamedTuple):
    """A result that can count in a person's year: a team's finish with its tournament's data, or an imported result."""

    finish: Finish | None = None
    facts: ClubTournament | None = None
    past: PastResult | None = None

    def points(self, points_of: Callable[[Finish], Fraction]) -> Fraction:
        """Return the points as imported, or by the formula. Raise PluginFailed if the plugin fails."""
        if self.finish is not None:
            return points_of(self.finish)
        assert self.past is not None
        return points_of(self.past.known_finish) if self.past.points is None else Fraction(self.past.points)

    def season_result(self, points: Fraction) -> SeasonResult:
        if self.facts is None:
            return SeasonResult(points)
        return SeasonResult(points, self.facts.is_regional, self.facts.is_face_to_face)

    @property
    def is_whole_year(self) -> bool:
        return self.past is not None and not self.past.tournament


class _Entries:
    """Collects results and corrections by year and person."""

    def __init__(self, facts: Iterable[ClubTournament]) -> None:
        self._facts = {row.tournament_id: row for row in facts}
        # by year and person's id
        self._results: dict[tuple[int, int], list[_Entry]] = defaultdict(list)
        self._corrections: dict[tuple[int, int], list[PointsCorrection]] = defaultdict(list)

    def add_finishes(self, person: Person | None) -> None:
        """Add one person's finishes, or everyone's."""
        rows = _finishes_of_people(self._facts, person)
        years = {number: tournament_day(facts.tournament).year for number, facts in self._facts.items()}
        for person_id, tournament_id, finish in rows:
            entry = _Entry(finish, self._facts[tournament_id])
            self._results[years[tournament_id], person_id].append(entry)

    def add_past_results(self, rows: QuerySet[PastResult]) -> None:
        for row in rows.order_by("pk"):
            self._results[row.year, row.person_id].append(_Entry(past=row))

    def add_corrections(self, rows: QuerySet[PointsCorrection]) -> None:
        for row in rows.filter(withdrawn_at=None):
            self._corrections[row.year, row.person_id].append(row)

    def lines(self, formulas: Mapping[int, YearFormula]) -> list[tuple[int, PersonSeason]]:
        """Return a line for each year and person. Years without a formula use the published one."""
        people_by_year = defaultdict(list)
        for year, person in {**self._results, **self._corrections}:
            people_by_year[year].append(person)
        names = person_names({person for people in people_by_year.values() for person in people})
        lines = []
        for year, people in people_by_year.items():
            entries = {person: self._results.get((year, person), []) for person in people}
            results = _results_of_year(entries, formulas.get(year, YearFormula()))
            for person in people:
                corrections = self._corrections.get((year, person), [])
                lines.append((year, _person_season(names[person], results[person], corrections)))
        return lines


def _results_of_year(
    entries: Mapping[int, Sequence[_Entry]], formula: YearFormula
) -> dict[int, list[TournamentResult]]:
    """Compute all points with one formula. If the plugin fails for any result, all use the year's numbers."""
    points_of = cache(formula.points)  # a club's year has few different finishes
    try:
        results = {person: _results(own_entries, formula, points_of) for person, own_entries in entries.items()}
    except PluginFailed:
        return _results_of_year(entries, formula.without_plugin())
    if formula.plugin is not None:
        formula.plugin.succeeded()
    return results


def _person_season(
    person: PersonName, results: Sequence[TournamentResult], corrections: Sequence[PointsCorrection]
) -> PersonSeason:
    points = [result.points for result in results if result.is_counted]
    points += [correction.amount for correction in corrections]
    return PersonSeason(person, results, corrections, sum(points, Fraction(0)))


class _PersonFinish(NamedTuple):
    """A team's finish, and the person who gets its points."""

    person_id: int
    tournament_id: int
    finish: Finish


def _finishes_of_people(tournament_ids: Iterable[int], person: Person | None) -> list[_PersonFinish]:
    """Return one person's finishes, or everyone's, in these tournaments. One query."""
    links = ManagerLink.objects.filter(
        team__finish__tournament__in=tournament_ids, name_key=F("team__finish__points_key")
    )
    if person is not None:
        links = links.filter(person=person)
    rows = links.order_by("team__finish").values_list(
        "person", "team__finish__tournament", *(f"team__finish__{name}" for name in Finish._fields)
    )
    return [_PersonFinish(person_id, tournament_id, Finish(*numbers)) for person_id, tournament_id, *numbers in rows]


def _results(
    entries: Sequence[_Entry], formula: YearFormula, points_of: Callable[[Finish], Fraction]
) -> list[TournamentResult]:
    """Return the results in a person's year, most points first. A whole-year result always counts."""
    tournaments = [entry for entry in entries if not entry.is_whole_year]
    points = [entry.points(points_of) for entry in tournaments]
    season_results = [entry.season_result(amount) for entry, amount in zip(tournaments, points, strict=True)]
    counted = formula.counted(season_results)
    results = [
        TournamentResult(amount, place in counted, entry.past is not None)
        for place, (entry, amount) in enumerate(zip(tournaments, points, strict=True))
    ]
    results += [TournamentResult(entry.points(points_of), True, True) for entry in entries if entry.is_whole_year]
    return sorted(results, key=lambda result: result.points, reverse=True)


def _ranked(lines: Sequence[PersonSeason]) -> list[PersonSeason]:
    ordered = sorted(lines, key=lambda line: (-float(line.points), line.person.name, line.person.pk))
    rank_by_points: dict[Fraction, int] = {}
    for rank, line in enumerate(ordered, start=1):
        rank_by_points.setdefault(line.points, rank)
    return [line._replace(rank=rank_by_points[line.points]) for line in ordered]
