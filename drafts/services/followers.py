"""Who gets news of the draft outside the room: people who asked for mail, and the director's webhook."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from core.errors import Refused
from core.outgoing import parse_destination
from drafts.queries.news import newest_news
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import MailFollower, Tournament, Webhook

_LONGEST = 500


def sends_mail() -> bool:
    """Mail needs a server, and an address of this site under which whoever gets it can stop it."""
    return bool(settings.EMAIL_HOST and settings.PUBLIC_URL)


def subscribe_to_mail(*, tournament: Tournament, address: str, every_pick: bool, actor: Actor) -> None:
    """Mail to the one who asks: when his team comes on the clock, or after every pick. Raises Refused."""
    address = address.strip()
    if not sends_mail():
        raise Refused("This installation sends no mail.", field="address")
    try:
        validate_email(address)
    except ValidationError:
        raise Refused("This is no mail address: write it whole, such as ann@example.org.", field="address") from None
    with writing(tournament.pk) as now:
        facts = {"address": address, "every_pick": every_pick, "sent_through": newest_news(now.pk)}
        clean = {"fault": "", "failed_at": None, "called_for": ""}
        MailFollower.objects.update_or_create(tournament=now, access_id=actor.access_id or 0, defaults=facts | clean)
        _record_mail(now, actor, f"{actor.name} gets mail {'after every pick' if every_pick else 'for his turns'}.")


def stop_mail(*, follower: MailFollower, actor: Actor) -> None:
    """The address is forgotten."""
    with writing(follower.tournament_id) as now:
        if MailFollower.objects.filter(pk=follower.pk).delete()[0]:
            _record_mail(now, actor, f"{follower.access} gets no more mail of the draft.")


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
    """Post news to this address from now on; "" takes the webhook away. Raises Refused."""
    address = address.strip()
    if len(address) > _LONGEST:
        raise Refused(f"An address has at most {_LONGEST} characters.", field="address")
    if address:
        _refuse_address(address)
    with writing(tournament.pk) as now:
        before = webhook_of(now)
        if (before.address if before else "") == address:
            return
        rows = [before] if before else []
        if address:
            through = newest_news(now.pk)
            rows.append(Webhook.objects.create(tournament=now, address=address, sent_through=through))
        _change_use(now, rows, before, actor)


def _refuse_address(address: str) -> None:
    try:
        parse_destination(address)
    except Refused as refused:
        raise Refused(str(refused), field="address") from None


def _change_use(tournament: Tournament, rows: list[Webhook], before: Webhook | None, actor: Actor) -> None:
    """All of these rows change: the one in use goes out of it, the other comes into it."""
    was = snapshot(rows)
    for row in rows:
        row.is_in_use = row != before
        row.save(update_fields=["is_in_use"])
    was, becomes = only_changes(was, snapshot(rows))
    now = rows[-1]
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_WEBHOOK,
        subject=f"tournament:{tournament.pk}",
        sentence=f"News of the draft are {'posted to' if now.is_in_use else 'no more posted to'} {now.host}.",
        before=was,
        after=becomes,
    )
