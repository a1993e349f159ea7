"""A club of a season through many games: whose turn it is, who has had his rest, who is hurt (25.1, 26.2, 27.51)."""

from dataclasses import dataclass, field, replace

from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.profile import Profile
from rules_engine.systems.strat_o_matic.game_state.carryover import Carried
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.game_state.resting import rest_batters
from rules_engine.systems.strat_o_matic.play.game import StratGame
from seasons.strat_o_matic.line_ups import STARTERS, side_behind, starters_of
from seasons.strat_o_matic.season_cards import SeasonCards


@dataclass(slots=True)
class RestedTeam:
    """`team` through its games, with counts of starts out of turn and without rest, and of games the hurt missed."""

    season: SeasonCards
    team: str
    carried: Carried
    out_of_turn: int = 0
    unrested: int = 0
    missed: int = 0
    _turns: list[str] = field(default_factory=list)  # the rotation, whose turn it is first

    def __post_init__(self) -> None:
        self._turns = starters_of(self.season, self.team)

    def side(self, game_input: GameInput) -> Side:
        """The line-up of the next game, without the hurt, the first rested man of the rotation on the mound."""
        hurt = self.carried.out_for
        self.missed += len(hurt)
        well = [man for man in self.season.teams[self.team] if man not in hurt]
        season = replace(self.season, teams={self.team: well})
        side = side_behind(season, self.team, self._starter(well), without=self._turns[:STARTERS])
        return rest_batters(game_input, self.carried.setup, side)[0]

    def _starter(self, well: list[str]) -> str:
        """Nobody is asked to start too soon, or tired, while another can; he who did goes to the end of the five."""
        able = [man for man in self._turns if man in well] or self._turns
        fresh = next((man for man in able if self._is_fresh(man)), None)
        starter = fresh or next((man for man in able if self.carried.may_start(man)), able[0])
        self.out_of_turn += starter != self._turns[0]
        self.unrested += fresh is None
        rotation, others = self._turns[:STARTERS], self._turns[STARTERS:]
        if starter in rotation:
            rotation = [*(man for man in rotation if man != starter), starter]
        self._turns = [*rotation, *others]
        return starter

    def _is_fresh(self, man: str) -> bool:
        """27.52: after relief he may start without his rest as well, but tired."""
        return bool(self.carried.may_start(man)) and not self.carried.unrested((man,), man)


def rested_game(setup: GameSetup, teams: tuple[RestedTeam, RestedTeam], game_input: GameInput) -> StratGame:
    """The next game of two teams. Who would pitch without his rest is known to the book (27.52, 27.61)."""
    sides = [team.side(game_input) for team in teams]
    pairs = list(zip(teams, sides, strict=True))
    men = [(team.carried, (side.pitcher, *side.bench), side.pitcher) for team, side in pairs]
    setup.unrested = frozenset().union(*(carried.unrested(able, starter) for carried, able, starter in men))
    relief = {man: left for carried, able, _ in men for man, left in carried.relief(able).items()}
    return StratGame(setup, GameLog(start_game(sides[0], sides[1])), relief)


def rested_teams(
    setup: GameSetup, season: SeasonCards, names: tuple[str, str], profile: Profile | None
) -> tuple[RestedTeam, RestedTeam]:
    """Two clubs before their first game. With a `profile` rest is the tournament's (T10.2)."""
    away, home = (RestedTeam(season, name, Carried(setup, profile)) for name in names)
    return away, home
