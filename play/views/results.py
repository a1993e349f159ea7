"""A game's results pages: box score, scorecard, Retrosheet events and dice record."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.page_cache import cached_file
from core.paper import Letterhead, pdf_response
from play.models import TableGame, TableReport
from play.opening import keep_table, open_table
from play.printouts.scorecard import scorecard_pdf
from play.queries.box import box_view, concession_sentence
from play.queries.dice_record import dice_faults, dice_record, rolls_after_last_play, undone_count
from play.queries.luck import luck_report
from play.queries.scoreboard import scoreboard
from play.queries.scorecard import scorecard_pages
from play.queries.view import dice_view
from play.views.tables import find_game
from play.views.watching import chart_of, may_see
from rules_engine.baseball.play_by_play import score_text
from rules_engine.baseball.retrosheet import GameInfo, event_file, team_codes
from tournaments.documents import letterhead_of


@require_safe
def box_score(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the line score, box score and win probability. After the game, show its luck too."""
    game = find_game(public_id)
    table = open_table(game)
    page: dict[str, Any] = {"game": game, "board": None, "boxes": [], "is_open": may_see(request, table)}
    if table.talk is not None:
        page |= {"board": scoreboard(table), "boxes": box_view(table)}
        page["concession"] = concession_sentence(table)
        page["score"] = score_text(table.play.game.state, game.names)
        page["is_late"] = not game.is_over
    if page["is_open"]:
        report = TableReport.objects.filter(game=game).first()
        page |= {"chances": chart_of(table), "luck": luck_report(game, report)}
        page["is_waiting"] = game.is_over and (report is None or not (report.is_final or report.failure))
    keep_table(table)
    return render(request, "play/box_score.html", page)


@require_safe
def scorecard(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the scorecard of the game so far, drawn play by play."""
    game = find_game(public_id)
    return _cached(request, "scorecard", game, _scorecard)


def _cached(
    request: HttpRequest, kind: str, game: TableGame, make: Callable[[TableGame], HttpResponse]
) -> HttpResponse:
    """Send a game's file, cached until the next action at its table."""
    number, at = game.events.order_by("-number").values_list("number", "at").first() or (0, "")
    return cached_file(request, f"{kind}:{game.pk}:{number}:{at}", number, lambda: make(game))


def _scorecard(game: TableGame) -> HttpResponse:
    table = open_table(game)
    if table.talk is None:
        return _not_yet("The scorecard appears after the first pitch.")
    pages = scorecard_pages(table)
    keep_table(table)
    title = f"{game.away_name} at {game.home_name}"
    return pdf_response(scorecard_pdf(pages, _letterhead(game), title), f"scorecard-{game.public_id}")


def _letterhead(game: TableGame) -> Letterhead:
    """Return the tournament's letterhead, or the letterhead for friendly games."""
    if game.series is not None:
        return letterhead_of(game.series.tournament)
    return Letterhead(f"Cards of {game.season}", "", game.created_at.date(), "letter", settings.TIME_ZONE)


@require_safe
def retrosheet(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the game so far as a Retrosheet event file."""
    return _cached(request, "retrosheet", find_game(public_id), _retrosheet)


def _retrosheet(game: TableGame) -> HttpResponse:
    table = open_table(game)
    if table.talk is None:
        return _not_yet("Events appear after the first pitch.")
    if game.situation:
        return _not_yet("This game started mid-game. A Retrosheet file must start with the first pitch.")
    info = GameInfo(*team_codes(*game.clubs), game.created_at.strftime("%Y/%m/%d"))
    text = event_file(table.play.game.log, info, table.play.names)
    keep_table(table)
    headers = {"Content-Disposition": f'attachment; filename="{info.game_id}.EVE"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@require_safe
def dice(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the commitments to the dice. Verify every roll once the game is over."""
    game = find_game(public_id)
    table = open_table(game)
    view = dice_view(table)
    keep_table(table)
    record = dice_record(game) if view["secret"] else None
    context: dict[str, Any] = {"game": game, "dice": view, "record": record}
    if record:
        context["faults"] = dice_faults(record)
        context["undone_count"] = undone_count(record)
        context["rolls_after_last_play"] = rolls_after_last_play(record)
    return render(request, "play/dice.html", context)


@require_safe
def dice_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Send the dice record as JSON. It contains the secret, so it isn't available before the game is over."""
    game = find_game(public_id)
    if not game.is_over or game.dice != TableGame.Dice.COMMITTED:
        return _not_yet("The dice record is published after a game that uses the server's dice.")
    return _cached(request, "dice", game, _dice_file)


def _dice_file(game: TableGame) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="dice-{game.public_id}.json"'}
    return JsonResponse(dice_record(game), headers=headers)


def _not_yet(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, status=409, content_type="text/plain; charset=utf-8")
