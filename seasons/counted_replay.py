"""A real season played again under a system whose cards are made by count, with what teams take from game to game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.seasons import LeagueSeason, outs_of_starts
from rules_engine.baseball.simulation import play_out
from rules_engine.baseball.state import GameRules, start_game
from rules_engine.baseball.system import AnySystem
from seasons.counts import OUTS, Counts, Matrix, Plays, Target
from seasons.draw import Draw
from seasons.league_statistics import designated_hitter, league_totals, runner_on_second
from seasons.report import ReplayedLeague

SEEDS_A_ROUND: Final = 1_000_000
OnProgress = Callable[[int], None]


def target_of(season: LeagueSeason) -> Target:
    """What this league's lines should be."""
    starts = sum(outs_of_starts(line) for line in season.pitching.values())
    outs = sum(line.outs for line in season.pitching.values())
    use = {"outs of starters": starts * OUTS / outs}
    if not designated_hitter(season.name, season.year):
        at_bat = [line for man, line in season.batting.items() if season.bats_as_pitcher(man)]
        turns = sum(line.plate_appearances + line.intentional_walks + line.sacrifices for line in at_bat)
        use["PA of pitchers"] = turns * OUTS / outs
    return Target(league_totals(season.year, season.name), use)


@dataclass
class CountedReplay:
    """One league. `book` holds its cards; `missed` counts the men who were not to be had, game by game."""

    system: AnySystem
    setup: Any
    season: LeagueSeason
    teams: Mapping[str, Sequence[str]]
    missed: int = 0
    _taken: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def play(self, games: int, seed: int, on_progress: OnProgress) -> ReplayedLeague:
        """So many games, one after the other: each team comes to its next one with what it took from the last."""
        players = [man for players in self.teams.values() for man in players]
        pitchers = frozenset(filter(self.setup.is_pitcher, players))
        hitters = frozenset(filter(self.setup.is_hitter, players))
        draw = Draw(self.season, self.teams, pitchers, hitters, self._relief)
        rules = GameRules(runner_on_second_from=runner_on_second(self.season.year))
        counts = Counts()
        for number in range(games):
            away, home = draw.met(number)
            self.system.bring(self.setup, self._taken.get(away), self._taken.get(home))
            self.missed += len(self.setup.absent)
            sides = draw.sides(number, self.setup.absent)
            game: Game[Any, Any] = Game(self.setup, GameLog(start_game(*sides, rules)), lineups_checked=False)
            play_out(game, seed * SEEDS_A_ROUND + number)
            counts.add(game.log, _no_luck, (pitchers - hitters).__contains__)
            for place, team in enumerate((away, home)):
                taken = self.system.carried(self._taken.get(team), game, place)
                self._taken[team] = self.system.next_series(taken)  # the next game is against another team
            if (number + 1) % 50 == 0 or number + 1 == games:
                on_progress(number + 1)
        return ReplayedLeague(target_of(self.season), self.season, counts)

    def _relief(self, man: str) -> float | None:
        work = self.season.pitching.get(man)
        return work.outs - outs_of_starts(work) if work and work.games > work.starts else None


def _no_luck(plays: Plays) -> Matrix:
    """Nothing is taken out of the counts: what dice show beyond their chance is not known of every system."""
    return np.zeros(1)
