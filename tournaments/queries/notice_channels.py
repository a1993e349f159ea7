"""Channels for sending each kind of notice to a manager."""

from collections.abc import Mapping
from typing import Final

from tournaments.models import NoticeChannel, NoticeKind, NoticeSettings

CHANNELS: Final = (NoticeChannel.PAGE, NoticeChannel.SOUND, NoticeChannel.MAIL, NoticeChannel.PUSH, NoticeChannel.CHAT)
ChannelsByKind = Mapping[str, frozenset[str]]

_ALL_KINDS: Final = frozenset({NoticeChannel.PAGE, NoticeChannel.PUSH, NoticeChannel.CHAT})
_DRAFT_KINDS: Final = (NoticeKind.ON_THE_CLOCK, NoticeKind.ON_DECK)
_MAIL_KINDS: Final = (NoticeKind.ON_THE_CLOCK, NoticeKind.SERIES_TIME, NoticeKind.YOUR_MOVE)
DEFAULTS: Final[ChannelsByKind] = {
    kind: _ALL_KINDS
    | ({NoticeChannel.SOUND} if kind in _DRAFT_KINDS else set())
    | ({NoticeChannel.MAIL} if kind in _MAIL_KINDS else set())
    for kind in NoticeKind
}


def channels_of(settings: NoticeSettings | None) -> ChannelsByKind:
    """Return the manager's chosen channels, or the defaults."""
    if settings is None:
        return DEFAULTS
    chosen: dict[str, frozenset[str]] = {kind: frozenset(settings.channels.get(kind, ())) for kind in NoticeKind}
    for kind in (NoticeKind.SERIES_TIME, NoticeKind.YOUR_MOVE):
        if kind not in settings.channels:  # These settings are older than this kind of notice.
            chosen[kind] = DEFAULTS[kind]
    return chosen


def channels_for(access_id: int | None) -> ChannelsByKind:
    """Return the channels for a manager's link."""
    return channels_of(NoticeSettings.objects.filter(access=access_id or 0).first())
