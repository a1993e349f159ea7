"""The calendar of running, upcoming and finished tournaments, with venues and sign-up."""

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from club.queries.rated_games import has_online_edition
from club.queries.seasons import day_expression
from tournaments.access.visibility import counted_by_club, shown_to_public
from tournaments.models import Team, Tournament

FINISHED_PER_PAGE: Final = 50
_MOST_ON_FRONT_PAGE: Final = 25
INTERNET: Final = "Internet"
_Stage = Tournament.Stage


class CalendarEntry(NamedTuple):
    """A tournament in the calendar. `is_online` is set if it isn't played face to face."""

    tournament: Tournament
    teams: int
    takes_sign_ups: bool
    is_online: bool

    @property
    def day(self) -> date | None:
        return self.tournament.starts_on

    @property
    def place(self) -> str:
        """Return the hall or city, "Internet", or "" if the place is unknown."""
        return self.tournament.place or (INTERNET if self.is_online else "")


class Calendar(NamedTuple):
    """The unfinished tournaments by day, with undated ones last. Practice weekends are listed separately."""

    running: Sequence[CalendarEntry]
    upcoming: Sequence[CalendarEntry]
    practice: Sequence[CalendarEntry]

    @property
    def entries(self) -> list[CalendarEntry]:
        return [*self.running, *self.upcoming]

    @property
    def first(self) -> list[CalendarEntry]:
        """Return the tournaments that the front page shows."""
        return self.entries[:_MOST_ON_FRONT_PAGE]

    @property
    def more(self) -> int:
        """Return how many tournaments the front page leaves out."""
        return max(0, len(self.entries) - _MOST_ON_FRONT_PAGE)

    @property
    def main_entry(self) -> CalendarEntry | None:
        """Return the front page's main tournament: the only one in play, or else the only upcoming one."""
        for entries in (self.running, self.entries, self.practice):
            if entries:
                return entries[0] if len(entries) == 1 else None
        return None


def calendar() -> Calendar:
    """Return the running and upcoming tournaments. One query."""
    entries = _entries_of(Tournament.objects.filter(shown_to_public()).exclude(stage=_Stage.FINISHED))
    entries.sort(key=lambda entry: (entry.day is None, entry.day or date.max, entry.tournament.pk))
    real = [entry for entry in entries if not entry.tournament.is_practice]
    return Calendar(
        running=[entry for entry in real if entry.tournament.stage != _Stage.SIGN_UP],
        upcoming=[entry for entry in real if entry.tournament.stage == _Stage.SIGN_UP],
        practice=[entry for entry in entries if entry.tournament.is_practice],
    )


def finished_tournaments(page: int = 1) -> tuple[list[CalendarEntry], bool]:
    """Return a page of finished tournaments, newest first, and whether there are older ones. One query."""
    rows = Tournament.objects.filter(counted_by_club(), stage=_Stage.FINISHED).order_by(day_expression().desc(), "-pk")
    first = (page - 1) * FINISHED_PER_PAGE
    entries = _entries_of(rows[first : first + FINISHED_PER_PAGE + 1])
    return entries[:FINISHED_PER_PAGE], len(entries) > FINISHED_PER_PAGE


def _entries_of(tournaments: QuerySet[Tournament]) -> list[CalendarEntry]:
    teams = Team.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament").annotate(count=Count("pk"))
    rows = tournaments.defer("profile_text", "timetable").annotate(
        entered=Coalesce(Subquery(teams.values("count")), 0),
        has_open_page=Q(sign_up_page__is_open=True),
        is_away_from_hall=Q(club_facts__is_face_to_face=False),
    )
    return [
        CalendarEntry(
            row,
            row.entered,
            bool(row.has_open_page) and row.stage == _Stage.SIGN_UP,
            bool(row.is_away_from_hall) or has_online_edition(row),
        )
        for row in rows
    ]
