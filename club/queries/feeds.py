"""Content for the feeds and the sitemap: champions, results and rulings, with public names only."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from club.models import Person
from club.queries.champions import played_champions
from club.queries.names import has_name, hidden_names_of, manager_names, public_team_names
from core.addresses import page_address, page_addresses
from games.models import RulingRequest
from tournaments.access.visibility import counted_by_club
from tournaments.models import Series, Team, Tournament

_ENTRIES: Final = 30


class FeedEntry(NamedTuple):
    """A feed entry. `path` is the URL path on this site. `path` and `key` together never change.

    `at` is in the tournament's time zone.
    """

    key: str
    title: str
    path: str
    at: datetime

    @property
    def day(self) -> date:
        """Return the day in the tournament's time zone."""
        return self.at.date()


def champion_entries() -> list[FeedEntry]:
    """Return the newest champions. Three queries."""
    return [
        FeedEntry(
            f"champion-{row.tournament.slug}",
            f"{row.managers} ({row.team}) won {row.title}" if row.managers else f"{row.team} won {row.title}",
            row.tournament.get_absolute_url(),
            datetime.combine(row.day, time(12), UTC),
        )
        for row in played_champions(_ENTRIES)
        if row.tournament is not None
    ]


def result_entries(most: int = _ENTRIES) -> list[FeedEntry]:
    """Return the newest complete series across all tournaments.

    Four queries, and one more for each of these tournaments that is in its playoffs.
    """
    series = (
        Series.objects.filter(
            counted_by_club("tournament__"), status=Series.Status.COMPLETE, completed_at__isnull=False
        )
        .select_related("tournament")
        .defer("tournament__profile_text", "tournament__timetable")
        .order_by("-completed_at", "-pk")
    )
    rows = list(series[:most])
    names = public_team_names(Team.objects.filter(pk__in={team for row in rows for team in (row.home_id, row.away_id)}))
    tournament_by_id = {row.tournament_id: row.tournament for row in rows}
    for row in rows:  # a round's title is looked up once per tournament
        row.tournament = tournament_by_id[row.tournament_id]
    return [_result_entry(row, names) for row in rows]


def _result_entry(series: Series, names: Mapping[int, str]) -> FeedEntry:
    away, home = names[series.away_id], names[series.home_id]
    title = f"{away} at {home} {series.score}, {series.round_title}, {series.tournament.name}"
    assert series.completed_at is not None
    at = _local_time(series.completed_at, series.tournament)
    return FeedEntry(f"series-{series.pk}", title, series.get_absolute_url(), at)


def _local_time(moment: datetime, tournament: Tournament) -> datetime:
    return moment.astimezone(ZoneInfo(tournament.time_zone))


def ruling_entries() -> list[FeedEntry]:
    """Return the newest rulings. Five queries, and one more for each tournament in its playoffs."""
    answered = RulingRequest.objects.filter(counted_by_club("series__tournament__"), ruled_at__isnull=False)
    rulings = answered.select_related("series__tournament", "series__home", "series__away").prefetch_related(
        *manager_names("series__home__", "series__away__")
    )
    rows = list(rulings.order_by("-ruled_at", "-pk")[:_ENTRIES])
    tournament_by_id = {row.series.tournament_id: row.series.tournament for row in rows}
    for row in rows:
        row.series.tournament = tournament_by_id[row.series.tournament_id]
    return [_ruling_entry(row) for row in rows]


def _ruling_entry(ruling: RulingRequest) -> FeedEntry:
    """Return the entry for a ruling. The text is omitted if it names an unlisted person."""
    series = ruling.series
    hidden_names = [name for team in series.teams() for name in hidden_names_of(team)]
    text = f"{ruling.question} {ruling.ruling}"
    shown_text = "" if has_name(text, hidden_names) else text
    place = f"({series.round_title}, {series.tournament.name})"
    title = " ".join(filter(None, ("Ruling", ruling.rule, shown_text, place)))
    assert ruling.ruled_at is not None
    at = _local_time(ruling.ruled_at, series.tournament)
    return FeedEntry(f"ruling-{ruling.pk}", title, page_address("rulings", series.tournament.slug), at)


def public_paths(start: Iterable[str]) -> list[str]:
    """Return the sitemap's URLs: `start`, then tournaments, then listed people. Two queries."""
    slugs = Tournament.objects.filter(counted_by_club()).order_by("-pk").values_list("slug", flat=True)
    people = Person.objects.listed().order_by("pk").values_list("pk", flat=True)
    return [*start, *page_addresses("tournament", slugs), *page_addresses("club_person", people)]
