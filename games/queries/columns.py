"""A column of a pitching sheet: one game, started or upcoming."""

from typing import NamedTuple

from games.models import Game


class GameColumn(NamedTuple):
    """One game on one team's sheet.

    Attributes:
        number: Its number among the games that the team has started; 0 if that is not known yet.
        at_home: None before the roll for home.
        status: Empty before the game starts.
        resumed_after: Games that the team had started when this one resumed (T33.0).
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
    is_void: bool = False  # of a series that is thrown out (T0.08)

    @property
    def suspended(self) -> bool:
        """Whether the game must be finished. Games of a void series are not (T33.0)."""
        return self.status == Game.Status.SUSPENDED and not self.is_void

    @property
    def half_entered(self) -> bool:
        return self.status == Game.Status.DRAFT

    @property
    def result(self) -> str:
        """Return the result, such as "W 3-2"; empty if it is a draft or upcoming."""
        own, runs_against = self.runs_for, self.runs_against
        if self.half_entered or own is None or runs_against is None:
            return ""
        if self.suspended or self.ending == Game.Ending.NOT_FINISHED:
            return f"{'' if self.suspended else 'T '}{own}-{runs_against}"
        return f"{'W' if own > runs_against else 'L'} {own}-{runs_against}"

    def unplayed(self) -> "GameColumn":
        return self._replace(status="", ending="", runs_for=None, runs_against=None)
