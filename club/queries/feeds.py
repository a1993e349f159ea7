"""What the feeds and the sitemap hold: champions and results, with names as the public may read them."""

from collections.abc import Iterable
from datetime import UTC, datetime, time
from typing import Final, NamedTuple

from club.models import Person
from club.queries.champions import champions
from club.queries.names import hidden_names_of, public_team_name
from tournaments.models import Series, Tournament

_ENTRIES: Final = 30


class FeedEntry(NamedTuple):
    """One entry. `path` is the address on this site, and together with `key` it never changes."""

    key: str
    title: str
    path: str
    at: datetime


def champion_entries() -> list[FeedEntry]:
    """Return the newest champions. Four queries."""
    return [
        FeedEntry(
            f"champion-{row.finish.tournament.slug}",
            f"{row.managers} ({row.team}) won {row.finish.tournament.name}",
            row.finish.tournament.get_absolute_url(),
            datetime.combine(row.day, time(12), UTC),
        )
        for row in champions()[:_ENTRIES]
    ]


def result_entries(most: int = _ENTRIES) -> list[FeedEntry]:
    """Return the newest complete series of all tournaments. Six queries, and one for each of these in its playoffs."""
    series = (
        Series.objects.filter(status=Series.Status.COMPLETE, completed_at__isnull=False, tournament__is_practice=False)
        .select_related("tournament", "home", "away")
        .prefetch_related(
            *(f"{side}__{relation}" for side in ("home", "away") for relation in ("managers", "person_links__person"))
        )
        .order_by("-completed_at", "-pk")
    )
    rows = list(series[:most])
    tournament_by_id = {row.tournament_id: row.tournament for row in rows}
    for row in rows:  # the title of a round is looked up once for each tournament
        row.tournament = tournament_by_id[row.tournament_id]
    return [_result_entry(row) for row in rows]


def _result_entry(series: Series) -> FeedEntry:
    away, home = (public_team_name(team, hidden_names_of(team)) for team in (series.away, series.home))
    title = f"{away} at {home} {series.score}, {series.round_title}, {series.tournament.name}"
    assert series.completed_at is not None
    return FeedEntry(f"series-{series.pk}", title, series.get_absolute_url(), series.completed_at)


def public_paths(start: Iterable[str]) -> list[str]:
    """Return the addresses of the sitemap: these, then tournaments, then listed people. Two queries."""
    tournaments = Tournament.objects.filter(is_practice=False).only("slug").order_by("-pk")
    people = Person.objects.listed().only("pk").order_by("pk")
    return [*start, *(row.get_absolute_url() for row in (*tournaments, *people))]
