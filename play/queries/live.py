"""The events of tables: after each action, every audience gets its new view as HTML."""

import json
from collections.abc import Collection, Sequence
from typing import Final

from django.db.models import Max
from django.template.loader import render_to_string

from core.live import Event, LogPosition, LogReader, Opening, OpeningRequest
from play.models import TableEvent, TableGame
from play.queries.audiences import SPECTATOR, audience_of
from play.queries.spectators import spectator_page
from play.queries.view import table_view
from play.table import keep_table, open_table

_EPOCH: Final = ""  # a restored backup changes the numbers, and pages reload then


def _positions(topics: Collection[int]) -> dict[int, LogPosition]:
    games = {topic: audience_of(topic)[0] for topic in topics}
    rows = TableEvent.objects.filter(game__in=set(games.values())).order_by().values("game").annotate(n=Max("number"))
    newest = {row["game"]: row["n"] for row in rows}
    return {topic: LogPosition(newest[game], _EPOCH) for topic, game in games.items() if game in newest}


def events_after(topic: int, number: int) -> list[Event]:
    """Return one event with the newest view, whatever was missed before it."""
    game_id, teams = audience_of(topic)
    game = TableGame.objects.filter(pk=game_id).first()
    if game is None:
        return []
    number, html = _spectators_html(game) if teams == SPECTATOR else _seats_html(game, teams)
    data = json.dumps({"number": number, "html": html}, separators=(",", ":"))
    return [Event(number, f"id: {number}\nevent: table\ndata: {data}\n\n".encode())]


def _spectators_html(game: TableGame) -> tuple[int, str]:
    page = spectator_page(game)
    return page.view["number"], page.html


def _seats_html(game: TableGame, teams: Sequence[int]) -> tuple[int, str]:
    table = open_table(game)
    html = render_to_string("play/_table.html", {"view": table_view(table, teams)})
    keep_table(table)
    return table.number, html


def _no_opening(request: OpeningRequest) -> Opening | None:
    """A table's stream starts with the number that its page shows, and needs no first event."""
    return None


LOG: Final = LogReader(events_after, _positions, _no_opening, "tables")
