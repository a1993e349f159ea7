"""API endpoints for a manager's current notices and their channels."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from tournaments.api.base import TournamentView
from tournaments.models import NoticeKind
from tournaments.queries.notice_channels import CHANNELS, channels_for
from tournaments.services.notice_settings import choose_channels, set_chat_address
from tournaments.services.webhooks import LONGEST_ADDRESS
from weekend.queries.notices import current_notices


class NoticeSerializer(serializers.Serializer[Any]):
    """A notice to the team, with the page where its manager can act."""

    kind = serializers.ChoiceField(choices=NoticeKind.choices)
    tag = serializers.CharField(source="key", help_text="stays the same while the notice applies")
    sentence = serializers.CharField()
    page = serializers.CharField(source="address")


class NoticeChannelsSerializer(serializers.Serializer[Any]):
    """The channels for each kind of notice. An omitted kind uses no channel."""

    channels = serializers.DictField(
        child=serializers.ListField(child=serializers.ChoiceField(choices=[(name, name) for name in CHANNELS]))
    )

    def validate_channels(self, value: dict[str, list[str]]) -> dict[str, list[str]]:
        unknown = sorted(set(value) - set(NoticeKind.values))
        if unknown:
            kinds = ", ".join(NoticeKind.values)
            raise serializers.ValidationError(f"Unknown notice “{unknown[0][:80]}”. Notices: {kinds}.")
        return value


class NoticesView(TournamentView):
    roles: ClassVar = {"GET": "manager"}

    @describe_endpoint(NoticeSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return your team's current notices. Staff get an empty list."""
        notices = current_notices(self.tournament)
        own = [notice for notice in notices if notice.team_id == self.viewer.team_id and not notice.is_quiet]
        return Response(NoticeSerializer(own, many=True).data)


class NoticeChannelsView(TournamentView):
    roles: ClassVar = {"GET": "manager", "PUT": "manager"}

    @describe_endpoint(NoticeChannelsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return your channels for each kind of notice."""
        return self._answer()

    @describe_endpoint(NoticeChannelsSerializer, body=NoticeChannelsSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Choose your channels for each kind of notice."""
        channels = self.body(NoticeChannelsSerializer)["channels"]
        choose_channels(tournament=self.tournament, channels=channels, actor=self.actor)
        return self._answer()

    def _answer(self) -> Response:
        channels = channels_for(self.viewer.access_id)
        return Response({"channels": {kind: sorted(names) for kind, names in channels.items()}})


class ChatAddressSerializer(serializers.Serializer[Any]):
    address = serializers.CharField(max_length=LONGEST_ADDRESS, help_text="a Discord or Slack webhook")


class ChatView(TournamentView):
    roles: ClassVar = {"PUT": "manager", "DELETE": "manager"}

    @describe_endpoint(body=ChatAddressSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Post your notices to a Discord or Slack webhook."""
        address = self.body(ChatAddressSerializer)["address"]
        set_chat_address(tournament=self.tournament, address=address, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @describe_endpoint()
    def delete(self, request: Request, slug: str) -> Response:
        """Stop posting your notices to a chat."""
        set_chat_address(tournament=self.tournament, address="", actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)
