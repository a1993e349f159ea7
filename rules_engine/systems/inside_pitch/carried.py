"""Carryover between games: injuries in days, which count down by one per team game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_engine.baseball.events import PlayerInjured
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side
from rules_engine.rulings import Ruling, refuse
from rules_engine.systems.inside_pitch.game_setup import AbsenceFinding, GameSetup


@dataclass(frozen=True, slots=True)
class Carryover:
    """Remaining days that each player misses."""

    days: Mapping[str, int] = field(default_factory=dict)

    def after(self, log: GameLog, team: int) -> "Carryover":
        """IP13: Return the carryover after a finished game."""
        side = log.state.sides[team]
        injured = {
            event.player: event.length
            for _, event in log.in_force()
            if isinstance(event, PlayerInjured) and event.unit == "days" and _is_on_team(event.player, side)
        }
        return self.after_day(injured)

    def after_day(self, injuries: Mapping[str, int]) -> "Carryover":
        """IP13: Return the carryover after a game in which `hurt` players were injured.

        `hurt` maps players to days. Earlier injuries get one day shorter.
        """
        return Carryover({**{player: days - 1 for player, days in self.days.items() if days > 1}, **injuries})

    def absent(self) -> dict[str, Ruling]:
        """IP13: Return the ruling for each ineligible player."""
        return {
            player: refuse(AbsenceFinding.HURT, "IP13", subject=player, days=days) for player, days in self.days.items()
        }

    @property
    def written(self) -> dict[str, Any]:
        """Return JSON values."""
        return {"days": dict(self.days)}


def read_carryover(written: Mapping[str, Any] | None) -> Carryover:
    """Parse the JSON values from `Carryover.written`. None means a team's first game."""
    return Carryover(dict(written["days"])) if written else Carryover()


def apply_carryover(setup: GameSetup, away: Carryover, home: Carryover) -> None:
    """Mark the players who are still injured as absent from this game."""
    setup.absent = {**away.absent(), **home.absent()}


def _is_on_team(player: str, side: Side) -> bool:
    return player in side.order or player in side.field or player in side.removed
