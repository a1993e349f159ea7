"""Send draft news by email to people who follow every pick, and send confirmation links for new addresses.

A follower's row serves as an outbox. Each action marks the row due within its own transaction. Any worker can then
claim the row and send all news since the last delivery. Messages contain no sign-in links.
"""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from core.errors import Refused
from drafts.queries.news import News, news_since
from drafts.refusals import NewsRefusal
from tournaments.access.links import standing
from tournaments.models import MailFollower
from tournaments.services.outbox import claim_due, deliver, send_mail, sends_mail, update

_TEST_INTERVAL: Final = timedelta(seconds=20)
_STOP_SALT: Final = "pennant.stop-mail"
_CONFIRM_SALT: Final = "pennant.confirm-mail"


def queue_news(tournament_id: int) -> None:
    """Mark everyone who follows every pick as due for delivery. Call this within the action's transaction.

    A follower whose last delivery failed waits for the next retry, so that a dead server isn't contacted at every pick.
    """
    followers = MailFollower.objects.filter(tournament=tournament_id, confirmed_at__isnull=False, every_pick=True)
    followers.filter(tries=0).update(due_at=timezone.now())


def request_test(follower: MailFollower) -> None:
    """Send a test message.

    Raises:
        Refused: A test message is already on its way.
    """
    now = timezone.now()
    if follower.test_asked_at and now - follower.test_asked_at < _TEST_INTERVAL:
        raise Refused(NewsRefusal.TEST_PENDING)
    update(follower, test_asked_at=now, due_at=now, tries=0, fault="", failed_at=None)


def deliver_due() -> int:
    """Send all due deliveries. Return the number of followers."""
    delivered = 0
    while (follower := claim_due_follower()) is not None:
        _deliver(follower)
        delivered += 1
    return delivered


def claim_due_follower() -> MailFollower | None:
    """Claim the follower that has waited longest, so that no other worker sends the same news."""
    return claim_due(_followers()) if sends_mail() else None


def _followers() -> QuerySet[MailFollower]:
    return MailFollower._base_manager.filter(standing("access__")).select_related("tournament")


def _deliver(follower: MailFollower) -> None:
    failure = deliver(follower, lambda: _send_news(follower))
    has_given_up = MailFollower.objects.filter(pk=follower.pk, due_at=None).exists()
    if failure is None or has_given_up:
        update(follower, test_asked_at=None)


def _send_news(follower: MailFollower) -> dict[str, object]:
    """Send a confirmation, a test, or the latest picks. Return the changes to the follower's row."""
    if follower.confirmed_at is None:
        send_mail(_confirmation_message(follower))
        return {"sent_at": timezone.now()}
    news = news_since(follower.tournament, follower.sent_through)
    changes: dict[str, object] = {"sent_through": news.through}
    has_pick_news = follower.every_pick and bool(news.lines)
    if not (follower.test_asked_at or has_pick_news):
        return changes
    send_mail(_news_message(follower, news))
    return {**changes, "sent_at": timezone.now()}


def _confirmation_message(follower: MailFollower) -> EmailMessage:
    token = signing.Signer(salt=_CONFIRM_SALT).sign(f"{follower.pk}:{follower.address}")
    link = settings.PUBLIC_URL + reverse("confirm_mail", args=[token])
    text = (
        f"Someone asked to get notices from {follower.tournament} at this address.\n\n"
        f"To confirm, open {link}\n\nIf it wasn't you, do nothing. You won't get any more email.\n"
    )
    return EmailMessage(f"Confirm your address · {follower.tournament}", text, to=[follower.address])


def _news_message(follower: MailFollower, news: News) -> EmailMessage:
    subject = news.lines[-1] if news.lines else "A test"
    text = news.text or "This is a test. Notices will look like this."
    return message_to(follower, subject, text, reverse("draft", args=[follower.tournament.slug]))


def message_to(follower: MailFollower, subject: str, text: str, page: str) -> EmailMessage:
    """Return a message with a link to a page and unsubscribe instructions."""
    tournament = follower.tournament
    stop_link = stop_address(follower)
    body = (
        f"{text}\n\n{settings.PUBLIC_URL}{page}\n\n"
        f"You're getting this email because you asked for it in {tournament}. To stop these emails, open {stop_link}\n"
    )
    return EmailMessage(
        " ".join(f"{subject} · {tournament}".split()),
        body,
        to=[follower.address],
        headers={"List-Unsubscribe": f"<{stop_link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def stop_address(follower: MailFollower) -> str:
    """Return the link that stops this follower's email. The link grants no other access."""
    return str(settings.PUBLIC_URL) + reverse(
        "stop_mail", args=[signing.Signer(salt=_STOP_SALT).sign(str(follower.pk))]
    )


def find_follower(token: str) -> MailFollower | None:
    """Return the follower for an unsubscribe token, or None if email has already stopped or the token is invalid."""
    try:
        follower_id = int(signing.Signer(salt=_STOP_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return MailFollower.objects.select_related("tournament", "access").filter(pk=follower_id).first()


def find_unconfirmed(token: str) -> MailFollower | None:
    """Return the follower for a confirmation token, or None if the token is invalid or the address has changed."""
    try:
        follower_id, _, address = signing.Signer(salt=_CONFIRM_SALT).unsign(token).partition(":")
    except signing.BadSignature:
        return None
    followers = MailFollower.objects.select_related("tournament", "access")
    return followers.filter(pk=int(follower_id), address=address).first()
