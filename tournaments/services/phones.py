"""Connect the phones at the venue: the URL for phones, the first phone to connect, and printed slips."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.utils import timezone

from core.errors import Refused
from core.lock_timeouts import wait_at_most_a_second
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament
from tournaments.refusals import PhoneAddressRefusal

_INTERVAL: Final = timedelta(minutes=1)


def choose_phone_address(*, tournament: Tournament, actor: Actor, address: str, offered: Collection[str]) -> None:
    """Set the URL for links and QR codes. Raise Refused if it isn't among those offered."""
    if address not in offered:
        raise Refused(PhoneAddressRefusal.NOT_OFFERED, field="address")
    with writing(tournament.pk) as tournament:
        if address == tournament.phone_address:
            return
        before = snapshot([tournament])
        tournament.phone_address = address
        tournament.save(update_fields=["phone_address"])
        old_values, new_values = only_changes(before, snapshot([tournament]))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CHOOSE_PHONE_ADDRESS,
            subject=f"tournament:{tournament.pk}",
            sentence=f"Phones now use {address}.",
            before=old_values,
            after=new_values,
        )


def record_slips(*, tournament: Tournament, actor: Actor, address: str) -> None:
    """Record the URL on the printed slips, so that pages can show when the slips are outdated."""
    with writing(tournament.pk) as tournament:
        tournament.slips_address = address
        tournament.slips_printed_at = timezone.now()
        tournament.save(update_fields=["slips_address", "slips_printed_at"])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.PRINT_SLIPS,
            sentence=f"Sign-in slips were printed with {address}.",
        )


def record_phone(*, tournament: Tournament, address: str) -> None:
    """Record that a phone reached this computer at a URL, at most once a minute. Don't record which phone."""
    now = timezone.now()
    is_same = tournament.phone_reached_address == address
    if is_same and tournament.phone_reached_at and tournament.phone_reached_at > now - _INTERVAL:
        return
    with wait_at_most_a_second():
        Tournament.objects.filter(pk=tournament.pk).update(phone_reached_at=now, phone_reached_address=address)
