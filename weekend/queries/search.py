"""Search a tournament, the club's pages, and the help titles."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from django.db.models import Q
from django.urls import reverse

from club.queries.people import people_names
from core.addresses import page_addresses
from core.search import SearchEntry, SearchGroup, best_matches
from drafts.models import Pick
from rules_engine.names import split_name
from tournaments.access.viewers import Viewer, Viewers
from tournaments.access.visibility import counted_by_club
from tournaments.action_log.events import newest_number
from tournaments.models import Series, Team, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from weekend.queries.help_pages import help_groups
from weekend.queries.page_list import Page, action_pages, all_pages

_OPEN: Final = (Series.Status.PLAYING, Series.Status.SUSPENDED, Series.Status.SCHEDULED)
_ORDER: Final = (*_OPEN, Series.Status.COMPLETE, Series.Status.VOID)


class SeriesEntry(NamedTuple):
    series: Series
    entry: SearchEntry


@dataclass(frozen=True)
class TournamentEntries:
    """A tournament's search entries. They are public and the same for all viewers."""

    teams: list[SearchEntry]
    players: list[SearchEntry]
    series: list[SeriesEntry]


class SitePage(NamedTuple):
    """A page outside of tournaments."""

    label: str
    url_name: str
    needs_organizer: bool = False


_SITE_PAGES: Final = (
    SitePage("All tournaments", "home"),
    SitePage("Calendar", "club_calendar"),
    SitePage("Live club games", "club_live"),
    SitePage("Latest results", "club_results"),
    SitePage("People", "club_people"),
    SitePage("Seasons and points", "seasons"),
    SitePage("Champions", "champions"),
    SitePage("Records", "records"),
    SitePage("Ratings", "ratings"),
    SitePage("Drafted players", "player_statistics"),
    SitePage("Card sets", "card_sets"),
    SitePage("Check a signature", "check_form"),
    SitePage("My device", "devices"),
    SitePage("API", "api_docs"),
    SitePage("Backups", "backups", needs_organizer=True),
    SitePage("Devices", "all_devices", needs_organizer=True),
    SitePage("Standby computer", "standby", needs_organizer=True),
    SitePage("Checkup", "checkup", needs_organizer=True),
)
_SITE_ACTIONS: Final = (
    SitePage("Play a game", "play_new"),
    SitePage("Sign in", "sign_in"),
    SitePage("New tournament", "new_tournament", needs_organizer=True),
    SitePage("Import a tournament", "tournament_imports", needs_organizer=True),
    SitePage("Import past results", "history_import", needs_organizer=True),
    SitePage("Link managers to people", "people_to_link", needs_organizer=True),
)


def search_tournament(typed: str, tournament: Tournament, viewers: Viewers, most: int) -> list[SearchGroup]:
    """Return matching entries in a tournament, then in the club, that a viewer can open.

    Without search words, return actions and pages. Five queries, and four more after the tournament changes.

    Args:
        most: The maximum number of entries per group.
    """
    viewer = viewers.viewer_of(tournament)
    actions = _page_entries(action_pages(viewer), tournament)
    pages = _page_entries(all_pages(viewer), tournament)
    if not typed.strip():
        return _suggestions(actions, pages, most)
    entries = _cached_entries(tournament)
    groups = [
        SearchGroup("Actions", [*_result_actions(entries.series, viewer, tournament), *actions]),
        SearchGroup("Pages", pages),
        SearchGroup("Teams", entries.teams),
        SearchGroup("Players", entries.players),
        SearchGroup("Series", [series.entry for series in entries.series]),
    ]
    return best_matches(typed, [*groups, *_site_groups(viewers), _help_group()], most)


def search_site(typed: str, viewers: Viewers, most: int) -> list[SearchGroup]:
    """Return matching entries outside of tournaments that a viewer can open.

    Without search words, return actions and pages.
    """
    is_organizer = viewers.viewer_of(None).is_organizer
    if not typed.strip():
        return _suggestions(_site_entries(_SITE_ACTIONS, is_organizer), _site_entries(_SITE_PAGES, is_organizer), most)
    return best_matches(typed, [*_site_groups(viewers), _help_group()], most)


def _suggestions(actions: list[SearchEntry], pages: list[SearchEntry], most: int) -> list[SearchGroup]:
    groups = (SearchGroup("Actions", actions[:most]), SearchGroup("Pages", pages[:most]))
    return [group for group in groups if group.entries]


def _page_entries(pages: Iterable[Page], tournament: Tournament) -> list[SearchEntry]:
    return [SearchEntry(page.label, reverse(page.url_name, args=[tournament.slug])) for page in pages]


def _cached_entries(tournament: Tournament) -> TournamentEntries:
    snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
    return snapshot.read("search", lambda: _load_entries(tournament))


def _load_entries(tournament: Tournament) -> TournamentEntries:
    """Load a tournament's entries. Four queries."""
    teams = list(tournament.teams.prefetch_related("managers").order_by("name"))
    addresses = {team.pk: reverse("team", args=[tournament.slug, team.pk]) for team in teams}
    return TournamentEntries(
        [_team_entry(team, addresses[team.pk]) for team in teams],
        _player_entries(tournament, addresses),
        _series_entries(tournament),
    )


def _team_entry(team: Team, address: str) -> SearchEntry:
    managers = " and ".join(manager.name for manager in team.managers.all())
    return SearchEntry(team.name, address, managers, names=(team.badge.letters,), words=managers)


def _player_entries(tournament: Tournament, addresses: dict[int, str]) -> list[SearchEntry]:
    """Return the drafted players by last name. Each entry links to the team's roster."""
    picks = Pick.objects.filter(team__tournament=tournament, card__isnull=False).order_by("card__sort_name", "pk")
    rows = picks.values_list("card__name", "card__sort_name", "team_id", "team__name")
    return [SearchEntry(name, addresses[team_id], team, names=(sort_name,)) for name, sort_name, team_id, team in rows]


def _series_entries(tournament: Tournament) -> list[SeriesEntry]:
    """Return the series: in progress first, then upcoming, then complete."""
    series_list = list(tournament.series.select_related("home", "away").order_by("round", "table", "pk"))
    series_list.sort(key=lambda series: _ORDER.index(Series.Status(series.status)))
    for series in series_list:
        series.tournament = tournament
    return [SeriesEntry(series, _series_entry(series)) for series in series_list]


def _series_entry(series: Series) -> SearchEntry:
    table = f"table {series.table}" if series.table else ""
    facts = [series.round_title, table, series.score]
    letters = f"{series.home.badge.letters} {series.away.badge.letters}"
    return SearchEntry(
        f"{series.away} at {series.home}",
        series.get_absolute_url(),
        ", ".join(filter(None, facts)),
        words=f"{series.round_title} {table} {letters}",
    )


def _result_actions(series_entries: list[SeriesEntry], viewer: Viewer, tournament: Tournament) -> list[SearchEntry]:
    """Return an action for each open series whose results the viewer can enter."""
    return [
        SearchEntry(
            f"Enter results: {entry.label}",
            reverse("enter_series", args=[tournament.slug, series.pk]),
            entry.detail,
            words=entry.words,
        )
        for series, entry in series_entries
        if series.status in _OPEN and viewer.may_play(series)
    ]


def _site_groups(viewers: Viewers) -> list[SearchGroup]:
    """Return the groups outside of tournaments. Two queries."""
    is_organizer = viewers.viewer_of(None).is_organizer
    pages = [*_site_entries(_SITE_ACTIONS, is_organizer), *_site_entries(_SITE_PAGES, is_organizer)]
    return [
        SearchGroup("Tournaments", _tournament_entries(viewers)),
        SearchGroup("Club people", _people_entries(is_organizer)),
        SearchGroup("Club pages", pages),
    ]


@cache
def _help_group() -> SearchGroup:
    """Return the help pages by title."""
    entries = [SearchEntry(link.label, link.address, group.title) for group in help_groups() for link in group.links]
    return SearchGroup("Help", entries)


def _site_entries(pages: Iterable[SitePage], is_organizer: bool) -> list[SearchEntry]:
    return [
        SearchEntry(page.label, reverse(page.url_name)) for page in pages if is_organizer or not page.needs_organizer
    ]


def _tournament_entries(viewers: Viewers) -> list[SearchEntry]:
    """Return the tournaments that a viewer can open, latest first. Visitors can't find practice weekends."""
    tournaments = Tournament.objects.filter(_open_to(viewers)).order_by("-starts_on", "-pk")
    return [
        SearchEntry(
            tournament.name, tournament.get_absolute_url(), tournament.get_stage_display(), words=tournament.place
        )
        for tournament in tournaments.only("slug", "name", "place", "stage")
    ]


def _open_to(viewers: Viewers) -> Q:
    return viewers.visible_tournaments() if viewers.all() else counted_by_club()


def _people_entries(is_organizer: bool) -> list[SearchEntry]:
    people = people_names(is_organizer=is_organizer)
    addresses = page_addresses("club_person", people)
    return [
        SearchEntry(name, address, names=(_last_name_first(name),))
        for name, address in zip(people.values(), addresses, strict=True)
    ]


@lru_cache(maxsize=20_000)
def _last_name_first(name: str) -> str:
    return split_name(name).sorted_by
