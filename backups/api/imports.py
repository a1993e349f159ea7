"""API endpoints for tournament files: upload, preview, confirmation, and the worker's progress."""

from typing import Any, ClassVar
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from backups.models import ArrivingFile
from backups.queries.imports import import_progress
from backups.services.imports import cancel_import, enqueue_import, resume_import, with_cancellation
from backups.services.uploads import confirm_upload, preview_upload, store_upload
from backups.transfer import TournamentImport
from core.api.base import describe_endpoint
from tournaments.api.base import ResourceView


class TournamentFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="a tournament file of at most 100 MB")


class ImportSerializer(serializers.Serializer[Any]):
    """A tournament file. `waits` means that the file hasn't been confirmed yet."""

    mark = serializers.UUIDField()
    state = serializers.ChoiceField(choices=["waits", *ArrivingFile.State.values])
    tournament = serializers.CharField(help_text="the name in the file")
    refusal = serializers.CharField(help_text="why it can't be imported, or empty")
    finding = serializers.CharField(help_text="the refusal code, or empty")
    sentence = serializers.CharField(help_text="the worker's progress")
    steps_done = serializers.IntegerField()
    address = serializers.CharField(help_text="the new tournament's address")


def _preview_document(mark: UUID, seen: TournamentImport) -> dict[str, Any]:
    refusal = seen.refusal
    return {
        "mark": mark,
        "state": "waits",
        "tournament": seen.tournament.name,
        "refusal": "" if refusal is None else str(refusal),
        "finding": "" if refusal is None else refusal.finding.name,
        "sentence": "",
        "steps_done": 0,
        "address": "",
    }


def _progress_document(arriving: ArrivingFile) -> dict[str, Any]:
    progress = import_progress(with_cancellation(arriving), timezone.now())
    return {
        "mark": arriving.mark,
        "state": arriving.state,
        "tournament": arriving.title,
        "refusal": "",
        "finding": "",
        "sentence": progress.sentence,
        "steps_done": arriving.steps_done,
        "address": arriving.address,
    }


class ImportsView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}
    parser_classes = (MultiPartParser,)

    @describe_endpoint(ImportSerializer, body=TournamentFileSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Upload a tournament file as the form field `file`. It waits up to an hour for confirmation."""
        mark = store_upload(request.FILES.get("file"))
        document = _preview_document(mark, preview_upload(mark))
        return Response(ImportSerializer(document).data, status=status.HTTP_201_CREATED)


class ImportView(ResourceView):
    roles: ClassVar = {"GET": "organiser", "POST": "organiser", "DELETE": "organiser"}

    @describe_endpoint(ImportSerializer)
    def get(self, request: Request, mark: UUID) -> Response:
        """Return a preview of a waiting file, or the progress of its import."""
        arriving = ArrivingFile.objects.defer("content").filter(mark=mark).first()
        document = _preview_document(mark, preview_upload(mark)) if arriving is None else _progress_document(arriving)
        return Response(ImportSerializer(document).data)

    @describe_endpoint(ImportSerializer, code=202, operation_id="confirm_import")
    def post(self, request: Request, mark: UUID) -> Response:
        """Confirm a waiting file. A worker imports it completely or not at all. Other tournaments stay unchanged."""
        arriving = confirm_upload(mark, preview_upload(mark), self.actor)
        enqueue_import(arriving.pk)  # without a queue, the next worker to start imports it
        return Response(ImportSerializer(_progress_document(arriving)).data, status=status.HTTP_202_ACCEPTED)

    @describe_endpoint()
    def delete(self, request: Request, mark: UUID) -> Response:
        """Cancel an import before the worker's next step."""
        cancel_import(arriving=get_object_or_404(ArrivingFile.objects.defer("content"), mark=mark))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ResumeImportView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(ImportSerializer, code=202)
    def post(self, request: Request, mark: UUID) -> Response:
        """Queue an import again if its worker has gone silent."""
        arriving = get_object_or_404(ArrivingFile.objects.defer("content"), mark=mark)
        resume_import(arriving=arriving, now=timezone.now())
        enqueue_import(arriving.pk)
        return Response(ImportSerializer(_progress_document(arriving)).data, status=status.HTTP_202_ACCEPTED)
