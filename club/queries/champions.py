"""The champions of all finished tournaments and of imported results."""

from datetime import date
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.dateformat import format as date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from club.models import PastResult, Person, TeamFinish
from club.queries.names import (
    hidden_names_of,
    listed_managers,
    manager_names,
    persons_by_key,
    public_team_name,
)
from club.queries.seasons import day_expression, tournament_day, tournament_facts
from core.tables import Align, Column, Place, TableDefinition
from core.templatetags.parts import state
from rules_engine.competition.standings import record_text
from tournaments.access.visibility import counted_by_club
from tournaments.models import Tournament


class Champion(NamedTuple):
    """A tournament's champion, with the listed managers. `past` is set for an imported champion."""

    managers: str
    team: str
    finish: TeamFinish | None = None
    past: PastResult | None = None

    @property
    def tournament(self) -> Tournament | None:
        """Return the tournament, or None for an imported result."""
        return self.finish.tournament if self.finish is not None else None

    @property
    def people(self) -> list[Person]:
        """Return the champion team's people who haven't been removed, whether listed or not."""
        people = [self.past.person] if self.past is not None else []
        if self.finish is not None:
            people = list(persons_by_key(self.finish.team).values())
        return [person for person in people if person.name]

    @property
    def title(self) -> str:
        """Return the tournament's name."""
        if self.finish is not None:
            return self.finish.tournament.name
        return self.past.title if self.past is not None else ""

    @property
    def day(self) -> date:
        """Return the tournament's day. An imported result uses January 1 of its year."""
        if self.finish is not None:
            return tournament_day(self.finish.tournament)
        return date(self.past.year if self.past is not None else 1, 1, 1)

    @property
    def iso_day(self) -> str:
        """Return the day in ISO format, or an imported result's year."""
        return self.day.isoformat() if self.past is None else str(self.past.year)

    @property
    def day_text(self) -> str:
        """Return the day for pages, such as "Mar 7, 2026", or an imported result's year."""
        return date_format(self.day, "M j, Y") if self.past is None else str(self.past.year)

    @property
    def _result(self) -> TeamFinish | PastResult | None:
        return self.finish or self.past

    @property
    def wins(self) -> int | None:
        return self._result.wins if self._result is not None else None

    @property
    def losses(self) -> int | None:
        return self._result.losses if self._result is not None else None

    @property
    def entrants(self) -> int | None:
        return self._result.entrants if self._result is not None else None

    @property
    def record(self) -> str:
        if self.finish is not None:
            return record_text(self.finish.wins, self.finish.losses, self.finish.ties)
        return self.past.record if self.past is not None else ""


def _tournament_html(row: Champion) -> SafeString:
    if row.tournament is None:
        return format_html("{} {}", row.title, state("imported"))
    return format_html('<a href="{}">{}</a>', row.tournament.get_absolute_url(), row.title)


def _people_html(row: Champion) -> SafeString:
    """Return all managers, with a link to the listing page for those who aren't listed."""
    return format_html_join(" · ", "{}", ((_person_html(person),) for person in row.people))


def _person_html(person: Person) -> SafeString:
    if person.is_public:
        return format_html("{}", person.name)
    words = "Not listed: hasn't agreed yet"
    return format_html('{} <a class="small" href="{}#listing">{}</a>', person.name, person.get_absolute_url(), words)


_READ = Place.PAGE | Place.API | Place.FILE
CHAMPIONS: TableDefinition[Champion] = TableDefinition(
    "champions",
    (
        Column("date", "Date", lambda row: row.iso_day, _READ, Align.LEFT, text=lambda row: row.day_text, kind=str),
        Column(
            "tournament",
            "Tournament",
            lambda row: row.title,
            _READ,
            Align.LEFT,
            cell=_tournament_html,
            names_row=True,
            kind=str,
        ),
        Column(
            "slug",
            "Slug",
            lambda row: row.tournament.slug if row.tournament else None,
            Place.API,
            kind=str,
            is_nullable=True,
            help="null for an imported result",
        ),
        Column("managers", "Champion", lambda row: row.managers, _READ, Align.LEFT, kind=str),
        Column("team", "Team", lambda row: row.team, _READ, Align.LEFT, kind=str),
        Column("record", "W-L", lambda row: row.record, Place.PAGE, kind=str),
        Column("wins", "W", lambda row: row.wins, Place.API | Place.FILE, is_nullable=True),
        Column("losses", "L", lambda row: row.losses, Place.API | Place.FILE, is_nullable=True),
        Column("entrants", "Teams", lambda row: row.entrants, _READ, is_nullable=True),
    ),
)


CHAMPIONS_FOR_ORGANIZER = CHAMPIONS.replace_column(
    "managers", Column("managers", "Champion", lambda row: row.managers, Place.PAGE, Align.LEFT, cell=_people_html)
)


def champions(most: int | None = None, year: int | None = None) -> list[Champion]:
    """Return champions, newest first, including imported results. Four queries.

    Args:
        most: The maximum number of champions; None for all.
        year: Only champions from this year; None for all years.
    """
    past = _past_titles().select_related("person")
    if year is not None:
        past = past.filter(year=year)
    imported = [Champion(row.person.name if row.person.is_public else "", "", past=row) for row in past]
    rows = sorted([*played_champions(most, year), *imported], key=lambda row: (row.day, row.title), reverse=True)
    return rows[:most]


def played_champions(most: int | None = None, year: int | None = None) -> list[Champion]:
    """Return the champions of tournaments in this program, with the same arguments. Three queries."""
    ids = [number for _, number in _days_of_champions(year)[:most]]
    finishes = (
        TeamFinish.objects.filter(place=1, tournament__in=ids)
        .select_related("tournament", "team")
        .only(*TeamFinish.RESULT, *tournament_facts("tournament__"), "team__name")
        .prefetch_related(*manager_names("team__"))
    )
    ordered = sorted(finishes, key=lambda row: (tournament_day(row.tournament), row.pk), reverse=True)
    return [
        Champion(listed_managers(row.team), public_team_name(row.team, hidden_names_of(row.team)), row)
        for row in ordered
    ]


def champion_years() -> list[int]:
    """Return the years that have champions, newest first. Two queries."""
    years = {day.year for day, _ in _days_of_champions()}
    years |= set(_past_titles().order_by().values_list("year", flat=True))
    return sorted(years, reverse=True)


def _days_of_champions(year: int | None = None) -> QuerySet[Tournament, tuple[date, int]]:
    """Return the day and id of each tournament with a champion, in this year or in all years, newest first."""
    tournaments = Tournament.objects.filter(counted_by_club(), finishes__place=1).annotate(day=day_expression())
    in_year = tournaments if year is None else tournaments.filter(day__year=year)
    return in_year.order_by("-day", "-pk").values_list("day", "pk")


def _past_titles() -> QuerySet[PastResult]:
    return PastResult.objects.filter(place=1).exclude(tournament="")
