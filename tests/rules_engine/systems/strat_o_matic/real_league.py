"""A real season as cards and teams, for tests that need whole games."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.game_rules import GameRules
from rules_engine.systems.strat_o_matic.card_making.card_maker import League
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from seasons.league_statistics import Statistics
from seasons.strat_o_matic.league_cards import make_league, measure_season
from seasons.strat_o_matic.lineups import club_lineup
from seasons.strat_o_matic.season_cards import SeasonCards, make_season

EDITIONS = ("star", "som_super_advanced", "som_advanced", "som_basic", "senior_seminar")


@dataclass(frozen=True)
class RealLeague:
    """The cards of both leagues, with one league's statistics and yardsticks."""

    season: SeasonCards
    statistics: Statistics
    league: League  # yardsticks from the actual season, before correction
    own: Mapping[str, Card]  # this league's cards

    @property
    def cards(self) -> dict[str, Card]:
        return dict(self.season.cards)


@cache
def real_league(year: int = 1998, name: str = "NL") -> RealLeague:
    made = make_league(year, name)
    return RealLeague(make_season(year)[0], made.statistics, measure_season(year, name), made.cards)


def side(team: str, starter: int = 0) -> Side:
    """Return the suggested lineup in order of at-bats, so scenes with named batters survive better suggestions."""
    proposed = club_lineup(real_league().season, team, starter)
    cards = real_league().season.cards

    def often(player: str) -> int:
        card = cards[player]
        return card.at_bats_and_walks if isinstance(card, BatterCard) else 0

    return proposed._replace(order=tuple(sorted(proposed.order, key=often, reverse=True)))


def new_game(
    edition: str = "star", away: str = "NYA", home: str = "ATL", starter: int = 0, rules: GameRules | None = None
) -> StratGame:
    season = real_league().season
    setup = GameSetup(load_ruleset(edition), season.cards)
    return StratGame(setup, GameLog(start_game(side(away, starter), side(home, starter), rules)))
