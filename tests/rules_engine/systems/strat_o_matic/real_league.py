"""A real season as cards and teams, for tests that want whole games."""

from dataclasses import dataclass
from functools import cache

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import GameRules, Side, start_game
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.cards import Card
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.game import StratGame
from rules_engine.systems.strat_o_matic.making.make import League, measure_league
from weekend.real_cards import SeasonCards, Statistics, line_up, make_season, read_statistics


@dataclass(frozen=True)
class RealLeague:
    season: SeasonCards
    statistics: Statistics
    league: League  # before correction: the yardsticks as played

    @property
    def cards(self) -> dict[str, Card]:
        return dict(self.season.cards)


@cache
def real_league(year: int = 1998) -> RealLeague:
    statistics = read_statistics(year)
    lines = [line for seasons in statistics.fielding.values() for line in seasons]
    league = measure_league(list(statistics.batting.values()), lines)
    return RealLeague(make_season(year)[0], statistics, league)


def side(team: str, starter: int = 0) -> Side:
    return line_up(real_league().season, team, starter)


def new_game(
    edition: str = "star", away: str = "NYA", home: str = "ATL", starter: int = 0, rules: GameRules | None = None
) -> StratGame:
    season = real_league().season
    book = Book(load_edition(edition), season.cards)
    return StratGame(book, GameLog(start_game(side(away, starter), side(home, starter), rules)))
