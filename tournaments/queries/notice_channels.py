"""The channels by which each kind of notice reaches a manager."""

from collections.abc import Mapping
from typing import Final

from tournaments.models import Channel, NoticeKind, NoticeSettings

CHANNELS: Final = (Channel.PAGE, Channel.SOUND, Channel.MAIL, Channel.PUSH, Channel.CHAT)
ChannelsByKind = Mapping[str, frozenset[str]]

_ALL_KINDS: Final = frozenset({Channel.PAGE, Channel.PUSH, Channel.CHAT})
_DRAFT_KINDS: Final = (NoticeKind.ON_THE_CLOCK, NoticeKind.ON_DECK)
DEFAULTS: Final[ChannelsByKind] = {
    kind: _ALL_KINDS
    | ({Channel.SOUND} if kind in _DRAFT_KINDS else set())
    | ({Channel.MAIL} if kind == NoticeKind.ON_THE_CLOCK else set())
    for kind in NoticeKind
}


def channels_of(settings: NoticeSettings | None) -> ChannelsByKind:
    """Return what a manager chose, or the defaults."""
    if settings is None:
        return DEFAULTS
    return {kind: frozenset(settings.channels.get(kind, ())) for kind in NoticeKind}


def channels_for(access_id: int | None) -> ChannelsByKind:
    """Return the channels of a manager's link."""
    return channels_of(NoticeSettings.objects.filter(access=access_id or 0).first())
