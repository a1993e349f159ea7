"""Choose how notices reach a manager: channels, a Discord or Slack webhook, and browsers with push messages."""

from collections.abc import Mapping
from typing import Final

from core.chat_services import chat_service
from core.errors import Refused
from core.outgoing import parse_destination, refuse_private_address
from core.web_push import PushKeys, are_push_keys
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import NoticeKind, NoticeSettings, PushSubscription, Tournament
from tournaments.queries.notice_channels import CHANNELS, DEFAULTS
from tournaments.refusals import NoticeRefusal
from tournaments.services.webhooks import check_address

MOST_BROWSERS: Final = 10
_LONGEST_ENDPOINT: Final = 1000


def choose_channels(*, tournament: Tournament, channels: Mapping[str, list[str]], actor: Actor) -> None:
    """Store the channels for each kind of notice. Ignore unknown kinds and channels."""
    chosen = {kind.value: [channel for channel in CHANNELS if channel in channels.get(kind, ())] for kind in NoticeKind}
    with writing(tournament.pk) as locked_tournament:
        settings = _settings_of(actor)
        if settings.pk and settings.channels == chosen:
            return
        settings.channels = chosen
        settings.save()
        _record(locked_tournament, actor, f"{actor.name} chose how notices arrive.")


def set_chat_address(*, tournament: Tournament, address: str, actor: Actor) -> None:
    """Start posting the actor's notices to this Discord or Slack webhook. "" stops posting."""
    address = address.strip()
    if address:
        check_address(address)
        if not chat_service(address):
            raise Refused(NoticeRefusal.NOT_A_CHAT, field="address", host=parse_destination(address).host)
    with writing(tournament.pk) as locked_tournament:
        settings = _settings_of(actor)
        if settings.chat_address == address:
            return
        settings.chat_address = address
        settings.save()
        verb = "are now" if address else "are no longer"
        _record(locked_tournament, actor, f"{actor.name}'s notices {verb} posted to a chat.")


def _settings_of(actor: Actor) -> NoticeSettings:
    """Return the actor's settings, or new settings with the defaults."""
    defaults = {kind: sorted(channels) for kind, channels in DEFAULTS.items()}
    stored = NoticeSettings.objects.filter(access=actor.access_id or 0).first()
    return stored or NoticeSettings(access_id=actor.access_id or 0, channels=defaults)


def subscribe_to_push(
    *, tournament: Tournament, endpoint: str, keys: PushKeys, browser: str, actor: Actor
) -> PushSubscription:
    """Start sending the actor's notices to this browser too."""
    if len(endpoint) > _LONGEST_ENDPOINT or not are_push_keys(keys):
        raise Refused(NoticeRefusal.NOT_A_SUBSCRIPTION)
    refuse_private_address(endpoint)
    with writing(tournament.pk) as locked_tournament:
        subscriptions = PushSubscription.objects.filter(access=actor.access_id or 0)
        if subscriptions.exclude(endpoint=endpoint).count() >= MOST_BROWSERS:
            raise Refused(NoticeRefusal.TOO_MANY_BROWSERS, most=MOST_BROWSERS)
        facts = {"public_key": keys.public_key, "auth": keys.auth, "browser": browser[:80]}
        subscription, is_new = PushSubscription.objects.update_or_create(
            access_id=actor.access_id or 0, endpoint=endpoint, defaults=facts
        )
        if is_new:
            _record(locked_tournament, actor, f"{actor.name} gets push notifications on {browser or 'a browser'}.")
    return subscription


def unsubscribe_from_push(*, tournament: Tournament, endpoint: str, actor: Actor) -> None:
    """Stop sending push messages to this browser."""
    with writing(tournament.pk) as locked_tournament:
        subscriptions = PushSubscription.objects.filter(access=actor.access_id or 0, endpoint=endpoint)
        deleted, _ = subscriptions.delete()
        if deleted:
            _record(locked_tournament, actor, f"{actor.name} turned off push notifications in a browser.")


def _record(tournament: Tournament, actor: Actor, sentence: str) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.SET_NOTICES,
        subject=f"tournament:{tournament.pk}",
        sentence=sentence,
    )
