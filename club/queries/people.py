"""Lists of people with their number of tournaments, records and titles."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.models import PastResult, People, Person
from core.tables import Align, Column, Place, TableDefinition
from core.templatetags.parts import state
from rules_engine.competition.standings import record_text
from rules_engine.names import names_that_fit
from tournaments.access.visibility import counted_by_club

MOST_SHOWN = 200
_TOTALS = ("tournaments", "wins", "losses", "ties", "titles")


class ListedPerson(NamedTuple):
    """A line in the list."""

    person: Person
    tournaments: int
    wins: int
    losses: int
    ties: int
    titles: int

    @property
    def record(self) -> str:
        return record_text(self.wins, self.losses, self.ties)


def _name_html(line: ListedPerson) -> SafeString:
    person = line.person
    badge = "" if person.is_public else state("not listed")
    return format_html('<a href="{}">{}</a> {}', person.get_absolute_url(), person.name, badge)


_READ = Place.PAGE | Place.API | Place.FILE
PEOPLE: TableDefinition[ListedPerson] = TableDefinition(
    "people",
    (
        Column("id", "Id", lambda line: line.person.pk, Place.API),
        Column(
            "name", "Name", lambda line: line.person.name, _READ, Align.LEFT, cell=_name_html, names_row=True, kind=str
        ),
        Column("home_town", "Home town", lambda line: line.person.home_town, Place.API | Place.FILE, kind=str),
        Column("record", "W-L", lambda line: line.record, Place.PAGE, kind=str),
        Column("wins", "W", lambda line: line.wins, Place.API | Place.FILE),
        Column("losses", "L", lambda line: line.losses, Place.API | Place.FILE),
        Column("ties", "T", lambda line: line.ties, Place.API | Place.FILE),
        Column("titles", "Titles", lambda line: line.titles, _READ),
        Column("tournaments", "Tournaments", lambda line: line.tournaments, _READ),
        Column("region", "Region", lambda line: line.person.region, _READ, Align.LEFT, kind=str),
    ),
)


def listed_people(search: str = "", *, is_organizer: bool = False) -> list[ListedPerson]:
    """Return the people who agreed to be listed, or everyone for an organizer, by name. Three queries."""
    return people_lines(find_people(search, is_organizer=is_organizer))


def find_people(search: str = "", *, is_organizer: bool = False) -> list[int]:
    """Return the ids of the people in the list by name. With a search, only matching names. One query."""
    names = people_names(is_organizer=is_organizer)
    return names_that_fit(search, names) if search else list(names)


def people_names(*, is_organizer: bool) -> dict[int, str]:
    """Return the names of the people in the list by id, sorted by name. One query."""
    people = Person.objects.current() if is_organizer else Person.objects.listed()
    return dict(people.order_by("name", "pk").values_list("pk", "name"))


def people_lines(ids: Sequence[int]) -> list[ListedPerson]:
    """Return these people by name, with their totals. Two queries."""
    totals_by_person = _past_totals(ids)
    people = with_totals(Person.objects.filter(pk__in=ids)).order_by("name", "pk")
    return [_line(person, totals_by_person) for person in people]


def with_totals(people: People) -> People:
    """Annotate people with the totals of their teams in finished tournaments."""
    finish = "links__team__finish"
    is_real = counted_by_club("links__team__tournament__")
    return people.annotate(
        tournaments=Count("links__team__tournament", filter=is_real, distinct=True),
        wins=Coalesce(Sum(f"{finish}__wins", filter=is_real), 0),
        losses=Coalesce(Sum(f"{finish}__losses", filter=is_real), 0),
        ties=Coalesce(Sum(f"{finish}__ties", filter=is_real), 0),
        titles=Count(finish, filter=is_real & Q(links__team__finish__place=1)),
    )


def _past_totals(ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """Return the totals of these people's imported results."""
    rows = PastResult.objects.filter(person__in=ids).order_by().values("person")
    totals = rows.annotate(
        tournaments=Count("pk", filter=~Q(tournament="")),
        wins=Coalesce(Sum("wins"), 0),
        losses=Coalesce(Sum("losses"), 0),
        ties=Coalesce(Sum("ties"), 0),
        titles=Count("pk", filter=Q(place=1)),
    )
    return {person: dict(zip(_TOTALS, sums, strict=True)) for person, *sums in totals.values_list("person", *_TOTALS)}


def _line(person: Person, past_totals: Mapping[int, Mapping[str, int]]) -> ListedPerson:
    past = past_totals.get(person.pk, {})
    totals = person.__dict__
    return ListedPerson(person, *(totals[name] + past.get(name, 0) for name in _TOTALS))
