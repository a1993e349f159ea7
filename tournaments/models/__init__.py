"""Models that every other app builds on."""

from tournaments.models.access import Access, Action, ApiKey, Device, FailedAttempt, Role
from tournaments.models.column_mappings import ColumnMapping
from tournaments.models.news import (
    Delivery,
    Follower,
    MailFollower,
    NewsItem,
    NewsPosition,
    NoticeChannel,
    NoticeKind,
    NoticeSettings,
    Outbox,
    PushSubscription,
    Webhook,
)
from tournaments.models.notices import Notice
from tournaments.models.odds import Odds
from tournaments.models.people import Division, Manager, SlotRoll, Team
from tournaments.models.series import Series, TieBreakRoll
from tournaments.models.series_times import RoundDeadline, SeriesTime, TeamCalendar, TimeProposal
from tournaments.models.shootouts import Shootout, ShootoutHalf
from tournaments.models.sign_ups import SignUp, SignUpPage
from tournaments.models.tournament import RECOVERABLE, TablePace, Tournament

__all__ = [
    "RECOVERABLE",
    "Access",
    "Action",
    "ApiKey",
    "ColumnMapping",
    "NoticeChannel",
    "Delivery",
    "Device",
    "Division",
    "FailedAttempt",
    "Follower",
    "MailFollower",
    "Manager",
    "NewsItem",
    "NewsPosition",
    "Notice",
    "NoticeKind",
    "NoticeSettings",
    "Odds",
    "Outbox",
    "PushSubscription",
    "Role",
    "RoundDeadline",
    "Series",
    "SeriesTime",
    "Shootout",
    "ShootoutHalf",
    "SignUp",
    "SignUpPage",
    "SlotRoll",
    "Team",
    "TeamCalendar",
    "TieBreakRoll",
    "TablePace",
    "TimeProposal",
    "Tournament",
    "Webhook",
]
