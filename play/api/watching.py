"""API views for spectators: game reports, a tournament's live games and dice counts."""

from dataclasses import asdict
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from play.api.tables import TableView
from play.models import TableReport
from play.opening import keep_table, open_table
from play.queries.chances import chances_view, may_see_chances
from play.queries.dice_counts import DiceCounts, DieCounts, read_dice_counts
from play.queries.live_games import LiveTile, live_tiles
from play.queries.luck import TeamLuckReport, luck_report
from tournaments.api.access import viewers_of_api
from tournaments.api.base import ResourceView, TournamentView


class ChanceSerializer(serializers.Serializer[Any]):
    """The home team's win probability after a play, from 0 to 1. `half` is the number of earlier half-innings."""

    half = serializers.IntegerField()
    home = serializers.FloatField()
    score = serializers.ListField(child=serializers.IntegerField(), help_text="visitors, home team")
    play = serializers.CharField(source="what")


class LuckCountSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rolled = serializers.FloatField()
    expected = serializers.FloatField()


class TeamLuckSerializer(serializers.Serializer[Any]):
    """A team's batting results, and the results expected from the exact odds before each roll."""

    team = serializers.CharField()
    appearances = serializers.IntegerField()
    counts = LuckCountSerializer(many=True)


class TableReportSerializer(serializers.Serializer[Any]):
    """A game's win probabilities and luck.

    During the game, win probabilities lag by a half-inning, and requests with a seat token get none. In a tournament
    game, the managers get them after both have signed (T0.14). Luck is computed after the last out. `is_final` is then
    true.
    """

    is_open = serializers.BooleanField(help_text="whether this token can see win probability and luck")
    is_final = serializers.BooleanField()
    chances = ChanceSerializer(many=True)
    luck = TeamLuckSerializer(many=True)


class DieCountsSerializer(serializers.Serializer[Any]):
    """The roll counts for a single kind of die. With too few rolls, chi-square and its probability are null."""

    sides = serializers.IntegerField()
    lowest = serializers.IntegerField(help_text="the lowest face; `counts` starts with rolls of that face")
    counts = serializers.ListField(child=serializers.IntegerField())
    chi_square = serializers.FloatField(allow_null=True)
    probability = serializers.FloatField(
        allow_null=True, help_text="the chance that fair dice would differ by at least this much"
    )


class DiceCountsSerializer(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    rolls = serializers.IntegerField()
    dice = DieCountsSerializer(many=True)


class LiveGameSerializer(serializers.Serializer[Any]):
    """A game in progress. Names and scores list the visitors first, then the home team."""

    id = serializers.CharField()
    series = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    score = serializers.ListField(child=serializers.IntegerField())
    inning = serializers.IntegerField()
    is_bottom = serializers.BooleanField()
    outs = serializers.IntegerField()
    bases = serializers.ListField(child=serializers.CharField(), help_text="runners from first to third, or empty")
    batter = serializers.CharField()
    pitcher = serializers.CharField()


class TableReportView(TableView):
    @describe_endpoint(TableReportSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return a game's win probabilities, and its luck after the last out."""
        table = open_table(self.game)
        teams = () if self.team is None else (self.team,)
        is_open = may_see_chances(table, teams, viewers_of_api(request))
        report = TableReport.objects.filter(game=self.game).first() if is_open else None
        luck = luck_report(self.game, report)
        answer = {
            "is_open": is_open,
            "is_final": bool(luck),
            "chances": chances_view(table) if is_open else [],
            "luck": [_luck_document(team) for team in luck],
        }
        keep_table(table)
        return Response(answer)


class DiceView(ResourceView):
    @describe_endpoint(DiceCountsSerializer)
    def get(self, request: Request) -> Response:
        """Return how often each face was rolled in all finished games that used the server's dice."""
        return Response(_dice_document(read_dice_counts()))


class TournamentDiceView(TournamentView):
    @describe_endpoint(DiceCountsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return how often each face was rolled in a tournament's finished games."""
        return Response(_dice_document(read_dice_counts(self.tournament)))


class LiveGamesView(TournamentView):
    roles: ClassVar = {"GET": "public"}

    @describe_endpoint(LiveGameSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the games in progress in the browser, in table order."""
        return Response([_tile_document(tile) for tile in live_tiles(self.tournament)])


def _luck_document(luck: TeamLuckReport) -> dict[str, Any]:
    counts = [{"name": row.name, "rolled": row.rolled, "expected": row.expected} for row in luck.rows]
    return {"team": luck.team, "appearances": luck.appearances, "counts": counts}


def _dice_document(counted: DiceCounts) -> dict[str, Any]:
    return {"games": counted.games, "rolls": counted.rolls, "dice": [_die_document(die) for die in counted.dice]}


def _die_document(die: DieCounts) -> dict[str, Any]:
    test = die.test
    return {
        "sides": die.sides,
        "lowest": die.lowest,
        "counts": list(die.counts),
        "chi_square": round(test.statistic, 3) if test else None,
        "probability": round(test.probability, 5) if test else None,
    }


def _tile_document(tile: LiveTile) -> dict[str, Any]:
    facts = asdict(tile)
    names = ("names", "score", "inning", "is_bottom", "outs", "bases", "batter", "pitcher")
    return {"id": tile.public_id, "series": tile.series_id, **{name: facts[name] for name in names}}
