"""Puts games with their outings in place of the stored ones."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.models import Game, Outing
from games.scoresheet.stored import GAME_FIELDS, GameSheet
from tournaments.models import Series


def rebuilt(series: Series, games: Iterable[dict[str, Any]]) -> list[GameSheet]:
    """Rows from plain values, as undo needs them."""
    sheets = []
    for values in games:
        game = Game(series=series, **{name: values[name] for name in GAME_FIELDS})
        sheets.append(GameSheet(game, [Outing(**outing) for outing in values["outings"]]))
    return sheets


def write_games(series: Series, sheets: Sequence[GameSheet], stored: Sequence[GameSheet], now: datetime) -> None:
    """Put these games in place of the stored ones. Games keep their rows; outings are written anew."""
    known = {sheet.game.number: sheet.game for sheet in stored}
    if any(sheet.outings for sheet in stored):
        Outing.objects.filter(game__in=[game.pk for game in known.values()]).delete()
    if gone := set(known) - {sheet.game.number for sheet in sheets}:
        Game.objects.filter(series=series, number__in=gone).delete()
    for game, _ in sheets:
        finished = known[game.number].finished_at if game.number in known else None
        game.finished_at = finished or now if game.status == Game.Status.FINAL else None
    rows = [sheet.game for sheet in sheets]
    changed = [*GAME_FIELDS[1:], "finished_at"]
    Game.objects.bulk_create(rows, update_conflicts=True, unique_fields=["series", "number"], update_fields=changed)
    for sheet in sheets:
        for outing in sheet.outings:
            outing.game = sheet.game
    Outing.objects.bulk_create([outing for sheet in sheets for outing in sheet.outings])
