"""The club's front page content, apart from the calendar and the games in progress."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Case, F, When

from club.models import ManagerLink, Person, TeamFinish
from club.queries.champions import Champion, champions
from club.queries.feeds import FeedEntry, result_entries
from club.queries.names import PersonName, person_names
from club.queries.newest import ClubState
from club.queries.season_view import SeasonRow, season_rows
from club.queries.seasons import season_years
from tournaments.access.visibility import counted_by_club
from tournaments.models import Tournament

_RESULTS: Final = 6
_LINES: Final = 5


class TitleHolder(NamedTuple):
    person: PersonName
    titles: int


@dataclass(frozen=True)
class ClubRecords:
    """The first lines in each section, and the number of listed people. `year` is 0 before the first results."""

    results: Sequence[FeedEntry]
    champions: Sequence[Champion]
    year: int
    leaders: Sequence[SeasonRow]
    people: int
    title_holders: Sequence[TitleHolder]


def club_records(state: ClubState) -> ClubRecords:
    """Return the newest results, champions, season and people. About 20 queries, regardless of the club's size."""
    year = next(iter(season_years()), 0)
    return ClubRecords(
        results=result_entries(_RESULTS),
        champions=champions(_LINES),
        year=year,
        leaders=season_rows(year, state)[:_LINES] if year else [],
        people=Person.objects.listed().count(),
        title_holders=_title_holders(),
    )


def _title_holders() -> list[TitleHolder]:
    """Return the listed people with the most titles. Four queries."""
    winners = TeamFinish.objects.filter(counted_by_club("tournament__"), place=1).order_by()
    links = ManagerLink.objects.filter(team__in=list(winners.values_list("team", flat=True))).order_by()
    titles = Counter(links.values_list("person", flat=True))
    listed = dict(Person.objects.listed().filter(pk__in=titles).order_by().values_list("pk", "name"))
    first = sorted(listed, key=lambda person: (-titles[person], listed[person], person))[:_LINES]
    names = person_names(first)
    return [TitleHolder(names[person], titles[person]) for person in first]


def featured_tournament() -> Tournament | None:
    """Return the tournament for the club's preview picture: the newest in play, finished or upcoming."""
    stage = Tournament.Stage
    in_order = Case(When(stage=stage.FINISHED, then=1), When(stage=stage.SIGN_UP, then=2), default=0)
    tournaments = Tournament.objects.filter(counted_by_club())
    return tournaments.order_by(in_order, F("starts_on").desc(nulls_last=True), "-pk").first()


def has_picture() -> bool:
    """Return whether a tournament has standings for the club's preview picture."""
    return Tournament.objects.filter(counted_by_club()).exists()
