"""Send a stock phrase to the opponent. It never makes an answer stale."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from core.errors import Refused
from play.models import Seat
from play.phrases import Phrase
from play.refusals import PeopleRefusal
from play.services.presence import announce_people

SECONDS_BETWEEN: Final = 10


def send_phrase(*, seat: Seat, phrase: str) -> None:
    """Show a phrase on every page of the table for a minute. Raises Refused for a second one within ten seconds."""
    if phrase not in Phrase.__members__:
        raise Refused(PeopleRefusal.NO_SUCH_PHRASE, field="phrase")
    now = timezone.now()
    with transaction.atomic():
        locked_seat = Seat.objects.select_for_update(of=("self",)).select_related("game").get(pk=seat.pk)
        if locked_seat.phrase_at is not None and now - locked_seat.phrase_at < timedelta(seconds=SECONDS_BETWEEN):
            raise Refused(PeopleRefusal.TOO_MANY_PHRASES, field="phrase", seconds=SECONDS_BETWEEN)
        Seat.objects.filter(pk=seat.pk).update(phrase=phrase, phrase_at=now)
        announce_people(locked_seat.game)
