"""A tournament's pages that a viewer can open, in navigation groups."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tournaments.access.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Page:
    """A page in the navigation."""

    label: str
    url_name: str
    folders: tuple[str, ...] = ()  # leading path segments of its URL and of the pages below it
    is_open_to: Callable[[Viewer], bool] = lambda viewer: True


@dataclass(frozen=True, slots=True)
class PageGroup:
    title: str
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Tab:
    """A page in the bottom bar on a phone, with a short label and an icon."""

    label: str
    page: Page
    icon: str


def _has_team(viewer: Viewer) -> bool:
    return viewer.team_id is not None


def _is_staff(viewer: Viewer) -> bool:
    return viewer.is_staff


def _is_director(viewer: Viewer) -> bool:
    return viewer.is_director


_DASHBOARD: Final = Page("Dashboard", "dashboard", ("dashboard", "stage", "phones", "webhook", "tables"), _is_staff)
_MY_TEAM: Final = Page("My team", "my_team", ("me", "notices"), _has_team)
_SCHEDULE: Final = Page("Schedule", "schedule", ("schedule", "timetable", "series-times", "order-of-play"))
_RESULTS: Final = Page("Results", "results", ("results", "series", "suspended", "mistakes", "rulings", "players"))
_STANDINGS: Final = Page("Standings", "standings", ("standings", "odds", "shootouts"))
_BULLPENS: Final = Page("Bullpens", "bullpens", ("bullpens",))

_RUN: Final = (
    _DASHBOARD,
    _MY_TEAM,
    Page("Draft", "draft", ("draft", "rolls")),
    _SCHEDULE,
    _RESULTS,
    Page("Playoffs", "bracket", ("playoffs", "closing")),
)
_LOOK_UP: Final = (
    _STANDINGS,
    Page("Rosters", "rosters", ("rosters", "teams")),
    _BULLPENS,
    Page("Sheets", "sheets", ("sheets", "signing")),
)
_SET_UP: Final = (
    Page("Teams", "people", ("people", "invitations"), _is_staff),
    Page("Rules", "rules", ("rules",)),
    Page("Print", "printing", ("print",), _is_staff),
    Page("Settings", "settings", ("settings",), _is_director),
    Page("Activity log", "log", ("log",)),
)

# pages that only search finds, in addition to the navigation
_MORE_PAGES: Final = (
    Page("Overview", "tournament"),
    Page("Rolls for draft positions", "rolls"),
    Page("Timetable", "timetable"),
    Page("Series times", "series_times", is_open_to=_is_staff),
    Page("Play sequence", "orders_of_play", is_open_to=_is_director),
    Page("Live games", "live_games"),
    Page("Player statistics", "players"),
    Page("Suspended games", "suspended"),
    Page("Mistakes and remedies", "mistakes"),
    Page("Rulings", "rulings"),
    Page("Odds", "odds"),
    Page("Final report", "closing"),
    Page("Big screen: standings", "standings_big_screen"),
    Page("Big screen: round", "round_big_screen"),
    Page("Big screen: hall", "hall_big_screen"),
    Page("Big screen: playoffs", "bracket_big_screen"),
)
_ACTIONS: Final = (
    Page("Enter results", "results", is_open_to=_is_staff),
    Page("Sign sheets", "signing", is_open_to=_is_staff),
    Page("Check in teams", "people", is_open_to=_is_staff),
    Page("Write an announcement", _DASHBOARD.url_name, is_open_to=_is_staff),
    Page("Start the next stage", "stage", is_open_to=_is_director),
    Page("Undo an action", "log", is_open_to=_is_director),
    Page("Invite managers", "people", is_open_to=_is_director),
    Page("Print slips with sign-in links", "invitations_print", is_open_to=_is_director),
    Page("Connect phones", "connect_phones", is_open_to=_is_director),
    Page("Add a team", "people", is_open_to=_is_staff),
    Page("Paste a list of teams", "entrant_list", is_open_to=_is_staff),
    Page("Review sign-ups", "sign_up_list", is_open_to=_is_director),
    Page("Change the rules", "edition", is_open_to=_is_director),
    Page("Set the timetable", "timetable", is_open_to=_is_director),
    Page("Set round deadlines", "round_deadlines", is_open_to=_is_director),
    Page("Import results", "results_import", is_open_to=_is_director),
    Page("Edit the write-up", "edit_write_up", is_open_to=_is_director),
    Page("Connect a webhook", "webhook", is_open_to=_is_director),
    Page("Set the lineup", "lineup", is_open_to=_has_team),
    Page("Choose notices", "notices", is_open_to=_has_team),
)


def action_pages(viewer: Viewer) -> tuple[Page, ...]:
    """Return the pages that search lists as actions, limited to those this viewer can open."""
    return tuple(page for page in _ACTIONS if page.is_open_to(viewer))


def all_pages(viewer: Viewer) -> tuple[Page, ...]:
    """Return every page that this viewer can open, navigation pages first."""
    navigation = (page for group in page_groups(viewer) for page in group.pages)
    return (*navigation, *(page for page in _MORE_PAGES if page.is_open_to(viewer)))


def page_groups(viewer: Viewer) -> tuple[PageGroup, ...]:
    """Return the navigation groups with the pages that this viewer can open."""
    titles = ("Run", "Look up", "Set up") if viewer.is_staff else ("Tournament", "Look up", "Rules and log")
    return tuple(
        PageGroup(title, tuple(page for page in pages if page.is_open_to(viewer)))
        for title, pages in zip(titles, (_RUN, _LOOK_UP, _SET_UP), strict=True)
    )


def phone_tabs(viewer: Viewer) -> tuple[Tab, ...]:
    """Return the four tabs for a phone. The first is the viewer's own page, or Results for visitors."""
    if _has_team(viewer):
        own_tab = Tab("Team", _MY_TEAM, "pennant")
    elif viewer.is_staff:
        own_tab = Tab("Dashboard", _DASHBOARD, "tiles")
    else:
        own_tab = Tab("Results", _RESULTS, "scoreboard")
    return (
        own_tab,
        Tab("Bullpen", _BULLPENS, "ball"),
        Tab("Schedule", _SCHEDULE, "calendar"),
        Tab("Standings", _STANDINGS, "bars"),
    )


def current_page(path: str) -> Page | None:
    """Return the navigation page that this path belongs to."""
    folders = path.strip("/").split("/")
    folder = folders[2] if len(folders) > 2 else ""  # after "t" and the tournament
    pages = (*_RUN, *_LOOK_UP, *_SET_UP)
    return next((page for page in pages if folder in page.folders), None)
