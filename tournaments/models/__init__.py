"""The tables every other app builds on."""

from tournaments.models.access import Access, FailedAttempt, Role
from tournaments.models.actions import Action
from tournaments.models.people import Division, Manager, SlotRoll, Team
from tournaments.models.series import Series
from tournaments.models.tie_breaks import TieBreakRoll
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
