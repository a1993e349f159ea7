"""The public list of ratings."""

from typing import NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club.models import PROVISIONAL_DEVIATION, Person, PersonRating
from core.tables import Align, Column, Place, TableDefinition
from core.templatetags.parts import state


class RatingLine(NamedTuple):
    """A line in the list. A provisional rating has no rank."""

    rank: int | None
    row: PersonRating

    @property
    def person(self) -> Person:
        return self.row.person


def _name_html(line: RatingLine) -> SafeString:
    person = line.person
    badge = "" if person.is_public else state("not listed")
    return format_html('<a href="{}">{}</a> {}', person.get_absolute_url(), person.name, badge)


def _rating_html(line: RatingLine) -> SafeString:
    badge = state("provisional") if line.row.is_provisional else ""
    return format_html('<span class="nowrap">{}</span> {}', line.row.shown, badge)


_READ = Place.PAGE | Place.API
RATINGS: TableDefinition[RatingLine] = TableDefinition(
    "ratings",
    (
        Column("rank", "Rank", lambda line: line.rank, _READ, is_nullable=True, help="null if provisional"),
        Column("person", "Id", lambda line: line.person.pk, Place.API),
        Column(
            "name", "Name", lambda line: line.person.name, _READ, Align.LEFT, cell=_name_html, names_row=True, kind=str
        ),
        Column("kind", "Kind of play", lambda line: line.row.kind, Place.API, kind=PersonRating.Kind),
        Column("rating", "Rating", lambda line: line.row.rounded_rating, _READ, cell=_rating_html, kind=float),
        Column("deviation", "Deviation", lambda line: line.row.rounded_deviation, Place.API, kind=float),
        Column("is_provisional", "Provisional", lambda line: line.row.is_provisional, Place.API, kind=bool),
        Column("games", "Games", lambda line: line.row.games, _READ),
        Column("tournaments", "Tournaments", lambda line: line.row.tournaments, _READ),
        Column(
            "last_played_on",
            "Last played",
            lambda line: line.row.last_played_on.isoformat(),
            _READ,
            Align.LEFT,
            text=lambda line: date_format(line.row.last_played_on, "M j, Y"),
            kind=str,
        ),
        Column("region", "Region", lambda line: line.person.region, _READ, Align.LEFT, kind=str),
    ),
)


def rating_lines(kind: str, *, is_organizer: bool = False, most: int | None = None) -> list[RatingLine]:
    """Return ratings for one kind of play, best first and provisional ones last. One query.

    The list includes people who agreed to be listed. Organizers see everyone who isn't removed.
    """
    is_provisional = ExpressionWrapper(Q(deviation__gt=PROVISIONAL_DEVIATION), output_field=BooleanField())
    rows = _shown_ratings(kind, is_organizer).select_related("person").order_by(is_provisional, "-rating", "person_id")
    return [RatingLine(None if row.is_provisional else rank, row) for rank, row in enumerate(rows[:most], start=1)]


def count_ratings(kind: str, *, is_organizer: bool = False) -> int:
    return _shown_ratings(kind, is_organizer).count()


def _shown_ratings(kind: str, is_organizer: bool) -> QuerySet[PersonRating]:
    people = Person.objects.current() if is_organizer else Person.objects.listed()
    return PersonRating.objects.filter(kind=kind, person__in=people)


def ratings_of(person: Person) -> list[PersonRating]:
    """Return a person's ratings, starting with face-to-face play. One query."""
    return list(person.ratings.order_by("kind"))
