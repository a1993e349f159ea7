"""API endpoints for the tournament's webhook: its URL, its secret, and its deliveries."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import same_fields
from tournaments.api.base import TournamentView
from tournaments.models import Delivery, NoticeChannel
from tournaments.services.webhooks import LONGEST_ADDRESS, set_webhook, webhook_of
from weekend.services.deliveries import request_webhook_test, resend


class WebhookSerializer(serializers.Serializer[Any]):
    """The webhook's URL and secret. Both are empty if there is no webhook."""

    address = serializers.CharField(max_length=LONGEST_ADDRESS, allow_blank=True)
    secret = serializers.CharField(read_only=True, help_text="used to sign posted events")


class WebhookAddressSerializer(serializers.Serializer[Any]):
    address = serializers.CharField(max_length=LONGEST_ADDRESS)


class WebhookView(TournamentView):
    shows_secrets = True
    roles: ClassVar = {"GET": "director", "PUT": "director", "DELETE": "director"}

    @describe_endpoint(WebhookSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the webhook."""
        return self._answer()

    @describe_endpoint(WebhookSerializer, body=WebhookAddressSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Post events to this HTTPS URL from now on."""
        address = self.body(WebhookAddressSerializer)["address"]
        set_webhook(tournament=self.tournament, address=address, actor=self.actor)
        return self._answer()

    @describe_endpoint()
    def delete(self, request: Request, slug: str) -> Response:
        """Stop posting events."""
        set_webhook(tournament=self.tournament, address="", actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _answer(self) -> Response:
        webhook = webhook_of(self.tournament)
        document = {"address": webhook.address, "secret": webhook.secret} if webhook else {"address": "", "secret": ""}
        return Response(WebhookSerializer(document).data, headers={"Cache-Control": "no-store"})


class SendTestView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint()
    def post(self, request: Request, slug: str) -> Response:
        """Send a test event."""
        request_webhook_test(self.tournament)
        return Response(status=status.HTTP_204_NO_CONTENT)


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    state = serializers.CharField(help_text="waiting, retrying, sent, failed or dropped")

    class Meta:
        model = Delivery
        fields = ("id", "key", "event", "state", "attempts", "answer", "fault", "created_at", "sent_at", "document")


class _DeliveryView(TournamentView):
    def deliveries(self) -> QuerySet[Delivery]:
        rows = Delivery.objects.filter(tournament=self.tournament, channel=NoticeChannel.WEBHOOK)
        return rows.select_related("webhook")


class DeliveriesView(_DeliveryView):
    roles: ClassVar = {"GET": "director"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "event", "attempts", "created_at", "sent_at")
    search_fields = ("event", "answer", "fault")

    @describe_endpoint(DeliverySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the sent and waiting events, newest first."""
        return self.pages(self.deliveries(), DeliverySerializer)


class ResendView(_DeliveryView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(DeliverySerializer)
    def post(self, request: Request, slug: str, delivery_id: int) -> Response:
        """Send an event again."""
        resend(get_object_or_404(self.deliveries(), pk=delivery_id))
        return Response(DeliverySerializer(self.deliveries().get(pk=delivery_id)).data)
