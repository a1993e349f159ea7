"""The director's page for the tournament's webhook: the URL, the secret, and the deliveries."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from core.chat_services import chat_service
from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Delivery, NoticeChannel, Tournament
from tournaments.queries.phone_addresses import site_address
from tournaments.services.webhooks import set_webhook, webhook_of
from tournaments.views.answers import add_message, attempt
from weekend.queries.shown_elsewhere import shown_elsewhere
from weekend.services.deliveries import request_webhook_test, resend

_PER_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="director")
def webhook(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the webhook, its deliveries and the URLs for other sites, or set a different webhook."""
    if request.method != "POST":
        return _page(request, tournament)
    address = "" if "remove" in request.POST else request.POST.get("address", "")
    try:
        set_webhook(tournament=tournament, address=address, actor=actor_of(viewer))
    except Refused as refused:
        return _page(request, tournament, refused=refused)
    sentence = (
        "Events will be posted there from now on. Send a test." if address.strip() else "The webhook has been removed."
    )
    add_message(request, sentence)
    return redirect("webhook", tournament.slug)


def _page(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    current = webhook_of(tournament)
    deliveries = Delivery.objects.filter(tournament=tournament, channel=NoticeChannel.WEBHOOK).select_related("webhook")
    context = {
        "webhook": current,
        "elsewhere": shown_elsewhere(tournament, site_address(request, tournament)),
        "is_chat": bool(current and chat_service(current.address)),
        "deliveries": Paginator(deliveries, _PER_PAGE).get_page(request.GET.get("page")),
        **more,
    }
    return render(request, "weekend/webhook.html", context, status=400 if more else 200)


@require_POST
@tournament_view(roles="director")
def send_test(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    attempt(request, lambda: request_webhook_test(tournament), "A test is on its way.")
    return redirect("webhook", tournament.slug)


@require_POST
@tournament_view(roles="director")
def resend_event(request: HttpRequest, tournament: Tournament, viewer: Viewer, delivery_id: int) -> HttpResponse:
    deliveries = Delivery.objects.filter(tournament=tournament, channel=NoticeChannel.WEBHOOK).select_related("webhook")
    delivery = get_object_or_404(deliveries, pk=delivery_id)
    attempt(request, lambda: resend(delivery), "The message is on its way.")
    return redirect("webhook", tournament.slug)
