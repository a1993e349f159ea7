"""The events of tables: after each action, every audience gets its new view as HTML.

The process that stores an action renders the view once for each audience with open pages, and sends it to them and as
the answer to the move. Other processes read the action from its row.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import OuterRef, Subquery
from django.template.loader import render_to_string

from core.live import Event, LogPosition, LogReader, Opening, OpeningRequest, announce, deliver, has_local_pages
from play.models import LARGE_FIELDS, TableEvent, TableGame
from play.queries.audiences import AUDIENCES, SPECTATOR, audience_of, topic_of
from play.queries.spectators import spectator_page
from play.queries.view import table_view
from play.table import MAX_CACHED_GAMES, PlayTable, game_of_public_id, keep_table, open_table, seats_of

_Fragments = dict[tuple[int, ...], str]  # the HTML of the table by audience


class _PublishedViews:
    """The views that were rendered after the newest action of each game, which this process stored."""

    def __init__(self) -> None:
        self._fragments: OrderedDict[int, _Fragments] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, game_id: int, fragments: _Fragments) -> None:
        with self._lock:
            self._fragments.pop(game_id, None)
            self._fragments[game_id] = fragments
            if len(self._fragments) > MAX_CACHED_GAMES:
                self._fragments.popitem(last=False)

    def get(self, game_id: int, teams: Sequence[int]) -> str | None:
        return self._fragments.get(game_id, {}).get(tuple(teams))


_published: Final = _PublishedViews()


def publish_table(table: PlayTable) -> None:
    """Send every open page of a table its new view, after the commit."""
    game = game_of_public_id(table.game.public_id)
    if game is None:
        return
    # the action may have changed the game and its seats by queries
    table = replace(table, game=game, seats=seats_of(game))
    fragments: _Fragments = {}
    for teams in AUDIENCES:
        topic = topic_of(table.game.pk, teams)
        if has_local_pages(topic):
            fragments[teams] = render_fragment(table, teams)
            deliver(topic, _event(table.number, fragments[teams]))
        else:
            announce(topic)
    _published.put(table.game.pk, fragments)


def published_fragment(game_id: int, teams: Sequence[int]) -> str | None:
    """Return the view after an action that this request has just stored, or None if no page of theirs is open here.

    It may include a later action of another request.
    """
    return _published.get(game_id, teams)


def render_fragment(table: PlayTable, teams: Sequence[int]) -> str:
    return render_to_string("play/_table.html", {"view": table_view(table, teams), "refusal": None})


def _event(number: int, html: str) -> Event:
    data = json.dumps({"number": number, "html": html}, separators=(",", ":"))
    return Event(number, f"id: {number}\nevent: table\ndata: {data}\n\n".encode())


def _positions(topics: Collection[int]) -> dict[int, LogPosition]:
    """Return the newest action of each game, and a note that changes when a seat is back or a phrase is sent.

    The epoch of a seat's topic changes when another device has the seat.
    """
    audiences = {topic: audience_of(topic) for topic in topics}
    games = _game_positions({game for game, _ in audiences.values()})
    positions = {}
    for topic, (game, teams) in audiences.items():
        if game in games:
            newest, note, seatings = games[game]
            epoch = "-".join(str(seatings[team]) for team in teams)
            positions[topic] = LogPosition(newest, epoch, note)
    return positions


def _game_positions(games: Collection[int]) -> dict[int, tuple[int, str, list[int]]]:
    """Return the newest number, the note and the seatings of each game that has an action."""
    # one step in the index for each game, instead of a walk over all its rows
    numbers = TableEvent.objects.filter(game=OuterRef("pk")).order_by("-number").values("number")[:1]
    fields = ("pk", "people_number", "away_seating", "home_seating")
    rows = TableGame.objects.filter(pk__in=games).order_by().values_list(Subquery(numbers), *fields)
    return {game: (newest, str(note), seatings) for newest, game, note, *seatings in rows if newest is not None}


def events_after(topic: int, number: int) -> list[Event]:
    """Return one event with the newest view, whatever was missed before it."""
    game_id, teams = audience_of(topic)
    game = TableGame.objects.filter(pk=game_id).defer(*LARGE_FIELDS).first()
    if game is None:
        return []
    number, html = _spectators_html(game) if teams == SPECTATOR else _seats_html(game, teams)
    return [_event(number, html)]


def _spectators_html(game: TableGame) -> tuple[int, str]:
    page = spectator_page(game)
    return page.view["number"], page.html


def _seats_html(game: TableGame, teams: Sequence[int]) -> tuple[int, str]:
    table = open_table(game)
    html = render_fragment(table, teams)
    keep_table(table)
    return table.number, html


def _no_opening(request: OpeningRequest) -> Opening | None:
    """A table's stream starts with the number that its page shows, and needs no first event."""
    return None


LOG: Final = LogReader(events_after, _positions, _no_opening, "tables", ends_with_epoch=True)
