"""Send messages that are due, by mail, push, chat and webhook."""

import hmac
import json
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import close_old_connections
from django.db.models import F
from django.utils import timezone

from core.chat_services import chat_message, chat_service
from core.errors import Refused
from core.outgoing import PUBLIC, CallFailed, CallLimits, post, post_json
from core.web_push import PushKeys, encrypt_push
from drafts.services.deliveries import deliver_due as deliver_draft_news
from drafts.services.deliveries import message_to
from tournaments.models import (
    Access,
    Delivery,
    MailFollower,
    NoticeChannel,
    NoticeKind,
    NoticeSettings,
    Tournament,
    Webhook,
)
from tournaments.refusals import NoticeRefusal
from tournaments.services.outbox import claim_due, deliver, send_mail, sends_mail, update
from tournaments.services.webhooks import webhook_of
from weekend.queries.webhook_events import document_of
from weekend.services.news import collect_news, notice_document

SENT_CHANNELS: Final = (NoticeChannel.MAIL, NoticeChannel.PUSH, NoticeChannel.CHAT, NoticeChannel.WEBHOOK)
_GONE: Final = (404, 410)  # the push service no longer knows the browser
_TEST_INTERVAL: Final = timedelta(seconds=20)
_TEST: Final = "test"


def deliver_due(channel: NoticeChannel, limits: CallLimits = PUBLIC) -> int:
    """Send the messages that are due on this channel. Return their number."""
    count = 0
    while (delivery := claim_due_delivery(channel)) is not None:
        _deliver(delivery, limits)
        count += 1
    return count


def deliver_due_in_thread(channel: NoticeChannel) -> None:
    """Send the messages that are due. Drop a database connection that has become unusable."""
    try:
        collect_news()
        if channel == NoticeChannel.MAIL:
            deliver_draft_news()
        deliver_due(channel)
    finally:
        close_old_connections()


def claim_due_delivery(channel: NoticeChannel) -> Delivery | None:
    """Claim the message that has waited longest, so that no other worker sends it too."""
    if channel == NoticeChannel.MAIL and not sends_mail():
        return None
    deliveries = Delivery.objects.filter(channel=channel)
    return claim_due(deliveries.select_related("tournament", "item", "recipient", "browser", "webhook"))


def _deliver(delivery: Delivery, limits: CallLimits) -> None:
    send = _sender(delivery, limits)
    if send is None:
        update(delivery, dropped_at=timezone.now(), due_at=None, taken_until=None)
        return
    update(delivery, attempts=F("attempts") + 1)
    failure = deliver(delivery, lambda: {"answer": send(), "sent_at": timezone.now(), "due_at": None})
    if failure is not None:
        _handle_failure(delivery, failure)


def _sender(delivery: Delivery, limits: CallLimits) -> Callable[[], str] | None:
    """Return the function that sends a message, or None if the message is no longer relevant."""
    if delivery.item is not None and delivery.item.ended_at is not None:
        return None
    if delivery.recipient is not None and not _is_valid(delivery.recipient):
        return None
    if delivery.channel == NoticeChannel.MAIL:
        follower = MailFollower.objects.filter(access=delivery.recipient, confirmed_at__isnull=False)
        current = follower.select_related("tournament").filter(tournament=delivery.tournament_id).first()
        return None if current is None else lambda: _mail(delivery, current)
    if delivery.channel == NoticeChannel.PUSH:
        return None if delivery.browser is None else lambda: _push(delivery, limits)
    if delivery.channel == NoticeChannel.CHAT:
        chosen = NoticeSettings.objects.filter(access=delivery.recipient).exclude(chat_address="").first()
        return None if chosen is None else lambda: _post_to_chat(delivery, chosen.chat_address, limits)
    webhook = delivery.webhook
    return None if webhook is None or not webhook.is_in_use else lambda: _post_event(delivery, webhook, limits)


def _is_valid(access: Access) -> bool:
    has_ended = access.ends_at is not None and access.ends_at <= timezone.now()
    return access.revoked_at is None and not has_ended


def _mail(delivery: Delivery, follower: MailFollower) -> str:
    notice = delivery.document
    subject = NoticeKind(delivery.event).label
    send_mail(message_to(follower, subject, notice["body"], notice["page"]))
    return "accepted"


def _push(delivery: Delivery, limits: CallLimits) -> str:
    browser = delivery.browser
    if browser is None:
        raise CallFailed("The browser no longer accepts push notifications")
    keys = PushKeys(browser.public_key, browser.auth)
    message = encrypt_push(browser.endpoint, keys, json.dumps(delivery.document).encode())
    return str(post(browser.endpoint, message.body, message.headers, limits))


def _post_to_chat(delivery: Delivery, address: str, limits: CallLimits) -> str:
    notice = delivery.document
    message = chat_message(chat_service(address), f"{notice['title']}: {notice['body']}", _link(notice["page"]))
    return str(post_json(address, message, limits))


def _link(page: str) -> str:
    """Return a page's URL, or "" if this installation has no public URL."""
    return f"{settings.PUBLIC_URL}{page}" if settings.PUBLIC_URL else ""


def _post_event(delivery: Delivery, webhook: Webhook, limits: CallLimits) -> str:
    service = chat_service(webhook.address)
    document = delivery.document
    if service:
        link = document["link"] if settings.PUBLIC_URL else ""
        return str(post_json(webhook.address, chat_message(service, document["text"], link), limits))
    body = json.dumps(document).encode()
    headers = {"Content-Type": "application/json", "Pennant-Event": delivery.event, **sign_body(webhook.secret, body)}
    return str(post(webhook.address, body, headers, limits))


def sign_body(secret: str, body: bytes, timestamp: int | None = None) -> dict[str, str]:
    """Return the headers that sign a body: HMAC-SHA256 of the Unix time, a period and the body."""
    moment = str(int(time.time()) if timestamp is None else timestamp)
    digest = hmac.new(secret.encode(), f"{moment}.".encode() + body, "sha256").hexdigest()
    return {"Pennant-Timestamp": moment, "Pennant-Signature": f"sha256={digest}"}


def _handle_failure(delivery: Delivery, failure: CallFailed) -> None:
    """Delete an expired push subscription. Otherwise delay later messages to the same target as long as this one."""
    if delivery.channel == NoticeChannel.PUSH and failure.status in _GONE and delivery.browser is not None:
        delivery.browser.delete()
        return
    update(delivery, answer=str(failure.status or "no answer"))
    delivery.refresh_from_db(fields=["due_at"])
    if delivery.due_at is not None:
        waiting = Delivery.objects.filter(target=delivery.target, due_at__lt=delivery.due_at, taken_until=None)
        waiting.update(due_at=delivery.due_at)


def resend(delivery: Delivery) -> None:
    """Send a webhook event again now.

    Raises:
        Refused: It is already being sent, or its webhook is no longer used.
    """
    if delivery.webhook is None or not delivery.webhook.is_in_use:
        raise Refused(NoticeRefusal.NO_LONGER_USED)
    if delivery.taken_until is not None and delivery.taken_until > timezone.now():
        raise Refused(NoticeRefusal.ON_ITS_WAY)
    changes = {"due_at": timezone.now(), "tries": 0, "fault": "", "failed_at": None, "dropped_at": None}
    update(delivery, **changes)


def request_webhook_test(tournament: Tournament) -> None:
    """Send a test event to the webhook."""
    webhook = webhook_of(tournament)
    if webhook is None:
        raise Refused(NoticeRefusal.NOTHING_TO_TEST)
    target = f"webhook:{webhook.pk}"
    key = _new_test_key(target)
    text = f"This is a test. Events from {tournament} will appear here."
    page = tournament.get_absolute_url()
    document = document_of(tournament, _TEST, key, timezone.now(), text, page, {})
    Delivery.objects.create(
        tournament=tournament,
        channel=NoticeChannel.WEBHOOK,
        target=target,
        key=key,
        event=_TEST,
        document=document,
        webhook=webhook,
        due_at=timezone.now(),
    )


def request_notice_test(tournament: Tournament, access_id: int, page: str) -> int:
    """Send a test notice to all of a manager's browsers and chats. Return their number."""
    access = Access.objects.get(pk=access_id)
    notice_settings = NoticeSettings.objects.filter(access=access).first()
    targets: list[tuple[NoticeChannel, str, int | None]] = [
        (NoticeChannel.PUSH, f"push:{row.pk}", row.pk) for row in access.push_subscriptions.all()
    ]
    if notice_settings is not None and notice_settings.chat_address:
        targets.append((NoticeChannel.CHAT, f"chat:{access_id}", None))
    if not targets:
        raise Refused(NoticeRefusal.NOTHING_TO_TEST)
    text = "This is a test. Notices will look like this."
    document = notice_document(tournament, _TEST, _TEST, text, page)
    for channel, target, browser_id in targets:
        Delivery.objects.create(
            tournament=tournament,
            channel=channel,
            target=target,
            key=_new_test_key(target),
            event=_TEST,
            document=document,
            recipient=access,
            browser_id=browser_id,
            due_at=timezone.now(),
        )
    return len(targets)


def _new_test_key(target: str) -> str:
    """Return a key for a test. Raise Refused if another test is already being sent."""
    recent = timezone.now() - _TEST_INTERVAL
    if Delivery.objects.filter(target=target, event=_TEST, created_at__gt=recent, due_at__isnull=False).exists():
        raise Refused(NoticeRefusal.TEST_PENDING)
    return f"test:{uuid.uuid4().hex}"
