"""Carryover to a team's next game: reliever rest, injuries and steals in the series."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rules_engine.baseball.events import PlayerInjured
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side
from rules_engine.rulings import Finding, Ruling, refuse
from rules_engine.systems.pine_tar.editions.edition import Options
from rules_engine.systems.pine_tar.pitchers.injuries import first_game_back
from rules_engine.systems.pine_tar.pitchers.use_limits import rest_ruling
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup, InjuryCounts
from rules_engine.systems.pine_tar.scorebook.tracker import Tracker


class AbsenceFinding(Finding):
    """Findings on why a player is unavailable."""

    HURT = "He is injured and misses {games:# more game}."


class LastAppearance(NamedTuple):
    """A pitcher's last game, his consecutive games up to it, and his outs in relief there."""

    game: int
    games_in_a_row: int
    relief_outs: int


@dataclass(frozen=True, slots=True)
class Carryover:
    """A team's carryover. Games are numbered from 1."""

    games: int = 0
    return_games: Mapping[str, int] = field(default_factory=dict)
    last_appearances: Mapping[str, LastAppearance] = field(default_factory=dict)
    steals: Mapping[str, int] = field(default_factory=dict)

    def after(self, log: GameLog, tracker: Tracker, team: int) -> "Carryover":
        """Return the carryover after a finished game."""
        number, side = self.games + 1, log.state.sides[team]
        injured = {
            event.player: first_game_back(number, event.length)
            for _, event in log.in_force()
            if isinstance(event, PlayerInjured) and _is_on_side(event.player, side)
        }
        last_appearances = {
            player: LastAppearance(
                number, self._games_in_a_row(player) + 1, 0 if appearance.started else appearance.outs
            )
            for player, appearance in tracker.appearances.items()
            if appearance.batters_faced and _is_on_side(player, side)
        }
        steals = dict(self.steals)
        for player, attempts in tracker.steals.items():
            if _is_on_side(player, side):
                steals[player] = steals.get(player, 0) + attempts
        return Carryover(
            number, {**self.return_games, **injured}, {**self.last_appearances, **last_appearances}, steals
        )

    def after_sheet(self, pitching: Mapping[str, tuple[bool, int]], injuries: Mapping[str, int]) -> "Carryover":
        """Return the carryover after a game for which there is only a pitching sheet.

        `pitched` maps pitchers to their outs and whether they started.
        `hurt` maps injured players to games missed.
        """
        number = self.games + 1
        return_games = {player: first_game_back(number, games) for player, games in injuries.items()}
        last_appearances = {
            player: LastAppearance(number, self._games_in_a_row(player) + 1, 0 if started else outs)
            for player, (started, outs) in pitching.items()
        }
        return replace(
            self,
            games=number,
            return_games={**self.return_games, **return_games},
            last_appearances={**self.last_appearances, **last_appearances},
        )

    def for_next_series(self) -> "Carryover":
        """PTB1: Return the carryover without steal attempts, which count per series."""
        return replace(self, steals={})

    def _games_in_a_row(self, player: str) -> int:
        last_appearances = self.last_appearances.get(player)
        return last_appearances.games_in_a_row if last_appearances and last_appearances.game == self.games else 0

    def absent(self, options: Options, players: Iterable[str]) -> dict[str, Ruling]:
        """PTIN1, PTSU1: Return the ruling against each player who can't play or pitch next."""
        absent = dict[str, Ruling]()
        for player in players:
            last_appearances = self.last_appearances.get(player)
            if (games_missed := self.return_games.get(player, 0) - self.games - 1) > 0:
                absent[player] = refuse(AbsenceFinding.HURT, "PTIN1", games=games_missed)
            elif last_appearances and last_appearances.game == self.games:
                ruling = rest_ruling(options, last_appearances.relief_outs, last_appearances.games_in_a_row)
                if not ruling:
                    absent[player] = ruling
        return absent

    def injured(self, setup: GameSetup) -> InjuryCounts:
        """PTIN2: Count the injured pitchers and position players."""
        injured = [player for player, game in self.return_games.items() if game > self.games + 1]
        pitchers = sum(setup.is_pitcher(player) for player in injured)
        return InjuryCounts(pitchers, len(injured) - pitchers)

    @property
    def as_json(self) -> dict[str, Any]:
        """Return JSON values."""
        last_appearances = {player: list(appearance) for player, appearance in self.last_appearances.items()}
        return {
            "games": self.games,
            "back": dict(self.return_games),
            "worked": last_appearances,
            "steals": dict(self.steals),
        }


def read_carryover(written: Mapping[str, Any]) -> Carryover:
    """Parse the JSON values from `Carryover.as_json`."""
    last_appearances = {player: LastAppearance(*appearance) for player, appearance in written["worked"].items()}
    return Carryover(written["games"], dict(written["back"]), last_appearances, dict(written["steals"]))


def apply_carryover(setup: GameSetup, sides: tuple[Carryover, Carryover]) -> None:
    """Apply the visitors' and the home team's carryover to their game's setup."""
    away, home = sides
    options = setup.edition.options
    setup.absent = {**away.absent(options, setup.cards), **home.absent(options, setup.cards)}
    setup.injured = away.injured(setup), home.injured(setup)
    setup.steals = {**away.steals, **home.steals}


def _is_on_side(player: str, side: Side) -> bool:
    return player in side.order or player in side.field or player in side.removed
