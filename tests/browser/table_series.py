"""Open and play a tournament series at the play table, in two managers' browsers."""

import json
import urllib.request
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import DESK, PHONE, NewContext
from tests.browser.installation import Site
from tests.browser.people import sign_in
from tests.play.api_moves import move_of_prompt

_WEEKEND = """
import json
from tournaments.access.links import link_token
from tournaments.models import Access, Series
from weekend.practice.weekend import build_weekend
tournament = build_weekend(stage="round_robin", seed=1998)
tournament.suspended_games = True
tournament.save()
managers = Access.objects.filter(tournament=tournament, team__isnull=False)
links = {access.team_id: link_token(access) for access in managers}
scheduled = tournament.series.filter(status=Series.Status.SCHEDULED).order_by("round", "pk")
pairs = [
    {"series": series.pk, "away": links[series.away_id], "home": links[series.home_id]}
    for series in scheduled
    if series.away_id in links and series.home_id in links
]
print(json.dumps({"slug": tournament.slug, "pairs": pairs}))
"""


class TableSeries(NamedTuple):
    """A series of a practice weekend that both managers can start, and their devices.

    The visitors' manager has a phone, the home team's a laptop.
    """

    slug: str
    series: int
    links: tuple[str, str]
    contexts: tuple[BrowserContext, BrowserContext]
    pages: tuple[Page, Page]


def open_series(site: Site, device: NewContext) -> TableSeries:
    """Build a practice weekend, sign in both managers of an open series, and let both open its table."""
    weekend = json.loads(site.shell(_WEEKEND))
    for pair in weekend["pairs"]:
        links = (pair["away"], pair["home"])
        contexts = (device(PHONE), device(DESK))
        for context, link in zip(contexts, links, strict=True):
            sign_in(context, f"{site.address}/join/{link}/")
        table = f"/t/{weekend['slug']}/series/{pair['series']}/table/"
        pages = tuple(context.new_page() for context in contexts)
        _roll_for_home(pages[0], f"{site.address}/t/{weekend['slug']}/schedule/home/{pair['series']}/")
        for page in pages:
            page.goto(f"{site.address}/t/{weekend['slug']}/me/")
        if all(page.locator(f'form[action="{table}"]').count() for page in pages):
            for page in pages:
                page.get_by_role("button", name="Play in the browser").click()
            return TableSeries(weekend["slug"], pair["series"], links, contexts, pages)
    raise AssertionError("no series is open for both teams")


def _roll_for_home(page: Page, address: str) -> None:
    """Type rolls that keep the home team at home (T0.16)."""
    page.goto(address)
    if page.locator("#home_roll").count():
        page.fill("#home_roll", "20")
        page.fill("#away_roll", "1")
        page.press("#away_roll", "Enter")
        page.wait_for_load_state()


def number_at(page: Page) -> int:
    return int(page.get_attribute("#table", "data-number") or 0)


def has_move(page: Page) -> bool:
    return page.locator("button[data-usual]").count() > 0


def make_usual_move(pages: tuple[Page, Page]) -> None:
    """Press the large button as the prompted manager, and wait until both pages show the new view."""
    number = number_at(pages[0])
    mover = next(page for page in pages if has_move(page))
    mover.locator("button[data-usual]").first.click()
    for page in pages:
        expect(page.locator(f"#table:not([data-number='{number}'])")).to_be_visible()


def is_over(page: Page) -> bool:
    return page.get_attribute("#table", "data-state") == "over"


def play_game(pages: tuple[Page, Page], moves: int = 2000) -> int:
    """Make usual moves until the game is over, up to this many. Return how many were made."""
    for count in range(moves):
        if is_over(pages[0]):
            return count
        make_usual_move(pages)
    return moves


def start_game(pages: tuple[Page, Page]) -> None:
    """Choose the listed starters, visitors first (T0.13). In the second game the teams have switched sides."""
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-state", "lobby", timeout=120_000)
        page.reload()
    for page in sorted(pages, key=lambda page: page.get_attribute("form[data-ready]", "data-ready") or ""):
        page.reload()
        page.get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")


def own_team(page: Page) -> int:
    """Return the team at this page's seat: 0 for the visitors, 1 for the home team."""
    return int(page.get_attribute("#people", "data-own") or "")


def seat_link(page: Page, team: int) -> str:
    """Return the link that opens this seat on another device."""
    link = page.get_attribute(f"[data-seat-link='{team}']", "href")
    assert link is not None
    return link


class SeatBot:
    """A program that plays for one seat through the API, as the guide to the play table shows."""

    def __init__(self, table_address: str, link: str) -> None:
        site, _, public_id = table_address.rstrip("/").rpartition("/play/")
        self._address = f"{site}/api/v1/play/{public_id}/"
        self._token = link.rstrip("/").rsplit("/", 1)[1]

    def view(self) -> dict[str, Any]:
        return self._send("", None)

    def make_usual_move(self, view: dict[str, Any]) -> bool:
        """Make the first legal move, if the seat has one."""
        prompt = next(iter(view["game"]["prompts"]), {"kind": "wait"})
        move = move_of_prompt(prompt, choice=0)
        if move is None:
            return False
        self._send("moves/", {"number": view["number"], **move})
        return True

    def _send(self, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self._address + path, data, headers)) as answer:
            return dict(json.load(answer))


def play_by_program(bots: tuple[SeatBot, SeatBot], until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Let both seats play through the API until a view meets this condition, and return that view."""
    for _ in range(2000):
        for bot in bots:
            view = bot.view()
            if view["state"] == "over" or until(view):
                return view
            if bot.make_usual_move(view):
                break
        else:
            raise AssertionError("nobody has a move")
    raise AssertionError("the game does not end")
