"""Deliver draft news to each follower.

A follower's row is its outbox. An action marks it due in the transaction of the action; any worker finds it, claims it,
and sends what has happened since the last delivery. News that has become pointless is never sent, because the message
is written at the moment it goes out. If the worker dies, its claim ends and another worker sends the news.
Messages contain no sign-in links.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import close_old_connections, connection
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from core.errors import Refused
from core.outgoing import PUBLIC, CallFailed, CallLimits, post_json
from drafts.queries.news import News, OnTheClock, news_since
from drafts.refusals import NewsRefusal
from drafts.services.followers import sends_mail
from tournaments.access.links import standing
from tournaments.models import Follower, MailFollower, Webhook

logger = logging.getLogger(__name__)
KINDS: Final[dict[str, type[Follower]]] = {"mail": MailFollower, "webhook": Webhook}
PAUSES: Final = (5, 30, 120, 300, 600)  # seconds before the next try; the last one repeats
MAX_TRIES: Final = 75  # about twelve hours
_CLAIM_RENEWALS: Final = 3  # while one claim lasts
_TEST_INTERVAL: Final = timedelta(seconds=20)
_MAX_POST_LENGTH: Final = 1900  # Discord takes 2,000 characters
_STOP_SIGNER = signing.Signer(salt="pennant.stop-mail")
_CONFIRM_SIGNER = signing.Signer(salt="pennant.confirm-mail")


def queue_news(tournament_id: int) -> None:
    """Mark the tournament's followers due. Call it in the transaction of the action.

    A follower whose last delivery failed waits for its next try, so that a dead server isn't called at every pick.
    """
    now = timezone.now()
    webhooks = Webhook.objects.filter(tournament=tournament_id, is_in_use=True)
    mail_followers = MailFollower.objects.filter(tournament=tournament_id, confirmed_at__isnull=False)
    for followers in (webhooks, mail_followers):
        followers.filter(tries=0).update(due_at=now)


def request_test(follower: Follower) -> None:
    """Send a test message.

    Raises:
        Refused: Another test is on its way.
    """
    now = timezone.now()
    if follower.test_asked_at and now - follower.test_asked_at < _TEST_INTERVAL:
        raise Refused(NewsRefusal.TEST_PENDING)
    _update(follower, test_asked_at=now, due_at=now, tries=0, fault="", failed_at=None)


def deliver_due(kind: str, limits: CallLimits = PUBLIC) -> int:
    """Deliver to every follower of this kind that is due. Return how many there were."""
    delivered = 0
    while (follower := claim_due_follower(kind)) is not None:
        _deliver(follower, limits)
        delivered += 1
    return delivered


def deliver_due_in_thread(kind: str) -> None:
    """Deliver what is due. Drop a database connection that has become unusable."""
    try:
        deliver_due(kind)
    finally:
        close_old_connections()


def claim_due_follower(kind: str) -> MailFollower | Webhook | None:
    """Claim the follower that has waited longest, so that no other worker sends it the same news."""
    if kind == "mail" and not sends_mail():
        return None
    model = MailFollower if kind == "mail" else Webhook
    now = timezone.now()
    is_free = Q(taken_until=None) | Q(taken_until__lt=now)
    for pk in _due_followers(kind, now).filter(is_free).order_by("due_at").values_list("pk", flat=True)[:20]:
        if KINDS[kind]._base_manager.filter(is_free, pk=pk).update(taken_until=now + _claim_duration()):
            return model._base_manager.select_related("tournament").get(pk=pk)
    return None


def _claim_duration() -> timedelta:
    return timedelta(seconds=settings.PRINT_PACK_SILENT_SECONDS)


def _due_followers(kind: str, now: datetime) -> QuerySet[Follower]:
    followers = KINDS[kind]._base_manager.filter(due_at__lte=now)
    return followers.filter(standing("access__")) if kind == "mail" else followers


def _deliver(follower: MailFollower | Webhook, limits: CallLimits) -> None:
    try:
        with _claim_renewed(follower):
            changes = _send_news(follower, limits)
    except CallFailed as failure:
        _record_failure(follower, str(failure), failure.wait)
    except Exception as fault:
        logger.exception("news for %s %s can't be delivered", type(follower).__name__, follower.pk)
        _record_failure(follower, f"The message can't be made: {type(fault).__name__}")
    else:
        _update(follower, taken_until=None, tries=0, test_asked_at=None, fault="", failed_at=None, **changes)
        # an action in the meantime has set another time
        type(follower)._base_manager.filter(pk=follower.pk, due_at=follower.due_at).update(due_at=None)


def _send_news(follower: MailFollower | Webhook, limits: CallLimits) -> dict[str, object]:
    if isinstance(follower, Webhook):
        return _post_to_webhook(follower, limits)
    if follower.confirmed_at is None:
        _send_mail(_confirmation_message(follower))
        return {"sent_at": timezone.now()}
    return _mail_news(follower)


@contextmanager
def _claim_renewed(follower: Follower) -> Iterator[None]:
    """Keep the claim while a slow server takes the message. It ends with the worker."""
    is_done = threading.Event()

    def renew() -> None:
        try:
            while not is_done.wait(settings.PRINT_PACK_SILENT_SECONDS / _CLAIM_RENEWALS):
                _update(follower, taken_until=timezone.now() + _claim_duration())
        finally:
            connection.close()

    renewal = threading.Thread(target=renew, daemon=True)
    renewal.start()
    try:
        yield
    finally:
        is_done.set()
        renewal.join()


def _update(follower: Follower, **changes: object) -> None:
    type(follower)._base_manager.filter(pk=follower.pk).update(**changes)


def _record_failure(follower: Follower, sentence: str, wait: int = 0) -> None:
    """Schedule the next try, or give up after the last one."""
    now = timezone.now()
    tries = follower.tries + 1
    changes: dict[str, object] = {"taken_until": None, "failed_at": now}
    if tries < MAX_TRIES:
        pause = wait or PAUSES[min(tries, len(PAUSES)) - 1]
        changes |= {"tries": tries, "due_at": now + timedelta(seconds=pause)}
    else:
        sentence += ". The news is sent with the next news"
        changes |= {"tries": 0, "due_at": None, "test_asked_at": None}
    _update(follower, fault=f"{sentence}."[:300], **changes)


def _post_to_webhook(webhook: Webhook, limits: CallLimits) -> dict[str, object]:
    """Post the latest news. Return the changes to the row."""
    if not webhook.is_in_use:
        return {}
    news = news_since(webhook.tournament, webhook.sent_through)
    text = ""
    if webhook.test_asked_at:
        text = f"A test: news about the draft of {webhook.tournament} will appear here."
    if news.lines:
        text = f"{text}\n{news.text}".strip()
    if not text:
        return {}
    # names of teams and players must not notify anyone
    content = {"content": text[-_MAX_POST_LENGTH:], "allowed_mentions": {"parse": []}}
    post_json(webhook.address, content, limits)
    return {"sent_through": news.through, "sent_at": timezone.now()}


def _mail_news(follower: MailFollower) -> dict[str, object]:
    """Send mail for the follower's turn, once a turn, or for every pick. Return the changes to the row."""
    news = news_since(follower.tournament, follower.sent_through)
    own_clock = next((clock for clock in news.clocks if clock.team_id == follower.access.team_id), None)
    is_new_turn = own_clock is not None and own_clock.turn != follower.called_for
    changes: dict[str, object] = {
        "sent_through": news.through,
        "called_for": own_clock.turn if own_clock else "",
    }
    has_pick_news = follower.every_pick and bool(news.lines)
    if not (follower.test_asked_at or is_new_turn or has_pick_news):
        return changes
    _send_mail(_news_message(follower, news, own_clock if is_new_turn else None))
    return {**changes, "sent_at": timezone.now()}


def _send_mail(message: EmailMessage) -> None:
    try:
        message.send()
    except (SMTPException, OSError) as fault:
        raise CallFailed(f"The mail server didn't accept it: {type(fault).__name__}") from None


def _confirmation_message(follower: MailFollower) -> EmailMessage:
    token = _CONFIRM_SIGNER.sign(f"{follower.pk}:{follower.address}")
    link = settings.PUBLIC_URL + reverse("confirm_mail", args=[token])
    text = (
        f"Someone asked for news of the draft of {follower.tournament} at this address.\n\n"
        f"To get it, open {link}\n\nIf it wasn't you, do nothing. No more mail will come.\n"
    )
    return EmailMessage(f"Confirm your address · {follower.tournament}", text, to=[follower.address])


def _news_message(follower: MailFollower, news: News, own_clock: OnTheClock | None) -> EmailMessage:
    tournament = follower.tournament
    stop_link = stop_address(follower)
    if own_clock:
        subject = f"You are on the clock with {own_clock.label}"
    else:
        subject = news.lines[-1] if news.lines else "A test"
    draft_link = settings.PUBLIC_URL + reverse("draft", args=[tournament.slug])
    text = (
        f"{news.text or 'A test: news about the draft will arrive like this.'}\n\nThe draft: {draft_link}\n\n"
        f"You get this email because you asked for it in {tournament}. To stop it, open {stop_link}\n"
    )
    return EmailMessage(
        " ".join(f"{subject} · {tournament}".split()),
        text,
        to=[follower.address],
        headers={"List-Unsubscribe": f"<{stop_link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def stop_address(follower: MailFollower) -> str:
    """Return the link that stops this follower's mail. It allows nothing else."""
    return str(settings.PUBLIC_URL) + reverse("stop_mail", args=[_STOP_SIGNER.sign(str(follower.pk))])


def find_follower(token: str) -> MailFollower | None:
    """Return the follower whose mail a token stops, or None if it is already stopped or the token is invalid."""
    try:
        follower_id = int(_STOP_SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return MailFollower.objects.select_related("tournament", "access").filter(pk=follower_id).first()


def find_unconfirmed(token: str) -> MailFollower | None:
    """Return the follower whose address a token confirms; None if it has another address by now."""
    try:
        follower_id, _, address = _CONFIRM_SIGNER.unsign(token).partition(":")
    except signing.BadSignature:
        return None
    followers = MailFollower.objects.select_related("tournament", "access")
    return followers.filter(pk=int(follower_id), address=address).first()
