"""Replay a real season for a system whose cards are made by exact count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.seasons import LeagueSeason, outs_of_starts
from rules_engine.baseball.simulation import play_out
from rules_engine.baseball.state import start_game
from rules_engine.baseball.system import AnySystem
from rules_engine.game_rules import GameRules
from seasons.counts import OUTS, Counts, Matrix, Plays, Target
from seasons.league_statistics import designated_hitter, league_totals, runner_on_second
from seasons.replay_schedule import ReplaySchedule
from seasons.report import ReplayedLeague

SEEDS_PER_REPLAY: Final = 1_000_000
_PROGRESS_STEP: Final = 50  # games
OnProgress = Callable[[int], None]


def target_of(season: LeagueSeason) -> Target:
    """Return the lines that this league's replay should produce."""
    starter_outs = sum(outs_of_starts(line) for line in season.pitching.values())
    outs = sum(line.outs for line in season.pitching.values())
    usage = {"outs of starters": starter_outs * OUTS / outs}
    if not designated_hitter(season.name, season.year):
        appearances = 0
        for player, line in season.batting.items():
            if season.bats_as_pitcher(player):
                appearances += line.plate_appearances + line.intentional_walks + line.sacrifices
        usage["PA of pitchers"] = appearances * OUTS / outs
    return Target(league_totals(season.year, season.name), usage)


@dataclass
class ExactReplay:
    """A replay of one league.

    Attributes:
        setup: The game setup with the league's cards.
        absences: Games missed by injured or unrested players.
    """

    system: AnySystem
    setup: Any
    season: LeagueSeason
    teams: Mapping[str, Sequence[str]]
    absences: int = 0
    _carryovers: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def play(self, games: int, seed: int, on_progress: OnProgress) -> ReplayedLeague:
        """Play games in order. Each team carries rest and injuries into its next game."""
        players = [player for roster in self.teams.values() for player in roster]
        pitchers = frozenset(filter(self.setup.is_pitcher, players))
        hitters = frozenset(filter(self.setup.is_hitter, players))
        bats_as_pitcher = (pitchers - hitters).__contains__
        schedule = ReplaySchedule(self.season, self.teams, pitchers, hitters, self._relief_outs)
        rules = GameRules(runner_on_second_from=runner_on_second(self.season.year))
        counts = Counts()
        for number in range(games):
            away, home = schedule.matchup(number)
            self.system.bring(self.setup, self._carryovers.get(away), self._carryovers.get(home))
            self.absences += len(self.setup.absent)
            sides = schedule.sides(number, self.setup.absent)
            game: Game[Any, Any] = Game(self.setup, GameLog(start_game(*sides, rules)), lineups_checked=False)
            play_out(game, seed * SEEDS_PER_REPLAY + number)
            counts.add(game.log, _no_luck, bats_as_pitcher)
            for index, team in enumerate((away, home)):
                carryover = self.system.carried(self._carryovers.get(team), game, index)
                # the next game is against a different team
                self._carryovers[team] = self.system.next_series(carryover)
            if (number + 1) % _PROGRESS_STEP == 0 or number + 1 == games:
                on_progress(number + 1)
        return ReplayedLeague(target_of(self.season), self.season, counts)

    def _relief_outs(self, player: str) -> float | None:
        line = self.season.pitching.get(player)
        if line is None or line.games <= line.starts:
            return None
        return line.outs - outs_of_starts(line)


def _no_luck(plays: Plays) -> Matrix:
    """Return no luck terms, because the chance of each roll is not known for every system."""
    return np.zeros(1)
