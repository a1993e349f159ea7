"""Test that names are sent once, and that events omit the rosters, cards and plays that pages already have."""

import re
from typing import Final

import pytest
from django.test import Client

from play.models import TableGame
from play.queries import live
from tests.play.tables import move, started_game, usual_move, view_of

pytestmark = pytest.mark.django_db(transaction=True)  # events are sent after the commit
_GAP: Final = re.compile(r'<i data-part="(\w+)"></i>')
_PART: Final = re.compile(r'<(li|details|ol)\b[^>]*? ?data-part="(\w+)"')


@pytest.fixture(autouse=True)
def _open_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render every view, as if each seat had an open page."""
    monkeypatch.setattr(live, "has_local_pages", lambda topic: True)


class SeatPage:
    """A seat's page, which follows the events like its script.

    `sizes` has each event's size in bytes, and `full` the size of the whole view at that time.
    """

    def __init__(self, game: TableGame, browser: Client, team: int) -> None:
        self.browser = browser
        self.html = browser.get(game.get_absolute_url(), headers={"X-Fragment": "1"}).content.decode()
        self.sizes: list[int] = []
        self.full: list[int] = []
        self._game = game
        self._team = team

    @property
    def number(self) -> int:
        return int(self.html.split('data-number="')[1].split('"')[0])

    def follow(self) -> str:
        """Process the newest event, and return its HTML as sent."""
        event = live.published_html(self._game.pk, (self._team,))
        assert event is not None
        own_parts = _parts_of(self.html)
        self.html = _GAP.sub(lambda gap: own_parts[gap[1]], event)
        self.sizes.append(len(event.encode()))
        self.full.append(len(self.html.encode()))
        return event

    def whole_view(self) -> str:
        return self.browser.get(self._game.get_absolute_url(), headers={"X-Fragment": "1"}).content.decode()


def _parts_of(html: str) -> dict[str, str]:
    """Return a page's parts by name. No part contains another element of its kind."""
    parts = {}
    for start in _PART.finditer(html):
        end = html.index(f"</{start[1]}>", start.start()) + len(start[1]) + 3
        parts[start[2]] = html[start.start() : end]
    return parts


def test_page_rebuilds_the_full_view_from_smaller_events() -> None:
    game, away, home = started_game()
    pages = [SeatPage(game, away, 0), SeatPage(game, home, 1)]
    for _ in range(25):
        for page in pages:
            if (do := usual_move(view_of(game, page.browser))) is not None:
                assert move(page.browser, game, page.number, do).status_code == 302
                for follower in pages:
                    follower.follow()
                    assert follower.html == follower.whole_view()
    for page in pages:
        assert sum(page.sizes) < 0.6 * sum(page.full)


def test_event_between_pitches_omits_the_bench() -> None:
    game, away, _ = started_game()
    page = SeatPage(game, away, 0)
    rosters = view_of(game)["game"]["rosters"]
    waiting = [player["name"] for roster in rosters for player in (*roster["bullpen"], *roster["bench"])]
    assert all(name in page.html for name in waiting)
    move(away, game, page.number, "0 time")
    event = page.follow()
    assert "Resume play" in event
    assert [name for name in waiting if name in event] == []


def test_page_that_missed_an_event_gets_the_full_view() -> None:
    game, away, home = started_game()
    page = SeatPage(game, away, 0)
    missed = page.number
    move(away, game, missed, "0 time")
    move(away, game, missed + 1, "0 resume")
    for number, has_gaps in ((missed, False), (missed + 2, True)):
        (event,) = live.events_after(live.topic_of(game.pk, (0,)), number)
        assert (b"<i data-part" in event.content) == has_gaps
