"""What is left of a game: box score, Retrosheet events, and the record of its dice."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from play.models import TableGame
from play.queries.box import box_view
from play.queries.dice_record import dice_faults, dice_record
from play.queries.scoreboard import scoreboard
from play.queries.view import dice_view
from play.table import keep_table, open_table
from play.views.tables import find_game
from rules_engine.baseball.retrosheet import GameInfo, event_file, team_codes


@require_safe
def box_score(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the line score and the box score."""
    game = find_game(public_id)
    table = open_table(game)
    has_started = table.talk is not None
    board, boxes = (scoreboard(table), box_view(table)) if has_started else (None, [])
    keep_table(table)
    return render(request, "play/box_score.html", {"game": game, "board": board, "boxes": boxes})


@require_safe
def retrosheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the game so far as a Retrosheet event file."""
    game = find_game(public_id)
    table = open_table(game)
    if table.talk is None:
        return _not_yet("There are no events before the first pitch.")
    info = GameInfo(*team_codes(*game.clubs), game.created_at.strftime("%Y/%m/%d"))
    text = event_file(table.play.game.log, info, table.play.names)
    keep_table(table)
    headers = {"Content-Disposition": f'attachment; filename="{info.game_id}.EVE"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_safe
def dice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitments to the dice, and check every roll once the game is over."""
    game = find_game(public_id)
    table = open_table(game)
    view = dice_view(table)
    keep_table(table)
    record = dice_record(game) if view["secret"] else None
    faults = dice_faults(record) if record else []
    return render(request, "play/dice.html", {"game": game, "dice": view, "record": record, "faults": faults})


@require_safe
def dice_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the record of the dice as JSON. It holds the secret, so there is none before the game is over."""
    game = find_game(public_id)
    if not game.is_over or game.dice != TableGame.Dice.COMMITTED:
        return _not_yet("The record of the dice is published when a game with the server's dice is over.")
    name = f"dice-{game.public_id}.json"
    return JsonResponse(dice_record(game), headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _not_yet(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, status=409, content_type="text/plain; charset=utf-8")
