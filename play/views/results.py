"""What is left of a game: box score, Retrosheet events, and the record of its dice."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
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

_STARTED = (TableGame.State.PLAYING, TableGame.State.OVER)


@require_safe
def box_score(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the line score and the box score."""
    game = _started_game(public_id)
    table = open_table(game)
    page = {"game": game, "board": scoreboard(table), "boxes": box_view(table)}
    keep_table(table)
    return render(request, "play/box_score.html", page)


@require_safe
def retrosheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the game so far as a Retrosheet event file."""
    game = _started_game(public_id)
    table = open_table(game)
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
        raise Http404("The record of the dice is published when the game is over.")
    return JsonResponse(dice_record(game))


def _started_game(public_id: str) -> TableGame:
    game = find_game(public_id)
    if game.state not in _STARTED:
        raise Http404("This game has not started.")
    return game
