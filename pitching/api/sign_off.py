"""The API's signatures: reading them, signing the opponent's sheet, and the public check of a printed code."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.tables import row_serializer
from pitching.models import SignOff
from pitching.queries.checking import BROKEN, SUPERSEDED, VALID, check_of_code
from pitching.queries.signature_table import SIGNATURES
from pitching.services.sign_off import sign_sheet, way_to_sign
from tournaments.access.attempts import CODE, is_wrong_too_often
from tournaments.api.base import ResourceView, TournamentView
from tournaments.api.series import SeriesView
from tournaments.models import Series, Team


class SignatureSerializer(row_serializer("SignatureRow", SIGNATURES)):  # type: ignore[misc]
    """One team's part of a series' sheet, signed by the opponent; `broken_at` once a correction has broken the seal.

    `pin_set_by`: who of the desk had set the PIN it was signed with; empty where the team itself had, or without a PIN.
    """


class SignatureQuery(serializers.Serializer[Any]):
    series = RowField(required=False)
    sheet_of = RowField(required=False)
    signed_by = RowField(required=False)
    stands = serializers.BooleanField(required=False, allow_null=True, default=None)


class SignaturesView(TournamentView):
    query = SignatureQuery
    pagination_class = NumberedPages

    @describe_endpoint(SignatureSerializer(many=True), query=SignatureQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Every signature, the newest first."""
        rows = SignOff.objects.filter(
            series__tournament=self.tournament, **select_filters(self.asked, "series", "sheet_of", "signed_by")
        )
        if self.asked["stands"] is not None:
            rows = rows.filter(broken_at__isnull=self.asked["stands"])
        return self.pages(rows.select_related("sheet_of", "signed_by").order_by("-pk"), SignatureSerializer)


class SignSerializer(serializers.Serializer[Any]):
    sheet_of = RowField(help_text="the team whose sheet is signed; its opponent signs")
    pin = serializers.CharField(
        required=False, max_length=40, help_text="the signer's PIN, where staff send it from the director's device"
    )


class SignView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SignatureSerializer, body=SignSerializer, code=201)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Sign the opponent's sheet: with one's own token, a PIN at the desk, or by the director for the absent."""
        series = self.series(series_id)
        self.require_team(*series.may_be_played_by)
        given = self.body(SignSerializer)
        sheet_of = get_object_or_404(Team, pk=given["sheet_of"], pk__in=[series.home_id, series.away_id])
        signer = _signer(series, sheet_of)
        way = way_to_sign(
            series=series, signer=signer, viewer=self.viewer, pin=given.get("pin"), request=request._request
        )
        signed = sign_sheet(series=series, sheet_of=sheet_of, actor=self.actor, how=way.how, pin_set_by=way.pin_set_by)
        return Response(SignatureSerializer(signed).data, status=status.HTTP_201_CREATED)


def _signer(series: Series, sheet_of: Team) -> Team:
    return series.away if sheet_of.pk == series.home_id else series.home


class CodeSerializer(serializers.Serializer[Any]):
    """What stands under a printed code."""

    state = serializers.ChoiceField(choices=[VALID, BROKEN, SUPERSEDED])
    tournament = serializers.CharField(source="signed.series.tournament.slug")
    signature = SignatureSerializer(source="signed")
    content = serializers.DictField(source="signed.content", help_text="what was signed, as it stood")
    seal_now = serializers.CharField(help_text="equal to the signature's seal while nothing was changed")
    successor = SignatureSerializer(allow_null=True, help_text="the signature that took a broken one's place")


class CodeView(ResourceView):
    @describe_endpoint(CodeSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Whether the signature with this code stands. Guessing is limited by address (429)."""
        found = check_of_code(code) if "\0" not in code else None
        if found is None:
            if is_wrong_too_often(request._request, CODE):
                raise Throttled(detail="Too many wrong codes from this address. Wait a quarter of an hour.")
            raise Http404
        return Response(CodeSerializer(found).data)
