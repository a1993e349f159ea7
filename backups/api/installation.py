"""API endpoints for organizers: backups, signed-in devices and the checkup."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from backups.archives import BackupKind, StoredBackup
from backups.backup import backup_folders, make_backup, read_folder
from backups.queries.backup_state import backup_state
from backups.queries.checkup import run_checkup
from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import same_fields
from tournaments.access.links import standing
from tournaments.api.base import ResourceView
from tournaments.models import Device
from tournaments.services.invitations import end_device


class BackupSerializer(serializers.Serializer[StoredBackup]):
    """A backup. `file` is its download URL, which requires an organizer's token."""

    name = serializers.CharField(source="path.name")
    size = serializers.IntegerField(help_text="bytes")
    kind = serializers.CharField(source="facts.kind")
    made_at = serializers.DateTimeField(source="facts.made_at")
    file = serializers.SerializerMethodField()

    def get_file(self, backup: StoredBackup) -> str:
        return str(self.context["request"].build_absolute_uri(reverse("backup_file", args=[backup.path.name])))


class BackupFolderSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    backups = BackupSerializer(many=True)
    unreadable = serializers.ListField(child=serializers.CharField(), help_text="names of damaged files")


class BackupsSerializer(serializers.Serializer[Any]):
    """The safety of the data, and the backups in each folder, newest first."""

    state = serializers.CharField()
    sentence = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField(), help_text="what needs attention")
    unsaved = serializers.IntegerField(help_text="actions not backed up yet")
    folders = BackupFolderSerializer(many=True)


class BackupsView(ResourceView):
    roles: ClassVar = {"GET": "organiser", "POST": "organiser"}

    @describe_endpoint(BackupsSerializer)
    def get(self, request: Request) -> Response:
        """Return this installation's backups."""
        state = backup_state(timezone.now())
        document = {
            "state": state.word,
            "sentence": state.sentence,
            "reasons": state.reasons,
            "unsaved": state.unsaved,
            "folders": [read_folder(path) for path in backup_folders()],
        }
        return Response(BackupsSerializer(document, context={"request": request._request}).data)

    @describe_endpoint(BackupSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Make a backup now and verify it."""
        backup = make_backup(BackupKind.ASKED)
        stored = next(row for row in read_folder(backup_folders()[0]).backups if row.path.name == backup.name)
        document = BackupSerializer(stored, context={"request": request._request}).data
        return Response(document, status=status.HTTP_201_CREATED)


class DeviceSerializer(serializers.ModelSerializer[Device]):
    """A signed-in browser."""

    label: Any = serializers.CharField(source="access.__str__", help_text="the owner of its link")
    role = serializers.CharField(source="access.role")
    tournament = serializers.CharField(source="access.tournament.slug", default="", help_text="empty for organizers")

    class Meta:
        model = Device
        fields = ("id", "label", "role", "tournament", "browser", "signed_in_at")


class DevicesView(ResourceView):
    roles: ClassVar = {"GET": "organiser"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        "id", "browser", "signed_in_at", role="access__role", tournament="access__tournament__slug"
    )
    search_fields = ("access__label", "access__team__name", "access__tournament__slug", "browser")

    @describe_endpoint(DeviceSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the signed-in devices, newest first."""
        devices = Device.objects.filter(standing("access__"), ended_at=None)
        return self.pages(devices.select_related("access__tournament", "access__team"), DeviceSerializer)


class DeviceView(ResourceView):
    roles: ClassVar = {"DELETE": "organiser"}

    @describe_endpoint()
    def delete(self, request: Request, device_id: int) -> Response:
        """Sign a device out."""
        device = get_object_or_404(Device.objects.select_related("access__tournament"), pk=device_id)
        end_device(device=device, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CheckLineSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    state = serializers.CharField(source="word", help_text="ok, check or fault")
    sentence = serializers.CharField()


class CheckupView(ResourceView):
    roles: ClassVar = {"GET": "organiser"}

    @describe_endpoint(CheckLineSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Check the installation, like `pennant doctor`."""
        return Response(CheckLineSerializer(run_checkup(), many=True).data)
