"""Send draft news to each follower separately, with three tries. The last failure is shown on the follower's page.

A worker claims a follower for a while, so that the same news isn't sent twice. News that can't be sent is sent with the
next news. Messages contain no sign-in links.
"""

from datetime import timedelta
from functools import partial
from smtplib import SMTPException
from typing import Final

from celery import current_app
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.errors import Refused
from core.outgoing import PUBLIC, CallFailed, CallLimits, post_json
from drafts.queries.news import News, OnTheClock, news_since
from drafts.refusals import NewsRefusal
from drafts.services.followers import sends_mail
from tournaments.access.links import standing
from tournaments.models import Follower, MailFollower, Webhook

NEWS_TASK: Final = "drafts.send_news"
KINDS: Final[dict[str, type[Follower]]] = {"mail": MailFollower, "webhook": Webhook}
RETRY_SECONDS: Final = (5, 30)  # before the second and the third try
_CLAIM_DURATION: Final = timedelta(seconds=90)
_TEST_INTERVAL: Final = timedelta(seconds=20)
_MAX_POST_LENGTH: Final = 1900  # Discord takes 2,000 characters
_STOP_SIGNER = signing.Signer(salt="pennant.stop-mail")


def send_news_after_commit(tournament_id: int) -> None:
    transaction.on_commit(partial(send_news, tournament_id))


def send_news(tournament_id: int) -> None:
    """Let workers send all followers of this tournament the news they don't have yet."""
    webhooks = Webhook.objects.filter(tournament=tournament_id, is_in_use=True)
    followers = [("webhook", pk) for pk in webhooks.values_list("pk", flat=True)]
    if sends_mail():
        mail_followers = MailFollower.objects.filter(standing("access__"), tournament=tournament_id)
        followers += [("mail", pk) for pk in mail_followers.values_list("pk", flat=True)]
    for kind, pk in followers:
        schedule_task(kind, pk)


def schedule_task(kind: str, pk: int, tries: int = 0, wait: int = 0) -> None:
    try:
        current_app.send_task(NEWS_TASK, args=[kind, pk, tries], countdown=wait or None, retry=False)
    except (OperationalError, OSError):
        return  # without a broker, the news is sent with the next news


def request_test(kind: str, follower: Follower) -> None:
    """Send a test message.

    Raises:
        Refused: Another test is on its way.
    """
    now = timezone.now()
    if follower.test_asked_at and now - follower.test_asked_at < _TEST_INTERVAL:
        raise Refused(NewsRefusal.TEST_PENDING)
    _update(follower, test_asked_at=now, fault="", failed_at=None)
    schedule_task(kind, follower.pk)


def deliver(kind: str, pk: int, tries: int = 0, limits: CallLimits = PUBLIC) -> None:
    """Send a follower the latest news. Schedule another try if that fails or another worker is sending."""
    follower = _claim_follower(kind, pk)
    if follower is None:
        if KINDS[kind]._base_manager.filter(pk=pk).exists():
            schedule_task(kind, pk, tries, wait=RETRY_SECONDS[0])
        return
    try:
        if isinstance(follower, MailFollower):
            changes = _send_mail(follower)
        else:
            changes = _post_to_webhook(follower, limits)
    except CallFailed as failure:
        _record_failure(follower, failure, tries)
        if tries < len(RETRY_SECONDS):
            schedule_task(kind, pk, tries + 1, wait=failure.wait or RETRY_SECONDS[tries])
    else:
        _update(follower, taken_until=None, test_asked_at=None, fault="", failed_at=None, **changes)


def _claim_follower(kind: str, pk: int) -> MailFollower | Webhook | None:
    now = timezone.now()
    is_free = Q(taken_until=None) | Q(taken_until__lt=now)
    if not KINDS[kind]._base_manager.filter(is_free, pk=pk).update(taken_until=now + _CLAIM_DURATION):
        return None
    model = MailFollower if kind == "mail" else Webhook
    return model.objects.select_related("tournament").get(pk=pk)


def _update(follower: Follower, **changes: object) -> None:
    type(follower)._base_manager.filter(pk=follower.pk).update(**changes)


def _record_failure(follower: Follower, failure: CallFailed, tries: int) -> None:
    changes: dict[str, object] = {"taken_until": None, "failed_at": timezone.now()}
    if tries == len(RETRY_SECONDS):
        outcome = "All three tries failed. The news is sent with the next news"
        changes["test_asked_at"] = None
    else:
        outcome = f"This was try {tries + 1} of 3"
    changes["fault"] = f"{failure}. {outcome}."[:300]
    _update(follower, **changes)


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


def _send_mail(follower: MailFollower) -> dict[str, object]:
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
    try:
        _mail_message(follower, news, own_clock if is_new_turn else None).send()
    except (SMTPException, OSError) as fault:
        raise CallFailed(f"The mail server didn't accept it: {type(fault).__name__}") from None
    return {**changes, "sent_at": timezone.now()}


def _mail_message(follower: MailFollower, news: News, own_clock: OnTheClock | None) -> EmailMessage:
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
