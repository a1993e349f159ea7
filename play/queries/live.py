"""Publish a table's new views to every audience after each action, as HTML for pages and JSON for programs.

The process that stores an action renders the view once for each audience with open pages. It sends that view as events
and in its response to the move. Other processes read the action from its row. Pages don't get parts that they already
have from the previous view.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import OuterRef, Subquery

from core.live import deliver, has_local_pages
from core.live_stream import Event, LogPosition, LogReader, Opening, OpeningRequest
from play.models import LARGE_FIELDS, TableEvent, TableGame
from play.opening import keep_table, open_table
from play.queries.audiences import AUDIENCES, SPECTATOR, audience_of, topic_of, topics_of
from play.queries.fragments import Fragment, render_view
from play.queries.spectators import spectator_page
from play.queries.view import table_view
from play.table import PlayTable
from play.table_rows import seats_of_public_id

# games whose pages get only the changed parts, about 20 KB per game
_MAX_GAMES: Final = 2000
_Teams = tuple[int, ...]


class _SentViews:
    """The newest view that this process sent to each audience, by game."""

    def __init__(self) -> None:
        self._views: OrderedDict[int, dict[_Teams, Fragment]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, game_id: int, teams: Sequence[int]) -> Fragment | None:
        return self._views.get(game_id, {}).get(tuple(teams))

    def publish(self, game_id: int, teams: Sequence[int], view: Mapping[str, Any]) -> str:
        """Store the view after an action that this process has just saved, and return its HTML for open pages.

        It replaces any other view, because action numbers restart from a lower one after a backup is restored.
        """
        sent = self._render(game_id, teams, view, view["number"] - 1)
        with self._lock:
            self._views.setdefault(game_id, {})[tuple(teams)] = sent
            self._views.move_to_end(game_id)
            if len(self._views) > _MAX_GAMES:
                self._views.popitem(last=False)
        return sent.html

    def catch_up(self, game_id: int, teams: Sequence[int], view: Mapping[str, Any], number: int) -> str:
        """Return a view's HTML for pages that currently show action `number`."""
        sent = self._render(game_id, teams, view, number)
        with self._lock:
            views = self._views.setdefault(game_id, {})
            previous = views.get(tuple(teams))
            if previous is None or previous.number < sent.number:
                views[tuple(teams)] = sent
        return sent.html

    def _render(self, game_id: int, teams: Sequence[int], view: Mapping[str, Any], number: int) -> Fragment:
        """Render a view for pages that currently show action `number`."""
        previous = self.get(game_id, teams)
        known_parts = previous.parts if previous is not None and previous.number == number else ()
        return render_view(view, known_parts=known_parts)

    def forget(self, game_id: int, teams: Sequence[int]) -> None:
        """Drop an audience's view, because it has no open page in this process."""
        with self._lock:
            self._views.get(game_id, {}).pop(tuple(teams), None)

    def clear(self) -> None:
        self._views.clear()


sent_views: Final = _SentViews()


def with_current_rows(table: PlayTable) -> PlayTable:
    """Return the table with its game and seats reloaded from the database."""
    seats = seats_of_public_id(table.game.public_id)
    return table if seats is None else replace(table, game=seats[0].game, seats=seats)


def publish_table(table: PlayTable) -> None:
    """Send a new view to each of the table's open pages and programs, after the commit."""
    game_id = table.game.pk
    events: dict[int, Event] = {}
    for teams in AUDIENCES:
        topic, json_topic = topic_of(game_id, teams), topic_of(game_id, teams, reads_json=True)
        has_pages, has_programs = has_local_pages(topic), has_local_pages(json_topic)
        if not has_pages:
            sent_views.forget(game_id, teams)
        if not (has_pages or has_programs):
            continue
        view = table_view(table, teams)
        if has_pages:
            html = sent_views.publish(game_id, teams, view)
            events[topic] = _page_event(table.number, html)
        if has_programs:
            events[json_topic] = _json_event(view)
    deliver(events, topics_of(game_id))


def published_html(game_id: int, teams: Sequence[int]) -> str | None:
    """Return the view after an action that this request has just stored, or None if none of its pages are open here.

    Use this for the page that sent the action. The view can include a later action from another request.
    """
    sent = sent_views.get(game_id, teams)
    return sent.html if sent is not None else None


def _page_event(number: int, html: str) -> Event:
    return _event(number, {"number": number, "html": html})


def _json_event(view: Mapping[str, Any]) -> Event:
    return _event(view["number"], view)


def _event(number: int, document: Mapping[str, Any]) -> Event:
    data = json.dumps(document, separators=(",", ":"))
    return Event(number, f"id: {number}\nevent: table\ndata: {data}\n\n".encode())


def _positions(topics: Collection[int]) -> dict[int, LogPosition]:
    """Return each game's newest action, and a note that changes with every reconnected seat or phrase.

    The epoch of a seat's topic changes when another device takes the seat.
    """
    audiences = {topic: audience_of(topic) for topic in topics}
    games = _game_positions({audience.game_id for audience in audiences.values()})
    positions = {}
    for topic, audience in audiences.items():
        if audience.game_id in games:
            newest, note, seatings = games[audience.game_id]
            epoch = "-".join(str(seatings[team]) for team in audience.teams)
            positions[topic] = LogPosition(newest, epoch, note)
    return positions


def _game_positions(games: Collection[int]) -> dict[int, tuple[int, str, list[int]]]:
    """Return the newest number, the note and the seatings for each game with at least one action."""
    # a single index lookup per game, instead of a scan over all its rows
    numbers = TableEvent.objects.filter(game=OuterRef("pk")).order_by("-number").values("number")[:1]
    fields = ("pk", "people_number", "away_seating", "home_seating")
    rows = TableGame.objects.filter(pk__in=games).order_by().values_list(Subquery(numbers), *fields)
    return {game: (newest, str(note), seatings) for newest, game, note, *seatings in rows if newest is not None}


def events_after(topic: int, number: int) -> list[Event]:
    """Return a single event with the newest view, no matter how many events the client missed."""
    audience = audience_of(topic)
    game = TableGame.objects.filter(pk=audience.game_id).defer(*LARGE_FIELDS).first()
    if game is None:
        return []
    view = _view(game, audience.teams)
    if audience.reads_json:
        return [_json_event(view)]
    return [_page_event(view["number"], sent_views.catch_up(game.pk, audience.teams, view, number))]


def _view(game: TableGame, teams: Sequence[int]) -> Mapping[str, Any]:
    return spectator_page(game).view if teams == SPECTATOR else _seat_view(game, teams)


def _seat_view(game: TableGame, teams: Sequence[int]) -> Mapping[str, Any]:
    table = open_table(game)
    view = table_view(table, teams)
    keep_table(table)
    return view


def _no_opening(request: OpeningRequest) -> Opening | None:
    """Return None, because a table's stream starts at the number that its page shows."""
    return None


LOG: Final = LogReader(events_after, _positions, _no_opening, "tables", ends_with_epoch=True)
