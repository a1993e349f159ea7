"""API endpoints for signatures: list them, sign the opponent's sheet, and check a printed code."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from core.errors import TooManyAttempts
from pitching.models import SignOff
from pitching.queries.seal_keys import SealOrigin
from pitching.queries.signature_check import BROKEN, NO_KEY, SUPERSEDED, VALID, check_code
from pitching.queries.signatures import SIGNATURES
from pitching.refusals import SignatureRefusal
from pitching.services.sign_off import find_signing_method, sign_sheet
from tournaments.access.attempts import CODE, count_wrong_entry
from tournaments.api.base import ResourceView, TournamentView
from tournaments.api.series import SeriesView
from tournaments.models import Team


class SignatureSerializer(row_serializer("SignatureRow", SIGNATURES)):  # type: ignore[misc]
    """A team's part of a series sheet, signed by the opponent.

    `broken_at` is set when a correction breaks the seal. `pin_set_by` is the staff member who set the PIN. It is empty
    if the team set its own PIN or signed without a PIN.
    """


class SignatureQuery(serializers.Serializer[Any]):
    series = RowField(required=False)
    sheet_of = RowField(required=False)
    signed_by = RowField(required=False)
    stands = serializers.BooleanField(required=False, allow_null=True, default=None)


class SignaturesView(TournamentView):
    query = SignatureQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        "id",
        "series",
        "signer",
        "how",
        "signed_at",
        "broken_at",
        sheet_of="sheet_of__name",
        signed_by="signed_by__name",
    )
    search_fields = ("signer", "code", "sheet_of__name", "signed_by__name")

    @describe_endpoint(SignatureSerializer(many=True), query=SignatureQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return all signatures, newest first."""
        filters = select_filters(self.query_fields, "series", "sheet_of", "signed_by")
        signatures = SignOff.objects.filter(series__tournament=self.tournament, **filters)
        if self.query_fields["stands"] is not None:
            signatures = signatures.filter(broken_at__isnull=self.query_fields["stands"])
        signatures = signatures.select_related("sheet_of", "signed_by").order_by("-pk")
        return self.pages(signatures, SignatureSerializer)


class SignSerializer(serializers.Serializer[Any]):
    sheet_of = RowField(help_text="the team whose sheet is signed; its opponent signs")
    pin = serializers.CharField(
        required=False,
        max_length=40,
        help_text="the signer's PIN, if staff sign from the director's device",
    )


class SignView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SignatureSerializer, body=SignSerializer, code=201)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Sign the opponent's sheet with your token, with a PIN, or as the director for an absent manager."""
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        entry = self.body(SignSerializer)
        sheet_of = get_object_or_404(
            Team,
            pk=entry["sheet_of"],
            pk__in=[series.home_id, series.away_id],
        )
        method = find_signing_method(
            series=series,
            signer=series.opponent_of(sheet_of.pk),
            viewer=self.viewer,
            pin=entry.get("pin"),
            request=request._request,
        )
        signed = sign_sheet(
            series=series,
            sheet_of=sheet_of,
            actor=self.actor,
            how=method.how,
            pin_set_by=method.pin_set_by,
        )
        return Response(SignatureSerializer(signed).data, status=status.HTTP_201_CREATED)


class CodeSerializer(serializers.Serializer[Any]):
    """The result of checking a printed code."""

    state = serializers.ChoiceField(choices=[VALID, NO_KEY, BROKEN, SUPERSEDED])
    tournament = serializers.CharField(source="signed.series.tournament.slug")
    signature = SignatureSerializer(source="signed")
    content = serializers.DictField(source="signed.content", help_text="the content at signing")
    seal_now = serializers.CharField(help_text="the same as the signature's seal unless results have changed")
    key_origin = serializers.ChoiceField(choices=[origin.value for origin in SealOrigin], source="key.origin")
    key = serializers.CharField(source="key.name", help_text="name of the key that signed the seal, or empty")
    changes = serializers.ListField(child=serializers.CharField(), help_text="what has changed since it was signed")
    successor = SignatureSerializer(allow_null=True, help_text="the signature that replaced this one, if broken")


class CodeView(ResourceView):
    @describe_endpoint(CodeSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Check whether the signature with this code is valid. Wrong codes are rate-limited by IP address (429)."""
        check = check_code(code) if "\0" not in code else None
        if check is None:
            wait = count_wrong_entry(request._request, CODE)
            if wait:
                raise TooManyAttempts(SignatureRefusal.TOO_MANY_CODES, retry_after=wait)
            raise Http404
        return Response(CodeSerializer(check).data)
