"""Sends news of the draft: each follower by himself, three tries, and what went wrong is kept for his page.

A worker takes a follower for a while, so that two never send him the same. What cannot be sent stays due and goes along
with the next news. A message holds no link that signs anybody in.
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
from drafts.services.followers import sends_mail
from tournaments.access.links import standing
from tournaments.models import Follower, MailFollower, Webhook

NEWS_TASK: Final = "drafts.send_news"
KINDS: Final[dict[str, type[Follower]]] = {"mail": MailFollower, "webhook": Webhook}
WAITS: Final = (5, 30)  # seconds before the second and the third try
_TAKEN: Final = timedelta(seconds=90)
_BETWEEN_TESTS: Final = timedelta(seconds=20)
_LONGEST: Final = 1900  # Discord takes 2,000 characters
_STOPS = signing.Signer(salt="pennant.stop-mail")


def send_news_after_commit(tournament_id: int) -> None:
    transaction.on_commit(partial(send_news, tournament_id))


def send_news(tournament_id: int) -> None:
    """Have the worker send whatever followers of this tournament do not have yet."""
    following = Q(tournament=tournament_id)
    due = [("webhook", pk) for pk in Webhook.objects.filter(following, is_in_use=True).values_list("pk", flat=True)]
    if sends_mail():
        invited = MailFollower.objects.filter(following, standing("access__"))
        due += [("mail", pk) for pk in invited.values_list("pk", flat=True)]
    for kind, pk in due:
        schedule_task(kind, pk)


def schedule_task(kind: str, pk: int, tries: int = 0, wait: int = 0) -> None:
    try:
        current_app.send_task(NEWS_TASK, args=[kind, pk, tries], countdown=wait or None, retry=False)
    except (OperationalError, OSError):
        return  # no broker: it goes along with the next news


def request_test(kind: str, follower: Follower) -> None:
    """Raises Refused while one is on its way."""
    now = timezone.now()
    if follower.test_asked_at and now - follower.test_asked_at < _BETWEEN_TESTS:
        raise Refused("A test is on its way; wait a moment for it.")
    _change(follower, test_asked_at=now, fault="", failed_at=None)
    schedule_task(kind, follower.pk)


def deliver(kind: str, pk: int, tries: int = 0, reach: CallLimits = PUBLIC) -> None:
    """Send one follower what he does not have. Tried again later where that fails or another worker is at it."""
    follower = _take(kind, pk)
    if follower is None:
        if KINDS[kind]._base_manager.filter(pk=pk).exists():
            schedule_task(kind, pk, tries, wait=WAITS[0])
        return
    try:
        facts = _mail(follower) if isinstance(follower, MailFollower) else _post(follower, reach)
    except CallFailed as failure:
        _note_failure(follower, failure, tries)
        if tries < len(WAITS):
            schedule_task(kind, pk, tries + 1, wait=failure.wait or WAITS[tries])
    else:
        _change(follower, taken_until=None, test_asked_at=None, fault="", failed_at=None, **facts)


def _take(kind: str, pk: int) -> MailFollower | Webhook | None:
    now = timezone.now()
    free = KINDS[kind]._base_manager.filter(Q(taken_until=None) | Q(taken_until__lt=now), pk=pk)
    if not free.update(taken_until=now + _TAKEN):
        return None
    model = MailFollower if kind == "mail" else Webhook
    return model.objects.select_related("tournament").get(pk=pk)


def _change(follower: Follower, **facts: object) -> None:
    type(follower)._base_manager.filter(pk=follower.pk).update(**facts)


def _note_failure(follower: Follower, failure: CallFailed, tries: int) -> None:
    last = tries == len(WAITS)
    after = "it was tried three times and goes along with the next news" if last else f"try {tries + 1} of 3"
    more = {"test_asked_at": None} if last else {}
    sentence = f"{failure}; {after}."[:300]
    _change(follower, taken_until=None, fault=sentence, failed_at=timezone.now(), **more)


def _post(webhook: Webhook, reach: CallLimits) -> dict[str, object]:
    """What changes of the row once it is sent."""
    if not webhook.is_in_use:
        return {}
    news = news_since(webhook.tournament, webhook.sent_through)
    text = f"A test: news of the draft of {webhook.tournament} will stand here." if webhook.test_asked_at else ""
    if news.lines:
        text = f"{text}\n{news.text}".strip()
    if not text:
        return {}
    # names of teams and players call nobody to the phone
    post_json(webhook.address, {"content": text[-_LONGEST:], "allowed_mentions": {"parse": []}}, reach)
    return {"sent_through": news.through, "sent_at": timezone.now()}


def _mail(follower: MailFollower) -> dict[str, object]:
    """He is called to his turn once; with every pick he gets the rest too."""
    news = news_since(follower.tournament, follower.sent_through)
    mine = next((clock for clock in news.clocks if clock.team_id == follower.access.team_id), None)
    calls = mine is not None and mine.turn != follower.called_for
    has_it = {"sent_through": news.through, "called_for": mine.turn if mine else ""}
    if not (follower.test_asked_at or calls or (follower.every_pick and news.lines)):
        return has_it
    try:
        _message(follower, news, mine if calls else None).send()
    except (SMTPException, OSError) as fault:
        raise CallFailed(f"the mail server did not take it: {type(fault).__name__}") from None
    return {**has_it, "sent_at": timezone.now()}


def _message(follower: MailFollower, news: News, mine: OnTheClock | None) -> EmailMessage:
    tournament, stop = follower.tournament, stop_address(follower)
    what = f"You are on the clock with {mine.label}" if mine else (news.lines or ["A test"])[-1]
    board = settings.PUBLIC_URL + reverse("draft", args=[tournament.slug])
    text = (
        f"{news.text or 'A test: this is how news of the draft will come.'}\n\nThe draft: {board}\n\n"
        f"You get this because you asked for it in {tournament}. To stop it, open {stop}\n"
    )
    return EmailMessage(
        " ".join(f"{what} · {tournament}".split()),
        text,
        to=[follower.address],
        headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def stop_address(follower: MailFollower) -> str:
    """It stops this mail and does nothing else."""
    return str(settings.PUBLIC_URL) + reverse("stop_mail", args=[_STOPS.sign(str(follower.pk))])


def find_follower(token: str) -> MailFollower | None:
    """Whose mail such an address stops; None where it is stopped already, or the address is none of ours."""
    try:
        number = int(_STOPS.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return MailFollower.objects.select_related("tournament", "access").filter(pk=number).first()
