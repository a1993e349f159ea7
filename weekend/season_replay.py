"""A real season played again: its men as often as they played, under the full rules, set beside what was played."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.invariants import broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.baseball.substitutions import side_from
from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.game import StratGame
from weekend.real_cards import (
    BY_SCARCITY,
    SeasonCards,
    Statistics,
    designated_hitter,
    league_totals,
    make_season,
    read_statistics,
)

OUTS = 27
LINES = {
    "AB": "at_bats",
    "R": "runs",
    "H": "hits",
    "2B": "doubles",
    "3B": "triples",
    "HR": "homeruns",
    "BB": "walks",
    "HBP": "hit_by_pitch",
    "SO": "strikeouts",
    "SB": "stolen_bases",
    "CS": "caught_stealing",
    "GIDP": "double_plays",
    "SH": "sacrifices",
    "SF": "sacrifice_flies",
}


@dataclass(slots=True)
class Replay:
    """Totals so far; `faults` are broken invariants, of which there must be none."""

    games: int = 0
    outs: int = 0
    totals: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, box: BoxScore) -> None:
        self.games += 1
        for team in box.teams:
            self.outs += sum(line.outs for line in team.pitching.values())
            for name, line in LINES.items():
                self.totals[name] += team.total(line)
            self.totals["E"] += sum(line.errors for line in team.fielding.values())

    def per_game(self) -> Mapping[str, float]:
        """Every line per 27 outs, as real_per_game has it."""
        return {name: total * OUTS / self.outs for name, total in self.totals.items()}


def replay_season(
    year: int, games: int, seed: int, edition: str = "star", tell: Callable[[int], None] | None = None
) -> Replay:
    """Games between teams drawn at random, each position manned by a man in proportion to his innings there."""
    season, statistics = make_season(year)[0], read_statistics(year)
    book, dice = Book(load_edition(edition), season.cards), random.Random(seed)
    teams, replay = sorted(season.teams), Replay()
    for number in range(games):
        away, home = drawn_opponents(statistics, teams, dice)
        hitter = designated_hitter(statistics.leagues[home], year)
        visitors = drawn_side(season, statistics, away, dice, designated_hitter=hitter)
        hosts = drawn_side(season, statistics, home, dice, designated_hitter=hitter)
        game = StratGame(book, GameLog(start_game(visitors, hosts)))
        pilot = Autopilot(game)
        table = RandomTable(seed + number, pilot.choose)
        while not game.state.over:
            pilot.changes()
            game.play(table)
        replay.faults += broken_invariants(game.log)
        replay.add(box_score(game.log.in_force()))
        if tell:
            tell(number + 1)
    return replay


def real_per_game(year: int) -> Mapping[str, float]:
    """The same lines as they were played, for one team in 27 outs.

    Outs and not games, because real games have a home team that wins more often and bats no ninth, and rain.
    """
    totals = league_totals(year)
    return {name: totals[name] * OUTS / totals["IPouts"] for name in (*LINES, "E")}


def drawn_opponents(statistics: Statistics, teams: Sequence[str], dice: random.Random) -> list[str]:
    """Two teams of one league, each team equally often."""
    first = dice.choice(teams)
    league = statistics.leagues[first]
    return [first, dice.choice([team for team in teams if team != first and statistics.leagues[team] == league])]


def drawn_side(
    season: SeasonCards, statistics: Statistics, team: str, dice: random.Random, *, designated_hitter: bool = False
) -> Side:
    """A line-up for one day: who plays where by his innings there, who pitches by his starts, the bench behind them."""
    cards, men = season.cards, season.teams[team]
    batters = [man for man in men if isinstance(cards[man], BatterCard)]
    drawn: dict[str, str] = {}
    for position in BY_SCARCITY:
        weights = {man: _outs_at(statistics, man, position) for man in batters if man not in drawn.values()}
        if not any(weights.values()):
            weights = dict.fromkeys(weights, 1)
        drawn[position] = dice.choices(list(weights), list(weights.values()))[0]
    pitchers = {man: card for man in men if isinstance(card := cards[man], PitcherCard)}
    starts = {man: statistics.pitching[man].starts for man in pitchers}
    drawn["p"] = dice.choices(list(starts), list(starts.values()))[0]
    relievers = [man for man in pitchers if man != drawn["p"] and pitchers[man].endurance.relief]
    rested = sorted(relievers, key=lambda man: -dice.random() * statistics.pitching[man].games)
    batting = [drawn[position] for position in BY_SCARCITY]
    bench = [man for man in batters if man not in batting]
    if designated_hitter and bench:
        hitter = dice.choices(bench, [_at_bats_to_spare(statistics, man) for man in bench])[0]
        batting.append(hitter)
        bench.remove(hitter)
    order = sorted(batting, key=lambda man: -statistics.batting[man].at_bats)
    return side_from((*order, drawn["p"])[:9], drawn, (*bench, *rested))


def _at_bats_to_spare(statistics: Statistics, man: str) -> float:
    """What he batted beyond what his outs in the field explain, four times in a game of 27: as designated hitter."""
    fielded = sum(season.outs for season in statistics.fielding.get(man, ()))
    return max(1.0, statistics.batting[man].plate_appearances - 4.2 * fielded / 27)


def _outs_at(statistics: Statistics, man: str, position: str) -> int:
    return sum(season.outs for season in statistics.fielding.get(man, ()) if season.position == position)
