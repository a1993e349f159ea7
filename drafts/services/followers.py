"""Manage email subscriptions: subscribe an address, confirm it, and unsubscribe."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from core.errors import Refused
from drafts.queries.news import newest_news
from drafts.refusals import NewsRefusal
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import MailFollower, Tournament
from tournaments.services.outbox import sends_mail


def subscribe_to_mail(*, tournament: Tournament, address: str, every_pick: bool, actor: Actor) -> None:
    """Subscribe this address to the actor's notices, plus all draft picks if `every_pick` is set.

    A new address first receives a confirmation link.
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
        extent = "notices and every pick" if every_pick else "notices"
        _record_mail(locked_tournament, actor, f"{actor.name} gets {extent} by email.")


def _change_address(follower: MailFollower, address: str) -> None:
    follower.address = address
    follower.confirmed_at = follower.sent_at = follower.failed_at = None
    follower.due_at = timezone.now()
    follower.tries = 0
    follower.fault = ""


def confirm_address(*, follower: MailFollower, actor: Actor) -> None:
    """Start sending email to this address, immediately if the team is on the clock."""
    with writing(follower.tournament_id) as tournament:
        now = timezone.now()
        unconfirmed = MailFollower.objects.filter(pk=follower.pk, address=follower.address, confirmed_at=None)
        news = {"sent_through": newest_news(tournament.pk), "due_at": now, "tries": 0, "fault": "", "failed_at": None}
        if unconfirmed.update(confirmed_at=now, **news):
            _record_mail(tournament, actor, f"{follower.access} confirmed the email address.")


def unsubscribe_from_mail(*, follower: MailFollower, actor: Actor) -> None:
    """Stop email and delete the address."""
    with writing(follower.tournament_id) as tournament:
        deleted, _ = MailFollower.objects.filter(pk=follower.pk).delete()
        if deleted:
            _record_mail(tournament, actor, f"{follower.access} no longer gets email.")


def _record_mail(tournament: Tournament, actor: Actor, sentence: str) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_MAIL,
        subject=f"tournament:{tournament.pk}",
        sentence=sentence,
    )
