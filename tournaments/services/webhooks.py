"""Set the webhook that a tournament's events are posted to."""

import secrets
from typing import Final

from core.errors import Refused
from core.outgoing import refuse_private_address
from tournaments.action_log.events import newest_number
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Tournament, Webhook
from tournaments.refusals import NoticeRefusal

LONGEST_ADDRESS: Final = 500


def webhook_of(tournament: Tournament) -> Webhook | None:
    return tournament.webhooks.filter(is_in_use=True).last()


def set_webhook(*, tournament: Tournament, address: str, actor: Actor) -> None:
    """Start posting events to this URL. "" stops posting."""
    address = address.strip()
    if address:
        check_address(address)
    with writing(tournament.pk) as locked_tournament:
        current = webhook_of(locked_tournament)
        if (current.address if current else "") == address:
            return
        rows = [current] if current else []
        if address:
            new = Webhook.objects.create(
                tournament=locked_tournament,
                address=address,
                secret=secrets.token_urlsafe(32),
                sent_through=newest_number(locked_tournament.pk),
            )
            rows.append(new)
        _switch_webhooks(locked_tournament, rows, current, actor)


def check_address(address: str) -> None:
    """Reject a URL that can't be called, with an error for its field."""
    if len(address) > LONGEST_ADDRESS:
        raise Refused(NoticeRefusal.ADDRESS_TOO_LONG, field="address", longest=LONGEST_ADDRESS)
    try:
        refuse_private_address(address)
    except Refused as refused:
        refused.field = "address"
        raise


def _switch_webhooks(tournament: Tournament, rows: list[Webhook], current: Webhook | None, actor: Actor) -> None:
    """Stop using the current webhook and start using the other one. `rows` contains the existing webhooks."""
    snapshot_before = snapshot(rows)
    for row in rows:
        row.is_in_use = row != current
        row.save(update_fields=["is_in_use"])
    before, after = only_changes(snapshot_before, snapshot(rows))
    newest = rows[-1]
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_WEBHOOK,
        subject=f"tournament:{tournament.pk}",
        sentence=f"Events are {'posted' if newest.is_in_use else 'no longer posted'} to {newest.host}.",
        before=before,
        after=after,
    )
