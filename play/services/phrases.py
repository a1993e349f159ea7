"""Send a stock phrase to the opponent. It never makes an answer stale."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from core.errors import Refused, TooManyAttempts
from core.rate_limits import seconds_until_allowed
from play.models import Seat
from play.phrases import Phrase
from play.refusals import PeopleRefusal
from play.services.presence import announce_people

SECONDS_BETWEEN: Final = 10


def send_phrase(*, seat: Seat, phrase: str) -> None:
    """Show a phrase on the table's pages for a minute. Raise Refused after another phrase within ten seconds."""
    if phrase not in Phrase.__members__:
        raise Refused(PeopleRefusal.NO_SUCH_PHRASE, field="phrase")
    with transaction.atomic():
        locked_seat = Seat.objects.select_for_update(of=("self",)).select_related("game").get(pk=seat.pk)
        own_seat = Seat.objects.filter(pk=seat.pk)
        wait = seconds_until_allowed(own_seat, "phrase_at", most=1, period=timedelta(seconds=SECONDS_BETWEEN))
        if wait:
            refusal = PeopleRefusal.TOO_MANY_PHRASES
            raise TooManyAttempts(refusal, retry_after=wait, field="phrase", seconds=SECONDS_BETWEEN)
        Seat.objects.filter(pk=seat.pk).update(phrase=phrase, phrase_at=timezone.now())
        announce_people(locked_seat.game)
