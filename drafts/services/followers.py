"""Choose who gets draft news outside the room: people who want mail, and the director's webhook."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from core.errors import Refused
from core.outgoing import refuse_private_address
from drafts.queries.news import newest_news
from drafts.refusals import NewsRefusal
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import MailFollower, Tournament, Webhook

_LONGEST_ADDRESS = 500


def sends_mail() -> bool:
    """Return whether there is a mail server, and a public address for the link that stops mail."""
    return bool(settings.EMAIL_HOST and settings.PUBLIC_URL)


def subscribe_to_mail(*, tournament: Tournament, address: str, every_pick: bool, actor: Actor) -> None:
    """Send mail to the actor when the team is on the clock, or after every pick.

    A new address first gets a link that confirms it.
    """
    address = address.strip()
    if not sends_mail():
        raise Refused(NewsRefusal.NO_MAIL_SERVER, field="address")
    try:
        validate_email(address)
    except ValidationError:
        raise Refused(NewsRefusal.NO_MAIL_ADDRESS, field="address") from None
    with writing(tournament.pk) as locked_tournament:
        follower, _ = MailFollower.objects.get_or_create(
            tournament=locked_tournament, access_id=actor.access_id or 0, defaults={"address": ""}
        )
        if follower.address != address:
            _change_address(follower, address)
        follower.every_pick = every_pick
        follower.save()
        occasion = "after every pick" if every_pick else "when the team is on the clock"
        _record_mail(locked_tournament, actor, f"{actor.name} gets mail {occasion}.")


def _change_address(follower: MailFollower, address: str) -> None:
    follower.address = address
    follower.confirmed_at = follower.sent_at = follower.failed_at = None
    follower.due_at = timezone.now()
    follower.tries = 0
    follower.fault = follower.called_for = ""


def confirm_address(*, follower: MailFollower, actor: Actor) -> None:
    """Send news to this address from now on, and at once if the team is on the clock."""
    with writing(follower.tournament_id) as tournament:
        now = timezone.now()
        unconfirmed = MailFollower.objects.filter(pk=follower.pk, address=follower.address, confirmed_at=None)
        news = {"sent_through": newest_news(tournament.pk), "due_at": now, "tries": 0, "fault": "", "failed_at": None}
        if unconfirmed.update(confirmed_at=now, **news):
            _record_mail(tournament, actor, f"{follower.access} confirmed the address for mail about the draft.")


def unsubscribe_from_mail(*, follower: MailFollower, actor: Actor) -> None:
    """Stop mail and delete the address."""
    with writing(follower.tournament_id) as tournament:
        deleted, _ = MailFollower.objects.filter(pk=follower.pk).delete()
        if deleted:
            _record_mail(tournament, actor, f"{follower.access} no longer gets mail about the draft.")


def _record_mail(tournament: Tournament, actor: Actor, sentence: str) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_MAIL,
        subject=f"tournament:{tournament.pk}",
        sentence=sentence,
    )


def webhook_of(tournament: Tournament) -> Webhook | None:
    return tournament.webhooks.filter(is_in_use=True).last()


def set_webhook(*, tournament: Tournament, address: str, actor: Actor) -> None:
    """Post news to this address from now on, or to none if it is ""."""
    address = address.strip()
    if len(address) > _LONGEST_ADDRESS:
        raise Refused(NewsRefusal.ADDRESS_TOO_LONG, field="address", longest=_LONGEST_ADDRESS)
    if address:
        _check_destination(address)
    with writing(tournament.pk) as locked_tournament:
        current = webhook_of(locked_tournament)
        if (current.address if current else "") == address:
            return
        rows = [current] if current else []
        if address:
            new = Webhook.objects.create(
                tournament=locked_tournament, address=address, sent_through=newest_news(locked_tournament.pk)
            )
            rows.append(new)
        _switch_webhooks(locked_tournament, rows, current, actor)


def _check_destination(address: str) -> None:
    try:
        refuse_private_address(address)
    except Refused as refused:
        refused.field = "address"
        raise


def _switch_webhooks(tournament: Tournament, rows: list[Webhook], current: Webhook | None, actor: Actor) -> None:
    """Stop using the current webhook and start using the other one. `rows` holds those that exist."""
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
        sentence=f"Draft news is {'posted' if newest.is_in_use else 'no longer posted'} to {newest.host}.",
        before=before,
        after=after,
    )
