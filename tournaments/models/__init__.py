"""The tables that every other app builds on."""

from tournaments.models.access import Access, Action, Device, FailedAttempt, Role
from tournaments.models.column_mappings import ColumnMapping
from tournaments.models.news import Follower, MailFollower, Webhook
from tournaments.models.notices import Notice
from tournaments.models.odds import Odds
from tournaments.models.people import Division, Manager, SlotRoll, Team
from tournaments.models.series import Series, TieBreakRoll
from tournaments.models.shootouts import Shootout, ShootoutHalf
from tournaments.models.tournament import Tournament

__all__ = [
    "Access",
    "Action",
    "ColumnMapping",
    "Device",
    "Division",
    "FailedAttempt",
    "Follower",
    "MailFollower",
    "Manager",
    "Notice",
    "Odds",
    "Role",
    "Series",
    "Shootout",
    "ShootoutHalf",
    "SlotRoll",
    "Team",
    "TieBreakRoll",
    "Tournament",
    "Webhook",
]
