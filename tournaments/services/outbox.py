"""Send due messages. A worker claims each row, retries with growing pauses, and loses the claim if it dies."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from smtplib import SMTPException
from typing import Final, TypeVar

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from core.outgoing import CallFailed
from tournaments.models import Outbox

logger = logging.getLogger(__name__)
PAUSES: Final = (5, 30, 120, 300, 600)  # seconds before each retry; the last value repeats
MAX_TRIES: Final = 75  # about twelve hours
_CLAIM_RENEWALS: Final = 3  # per claim period
_CANDIDATES: Final = 20  # due rows to try, because other workers may claim the first ones

Row = TypeVar("Row", bound=Outbox)


def sends_mail() -> bool:
    """Return whether there is a mail server, and a public URL for the unsubscribe link."""
    return bool(settings.EMAIL_HOST and settings.PUBLIC_URL)


def claim_due(rows: "QuerySet[Row]") -> Row | None:
    """Claim the row that has waited longest, so that no other worker sends the same message."""
    now = timezone.now()
    is_free = Q(taken_until=None) | Q(taken_until__lt=now)
    due = rows.filter(is_free, due_at__lte=now).order_by("due_at", "pk")
    for pk in due.values_list("pk", flat=True)[:_CANDIDATES]:
        claimed = rows.model._base_manager.filter(is_free, pk=pk, due_at__isnull=False)
        if claimed.update(taken_until=now + _claim_duration()):
            return rows.get(pk=pk)
    return None


def _claim_duration() -> timedelta:
    return timedelta(seconds=settings.PRINT_PACK_SILENT_SECONDS)


def deliver(row: Outbox, send: Callable[[], Mapping[str, object]]) -> CallFailed | None:
    """Send a claimed row and store the result of `send`, or schedule the next try. Return the failure, if any."""
    try:
        with _claim_renewed(row):
            changes = send()
    except CallFailed as failure:
        return _record_failure(row, failure)
    except Exception as fault:
        logger.exception("%s %s can't be delivered", type(row).__name__, row.pk)
        return _record_failure(row, CallFailed(f"The message couldn't be made: {type(fault).__name__}"))
    update(row, **{"taken_until": None, "tries": 0, "fault": "", "failed_at": None, **changes})
    # Another action has set a new time in the meantime.
    type(row)._base_manager.filter(pk=row.pk, due_at=row.due_at).update(due_at=None)
    return None


@contextmanager
def _claim_renewed(row: Outbox) -> Iterator[None]:
    """Renew the claim while a slow server accepts the message. The claim expires if the worker dies."""
    is_done = threading.Event()

    def renew() -> None:
        try:
            while not is_done.wait(settings.PRINT_PACK_SILENT_SECONDS / _CLAIM_RENEWALS):
                update(row, taken_until=timezone.now() + _claim_duration())
        finally:
            connection.close()

    renewal = threading.Thread(target=renew, daemon=True)
    renewal.start()
    try:
        yield
    finally:
        is_done.set()
        renewal.join()


def update(row: Model, **changes: object) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**changes)


def _record_failure(row: Outbox, failure: CallFailed) -> CallFailed:
    """Schedule the next try, or give up after the last try. Return the failure."""
    now = timezone.now()
    tries = row.tries + 1
    changes: dict[str, object] = {"taken_until": None, "failed_at": now}
    if tries < MAX_TRIES:
        pause = failure.wait or PAUSES[min(tries, len(PAUSES)) - 1]
        changes |= {"tries": tries, "due_at": now + timedelta(seconds=pause)}
    else:
        changes |= {"tries": 0, "due_at": None}
    update(row, fault=f"{failure}."[:300], **changes)
    return failure


def send_mail(message: EmailMessage) -> None:
    """Send a message. Raise CallFailed if the mail server doesn't accept it."""
    try:
        message.send()
    except (SMTPException, OSError) as fault:
        raise CallFailed(f"The mail server didn't accept it: {type(fault).__name__}") from None
