"""Load a real season's statistics by league.

`Totals.recorded` lists the lines that were recorded at the time. Cards need a few lines that were not: batters'
strikeouts come from the pitchers' totals, and caught stealing comes from a success rate.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason, PitchingSeason
from seasons.lahman import (
    Row,
    SeasonError,
    column_total,
    column_totals,
    group_rows,
    read_leagues,
    read_people,
    read_table,
)
from seasons.players_and_parks import PlayerSeason, read_season

LEAGUES: Final = ("AL", "NL")
OUTS_PER_GAME: Final = 24
DEFAULT_SUCCESS_RATE: Final = 0.56  # for steal attempts, in dead-ball seasons with a record of both
_BATTING: Final = ["AB", "H", "2B", "3B", "HR", "BB", "SO", "HBP", "SF", "SH", "IBB", "SB", "CS", "R", "GIDP"]
_FIELDING: Final = ["InnOuts", "G", "PO", "A", "E", "PB", "SB", "CS"]
_PITCHING: Final = ["BFP", "IPouts", "G", "GS", "H", "HR", "BB", "SO", "HBP", "IBB", "WP", "BK", "SV"]
_OUTFIELD: Final = {"LF": "Glf", "CF": "Gcf", "RF": "Grf"}
_TOTALS: Final[Mapping[str, Mapping[str, str]]] = {
    "Teams": {"DP": "DP"},
    "Fielding": {"E": "E", "PB": "PB", "SB": "SB by catchers", "CS": "CS by catchers"},
    "Pitching": {"IPouts": "IPouts", "BFP": "BFP", "WP": "WP", "BK": "BK", "SO": "SO of pitchers"},
    "Batting": {column: column for column in _BATTING},
}

FieldingLine = tuple[str, str, Sequence[float]]  # player, position, counts in _FIELDING


@dataclass(frozen=True)
class Statistics:
    """One season's lines by player, from which cards are made.

    Attributes:
        hands: The side from which each pitcher bats.
        teams: Each team's players. A traded player is on the team with which he played the most games.
        leagues: Each team's league, "AL" or "NL".
        two_way: Players with a hitter's card and a pitcher's card.
    """

    year: int
    batting: Mapping[str, BattingSeason]
    pitching: Mapping[str, PitchingSeason]
    fielding: Mapping[str, Sequence[FieldingSeason]]
    hands: Mapping[str, str]
    teams: Mapping[str, Sequence[str]]
    leagues: Mapping[str, str]
    two_way: frozenset[str] = frozenset()

    def of_league(self, league: str) -> LeagueSeason:
        """Return the players on one league's teams with their full season."""
        teams = {team: roster for team, roster in self.teams.items() if self.leagues[team] == league}
        players = {player for roster in teams.values() for player in roster}
        return LeagueSeason(
            self.year,
            league,
            batting={player: line for player, line in self.batting.items() if player in players},
            pitching={player: line for player, line in self.pitching.items() if player in players},
            fielding={player: lines for player, lines in self.fielding.items() if player in players},
            hands=self.hands,
            teams=teams,
            double_plays=league_totals(self.year, league).counts["DP"],
            two_way=self.two_way & players,
        )


@dataclass(frozen=True)
class Totals:
    """One league's totals. `recorded` lists the lines that were recorded at the time."""

    year: int
    league: str
    counts: Mapping[str, int]
    recorded: frozenset[str]

    @property
    def sacrifice_flies(self) -> str:
        """Return how a run-scoring fly was recorded: as its "own" line, a "sacrifice" or an "at_bat"."""
        if self.year >= 1954:
            return "own"
        if 1908 <= self.year <= 1930 or self.year == 1939:
            return "sacrifice"
        return "at_bat"

    @property
    def steal_success_rate(self) -> float:
        """Return this league's share of successful steals, or its era's share if it was not recorded."""
        for stolen, caught in (("SB", "CS"), ("SB by catchers", "CS by catchers")):
            if self.counts.get(caught, 0) > 0:
                attempts = self.counts[stolen] + self.counts[caught]
                return self.counts[stolen] / attempts
        return DEFAULT_SUCCESS_RATE


@cache
def read_statistics(year: int) -> Statistics:
    """Return a year's statistics. Raise SeasonError if there are none."""
    batting_rows = read_leagues("Batting", ["playerID", *_BATTING], year, LEAGUES)
    if not batting_rows:
        raise SeasonError(f"there are no statistics for {year}")
    batting = group_rows(batting_rows, "playerID")
    pitching_rows = read_leagues("Pitching", ["playerID", *_PITCHING], year, LEAGUES)
    pitching = group_rows(pitching_rows, "playerID")
    people = read_people({*batting, *pitching}, year)
    teams = _teams(year)
    leagues = leagues_by_club(year)
    league_by_player = {player: leagues[team] for team, players in teams.items() for player in players}
    two_way = {player.code: player for player in read_season(year).players if player.is_two_way}
    batting_seasons = {}
    for player in sorted(batting):
        season = _batting(batting[player], people[player])
        league = league_totals(year, league_by_player[player])
        batting_seasons[player] = _fill_missing(season, league)
    fielding = {}
    for player, lines in _fielding(year).items():
        fielding[player] = _positions_on_card(lines, two_way.get(player))
    return Statistics(
        year,
        batting=batting_seasons,
        pitching={player: _pitching(pitching[player], people[player]) for player in sorted(pitching)},
        fielding=fielding,
        hands={player: "L" if person["bats"] == "L" else "R" for player, person in people.items()},
        teams=teams,
        leagues=leagues,
        two_way=frozenset(two_way),
    )


def _fill_missing(season: BattingSeason, league: Totals) -> BattingSeason:
    """Fill in batting lines that were not recorded, based on league rates."""
    if "SO of batters" not in league.recorded:
        rate = league.counts["SO"] / max(1, league.counts["BFP"])
        season = replace(season, strikeouts=round(season.plate_appearances * rate))
    if "CS" not in league.recorded:
        caught_per_steal = 1 / league.steal_success_rate - 1
        season = replace(season, caught_stealing=round(season.stolen_bases * caught_per_steal))
    return season


def _name(person: Row) -> str:
    return f"{person['nameFirst']} {person['nameLast']}"


def _batting(lines: Sequence[Row], person: Row) -> BattingSeason:
    bats: Literal["L", "R", "S"] = "R"
    if person["bats"] == "B":
        bats = "S"
    elif person["bats"] == "L":
        bats = "L"
    return BattingSeason(_name(person), bats, *column_totals(lines, _BATTING))


def _pitching(lines: Sequence[Row], person: Row) -> PitchingSeason:
    throws: Literal["L", "R"] = "L" if person["throws"] == "L" else "R"
    return PitchingSeason(_name(person), throws, *column_totals(lines, _PITCHING))


def _fielding(year: int) -> dict[str, list[FieldingSeason]]:
    columns = ["playerID", "POS", *_FIELDING]
    rows = read_leagues("Fielding", columns, year, LEAGUES)
    infield = _lines_by_position(row for row in rows if row["POS"] != "OF")
    outfield = _lines_by_position(read_leagues("FieldingOFsplit", columns, year, LEAGUES))
    if not outfield:
        combined = _lines_by_position(row for row in rows if row["POS"] == "OF")
        outfield = list(_split_outfield(combined, year))
    seasons: dict[str, list[FieldingSeason]] = {}
    for player, position, (recorded_outs, games, *counts) in (*infield, *outfield):
        # old seasons have no fielding innings, so assume most of each game
        outs = recorded_outs or games * OUTS_PER_GAME
        if outs > 0:
            season = FieldingSeason(position.lower(), int(outs), int(games), *map(int, counts))
            seasons.setdefault(player, []).append(season)
    return seasons


def _positions_on_card(lines: Sequence[FieldingSeason], two_way: PlayerSeason | None) -> list[FieldingSeason]:
    """Return a player's fielding lines. A two-way player keeps pitching and the positions on his drafted card."""
    if not two_way:
        return list(lines)
    return [line for line in lines if line.position == "p" or line.position.upper() in two_way.positions]


def _lines_by_position(rows: Iterable[Row]) -> list[FieldingLine]:
    by_position = group_rows(rows, "playerID", "POS")
    lines: list[FieldingLine] = []
    for player, position in sorted(by_position):
        counts = column_totals(by_position[player, position], _FIELDING)
        lines.append((player, position, counts))
    return lines


def _split_outfield(outfielders: Iterable[FieldingLine], year: int) -> Iterator[FieldingLine]:
    """Split old seasons' outfield lines by games in left, center and right field."""
    rows_by_player = group_rows(read_table("FieldingOF", ["playerID", *_OUTFIELD.values()], year), "playerID")
    for player, _, counts in outfielders:
        rows = rows_by_player.get(player, ())
        games = {position: column_total(rows, column) for position, column in _OUTFIELD.items()}
        for position, position_games in games.items():
            if position_games:
                share = position_games / sum(games.values())
                yield player, position, [count * share for count in counts]


def _teams(year: int) -> dict[str, list[str]]:
    rows = read_leagues("Batting", ["playerID", "teamID", "G"], year, LEAGUES)
    teams: dict[str, list[str]] = {}
    assigned: set[str] = set()
    for row in _sort_by_games(rows):
        player = row["playerID"]
        if player not in assigned:
            assigned.add(player)
            teams.setdefault(row["teamID"], []).append(player)
    return teams


def _sort_by_games(rows: Sequence[Row]) -> list[Row]:
    """Sort players by games, most first. The sort is stable, because lineups and replays depend on the order."""
    return sorted(rows, key=lambda row: -row["G"])


def leagues_by_club(year: int) -> dict[str, str]:
    return {row["teamID"]: row["lgID"] for row in read_leagues("Teams", ["teamID"], year, LEAGUES)}


def designated_hitter(league: str, year: int) -> bool:
    """Return whether this league used the designated hitter."""
    first_year = 1973 if league == "AL" else 2022
    return year >= first_year or year == 2020


@cache
def league_totals(year: int, league: str) -> Totals:
    """Return a league's totals. Raise SeasonError for a year without statistics."""
    counts, recorded = {}, set()
    for table, names in _TOTALS.items():
        rows = read_leagues(table, names, year, (league,))
        for column, name in names.items():
            counts[name] = column_total(rows, column)
            if counts[name]:
                recorded.add(name)
    if not counts["IPouts"]:
        raise SeasonError(f"there are no statistics for {year}")
    return _with_strikeouts(Totals(year, league, counts, frozenset(recorded)))


def _with_strikeouts(league: Totals) -> Totals:
    """Use the pitchers' strikeouts if the batters' strikeouts were not recorded."""
    if "SO" in league.recorded:
        return replace(league, recorded=league.recorded | {"SO of batters"})
    counts = {**league.counts, "SO": league.counts["SO of pitchers"]}
    return replace(league, counts=counts, recorded=league.recorded | {"SO"})


def runner_on_second(year: int) -> int:
    """Return the first inning that started with a runner on second, or 0."""
    return 10 if year >= 2020 else 0
