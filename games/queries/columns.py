"""A column of a pitching sheet: one game, begun or to come."""

from typing import NamedTuple

from games.models import Game


class GameColumn(NamedTuple):
    """One game as one team's sheet sees it. `number` counts games begun; 0 where that is not known yet.

    at_home: None before the roll for home. status: empty before the game begins. `resumed_after`: games begun when it
    went on (T33.0).
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
        """Whether the game is to be finished; one of a series that is thrown out is not (T33.0)."""
        return self.status == Game.Status.SUSPENDED and not self.is_void

    @property
    def half_entered(self) -> bool:
        return self.status == Game.Status.DRAFT

    @property
    def result(self) -> str:
        """Such as "W 3-2"; empty where it is half entered or to come."""
        own, other = self.runs_for, self.runs_against
        if self.half_entered or own is None or other is None:
            return ""
        if self.suspended or self.ending == Game.Ending.NOT_FINISHED:
            return f"{'' if self.suspended else 'T '}{own}-{other}"
        return f"{'W' if own > other else 'L'} {own}-{other}"

    def unplayed(self) -> "GameColumn":
        return self._replace(status="", ending="", runs_for=None, runs_against=None)
