"""API view for the director's answer to a table."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import conflict_response, describe_endpoint
from core.errors import Stale
from play.api.table_serializers import MAX_NUMBER, TableSerializer
from play.models import TableGame
from play.opening import keep_table, open_table
from play.queries.view import table_view
from play.services.director import ANSWERS, CONTINUE, answer_question
from play.table_rows import current_game
from tournaments.api.base import TournamentView


class TableRulingSerializer(serializers.Serializer[Any]):
    """The director's ruling. `number` is the table's newest action. `to` is the log event that `undo` returns to."""

    number = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER)
    ruling = serializers.CharField(max_length=5000)
    rule = serializers.CharField(max_length=100, default="", allow_blank=True, help_text="such as T31.2")
    answer = serializers.ChoiceField(choices=[*ANSWERS.items()], default=CONTINUE)
    to = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, default=0)


class TableRulingView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(TableSerializer, body=TableRulingSerializer)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        """Answer a question from a play table. Let play continue, undo plays, or suspend the game."""
        games = TableGame.objects.filter(series__tournament=self.tournament)
        game = get_object_or_404(games, public_id=public_id)
        try:
            answer_question(game=game, actor=self.actor, **self.body(TableRulingSerializer))
        except Stale as stale:
            return conflict_response(stale, view=_view(game))
        return Response(_view(game))


def _view(game: TableGame) -> dict[str, Any]:
    table = open_table(current_game(game))
    view = table_view(table, ())
    keep_table(table)
    return view
