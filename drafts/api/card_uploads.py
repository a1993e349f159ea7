"""API for card file uploads. A worker loads each file into a card set and reports progress and errors."""

import base64
import binascii
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import same_fields
from core.imports.uploaded_files import read_uploaded_cards
from drafts.api.cards import require_staff_of_any
from drafts.card_files import CardFileFaults
from drafts.card_files.league_pools import LEAGUES
from drafts.forms.card_sets import NAME_LENGTH, game_choices
from drafts.models import CardUpload
from drafts.queries.card_set_owners import CardSetUser
from drafts.services.card_sets import check_name
from drafts.services.card_uploads import cancel_upload, enqueue_upload, queue_upload
from tournaments.api.access import viewers_of_api
from tournaments.api.base import ResourceView

_MOST_FAULTS = 20


class FileContentField(serializers.CharField):
    """A file as Base64 text."""

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError("Send the file as base64.") from None


class NewCardUploadSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH, help_text="of the card set")
    system = serializers.ChoiceField(choices=game_choices(), help_text="the game of these cards")
    file_name = serializers.CharField(max_length=200, help_text="such as cards.xlsx")
    content = FileContentField(help_text="the file as base64: .xlsx, .xls, .ods or CSV")
    league = serializers.ChoiceField(choices=[("", "all"), *LEAGUES.items()], default="", help_text="one league only")
    is_private = serializers.BooleanField(default=False)
    replace = serializers.BooleanField(default=False, help_text="the card set with this name, if no draft uses it")


class CellFaultSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    sheet = serializers.CharField(required=False)
    row = serializers.IntegerField(required=False, allow_null=True)
    column = serializers.CharField(required=False, allow_null=True)
    heading = serializers.CharField(required=False)


class CardUploadSerializer(serializers.ModelSerializer[CardUpload]):
    """A card file's progress. `faults` lists the first errors, and `fault_count` counts them all."""

    faults = CellFaultSerializer(many=True)

    class Meta:
        model = CardUpload
        fields = (
            "id",
            "name",
            "file_name",
            "state",
            "rows_done",
            "rows_total",
            "fault",
            "faults",
            "fault_count",
            "card_set",
        )


class _CardUploadView(ResourceView):
    """Base view for card uploads. Card sets belong to the installation, so staff of any tournament can upload."""

    def check_role(self, request: Request) -> None:
        self.allow(lambda: require_staff_of_any(request))

    def uploads(self) -> QuerySet[CardUpload]:
        return CardUpload.objects.defer("content")


class CardUploadsView(_CardUploadView):
    roles: ClassVar = {"GET": "any_staff", "POST": "any_staff"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "name", "file_name", "state")
    search_fields = ("name", "file_name")

    @describe_endpoint(CardUploadSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the newest card files."""
        return self.pages(self.uploads(), CardUploadSerializer)

    @describe_endpoint(CardUploadSerializer(), body=NewCardUploadSerializer, code=202)
    def post(self, request: Request) -> Response:
        """Queue a card file to be loaded into a card set."""
        data = self.body(NewCardUploadSerializer)
        user = CardSetUser.from_viewers(viewers_of_api(request))
        check_name(name=data["name"], replace=data["replace"], user=user)
        rows = _count_rows(data["content"], data["file_name"])
        upload = queue_upload(rows=rows, user=user, **data)
        enqueue_upload(upload.pk)  # without a queue, the next worker to start processes it
        return Response(CardUploadSerializer(upload).data, status=status.HTTP_202_ACCEPTED)


def _count_rows(content: bytes, file_name: str) -> int:
    """Return the number of rows. Raise ValidationError if the file can't be parsed."""
    try:
        return read_uploaded_cards(content, file_name, only_small=True).size.rows
    except CardFileFaults as faults:
        sentences = [str(fault) for fault in faults.faults[:_MOST_FAULTS]]
        raise exceptions.ValidationError({"content": sentences}) from None


class CardUploadView(_CardUploadView):
    roles: ClassVar = {"GET": "any_staff", "DELETE": "any_staff"}

    @describe_endpoint(CardUploadSerializer)
    def get(self, request: Request, upload_id: int) -> Response:
        """Return a card file with its progress and errors."""
        return Response(CardUploadSerializer(get_object_or_404(self.uploads(), pk=upload_id)).data)

    @describe_endpoint()
    def delete(self, request: Request, upload_id: int) -> Response:
        """Cancel a card file that is still loading."""
        cancel_upload(upload=get_object_or_404(self.uploads(), pk=upload_id))
        return Response(status=status.HTTP_204_NO_CONTENT)
