"""A pitching sheet column: a single game, started or upcoming."""

from typing import NamedTuple

from games.models import Game


class GameColumn(NamedTuple):
    """A game on a team's sheet.

    Attributes:
        number: The game's number among the team's started games, or 0 if unknown.
        at_home: None before the roll for home team.
        status: Empty before the game starts.
        resumed_after: Number of games the team had started when this game resumed (T33.0).
    """

    number: int
    game: int
    at_home: bool | None = None
    status: str = ""
    ending: str = ""
    runs_for: int | None = None
    runs_against: int | None = None
    stage: str = ""
    round: int = 0
    series_id: int = 0
    game_id: int = 0
    opponent_id: int = 0
    games_in_series: int = 0
    resumed_after: int | None = None
    is_void: bool = False  # the series was thrown out (T0.08)

    @property
    def suspended(self) -> bool:
        """Return whether the game must be finished. Games in a void series don't have to be (T33.0)."""
        return self.status == Game.Status.SUSPENDED and not self.is_void

    @property
    def half_entered(self) -> bool:
        return self.status == Game.Status.DRAFT

    @property
    def result(self) -> str:
        """Return the result, such as "W 3-2", or "" for drafts and upcoming games."""
        own, runs_against = self.runs_for, self.runs_against
        if self.half_entered or own is None or runs_against is None:
            return ""
        if self.suspended or self.ending == Game.Ending.NOT_FINISHED:
            return f"{'' if self.suspended else 'T '}{own}-{runs_against}"
        return f"{'W' if own > runs_against else 'L'} {own}-{runs_against}"

    def unplayed(self) -> "GameColumn":
        return self._replace(status="", ending="", runs_for=None, runs_against=None)
