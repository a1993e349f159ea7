"""The tables every other app builds on."""

from tournaments.models.access import Access, Action, FailedAttempt, Role
from tournaments.models.people import Division, Manager, SlotRoll, Team
from tournaments.models.series import Series, TieBreakRoll
from tournaments.models.tournament import Tournament

__all__ = [
    "Access",
    "Action",
    "Division",
    "FailedAttempt",
    "Manager",
    "Role",
    "Series",
    "SlotRoll",
    "Team",
    "TieBreakRoll",
    "Tournament",
]
