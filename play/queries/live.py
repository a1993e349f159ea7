"""The events of tables: after each action, every audience gets its new view as HTML."""

import json
from collections.abc import Collection
from typing import Final

from django.db.models import Max
from django.template.loader import render_to_string

from core.live import Event, LogPosition, LogReader, Opening, OpeningRequest
from play.models import TableEvent, TableGame
from play.queries.audiences import audience_of
from play.queries.view import table_view
from play.table import keep_table, open_table


def _positions(topics: Collection[int]) -> dict[int, LogPosition]:
    """Return the newest action of each game, and a note that changes when a seat is back or a phrase is sent.

    The epoch of a seat's topic changes when another device has the seat.
    """
    audiences = {topic: audience_of(topic) for topic in topics}
    games = {game for game, _ in audiences.values()}
    rows = TableEvent.objects.filter(game__in=games).order_by().values("game").annotate(n=Max("number"))
    newest = {row["game"]: row["n"] for row in rows}
    numbers = TableGame.objects.filter(pk__in=games).values_list("pk", "people_number", "away_seating", "home_seating")
    people = {game: (str(number), seatings) for game, number, *seatings in numbers}
    positions = {}
    for topic, (game, teams) in audiences.items():
        if game in newest:
            note, seatings = people[game]
            epoch = "-".join(str(seatings[team]) for team in teams)
            positions[topic] = LogPosition(newest[game], epoch, note)
    return positions


def events_after(topic: int, number: int) -> list[Event]:
    """Return one event with the newest view, whatever was missed before it."""
    game_id, teams = audience_of(topic)
    game = TableGame.objects.filter(pk=game_id).first()
    if game is None:
        return []
    table = open_table(game)
    html = render_to_string("play/_table.html", {"view": table_view(table, teams)})
    keep_table(table)
    data = json.dumps({"number": table.number, "html": html}, separators=(",", ":"))
    return [Event(table.number, f"id: {table.number}\nevent: table\ndata: {data}\n\n".encode())]


def _no_opening(request: OpeningRequest) -> Opening | None:
    """A table's stream starts with the number that its page shows, and needs no first event."""
    return None


LOG: Final = LogReader(events_after, _positions, _no_opening, "tables", ends_with_epoch=True)
