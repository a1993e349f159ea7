"""API endpoints for print packs, which contain all sheets for a round in one PDF. The worker creates them."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from tournaments.api.base import TournamentView
from tournaments.models import Series
from tournaments.queries.phone_addresses import site_address
from weekend.models import PrintPack
from weekend.queries.printing import pack_statuses
from weekend.services.print_packs import cancel_print_pack, enqueue_pack, request_print_pack


class PrintPackSerializer(serializers.ModelSerializer[PrintPack]):
    pdf = serializers.SerializerMethodField(help_text="address of the PDF once it's ready; empty before")

    class Meta:
        model = PrintPack
        fields = ("id", "stage", "round", "state", "parts_done", "parts_total", "fault", "asked_at", "pdf")

    def get_pdf(self, pack: PrintPack) -> str:
        if pack.state != PrintPack.State.DONE:
            return ""
        page = reverse("print_pack_pdf", args=[self.context["slug"], pack.pk])
        return str(self.context["request"].build_absolute_uri(page))


class PackRoundSerializer(serializers.Serializer[Any]):
    stage = serializers.ChoiceField(choices=Series.Stage.choices, default=Series.Stage.ROUND_ROBIN)
    round = serializers.IntegerField(min_value=1, max_value=10_000)


class _PrintPackView(TournamentView):
    def document(self, packs: Any, *, many: bool = False) -> Any:
        context = {"request": self.request, "slug": self.tournament.slug}
        return PrintPackSerializer(packs, many=many, context=context).data


class PrintPacksView(_PrintPackView):
    roles: ClassVar = {"GET": "staff", "POST": "staff"}

    @describe_endpoint(PrintPackSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the newest print packs."""
        packs = [status.pack for status in pack_statuses(self.tournament, timezone.now())]
        return Response(self.document(packs, many=True))

    @describe_endpoint(PrintPackSerializer(), body=PackRoundSerializer, code=202)
    def post(self, request: Request, slug: str) -> Response:
        """Queue a round's print pack for the worker. If one is already in progress, return it instead."""
        data = self.body(PackRoundSerializer)
        pack = request_print_pack(
            tournament=self.tournament,
            stage=data["stage"],
            round_number=data["round"],
            actor=self.actor,
            address=site_address(request._request, self.tournament),
        )
        if pack.state == PrintPack.State.WAITING:
            enqueue_pack(pack.pk)  # without a queue, the next worker to start creates it
        return Response(self.document(pack), status=status.HTTP_202_ACCEPTED)


class PrintPackView(_PrintPackView):
    roles: ClassVar = {"GET": "staff", "DELETE": "staff"}

    @describe_endpoint(PrintPackSerializer)
    def get(self, request: Request, slug: str, pack_id: int) -> Response:
        """Return a print pack with its progress."""
        return Response(self.document(self._pack(pack_id)))

    @describe_endpoint()
    def delete(self, request: Request, slug: str, pack_id: int) -> Response:
        """Cancel a print pack that is in progress."""
        cancel_print_pack(pack=self._pack(pack_id), actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _pack(self, pack_id: int) -> PrintPack:
        return get_object_or_404(PrintPack.objects.defer("content"), tournament=self.tournament, pk=pack_id)
