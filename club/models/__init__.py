"""Models for people who take part in several tournaments, and for the club's records and seasons."""

from club.models.draft_totals import PlayerDraftTotals
from club.models.people import (
    FORMER_MEMBER,
    PUBLIC_PERSON,
    ClubChange,
    ClubLock,
    ManagerLink,
    People,
    Person,
    new_person_key,
)
from club.models.player_statistics import Ballplayer, PlayerCounts, PlayerTotals, TournamentLine
from club.models.ratings import PROVISIONAL_DEVIATION, PersonRating, RatingRun
from club.models.seasons import (
    FIRST_YEAR,
    LAST_YEAR,
    ClubTournament,
    PastResult,
    PointsCorrection,
    SeasonFormula,
    TeamFinish,
)

__all__ = [
    "Ballplayer",
    "ClubChange",
    "ClubLock",
    "ClubTournament",
    "PlayerDraftTotals",
    "FIRST_YEAR",
    "FORMER_MEMBER",
    "LAST_YEAR",
    "ManagerLink",
    "PROVISIONAL_DEVIATION",
    "PUBLIC_PERSON",
    "PastResult",
    "People",
    "Person",
    "PersonRating",
    "PlayerCounts",
    "PlayerTotals",
    "PointsCorrection",
    "RatingRun",
    "SeasonFormula",
    "TeamFinish",
    "TournamentLine",
    "new_person_key",
]
