"""API views for a table's full play-by-play, its box score and each seat's possible substitutions."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from play.api.tables import TableView
from play.opening import keep_table, open_table
from play.queries.box import box_view, concession_sentence
from play.queries.changes import changes_of_teams
from play.queries.scoreboard import scoreboard
from play.queries.view import table_view


class PlaySerializer(serializers.Serializer[Any]):
    """A play-by-play event. The director's rulings and player changes don't count as plays."""

    number = serializers.IntegerField(help_text="its number in the log of the game")
    half = serializers.CharField()
    sentence = serializers.CharField()
    score = serializers.CharField(help_text="the new score, if it changed")
    reading = serializers.ListField(child=serializers.CharField(), help_text="how the dice were read")
    undo_to = serializers.IntegerField(allow_null=True, help_text="the `to` that undoes it and everything after it")
    is_play = serializers.BooleanField()
    notes = serializers.ListField(child=serializers.CharField(), help_text="such as who sat in for a manager then")


class PlaysSerializer(serializers.Serializer[Any]):
    """The plays in force after action `number`, newest first."""

    number = serializers.IntegerField()
    plays = PlaySerializer(many=True)


class TableChangesSerializer(serializers.Serializer[Any]):
    """The changes that each of your teams can make now.

    Each item of `kinds` has a `reason` and lists the players who can replace each player with the move `change`.
    `defense` lists the players for `move_fielders` and `double_switch`. It is null unless the team is in the field.
    """

    number = serializers.IntegerField()
    teams = serializers.ListField(child=serializers.DictField())


class TableBoxScoreSerializer(serializers.Serializer[Any]):
    """The line score and the box score of each team. `board` is null and `boxes` is empty before the first pitch.

    Each line's `counts` follow the order of `batting_heads` or `pitching_heads`.
    """

    number = serializers.IntegerField()
    state = serializers.CharField()
    board = serializers.DictField(allow_null=True)
    boxes = serializers.ListField(child=serializers.DictField())
    concession = serializers.CharField(help_text="who conceded the game")


class TablePlaysView(TableView):
    @describe_endpoint(PlaysSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the full play-by-play."""
        table = open_table(self.game)
        view = table_view(table, self.teams, all_plays=True)
        keep_table(table)
        return Response({"number": view["number"], "plays": view["game"]["plays"] if view["game"] else []})


class TableChangesView(TableView):
    @describe_endpoint(TableChangesSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the substitutions and defensive changes that your teams can make."""
        table = open_table(self.game)
        answer = {"number": table.number, "teams": changes_of_teams(table, self.teams)}
        keep_table(table)
        return Response(answer)


class TableBoxScoreView(TableView):
    @describe_endpoint(TableBoxScoreSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the line score and the box score so far."""
        table = open_table(self.game)
        answer: dict[str, Any] = {"number": table.number, "state": self.game.state}
        if table.talk is None:
            answer |= {"board": None, "boxes": [], "concession": ""}
        else:
            answer |= {"board": scoreboard(table), "boxes": box_view(table), "concession": concession_sentence(table)}
        keep_table(table)
        return Response(answer)
