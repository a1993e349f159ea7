"""Create messages from new actions: notices to managers, and events for the tournament's webhook.

The activity log shows what has not been sent yet. A worker reads the log from a stored position. It writes the
messages and the new position in the same transaction, so a killed worker loses nothing and repeats nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from core.read_snapshot import read_snapshot
from play.queries.turns import tournaments_with_slow_games
from tournaments.access.links import standing
from tournaments.access.visibility import shown_to_public
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import writing
from tournaments.models import (
    Access,
    Action,
    Delivery,
    MailFollower,
    NewsItem,
    NewsPosition,
    NoticeChannel,
    NoticeKind,
    NoticeSettings,
    PushSubscription,
    Tournament,
)
from tournaments.queries.notice_channels import channels_of
from tournaments.services.webhooks import webhook_of
from weekend.queries.notices import PublicState, TeamNotice, current_notices, public_states, turns_at_tables
from weekend.queries.webhook_events import WebhookEvent, event_of_state, events_of_action


def collect_news() -> None:
    """Create messages for all new actions, and for new turns in slow games."""
    for tournament_id in _tournaments_with_news():
        _collect(tournament_id)


def _tournaments_with_news() -> list[int]:
    newest = Action.objects.filter(tournament=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    position = Coalesce(F("news_position__action"), 0)
    public = Tournament.objects.filter(shown_to_public())
    tournaments = public.annotate(newest=Coalesce(Subquery(newest), 0), position=position).order_by("pk")
    with_actions = list(tournaments.filter(newest__gt=F("position")).values_list("pk", flat=True))
    return with_actions + [pk for pk in tournaments_with_slow_games() if pk not in with_actions and _has_new_turns(pk)]


def _has_new_turns(tournament_id: int) -> bool:
    """Return whether another manager now has the move in a slow game. Moves are not actions of the tournament."""
    turns = list(turns_at_tables(Tournament.objects.get(pk=tournament_id)))
    items = NewsItem.objects.filter(tournament=tournament_id, kind=NoticeKind.YOUR_MOVE, ended_at=None)
    stored = set(items.values_list("key", flat=True))
    is_due = any(not turn.is_quiet and turn.key not in stored for turn in turns)
    return is_due or not stored <= {turn.key for turn in turns}


def _collect(tournament_id: int) -> None:
    reading = _read(tournament_id)
    with writing(tournament_id) as tournament:
        position, is_new = NewsPosition.objects.get_or_create(tournament=tournament)
        if position.action != reading.after:
            return  # another worker has already processed these actions
        news = _update_items(tournament, reading, is_first_time=is_new)
        _tell_managers(tournament, news)
        _tell_webhook(tournament, news)
        position.action = reading.through
        position.save()


@dataclass(frozen=True)
class _Reading:
    """A consistent snapshot of notices and states after all actions up to `through`. `after` is the stored position."""

    after: int
    through: int
    notices: Mapping[str, TeamNotice]
    states: Mapping[str, PublicState]


@read_snapshot()
def _read(tournament_id: int) -> _Reading:
    """Load the snapshot before taking any lock, so that no pick has to wait."""
    tournament = Tournament.objects.get(pk=tournament_id)
    stored = NewsPosition.objects.filter(tournament=tournament).values_list("action", flat=True).first()
    return _Reading(
        after=stored or 0,
        through=newest_number(tournament_id),
        notices={notice.key: notice for notice in current_notices(tournament)},
        states={state.key: state for state in public_states(tournament)},
    )


@dataclass(frozen=True)
class _CurrentNews:
    """The snapshot, its items, and the new ones among them."""

    reading: _Reading
    open_items: list[NewsItem]
    new_items: list[NewsItem]


def _update_items(tournament: Tournament, reading: _Reading, *, is_first_time: bool) -> _CurrentNews:
    """Store new notices and public states, and end those that no longer apply.

    The first time, after an upgrade or an import, no state is new.
    """
    notices, states = reading.notices, reading.states
    stored = {item.key: item for item in NewsItem.objects.filter(tournament=tournament, ended_at=None)}
    ended = [item.pk for key, item in stored.items() if key not in notices and key not in states]
    NewsItem.objects.filter(pk__in=ended).update(ended_at=timezone.now())
    new = [
        NewsItem(tournament=tournament, team_id=notice.team_id, kind=notice.kind, key=key)
        for key, notice in notices.items()
        if key not in stored and (is_first_time or not notice.is_quiet)
    ]
    new += [
        NewsItem(tournament=tournament, kind=state.event, key=key) for key, state in states.items() if key not in stored
    ]
    new_items = NewsItem.objects.bulk_create(new)
    still_open = [item for key, item in stored.items() if item.pk not in ended]
    return _CurrentNews(reading, [*still_open, *new_items], [] if is_first_time else new_items)


def _tell_managers(tournament: Tournament, news: _CurrentNews) -> None:
    """Create the new notices for every manager on the chosen channels.

    A manager who has just set up a channel is notified of a turn that is already on the clock.
    """
    urgent = [item for item in news.open_items if item.kind == NoticeKind.ON_THE_CLOCK]
    items = {item.pk: item for item in [*news.new_items, *urgent] if item.team_id is not None}
    recipients = _Recipients(tournament, {item.team_id for item in items.values() if item.team_id is not None})
    deliveries = []
    for item in items.values():
        notice = news.reading.notices[item.key]
        if not notice.is_quiet:
            deliveries += [_addressed(tournament, item, notice, parts) for parts in recipients.addresses_of(item)]
    Delivery.objects.bulk_create(deliveries, ignore_conflicts=True)


@dataclass(frozen=True)
class _Address:
    """A single target, such as a browser or chat, where a manager receives messages."""

    channel: NoticeChannel
    target: str
    recipient_id: int
    browser_id: int | None = None


class _Recipients:
    """These teams' managers, with the targets where each one receives messages."""

    def __init__(self, tournament: Tournament, team_ids: Iterable[int]) -> None:
        accesses = Access.objects.filter(standing(), tournament=tournament, team__in=team_ids, role="manager")
        self._accesses = list(accesses)
        numbers = [access.pk for access in self._accesses]
        self._settings = {row.access_id: row for row in NoticeSettings.objects.filter(access__in=numbers)}
        mail = MailFollower.objects.filter(access__in=numbers, tournament=tournament, confirmed_at__isnull=False)
        self._mail = set(mail.values_list("access_id", flat=True))
        self._push = list(PushSubscription.objects.filter(access__in=numbers))

    def addresses_of(self, item: NewsItem) -> list[_Address]:
        return [
            address
            for access in self._accesses
            if access.team_id == item.team_id
            for address in self._addresses(access.pk)
            if address.channel in channels_of(self._settings.get(access.pk))[item.kind]
        ]

    def _addresses(self, access_id: int) -> list[_Address]:
        addresses = []
        if access_id in self._mail:
            addresses.append(_Address(NoticeChannel.MAIL, f"mail:{access_id}", access_id))
        settings = self._settings.get(access_id)
        if settings is not None and settings.chat_address:
            addresses.append(_Address(NoticeChannel.CHAT, f"chat:{access_id}", access_id))
        for browser in self._push:
            if browser.access_id == access_id:
                addresses.append(_Address(NoticeChannel.PUSH, f"push:{browser.pk}", access_id, browser.pk))
        return addresses


def _addressed(tournament: Tournament, item: NewsItem, notice: TeamNotice, address: _Address) -> Delivery:
    return Delivery(
        tournament=tournament,
        channel=address.channel,
        target=address.target,
        key=f"item:{item.pk}",
        event=notice.kind,
        document=notice_document(tournament, notice.kind, notice.key, notice.sentence, notice.address),
        item=item,
        recipient_id=address.recipient_id,
        browser_id=address.browser_id,
        due_at=timezone.now(),
    )


def notice_document(tournament: Tournament, kind: str, key: str, sentence: str, page: str) -> dict[str, str]:
    """Return a notice in its stored and pushed format: the JSON that the page's push worker parses."""
    return {"kind": kind, "tag": key, "title": tournament.name, "body": sentence, "page": page}


def _tell_webhook(tournament: Tournament, news: _CurrentNews) -> None:
    """Create the webhook events for new actions and new states."""
    webhook = webhook_of(tournament)
    if webhook is None:
        return
    reading = news.reading
    actions = Action.objects.filter(tournament=tournament, pk__lte=reading.through).order_by("pk")
    events: list[WebhookEvent] = []
    for action in actions.filter(pk__gt=max(reading.after, webhook.sent_through)):
        events += events_of_action(tournament, action)
    for item in news.new_items:
        if item.key in reading.states:
            event = event_of_state(tournament, reading.states[item.key], item.pk)
            events += [event] if event is not None else []
    Delivery.objects.bulk_create(
        [
            Delivery(
                tournament=tournament,
                channel=NoticeChannel.WEBHOOK,
                target=f"webhook:{webhook.pk}",
                key=event.key,
                event=event.event,
                document=event.document,
                webhook=webhook,
                due_at=timezone.now(),
            )
            for event in events
        ],
        ignore_conflicts=True,
    )
