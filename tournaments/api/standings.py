"""Standings, tiebreakers, the playoffs and the consolation bracket, in the API."""

from collections.abc import Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from rules_engine.competition.tie_steps import Need
from tournaments.api.base import TournamentView
from tournaments.api.series import DivisionView, SeriesSerializer
from tournaments.models import Series, TieBreakRoll, Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.playoff_tables import BRACKET_SIDES, MATCHUPS
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import STANDINGS
from tournaments.services.consolation import remove_consolation, start_consolation
from tournaments.services.playoffs import remove_playoffs, start_playoffs
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game

StandingsLineSerializer = row_serializer("StandingsLineSerializer", STANDINGS)


class NeedSerializer(serializers.Serializer[Any]):
    """A step needed to break a tie: a tiebreaker game, a roll or a decision."""

    kind = serializers.CharField()
    teams = serializers.ListField(child=serializers.IntegerField())
    sentence = serializers.CharField()


class WildCardsSerializer(serializers.Serializer[DivisionStandings]):
    """The wild cards: teams that advance across divisions. They are the same for every division."""

    places = serializers.IntegerField(source="wild_card_places")
    teams = serializers.SerializerMethodField()
    proof = serializers.ListField(child=serializers.CharField(), source="wild_card_proof")
    needs = serializers.SerializerMethodField()

    def get_teams(self, table: DivisionStandings) -> list[int]:
        return list(table.wild.advanced) if table.wild else []

    @extend_schema_field(NeedSerializer(many=True))
    def get_needs(self, table: DivisionStandings) -> list[dict[str, Any]]:
        return _needs(table.wild_card_needs)


class DivisionStandingsSerializer(serializers.Serializer[DivisionStandings]):
    division = serializers.IntegerField(source="division.pk")
    name = serializers.CharField(source="division.name")
    places = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    lines = StandingsLineSerializer(many=True)
    open_cut = serializers.CharField(help_text="what is undecided at the cut, such as: 3 teams tied for the last spot")
    proof = serializers.ListField(child=serializers.CharField())
    needs = serializers.SerializerMethodField()
    wild_cards = serializers.SerializerMethodField()

    @extend_schema_field(NeedSerializer(many=True))
    def get_needs(self, table: DivisionStandings) -> list[dict[str, Any]]:
        return _needs(table.needs)

    @extend_schema_field(WildCardsSerializer(allow_null=True))
    def get_wild_cards(self, table: DivisionStandings) -> dict[str, Any] | None:
        return dict(WildCardsSerializer(table).data) if table.wild_card_places else None


def _needs(needs: Sequence[tuple[Need, str]]) -> list[dict[str, Any]]:
    return [{"kind": need.kind, "teams": sorted(need.teams), "sentence": sentence} for need, sentence in needs]


class StandingsQuery(serializers.Serializer[Any]):
    division = RowField(required=False)


class StandingsView(TournamentView):
    query = StandingsQuery

    @describe_endpoint(DivisionStandingsSerializer(many=True), query=StandingsQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return one or all divisions' standings, with an explanation of every tiebreaker."""
        tables = standings_of(self.tournament, self.query_fields.get("division"))
        serializer: Any = DivisionStandingsSerializer(tables, many=True)  # type: ignore[arg-type]
        return Response(serializer.data)


class TiedSerializer(serializers.Serializer[Any]):
    teams = serializers.ListField(child=RowField(), min_length=2, max_length=30)


class TieRollSerializer(serializers.ModelSerializer[TieBreakRoll]):
    rolls = serializers.DictField(child=serializers.IntegerField(), help_text="team to roll")

    class Meta:
        model = TieBreakRoll
        fields = ("id", "division", "rolls", "thrown_at")


class TeamRollSerializer(serializers.Serializer[Any]):
    team = RowField()
    roll = serializers.IntegerField(min_value=-1000, max_value=1000)


class RollTieSerializer(TiedSerializer):
    rolls = serializers.ListField(
        child=TeamRollSerializer(),
        required=False,
        max_length=30,
        help_text="as rolled at the table; if omitted, Pennant rolls",
    )


class PlayoffGameView(DivisionView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(SeriesSerializer, body=TiedSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Schedule the tiebreaker game for a tie."""
        division, teams = (
            self.division(division_id),
            frozenset(self.body(TiedSerializer)["teams"]),
        )
        series = schedule_playoff_game(division=division, teams=teams, actor=self.actor)
        return Response(SeriesSerializer(series).data, status=status.HTTP_201_CREATED)


class TieRollsView(DivisionView):
    roles: ClassVar = {"GET": "public", "POST": "staff"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "thrown_at")

    @describe_endpoint(TieRollSerializer(many=True))
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """List the rolls that broke ties, in order."""
        return self.pages(TieBreakRoll.objects.filter(division=self.division(division_id)), TieRollSerializer)

    @describe_endpoint(TieRollSerializer(), body=RollTieSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Roll a d20 for each tied team."""
        division, data = self.division(division_id), self.body(RollTieSerializer)
        rolls = {entry["team"]: entry["roll"] for entry in data["rolls"]} if "rolls" in data else None
        roll = roll_tie_break(division=division, teams=frozenset(data["teams"]), rolls=rolls, actor=self.actor)
        return Response(TieRollSerializer(roll).data, status=status.HTTP_201_CREATED)


SideSerializer = row_serializer("SideSerializer", BRACKET_SIDES)
MeetingSerializer = row_serializer("MeetingSerializer", MATCHUPS, sides=SideSerializer(many=True))


class BracketRoundSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    best_of = serializers.IntegerField()
    meetings = MeetingSerializer(many=True)


class BestOfsSerializer(serializers.Serializer[Any]):
    """The playoff bracket. It has no seeds until the playoffs are seeded."""

    seeds = serializers.ListField(child=serializers.IntegerField())
    byes = serializers.ListField(child=serializers.IntegerField())
    champion = serializers.IntegerField(allow_null=True)
    seeding = serializers.CharField(help_text="the seeding order in words; empty for the consolation bracket")
    rounds = BracketRoundSerializer(many=True)


def _bracket_document(tournament: Tournament, stage: str = Series.Stage.PLAYOFF) -> dict[str, Any]:
    board = load_bracket(tournament, stage)
    rounds = [{"name": name, "best_of": length, "meetings": meetings} for name, length, meetings in board.rounds]
    document = {
        "seeds": [team.pk for team in board.seeds],
        "byes": [team.pk for team in board.byes],
        "champion": board.champion.pk if board.champion else None,
        "seeding": board.seeding,
        "rounds": rounds,
    }
    return dict(BestOfsSerializer(document).data)


class SeedRollSerializer(serializers.Serializer[Any]):
    team = RowField()
    thrown = serializers.ListField(child=serializers.IntegerField(), max_length=40)


class SeedingSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(
        default="", allow_blank=True, max_length=300, help_text="needed to seed while games are unfinished"
    )
    rolls = SeedRollSerializer(many=True, default=list)


class BestOfsView(TournamentView):
    roles: ClassVar = {"GET": "public", "POST": "director", "DELETE": "director"}

    @describe_endpoint(BestOfsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the playoff bracket."""
        return Response(_bracket_document(self.tournament))

    @describe_endpoint(BestOfsSerializer, body=SeedingSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Seed all advancing teams. A tournament in the round robin moves to the playoffs first."""
        data = self.body(SeedingSerializer)
        rolls = {entry["team"]: entry["thrown"] for entry in data["rolls"]}
        start_playoffs(tournament=self.tournament, actor=self.actor, reason=data["reason"], rolls=rolls)
        return Response(_bracket_document(self.tournament), status=status.HTTP_201_CREATED)

    @describe_endpoint()
    def delete(self, request: Request, slug: str) -> Response:
        """Remove the bracket if no playoff game has started. The tournament returns to the round robin."""
        remove_playoffs(tournament=self.tournament, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConsolationSeedingSerializer(serializers.Serializer[Any]):
    teams = serializers.ListField(child=RowField(), min_length=2, max_length=200)
    rolls = SeedRollSerializer(many=True, default=list)


class ConsolationView(TournamentView):
    roles: ClassVar = {"GET": "public", "POST": "director", "DELETE": "director"}

    @describe_endpoint(BestOfsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the consolation bracket, for teams that didn't advance."""
        return Response(_bracket_document(self.tournament, Series.Stage.CONSOLATION))

    @describe_endpoint(BestOfsSerializer, body=ConsolationSeedingSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Seed the consolation bracket with these teams. Teams that advanced aren't eligible."""
        data = self.body(ConsolationSeedingSerializer)
        rolls = {entry["team"]: entry["thrown"] for entry in data["rolls"]}
        start_consolation(tournament=self.tournament, teams=data["teams"], actor=self.actor, rolls=rolls)
        document = _bracket_document(self.tournament, Series.Stage.CONSOLATION)
        return Response(document, status=status.HTTP_201_CREATED)

    @describe_endpoint()
    def delete(self, request: Request, slug: str) -> Response:
        """Remove the consolation bracket if none of its games has started."""
        remove_consolation(tournament=self.tournament, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)
