"""A real season's players as they appear on draft cards, and its clubs' home parks."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rules_engine.baseball.seasons import MOP_UP_OUTS
from seasons.card_facts import has_hitter_card, is_mop_up_only
from seasons.club_names import common_abbreviation
from seasons.lahman import Row, SeasonError, leagues_of, read_leagues, read_people, read_player_lines, read_table

ALL_LEAGUES: Final = "MLB"

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
POSITION_GAMES_COLUMNS: Final = {
    "C": "G_c",
    "1B": "G_1b",
    "2B": "G_2b",
    "3B": "G_3b",
    "SS": "G_ss",
    "LF": "G_lf",
    "CF": "G_cf",
    "RF": "G_rf",
}
_COUNTS: Final = (*BATTING, *PITCHING)
_STINT: Final = ("teamID", "stint")
_CLUB: Final = ("teamID",)
_by_stint = itemgetter(_STINT.index("stint"))


@dataclass(frozen=True, slots=True)
class CardMinimums:
    """Minimum games for entries on a card. Real statistics don't define positions and roles, so these are our rules.

    A pitcher below both minimums gets the role in which he appeared more often, so that every pitcher has one.

    Attributes:
        park_games: Home games in a park. A club's main park always counts.
        missed_games: A position player who missed at most this many games can't be injured.
    """

    position_games: int = 10
    starter_games: int = 4
    relief_games: int = 4
    park_games: int = 10
    missed_games: int = 2

    def summary(self) -> str:
        return (
            f"A position needs {self.position_games} games, a starter {self.starter_games} starts, "
            f"a reliever {self.relief_games} relief games. A player who missed at most {self.missed_games} games "
            f"can't be injured. A position player needs {MOP_UP_OUTS // 3} innings for a pitcher's card."
        )


class PlayerSeason(NamedTuple):
    """A player's season as it appears on his card.

    Attributes:
        clubs: Common abbreviations, such as CHW or SEA-HOU.
        bats: L, R or S, or "" if unknown.
        positions: Games at each position on the card.
        is_pitcher: Whether he has a pitcher's card.
        counts: Real counts by the names in BATTING and PITCHING. Innings pitched are in outs.
    """

    code: str
    name: str
    sort_name: str
    clubs: str
    bats: str
    throws: str
    birth_year: int | None
    positions: Mapping[str, int]
    has_catcher_rating: bool
    can_be_injured: bool
    is_pitcher: bool
    is_starter: bool
    is_reliever: bool
    counts: Mapping[str, int]

    @property
    def is_two_way(self) -> bool:
        """Return whether he has both a hitter's card and a pitcher's card."""
        facts = {"is_pitcher": self.is_pitcher, "also_hits": False, "positions": self.positions}
        return self.is_pitcher and has_hitter_card({**self.counts, **facts})


class HomePark(NamedTuple):
    """A park with its name in that year, and its home clubs."""

    code: str
    name: str
    clubs: str


class Season(NamedTuple):
    """A season's players and parks."""

    players: list[PlayerSeason]
    parks: list[HomePark]


def read_season(year: int, league: str = ALL_LEAGUES, minimums: CardMinimums | None = None) -> Season:
    """Load one season's players and parks.

    MLB combines all of the year's leagues on one card (the interleague card in T31.9). With a single league, such as
    AL,
    a card includes only what a player did there. Raise SeasonError for a year or league without data.
    """
    minimums = minimums or CardMinimums()
    leagues = leagues_of(year)
    if league not in (ALL_LEAGUES, *leagues):
        choices = f"Choose {', '.join(leagues)}, or {ALL_LEAGUES} for all leagues."
        raise SeasonError(f"{year} had no league “{league}”. {choices}", field="league")
    leagues = leagues if league == ALL_LEAGUES else [league]
    tables = _packed_tables(year, leagues)
    return Season(players_of(tables, minimums), _parks(tables, minimums))


@dataclass(frozen=True, slots=True)
class SeasonTables:
    """One year's data, from which the cards are made.

    Attributes:
        batting: Each player's lines: club, stint, and the counts in BATTING.
        pitching: Each player's lines: club, stint, and the counts in PITCHING.
        appearances: Each player's lines: club, and the games at the positions in POSITION_GAMES_COLUMNS.
        people: Names, hands and years of birth by player.
        clubs: Name, park and games (G) by club.
    """

    year: int
    batting: Mapping[str, Sequence[tuple[Any, ...]]]
    pitching: Mapping[str, Sequence[tuple[Any, ...]]]
    appearances: Mapping[str, Sequence[tuple[Any, ...]]]
    people: Mapping[str, Row]
    clubs: Mapping[str, Row]


def _packed_tables(year: int, leagues: Collection[str]) -> SeasonTables:
    """Return data for one year and its leagues from the packed file."""
    batting = read_player_lines("Batting", _STINT, list(BATTING.values()), year, leagues)
    pitching = read_player_lines("Pitching", _STINT, list(PITCHING.values()), year, leagues)
    appearances = read_player_lines("Appearances", _CLUB, list(POSITION_GAMES_COLUMNS.values()), year, leagues)
    people = read_people({*batting, *pitching, *appearances}, year)
    teams = read_leagues("Teams", ["teamID", "name", "park", "G"], year, leagues)
    return SeasonTables(year, batting, pitching, appearances, people, {row["teamID"]: row for row in teams})


def players_of(tables: SeasonTables, minimums: CardMinimums) -> list[PlayerSeason]:
    """Return a season's players, sorted by name."""
    codes = sorted({*tables.batting, *tables.pitching, *tables.appearances})
    players = [_player(code, tables, minimums) for code in codes]
    return sorted(players, key=lambda player: (player.sort_name, player.code))


def _player(code: str, tables: SeasonTables, minimums: CardMinimums) -> PlayerSeason:
    batting = tables.batting.get(code, [])
    pitching = tables.pitching.get(code, [])
    appearances = tables.appearances.get(code, [])
    stints = sorted(batting or pitching, key=_by_stint) or appearances
    teams = list(dict.fromkeys(stint[0] for stint in stints))
    games_by_position = _sum_lines(appearances, len(_CLUB), len(POSITION_GAMES_COLUMNS))
    min_games = max(1, minimums.position_games)
    positions = {}
    for position, games in zip(POSITION_GAMES_COLUMNS, games_by_position, strict=True):
        if games >= min_games:
            positions[position] = games
    batting_counts = _sum_lines(batting, len(_STINT), len(BATTING))
    pitching_counts = _sum_lines(pitching, len(_STINT), len(PITCHING))
    counts = dict(zip(_COUNTS, (*batting_counts, *pitching_counts), strict=True))
    starter, reliever = _roles(counts, sum(games_by_position), minimums)
    is_pitcher = starter or reliever
    facts = {"is_pitcher": is_pitcher, "also_hits": False, "positions": positions}
    club_games = max((tables.clubs[team]["G"] for team in teams if team in tables.clubs), default=0)
    missed_games = counts["games"] + minimums.missed_games < club_games
    return PlayerSeason(
        code=code,
        clubs="-".join(common_abbreviation(team, tables.year) for team in teams),
        positions=positions,
        has_catcher_rating="C" in positions,
        can_be_injured=missed_games or not has_hitter_card(counts | facts),
        is_pitcher=is_pitcher,
        is_starter=starter,
        is_reliever=reliever,
        counts=counts,
        **_person(tables.people.get(code, {}), code),
    )


def _sum_lines(lines: Sequence[tuple[Any, ...]], first: int, length: int) -> tuple[int, ...]:
    """Return the sums of the counts, which start at index `first` in each line."""
    if not lines:
        return (0,) * length
    if len(lines) == 1:  # most players have one line
        return lines[0][first:]
    columns = list(zip(*lines, strict=True))
    return tuple(map(sum, columns[first:]))


def _person(person: Row, code: str) -> dict[str, Any]:
    first, last = person.get("nameFirst") or "", person.get("nameLast") or code
    return {
        "name": f"{first} {last}".strip(),
        "sort_name": f"{last}, {first}" if first else last,
        "bats": _batting_or_throwing_hand(person.get("bats")),
        "throws": _batting_or_throwing_hand(person.get("throws")),
        "birth_year": person.get("birthYear"),
    }


def _batting_or_throwing_hand(written: str | None) -> str:
    """Return S for a switch hitter, whose value in the data is B (both)."""
    return "S" if written == "B" else written or ""


def _roles(counts: Mapping[str, int], games_in_the_field: int, minimums: CardMinimums) -> tuple[bool, bool]:
    """Return whether a player is a starter and whether he is a reliever, based on real starts and relief games."""
    if is_mop_up_only(counts):
        return False, False
    games, starts = counts["pitching_games"], counts["games_started"]
    relief_games = max(0, games - starts)
    starter, reliever = starts >= max(1, minimums.starter_games), relief_games >= max(1, minimums.relief_games)
    if not (starter or reliever) and games > games_in_the_field:
        return starts >= relief_games, starts < relief_games
    return starter, reliever


def _parks(tables: SeasonTables, minimums: CardMinimums) -> list[HomePark]:
    """Return each club's main park, and other parks with enough home games."""
    home_games = read_table("HomeGames", ["teamkey", "leaguekey", "parkkey", "games"], tables.year)
    home_games = [row for row in home_games if row["teamkey"] in tables.clubs]
    main_park_games: dict[str, int] = defaultdict(int)
    for row in home_games:
        main_park_games[row["teamkey"]] = max(main_park_games[row["teamkey"]], row["games"])
    names = {row["parkkey"]: row["parkname"] for row in read_table("Parks", ["parkkey", "parkname"])}
    clubs: dict[str, list[str]] = defaultdict(list)
    for row in home_games:
        club = tables.clubs[row["teamkey"]]
        if row["games"] >= min(main_park_games[row["teamkey"]], minimums.park_games):
            clubs[row["parkkey"]].append(club["name"])
        if row["games"] == main_park_games[row["teamkey"]] and club["park"] and "/" not in club["park"]:
            names[row["parkkey"]] = club["park"]  # its name that year, because the list of parks has later names
    parks = [HomePark(key, names.get(key, key), ", ".join(at_home)) for key, at_home in clubs.items()]
    return sorted(parks, key=lambda park: park.name)
