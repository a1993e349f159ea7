"""API for a manager's ranking, favorites and notes. Only the team's manager can view and change them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.sheet_forms import LARGEST_SHEET
from drafts.models import CardSet, Ranking
from drafts.queries.card_finder import CardFinder
from drafts.queries.mock_drafts import proposed_card_set
from drafts.queries.my_list import load_my_list
from drafts.queries.pool import cards_by_id, load_pool
from drafts.queries.ranking_plan import LEAVE_OUT, RankedCard, RankingPlan, plan_pasted_ranking
from drafts.queries.ranking_rows import LONGEST_NOTE, MOST_TIERS
from drafts.refusals import RankingRefusal
from drafts.services.my_list import (
    MOST_RANKED,
    clear_ranking,
    follow_ranking,
    queue_ranking,
    restore_previous_ranking,
    save_ranking,
    save_scouting,
)
from tournaments.api.base import TournamentView
from tournaments.models import Team


class ScoutedPlayerSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="card.id")
    name = serializers.CharField(source="card.name")
    rank = serializers.IntegerField(source="scouting.rank", allow_null=True)
    tier = serializers.IntegerField(source="scouting.tier", allow_null=True)
    is_favorite = serializers.BooleanField(source="scouting.is_favorite")
    note = serializers.CharField(source="scouting.note")
    pick = serializers.CharField(source="pick_label", help_text="the pick that took the player, or empty")


class MyListSerializer(serializers.Serializer[Any]):
    """The list, sorted by rank. Favorites and notes without a rank come last."""

    card_set = serializers.IntegerField(allow_null=True, help_text="the card set the team drafts from")
    is_followed = serializers.BooleanField(help_text="whether autopick uses it after the queue")
    can_be_restored = serializers.BooleanField(help_text="whether there is an earlier ranking")
    players = ScoutedPlayerSerializer(many=True)


class OwnTeamView(TournamentView):
    """Base view for data private to the manager of the team in the URL. Even staff can't view it."""

    def own_team(self) -> Team:
        team = get_object_or_404(Team, tournament=self.tournament, pk=self.kwargs["team_id"])
        self.allow(lambda: _require_own(self.viewer.team_id, team.pk))
        return team


def _require_own(viewer_team: int | None, team_id: int) -> None:
    if viewer_team != team_id:
        raise PermissionDenied("This is private to the team's manager.")


class _MyListView(OwnTeamView):
    def answer(self, team: Team) -> Response:
        my_list = load_my_list(self.tournament, team)
        ranking = Ranking.objects.filter(team=team).first()
        document = {
            "card_set": my_list.card_set.pk if my_list.card_set else None,
            "is_followed": ranking is None or ranking.is_followed,
            "can_be_restored": ranking is not None and bool(ranking.previous),
            "players": my_list.players,
        }
        return Response(MyListSerializer(document).data)


class FollowSerializer(serializers.Serializer[Any]):
    is_followed = serializers.BooleanField()


class MyListView(_MyListView):
    roles: ClassVar = {"GET": "manager", "PATCH": "manager"}

    @describe_endpoint(MyListSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the team's ranking, favorites and notes."""
        return self.answer(self.own_team())

    @describe_endpoint(MyListSerializer, body=FollowSerializer)
    def patch(self, request: Request, slug: str, team_id: int) -> Response:
        """Set whether autopick uses the ranking after the queue."""
        team = self.own_team()
        follow_ranking(team=team, on=self.body(FollowSerializer)["is_followed"])
        return self.answer(team)


class RankedPlayerSerializer(serializers.Serializer[Any]):
    card = RowField()
    tier = serializers.IntegerField(min_value=1, max_value=MOST_TIERS, required=False, allow_null=True)
    note = serializers.CharField(max_length=LONGEST_NOTE, default="", allow_blank=True)


class RankingAnswerSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField(min_value=1, max_value=1_000_000)
    card = RowField(allow_null=True, help_text="null leaves the row out")


class RankingSerializer(serializers.Serializer[Any]):
    """A ranking: either `players`, best first, or `text`, a list in the format pasted on the page."""

    players = serializers.ListField(child=RankedPlayerSerializer(), required=False, max_length=MOST_RANKED)
    text = serializers.CharField(max_length=LARGEST_SHEET, required=False, trim_whitespace=False)
    answers = serializers.ListField(
        child=RankingAnswerSerializer(),
        required=False,
        max_length=MOST_RANKED,
        help_text="to the questions about rows in the text",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("players" in attrs) == ("text" in attrs):
            raise serializers.ValidationError("Send either “players” or “text”.")
        cards = [player["card"] for player in attrs.get("players", ())]
        if len(set(cards)) != len(cards):
            raise serializers.ValidationError({"players": ["A card is in the ranking twice."]})
        return attrs


class PlannedPlayerSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    card = serializers.IntegerField(source="card.id")
    name = serializers.CharField(source="card.name")
    tier = serializers.IntegerField(allow_null=True)
    note = serializers.CharField()


class CardChoiceSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="id")
    name = serializers.CharField()
    clubs = serializers.CharField()
    birth_year = serializers.IntegerField(allow_null=True)


class RankingQuestionSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    text = serializers.CharField()
    cards = CardChoiceSerializer(many=True)


class LeftOutSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    finding = serializers.CharField(source="ruling.finding.name")
    sentence = serializers.CharField(source="ruling.__str__")


class RankingPlanSerializer(serializers.Serializer[Any]):
    """A planned ranking: players in order of rank, rows that need an answer, and skipped rows."""

    ranked = PlannedPlayerSerializer(many=True)
    questions = RankingQuestionSerializer(many=True)
    left_out = LeftOutSerializer(many=True)


class _RankingView(_MyListView):
    def planned(self, team: Team) -> RankingPlan:
        """Plan the ranking in the request body. Raise Refused if a player isn't in the card set."""
        data = self.body(RankingSerializer)
        card_set = proposed_card_set(self.tournament, team)
        if "players" in data:
            return self._listed(card_set, data["players"])
        answers = {answer["row"]: str(answer["card"] or LEAVE_OUT) for answer in data.get("answers", ())}
        pool = load_pool(card_set, self.tournament.profile) if card_set else ()
        return plan_pasted_ranking(CardFinder(pool), data["text"], ColumnChoices(), answers)

    def _listed(self, card_set: CardSet | None, players: Sequence[Mapping[str, Any]]) -> RankingPlan:
        cards = cards_by_id(card_set, self.tournament.profile) if card_set else {}
        plan = RankingPlan([])
        for number, player in enumerate(players):
            card = cards.get(player["card"])
            if card is None:
                raise Refused(RankingRefusal.UNKNOWN_PLAYER, field=f"players.{number}.card")
            plan.ranked.append(RankedCard(number + 1, card, player.get("tier"), player["note"]))
        return plan


class RankingView(_RankingView):
    roles: ClassVar = {"PUT": "manager", "DELETE": "manager"}

    @describe_endpoint(MyListSerializer, body=RankingSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Replace the ranking, but preserve favorites and notes. Every question about `text` must be answered."""
        team = self.own_team()
        save_ranking(team=team, plan=self.planned(team))
        return self.answer(team)

    @describe_endpoint()
    def delete(self, request: Request, slug: str, team_id: int) -> Response:
        """Clear the ranking. The cleared ranking can be restored."""
        clear_ranking(team=self.own_team())
        return Response(status=204)


class CheckRankingView(_RankingView):
    writes_nothing = True
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(RankingPlanSerializer, body=RankingSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Preview a list without saving it."""
        return Response(RankingPlanSerializer(self.planned(self.own_team())).data)


class RestoreRankingView(_MyListView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(MyListSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Restore the previous ranking. The current ranking becomes the previous one."""
        team = self.own_team()
        restore_previous_ranking(team=team)
        return self.answer(team)


class QueueRankingSerializer(serializers.Serializer[Any]):
    replace = serializers.BooleanField(default=False, help_text="empty the queue first")


class QueuedCountSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()


class QueueRankingView(OwnTeamView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(QueuedCountSerializer, body=QueueRankingSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Add the highest-ranked available players to the pick queue."""
        team = self.own_team()
        replace = self.body(QueueRankingSerializer)["replace"]
        added = queue_ranking(tournament=self.tournament, team=team, actor=self.actor, replace=replace)
        return Response({"added": added})


class ScoutingSerializer(serializers.Serializer[Any]):
    is_favorite = serializers.BooleanField()
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True)


class MyPlayerView(_MyListView):
    roles: ClassVar = {"PUT": "manager"}

    @describe_endpoint(MyListSerializer, body=ScoutingSerializer)
    def put(self, request: Request, slug: str, team_id: int, card_id: int) -> Response:
        """Set a player's favorite mark and note."""
        team = self.own_team()
        save_scouting(team=team, card_id=card_id, **self.body(ScoutingSerializer))
        return self.answer(team)
