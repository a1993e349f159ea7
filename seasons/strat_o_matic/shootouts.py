"""Play a shootout between a season's clubs, like STAR tiebreakers (T32.0)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.batting.parks import Park
from rules_engine.systems.strat_o_matic.computer_manager.shootout_manager import ShootoutManager
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.shootout_game import (
    ShootoutGame,
    average_park,
    shootout_ruleset,
    shootout_team,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from seasons.lahman import SeasonError
from seasons.strat_o_matic.lineups import club_lineup
from seasons.strat_o_matic.season_cards import make_season
from seasons.strat_o_matic.setups import park_of


@dataclass(frozen=True, slots=True)
class PlayedShootout:
    """A finished shootout. `winner` is 0 for the visitors, 1 for the home team."""

    shootout: ShootoutGame
    winner: int
    after_inning: int | None

    def halves(self) -> Iterator[tuple[str, int]]:
        """Yield the pitcher's name and the runs of each half-inning."""
        for number, game in enumerate(self.shootout.halves):
            batting_team = number % 2
            start = game.log.start
            pitcher = self.shootout.setup.cards[start.fielding.pitcher].name
            yield pitcher, game.state.score[batting_team] - start.score[batting_team]


def play_shootout(year: int, teams: tuple[str, str], seed: int, parks: tuple[str, str] | None = None) -> PlayedShootout:
    """Play a shootout with computer managers, in the mean of both teams' parks (T32.0(1)) if `parks` is set.

    Raise SeasonError for an unknown year, club or park.
    """
    season = make_season(year)[0]
    sides = [club_lineup(season, team) for team in teams]
    setup = GameSetup(shootout_ruleset(load_ruleset("star")), season.cards, _mean_park(parks) if parks else None)
    away, home = (shootout_team(side, setup, season.teams[team]) for team, side in zip(teams, sides, strict=True))
    shootout = ShootoutGame(setup, load_profile("purestrat@1"), (away, home))
    result = ShootoutManager(shootout).play(seed)
    return PlayedShootout(shootout, int(result.winner != "visitor"), result.after_inning)


def _mean_park(parks: tuple[str, str]) -> Park:
    away, home = (park_of(name) for name in parks)
    if away is None or home is None:
        raise SeasonError("name a park for both teams, or for neither")
    return average_park(away, home)
