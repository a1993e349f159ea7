"""Manage a club through many games: rotation, rest and injuries (25.1, 26.2, 27.51)."""

from dataclasses import dataclass, field, replace

from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.eligibility.pitching import ReliefLeft
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.game_state.carryover import Carryover
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.play.game import StratGame
from seasons.strat_o_matic.lineups import STARTERS, rated_starters, side_with_pitcher
from seasons.strat_o_matic.season_cards import SeasonCards


@dataclass(slots=True)
class RestedTeam:
    """A club over many games.

    Attributes:
        games_missed: Games missed by injured players.
    """

    season: SeasonCards
    team: str
    carryover: Carryover
    starts_out_of_turn: int = 0
    unrested_starts: int = 0
    games_missed: int = 0
    _rotation: list[str] = field(default_factory=list)  # the next starter is first

    def __post_init__(self) -> None:
        self._rotation = rated_starters(self.season, self.team)

    def side(self, game_input: GameInput) -> Side:
        """Return the next game's lineup, without injured players, with the next rested starter."""
        injured = self.carryover.out_for
        self.games_missed += len(injured)
        healthy = [player for player in self.season.teams[self.team] if player not in injured]
        season = replace(self.season, teams={self.team: healthy})
        starter = self._next_starter(healthy)
        side = side_with_pitcher(season, self.team, starter, without=self._rotation[:STARTERS])
        return rest_batters(game_input, self.carryover.setup, side)[0]

    def _next_starter(self, healthy: list[str]) -> str:
        """Return the next starter and update the rotation. An unrested pitcher starts only if there is no other."""
        candidates = [player for player in self._rotation if player in healthy] or self._rotation
        rested = next((player for player in candidates if self._is_rested(player)), None)
        starter = rested or next((player for player in candidates if self.carryover.may_start(player)), candidates[0])
        self.starts_out_of_turn += starter != self._rotation[0]
        self.unrested_starts += rested is None
        rotation, spot_starters = self._rotation[:STARTERS], self._rotation[STARTERS:]
        if starter in rotation:
            rotation.remove(starter)
            rotation.append(starter)
        self._rotation = [*rotation, *spot_starters]
        return starter

    def _is_rested(self, player: str) -> bool:
        """Return whether a player may start and is not tired, such as after a relief appearance (27.52)."""
        if not self.carryover.may_start(player):
            return False
        return not self.carryover.unrested((player,), player)


def rested_game(setup: GameSetup, teams: tuple[RestedTeam, RestedTeam], game_input: GameInput) -> StratGame:
    """Start the next game between two teams. The setup contains the unrested pitchers (27.52, 27.61)."""
    sides = [team.side(game_input) for team in teams]
    pitchers = [(side.pitcher, *side.bench) for side in sides]
    unrested: set[str] = set()
    for team, side, candidates in zip(teams, sides, pitchers, strict=True):
        unrested |= team.carryover.unrested(candidates, side.pitcher)
    setup.unrested = frozenset(unrested)
    relief: dict[str, ReliefLeft] = {}
    for team, candidates in zip(teams, pitchers, strict=True):
        relief.update(team.carryover.relief(candidates))
    return StratGame(setup, GameLog(start_game(sides[0], sides[1])), relief)


def rested_teams(
    setup: GameSetup, season: SeasonCards, names: tuple[str, str], profile: Profile | None
) -> tuple[RestedTeam, RestedTeam]:
    """Return two clubs before their first game. If there is a profile, its rest rules apply (T10.2)."""
    away, home = (RestedTeam(season, name, Carryover(setup, profile)) for name in names)
    return away, home
