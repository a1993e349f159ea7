"""API views for visitors' own card files."""

import json
from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.network import visitor_network
from play.services.card_files import add_card_file
from rules_engine import systems
from tournaments.access.viewers import address_of
from tournaments.api.base import ResourceView


class NewCardFileSerializer(serializers.Serializer[Any]):
    """A new card file. `cards` is the content of a file written by `make_cards`, with its teams and cards."""

    name = serializers.CharField(max_length=100, default="cards.json")
    cards = serializers.DictField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # Searching the installed packages takes a tenth of a second, so don't do it at server startup.
        system = serializers.ChoiceField(choices=[(key, key) for key in systems.system_keys()])
        return {"system": system, **super().get_fields()}


class CardFileSerializer(serializers.Serializer[Any]):
    """An uploaded card file. To use one of its clubs at a new table, send cards:ID:CLUB."""

    id = serializers.CharField()
    teams = serializers.ListField(child=serializers.CharField())


class CardFilesView(ResourceView):
    roles: ClassVar = {"POST": "public"}

    def find(self, request: Request) -> None:
        """Set no viewer, because a new file doesn't have one."""

    def check_role(self, request: Request) -> None:
        """Anyone can upload cards for friendly games."""

    @describe_endpoint(CardFileSerializer, body=NewCardFileSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Upload cards for friendly games. Files are deleted after 30 days. Games store a copy of their cards."""
        sent = self.body(NewCardFileSerializer)
        cards = add_card_file(
            system=sent["system"],
            name=f"{sent['name'].removesuffix('.json')}.json",
            content=json.dumps(sent["cards"]).encode(),
            network=visitor_network(address_of(request._request)),
        )
        return Response({"id": cards.public_id, "teams": cards.teams}, status=status.HTTP_201_CREATED)
