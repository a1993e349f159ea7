"""Every man of a real season on one card: his lines, positions and roles; and the parks in which clubs were at home."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rules_engine.baseball.seasons import MOP_UP_OUTS
from seasons.card_facts import has_hitter_card, only_mopped_up
from seasons.club_names import fans_name
from seasons.lahman import Row, SeasonError, leagues_of, read_leagues, read_lines, read_people, read_table

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
_COUNTS: Final = (*BATTING, *PITCHING)
_STINT: Final = ("teamID", "stint")
_CLUB: Final = ("teamID",)
_in_order = itemgetter(_STINT.index("stint"))


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
            f"relief from {self.relief_games} games; cannot be injured: at most {self.missed_games} games missed. "
            f"A regular needs {MOP_UP_OUTS // 3} innings for a pitcher's card."
        )


class PlayerSeason(NamedTuple):
    """One man's season as it is on his card. Batting and pitching are real lines; innings pitched are whole outs."""

    code: str
    name: str
    sort_name: str
    clubs: str  # as fans write them, such as CHW or SEA-HOU
    bats: str  # L, R, S; empty where nobody knows
    throws: str
    birth_year: int | None
    positions: Mapping[str, int]  # games at those on the card
    has_catcher_rating: bool
    can_be_injured: bool
    is_pitcher: bool  # has a pitcher's card
    is_starter: bool
    is_reliever: bool
    counts: Mapping[str, int]  # by the names of BATTING and PITCHING

    @property
    def is_two_way(self) -> bool:
        """Whether he has a hitter's card beside his pitcher's card."""
        facts = {"is_pitcher": self.is_pitcher, "also_hits": False, "positions": self.positions}
        return self.is_pitcher and has_hitter_card({**self.counts, **facts})


class HomePark(NamedTuple):
    """A park of the year by the name it had then, and the clubs that were at home in it."""

    code: str
    name: str
    clubs: str


class Season(NamedTuple):
    """What a season's cards and parks say."""

    players: list[PlayerSeason]
    parks: list[HomePark]


def read_season(year: int, league: str = ALL_LEAGUES, minimums: CardMinimums | None = None) -> Season:
    """The men and parks of one season.

    MLB is every league of the year on one card (the interleague card of T31.9); a league alone, such as AL,
    holds only what a player did there. Raises SeasonError for a year or league without data.
    """
    minimums = minimums or CardMinimums()
    leagues = leagues_of(year)
    if league not in (ALL_LEAGUES, *leagues):
        choice = f"choose {', '.join(leagues)}, or {ALL_LEAGUES} for all"
        raise SeasonError(f"{year} had no league “{league}”: {choice}.", field="league")
    tables = _SeasonTables(year, leagues if league == ALL_LEAGUES else [league])
    return Season(_players(tables, minimums), _parks(tables, minimums))


class _SeasonTables:
    """The rows of one year and its leagues, in the form the cards are made from."""

    def __init__(self, year: int, leagues: Collection[str]) -> None:
        self.year = year
        self.batting = read_lines("Batting", _STINT, list(BATTING.values()), year, leagues)
        self.pitching = read_lines("Pitching", _STINT, list(PITCHING.values()), year, leagues)
        self.appearances = read_lines("Appearances", _CLUB, list(GAMES_AT.values()), year, leagues)
        self.people = read_people({*self.batting, *self.pitching, *self.appearances}, year)
        teams = read_leagues("Teams", ["teamID", "name", "park", "G"], year, leagues)
        self.clubs = {row["teamID"]: row for row in teams}
        home = ["teamkey", "leaguekey", "parkkey", "games"]
        self.home_games = [row for row in read_table("HomeGames", home, year) if row["teamkey"] in self.clubs]


def _players(tables: _SeasonTables, minimums: CardMinimums) -> list[PlayerSeason]:
    codes = sorted({*tables.batting, *tables.pitching, *tables.appearances})
    players = [_player(code, tables, minimums) for code in codes]
    return sorted(players, key=lambda player: (player.sort_name, player.code))


def _player(code: str, tables: _SeasonTables, minimums: CardMinimums) -> PlayerSeason:
    batting, pitching = tables.batting.get(code, []), tables.pitching.get(code, [])
    appearances = tables.appearances.get(code, [])
    stints = sorted(batting or pitching, key=_in_order) or appearances
    teams = list(dict.fromkeys(stint[0] for stint in stints))
    at_positions = _added_up(appearances, len(_CLUB), len(GAMES_AT))
    least = max(1, minimums.position_games)
    positions = {position: games for position, games in zip(GAMES_AT, at_positions, strict=True) if games >= least}
    numbers = (*_added_up(batting, len(_STINT), len(BATTING)), *_added_up(pitching, len(_STINT), len(PITCHING)))
    counts = dict(zip(_COUNTS, numbers, strict=True))
    starter, reliever = _roles(counts, sum(at_positions), minimums)
    facts = {"is_pitcher": starter or reliever, "also_hits": False, "positions": positions}
    club_games = max((tables.clubs[team]["G"] for team in teams), default=0)
    return PlayerSeason(
        code=code,
        clubs="-".join(fans_name(team, tables.year) for team in teams),
        positions=positions,
        has_catcher_rating="C" in positions,
        can_be_injured=not has_hitter_card(counts | facts) or counts["games"] + minimums.missed_games < club_games,
        is_pitcher=starter or reliever,
        is_starter=starter,
        is_reliever=reliever,
        counts=counts,
        **_person(tables.people.get(code, {}), code),
    )


def _added_up(lines: Sequence[tuple[Any, ...]], first: int, length: int) -> tuple[int, ...]:
    """The counts of all his lines, which begin at `first`. Nearly every man of a season has one line."""
    if len(lines) == 1:
        return lines[0][first:]
    return tuple(map(sum, list(zip(*lines, strict=True))[first:])) if lines else (0,) * length


def _person(person: Row, code: str) -> dict[str, Any]:
    first, last = person.get("nameFirst") or "", person.get("nameLast") or code
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


def _roles(counts: Mapping[str, int], games_in_the_field: int, minimums: CardMinimums) -> tuple[bool, bool]:
    """Return whether he is a starter and a reliever, by his real starts and relief games."""
    if only_mopped_up(counts):
        return False, False
    games, starts = counts["pitching_games"], counts["games_started"]
    relief_games = max(0, games - starts)
    starter, reliever = starts >= max(1, minimums.starter_games), relief_games >= max(1, minimums.relief_games)
    if not (starter or reliever) and games > games_in_the_field:
        return starts >= relief_games, starts < relief_games
    return starter, reliever


def _parks(tables: _SeasonTables, minimums: CardMinimums) -> list[HomePark]:
    """Every club's main park, and others in which a club was at home often enough."""
    most: dict[str, int] = defaultdict(int)
    for row in tables.home_games:
        most[row["teamkey"]] = max(most[row["teamkey"]], row["games"])
    names = {row["parkkey"]: row["parkname"] for row in read_table("Parks", ["parkkey", "parkname"])}
    clubs: dict[str, list[str]] = defaultdict(list)
    for row in tables.home_games:
        club = tables.clubs[row["teamkey"]]
        if row["games"] >= min(most[row["teamkey"]], minimums.park_games):
            clubs[row["parkkey"]].append(club["name"])
        if row["games"] == most[row["teamkey"]] and club["park"] and "/" not in club["park"]:
            names[row["parkkey"]] = club["park"]  # what it was called that year; the list of parks has later names
    parks = [HomePark(key, names.get(key, key), ", ".join(at_home)) for key, at_home in clubs.items()]
    return sorted(parks, key=lambda park: park.name)
