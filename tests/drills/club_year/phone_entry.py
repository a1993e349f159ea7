"""Run the parts that need a real browser: results typed on phones, and a club page that frames the standings."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.conftest import PHONE, QUIET
from tests.browser.people import sign_in
from tests.drills.club_year.results import page_fields
from tests.drills.club_year.tournaments import YearTournament
from tests.machine import browser_path

_LONGEST_MS: Final = 60_000  # a busy machine may delay a page
_CLUB_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Our club</title></head>
<body><h1>Our club</h1><iframe src="{address}" width="480" height="640" title="Standings"></iframe></body></html>
"""


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path(), args=QUIET)
        yield browser
        browser.close()


class PhoneClerks:
    """Managers who type their results into a phone-sized Chromium."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}

    def enter(self, tournament: YearTournament, series: dict[str, Any]) -> None:
        """Type all games of a series in the full grid, on the phone of the home team's manager."""
        series = tournament.roll_for_home(series)
        games, starters = tournament.invent_series(series)
        page = self._context(tournament.links[series["home"]]).new_page()
        site = f"http://127.0.0.1:{tournament.organizer.port}"
        page.goto(f"{site}/t/{tournament.slug}/series/{series['id']}/enter/")
        if page.locator("[data-way]").get_attribute("data-way") == "grid":  # the phone remembers the grid afterward
            page.get_by_role("button", name="Show full grid").tap()
        for game, pitchers in zip(games, starters, strict=True):
            for name, text in page_fields(game, pitchers).items():
                if name.startswith("s-"):
                    continue  # S in a pitcher's own field marks the starter
                keys = f"s{text}" if name.startswith("p-") else text
                page.locator(f"[name='{name}']").press_sequentially(keys)
        page.get_by_role("button", name="Save results").tap()
        expect(page.get_by_role("status").filter(has_text="Saved as final.").first).to_be_visible(timeout=_LONGEST_MS)
        page.close()
        tournament.record(games, starters)
        tournament.sign(series)

    def close(self) -> None:
        for context in self._contexts.values():
            context.close()

    def _context(self, link: str) -> BrowserContext:
        if link not in self._contexts:
            context = self._browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
            sign_in(context, link)
            self._contexts[link] = context
        return self._contexts[link]


def standings_in_frame(browser: Browser, folder: Path, address: str) -> list[str]:
    """Return the rows of the standings that a club's static page shows in a frame.

    Args:
        address: The URL of the standings, including host and port.
    """
    (folder / "club.html").write_text(_CLUB_PAGE.format(address=address), encoding="utf-8")
    with _static_site(folder) as club:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{club}/club.html")
        rows = page.frame_locator("iframe").locator("tbody tr")
        expect(rows.first).to_be_visible(timeout=_LONGEST_MS)
        texts = rows.all_inner_texts()
        context.close()
    return texts


@contextmanager
def _static_site(folder: Path) -> Iterator[str]:
    """Serve a directory on its own port, and yield its URL."""
    handler = functools.partial(_QuietHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep server messages out of the drill's report."""
