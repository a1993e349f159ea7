"""Sign-in links in the API, for directors only."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from tournaments.api.base import TournamentView
from tournaments.models import Access, Role
from tournaments.queries.invitations import INVITATIONS, Invitation, address_of_link
from tournaments.queries.phone_addresses import base_for_phones
from tournaments.services.invitations import (
    invite_helper,
    invite_proxy,
    invite_teams,
    renew_invitation,
    revoke_invitation,
)
from tournaments.services.sign_in_codes import make_code


class InvitationSerializer(
    row_serializer("InvitationRow", INVITATIONS, address=serializers.URLField())  # type: ignore[misc]
):
    """A valid link. The last segment of its URL is the API token. The context must contain `request`."""

    def to_representation(self, access: Access) -> dict[str, Any]:
        address = address_of_link(access, base_for_phones(self.context["request"]._request, access.tournament))
        return dict(super().to_representation(Invitation(access, address)))


class HelperSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=[Role.ASSISTANT, Role.DIRECTOR, Role.PROXY])
    label: Any = serializers.CharField(max_length=400)
    team = RowField(required=False, help_text="for a proxy: the team")
    ends_at = serializers.DateTimeField(required=False, help_text="for a proxy: when the link expires")


class InvitationQuery(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=[Role.DIRECTOR, Role.ASSISTANT, Role.MANAGER, Role.PROXY], required=False)


class InvitationsView(TournamentView):
    shows_secrets = True
    roles: ClassVar = {"GET": "director", "POST": "director"}
    query = InvitationQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "role", "label", "created_at", "last_used_at", team="team__name")
    search_fields = ("label", "team__name")

    @describe_endpoint(InvitationSerializer(many=True), query=InvitationQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the valid links."""
        rows = Access.objects.filter(
            tournament=self.tournament, revoked_at=None, **select_filters(self.query_fields, "role")
        )
        rows = rows.select_related("tournament")
        return self.pages(rows, InvitationSerializer, request=request)

    @describe_endpoint(InvitationSerializer(), body=HelperSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Invite an assistant or co-director by name, or a `team`'s proxy until `ends_at`."""
        data = self.body(HelperSerializer)
        if data["role"] == Role.PROXY:
            proxy = {
                "team_id": data.get("team") or 0,
                "label": data["label"],
                "ends_at": data.get("ends_at"),
            }
            access = invite_proxy(tournament=self.tournament, actor=self.actor, **proxy)
        else:
            role, label = data["role"], data["label"]
            access = invite_helper(tournament=self.tournament, actor=self.actor, role=role, label=label)
        document = InvitationSerializer(access, context={"request": request}).data
        return Response(document, status=status.HTTP_201_CREATED)


class TeamInvitationsView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(InvitationSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Create a link for every managed team that has none. Return the new links."""
        accesses = invite_teams(tournament=self.tournament, actor=self.actor)
        return Response(InvitationSerializer(accesses, many=True, context={"request": request}).data)


class InvitationDetailView(TournamentView):
    roles: ClassVar = {"DELETE": "director"}

    @describe_endpoint()
    def delete(self, request: Request, slug: str, access_id: int) -> Response:
        """Revoke a link and sign out every device that used it."""
        access = get_object_or_404(Access, tournament=self.tournament, pk=access_id)
        revoke_invitation(access=access, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SignInCodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="eight characters; works once, within ten minutes")


class SignInCodeView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(SignInCodeSerializer, code=201)
    def post(self, request: Request, slug: str, access_id: int) -> Response:
        """Create a sign-in code for this link. Any earlier code stops working."""
        access = get_object_or_404(Access, tournament=self.tournament, pk=access_id)
        return Response({"code": make_code(access=access, actor=self.actor)}, status=status.HTTP_201_CREATED)


class RenewInvitationView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(InvitationSerializer, code=201)
    def post(self, request: Request, slug: str, access_id: int) -> Response:
        """Replace a lost link."""
        old_access = get_object_or_404(Access, tournament=self.tournament, pk=access_id)
        new_access = renew_invitation(access=old_access, actor=self.actor)
        document = InvitationSerializer(new_access, context={"request": request}).data
        return Response(document, status=status.HTTP_201_CREATED)
