"""Card sets with players and ballparks, drafts with picks and trades, and managers' private preparation."""

from drafts.models.card_sets import STAND_IN_CODE, STAND_IN_NAME, Ballpark, CardSet, CardUpload, PlayerCard
from drafts.models.draft import TIME_UNITS, Draft, Pick, ProgramRun, ReopenedTurn, Trade, format_duration, largest_unit
from drafts.models.scouting import LineUp, MockDraft, QueuedPlayer, Ranking, ScoutedPlayer

__all__ = [
    "Ballpark",
    "CardSet",
    "CardUpload",
    "Draft",
    "LineUp",
    "MockDraft",
    "Pick",
    "PlayerCard",
    "ProgramRun",
    "QueuedPlayer",
    "Ranking",
    "ReopenedTurn",
    "STAND_IN_CODE",
    "STAND_IN_NAME",
    "ScoutedPlayer",
    "TIME_UNITS",
    "Trade",
    "format_duration",
    "largest_unit",
]
