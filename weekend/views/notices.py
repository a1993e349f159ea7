"""Notices to a manager: the settings page, notices on open pages, and push messages."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.chat_services import chat_service
from core.errors import Refused
from core.static_build import BUILT
from core.web_push import PushKeys, push_public_key
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, browser_in_words
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import NoticeChannel, NoticeKind, NoticeSettings, PushSubscription, Tournament
from tournaments.queries.notice_channels import CHANNELS, ChannelsByKind, channels_for, channels_of
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.services.notice_settings import (
    choose_channels,
    set_chat_address,
    subscribe_to_push,
    unsubscribe_from_push,
)
from tournaments.services.outbox import sends_mail
from tournaments.views.answers import add_message, attempt
from weekend.queries.notices import current_notices
from weekend.services.deliveries import request_notice_test

_MAX_SUBSCRIPTION_BYTES = 4000


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view(roles="manager")
def notices(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the viewer's channels, or store the selected ones."""
    if request.method == "POST":
        channels = {kind.value: request.POST.getlist(kind) for kind in NoticeKind}
        choose_channels(tournament=tournament, channels=channels, actor=actor_of(viewer))
        add_message(request, "Your choice has been saved.")
        return redirect("notices", tournament.slug)
    return render_notices(request, tournament, viewer)


def render_notices(request: HttpRequest, tournament: Tournament, viewer: Viewer, **more: Any) -> HttpResponse:
    """Show viewers their own channels, and the director all e-mail addresses. `more` can contain an error."""
    stored = NoticeSettings.objects.filter(access=viewer.access_id or 0).first()
    context = {
        "sends_mail": sends_mail(),
        "own": tournament.mailfollowers.filter(access=viewer.access_id).first(),
        "followers": tournament.mailfollowers.select_related("access") if viewer.is_director else [],
        "channels": CHANNELS,
        "rows": _channel_rows(channels_of(stored)),
        "chat_name": _chat_name(stored),
        "push_key": push_public_key() if viewer.team_id else "",
        "browsers": PushSubscription.objects.filter(access=viewer.access_id or 0),
        **more,
    }
    return render(request, "weekend/notices.html", context, status=400 if more else 200)


def _channel_rows(channels: ChannelsByKind) -> list[tuple[NoticeKind, list[tuple[NoticeChannel, bool]]]]:
    """Return each kind of notice with its channels, and whether each channel is selected."""
    return [(kind, [(channel, channel in channels[kind]) for channel in CHANNELS]) for kind in NoticeKind]


def _chat_name(stored: NoticeSettings | None) -> str:
    return {"discord": "Discord", "slack": "Slack"}.get(chat_service(stored.chat_address), "") if stored else ""


@require_safe
@tournament_view(roles="manager")
def notices_now(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> JsonResponse:
    """Return the viewer's current team notices, and whether the page shows them and plays a sound."""
    snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
    everything = snapshot.read("team_notices", lambda: current_notices(tournament))
    channels = channels_for(viewer.access_id)
    own = [
        {
            "kind": notice.kind,
            "tag": notice.key,
            "body": notice.sentence,
            "page": notice.address,
            "shows": NoticeChannel.PAGE in channels[notice.kind],
            "sounds": NoticeChannel.SOUND in channels[notice.kind],
        }
        for notice in everything
        if notice.team_id == viewer.team_id and not notice.is_quiet
    ]
    return JsonResponse({"notices": own})


@require_POST
@tournament_view(roles="manager")
def chat(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Set the viewer's own Discord or Slack webhook, or remove it."""
    address = "" if "remove" in request.POST else request.POST.get("address", "")
    try:
        set_chat_address(tournament=tournament, address=address, actor=actor_of(viewer))
    except Refused as refused:
        return render_notices(request, tournament, viewer, chat_refused=refused)
    add_message(
        request, "Notices will be posted there from now on." if address.strip() else "The webhook has been removed."
    )
    return redirect("notices", tournament.slug)


@require_POST
@tournament_view(roles="manager")
def push(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> JsonResponse:
    """Store the push subscription of the viewer's browser, sent as its PushSubscription JSON."""
    facts = _subscription_in(request)
    browser = browser_in_words(request.headers.get("User-Agent", ""))
    keys = PushKeys(facts["p256dh"], facts["auth"])
    try:
        subscribe_to_push(
            tournament=tournament, endpoint=facts["endpoint"], keys=keys, browser=browser, actor=actor_of(viewer)
        )
    except Refused as refused:
        return JsonResponse({"detail": str(refused)}, status=400)
    return JsonResponse({"browser": browser})


@require_POST
@tournament_view(roles="manager")
def push_off(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> JsonResponse:
    """Delete the push subscription of the viewer's browser."""
    unsubscribe_from_push(tournament=tournament, endpoint=_subscription_in(request)["endpoint"], actor=actor_of(viewer))
    return JsonResponse({})


def _subscription_in(request: HttpRequest) -> dict[str, str]:
    """Return the endpoint and keys in a request, or "" for values that are missing or not text."""
    try:
        sent = json.loads(request.body[:_MAX_SUBSCRIPTION_BYTES])
    except ValueError:
        sent = None
    subscription = sent if isinstance(sent, dict) else {}
    keys = subscription.get("keys")
    values = {"endpoint": subscription.get("endpoint"), **(keys if isinstance(keys, dict) else {})}
    texts = {name: values.get(name) for name in ("endpoint", "p256dh", "auth")}
    return {name: text if isinstance(text, str) else "" for name, text in texts.items()}


@require_POST
@tournament_view(roles="manager")
def send_test(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Send a test to the viewer's browsers and chat."""
    page = reverse("notices", args=[tournament.slug])
    attempt(
        request,
        lambda: request_notice_test(tournament, viewer.access_id or 0, page),
        "A test is on its way.",
    )
    return redirect("notices", tournament.slug)


@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It is served at the root, because it controls only pages below its URL."""
    content = (BUILT / "push_worker.js").read_text(encoding="utf-8")
    response = HttpResponse(content, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response
