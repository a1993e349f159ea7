"""The director's page for a table whose managers are waiting for a ruling."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.view import table_view
from play.services.director import ANSWERS, CONTINUE, answer_question
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="director")
def question(request: HttpRequest, tournament: Tournament, viewer: Viewer, public_id: str) -> HttpResponse:
    """Show the question with the full log, and record the ruling."""
    game = get_object_or_404(TableGame, public_id=public_id, series__tournament=tournament)
    if request.method != "POST":
        return _page(request, game)
    sent = request.POST
    try:
        answer_question(
            game=game,
            number=typed_number(sent.get("number")),
            actor=actor_of(viewer),
            ruling=sent.get("ruling", ""),
            rule=sent.get("rule", ""),
            answer=sent.get("answer", CONTINUE),
            to=typed_number(sent.get("to")),
        )
    except Refused as refused:
        game.refresh_from_db()
        return _page(request, game, refused)
    return redirect(game)


def _page(request: HttpRequest, game: TableGame, refused: Refused | None = None) -> HttpResponse:
    table = open_table(game)
    view = table_view(table, (), all_plays=True)
    keep_table(table)
    context = {"game": game, "view": view, "answers": ANSWERS, "refused": refused, "typed": request.POST}
    return render(request, "play/question.html", context, status=400 if refused else 200)
