"""Build a season's cards from a user's own tables of batting, pitching, fielding, people and clubs."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.imports.headings import ColumnChoices, Section, find_sections, unknown_headings
from core.imports.tables import ImportTable
from drafts.card_files.own_season_cells import Row, read_count, read_hand, read_outs, read_positions
from drafts.card_files.statistics_columns import NEEDED, TARGETS
from rules_engine.names import name_words, split_name
from seasons.players_and_parks import (
    BATTING,
    PITCHING,
    POSITION_GAMES_COLUMNS,
    CardMinimums,
    HomePark,
    PlayerSeason,
    Season,
    SeasonTables,
    players_of,
)

_TOTAL: Final = re.compile(r"TOT(ALS?)?|\d\s*-?\s*(TMS?|TEAMS)|[-\s]{3,}", re.IGNORECASE)
_SUMMARY: Final = re.compile(r"(league|team|club)\s*(average|totals?)|lgavg.*|totals?|non-qualifiers.*", re.IGNORECASE)
_MARKS: Final = re.compile(r"[*#?+†]+$")
_REMARK: Final = re.compile(r"\s*\([^()]*\)\s*$")
_POSITION_BEHIND: Final = re.compile(r"(\S+\s.*\S)\s+(?:C|[123]B|SS|[LCR]F|OF|DH|P|SP|RP)$")
_UNKNOWN_CLUB: Final = ""


class UnusedRow(NamedTuple):
    """An unused row with the reason."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(slots=True)
class _Player:
    """A player with the data collected from all of the player's rows."""

    code: str
    name: str = ""
    has_id: bool = False
    bats: str = ""
    throws: str = ""
    birth_year: int | None = None
    batting: list[tuple[Any, ...]] = field(default_factory=list)
    pitching: list[tuple[Any, ...]] = field(default_factory=list)
    games_at: dict[str, int] = field(default_factory=dict)
    listed_positions: list[str] = field(default_factory=list)  # positions listed without games
    clubs: list[str] = field(default_factory=list)


@dataclass(slots=True)
class OwnSeason:
    """A season built from a user's files.

    Attributes:
        sections: Each file's columns.
        read: Used rows, by kind of data.
        unused: Unused rows with their reasons.
    """

    table: ImportTable
    sections: list[Section]
    season: Season
    read: dict[str, int]
    unused: list[UnusedRow]

    def note(self, minimums: CardMinimums) -> str:
        """Return the card set's note about its sources."""
        return f"From {', '.join(self.table.titles)}. {minimums.summary()}"


def read_own_season(table: ImportTable, year: int, choices: ColumnChoices, minimums: CardMinimums) -> OwnSeason:
    """Build the season from the files. It has no players if no file contains batting or pitching lines."""
    sections = find_sections(table, TARGETS, needed=NEEDED, choices=choices) or unknown_headings(table, choices)
    builder = _SeasonBuilder(table)
    kinds = [(section, _kind(section)) for section in sections]
    builder.note_repeated_names([section for section, kind in kinds if kind in ("batting", "pitching")])
    for kind, read in builder.readers.items():  # parse people last, because they add facts to players from other files
        for section, own_kind in kinds:
            if own_kind == kind:
                builder.read_section(section, kind, read)
    return OwnSeason(table, sections, builder.season(year, minimums), dict(builder.read), builder.unused)


def _kind(section: Section) -> str:
    """Return the kind of rows under these headings, or ""."""
    targets = section.headings.by_target.keys()
    if targets & {"park", "club_name"} and "id" not in targets:
        return "clubs"
    if targets & {"innings", "outs_pitched"} and targets & {"earned_runs", "batters_faced"}:
        return "pitching"
    if "at_bats" in targets:
        return "batting"
    if targets >= {"at_ss", "at_lf"}:
        return "appearances"
    if targets >= {"position", "games"} and targets & {"putouts", "fielding_innings"}:
        return "fielding"
    return "people" if targets & {"bats", "throws"} else ""


class _SeasonBuilder:
    """Collects the players and clubs of all files."""

    def __init__(self, table: ImportTable) -> None:
        self.read: dict[str, int] = defaultdict(int)
        self.unused: list[UnusedRow] = []
        self.readers: Mapping[str, Callable[[Row], None]] = {
            "clubs": self._read_club,
            "batting": self._read_batting,
            "pitching": self._read_pitching,
            "appearances": self._read_appearances,
            "fielding": self._read_fielding,
            "people": self._read_person,
        }
        self._table = table
        self._players: dict[str, _Player] = {}
        self._codes_by_name: dict[str, list[str]] = defaultdict(list)
        self._clubs: dict[str, dict[str, Any]] = {}
        self._marked = False  # whether names include handedness marks
        self._repeated: set[str] = set()  # names shared by several players without IDs

    def note_repeated_names(self, sections: Sequence[Section]) -> None:
        """Collect names that appear on several rows of a table. Rows with these names are skipped in every table."""
        for section in sections:
            rows = [(number, self._values(section, cells)) for number, cells in section.rows]
            self._repeated |= _repeated_names([*_without_totals(rows)])

    def read_section(self, section: Section, kind: str, read: Callable[[Row], None]) -> None:
        rows = [(number, self._values(section, cells)) for number, cells in section.rows]
        self._marked = any(row.get("name", "").endswith(("*", "#")) for _, row in rows)
        counted = [*_without_totals(rows)] if kind in ("batting", "pitching") else rows
        for number, row in counted:
            place = self._table.place(number)
            name = name_words(_plain_name(row))
            if _is_blank(row):
                continue
            if name in self._repeated and not row.get("id"):
                text = f"several rows have the name {_plain_name(row)}, and none is their total. Add an id column."
                self.unused.append(UnusedRow(place, text))
                continue
            try:
                read(row)
            except ValueError as error:
                self.unused.append(UnusedRow(place, str(error)))
            else:
                self.read[kind] += 1

    @staticmethod
    def _values(section: Section, cells: Sequence[str]) -> Row:
        return {} if section.headings.repeats(cells) else section.headings.values(cells)

    def _player(self, row: Row, *, adds: bool = True) -> _Player:
        """Return a row's player. Raise ValueError unless exactly one player matches."""
        code, name = row.get("id", ""), _plain_name(row)
        if code and code in self._players:
            return self._named(self._players[code], row)
        words = name_words(name)
        namesakes = [self._players[own] for own in self._codes_by_name.get(words, ())] if words else []
        fitting = [player for player in namesakes if not (code and player.has_id)]
        if len(fitting) > 1:
            club = row.get("team", "")
            fitting = [player for player in fitting if club in player.clubs]
        if len(fitting) == 1:
            return self._named(fitting[0], row)
        if namesakes and not code:
            raise ValueError(
                f"{len(namesakes)} players are named {name}, and neither team nor id shows which one is meant"
            )
        if not adds or not (code or name):
            raise ValueError(f"{name or 'this row'} has no batting or pitching line")
        return self._add(code, name, row)

    def _add(self, code: str, name: str, row: Row) -> _Player:
        own_code = (code or re.sub(r"\W", "", name_words(name)))[:20]
        while own_code in self._players:
            own_code = f"{own_code[:18]}-2"
        player = self._players[own_code] = _Player(own_code, has_id=bool(code))
        return self._named(player, row)

    def _named(self, player: _Player, row: Row) -> _Player:
        name = _plain_name(row)
        if name and not player.name:
            player.name = name
            self._codes_by_name[name_words(name)].append(player.code)
        if row.get("birth_year", "").isdecimal():
            player.birth_year = int(row["birth_year"])
        return player

    def _read_club(self, row: Row) -> None:
        name = row.get("club_name") or row.get("name", "")
        self._clubs[row.get("team", "")] = {
            "name": name,
            "park": row.get("park", ""),
            "G": read_count(row, "games"),
        }

    def _read_batting(self, row: Row) -> None:
        counts = [read_count(row, name) for name in BATTING]
        player = self._player(row)
        player.batting.append((_club(row, player), read_count(row, "stint") or len(player.batting) + 1, *counts))
        if self._marked:
            mark = row.get("name", "")[-1:]
            player.bats = player.bats or {"*": "L", "#": "S", "?": ""}.get(mark, "R")
        player.listed_positions = player.listed_positions or read_positions(row.get("position", ""))

    def _read_pitching(self, row: Row) -> None:
        values = {**row, "pitching_games": row.get("games", ""), "hits_allowed": row.get("hits", "")}
        values |= {"homeruns_allowed": row.get("homeruns", ""), "walks_allowed": row.get("walks", "")}
        values |= {"strikeouts_made": row.get("strikeouts", ""), "hit_batters": row.get("hit_by_pitch", "")}
        values |= {"runs_allowed": row.get("runs", "")}
        counts = [read_outs(row) if name == "outs_pitched" else read_count(values, name) for name in PITCHING]
        player = self._player(row)
        player.pitching.append((_club(row, player), read_count(row, "stint") or len(player.pitching) + 1, *counts))
        if self._marked:
            player.throws = player.throws or ("L" if row.get("name", "").endswith("*") else "R")

    def _read_appearances(self, row: Row) -> None:
        named = {**row, "at_2b": row.get("at_2b") or row.get("doubles", "")}
        named["at_3b"] = row.get("at_3b") or row.get("triples", "")
        games = {position: read_count(named, f"at_{position.lower()}") for position in POSITION_GAMES_COLUMNS}
        player = self._player(row)
        for position, count in games.items():
            if count:
                player.games_at[position] = player.games_at.get(position, 0) + count

    def _read_fielding(self, row: Row) -> None:
        position, games = row.get("position", "").upper(), read_count(row, "games")
        player = self._player(row)
        if position in (*POSITION_GAMES_COLUMNS, "OF") and not self.read["appearances"]:
            player.games_at[position] = player.games_at.get(position, 0) + games

    def _read_person(self, row: Row) -> None:
        player = self._player(row, adds=False)
        player.bats = read_hand(row.get("bats", "")) or player.bats
        player.throws = read_hand(row.get("throws", "")) or player.throws

    def season(self, year: int, minimums: CardMinimums) -> Season:
        """Return the cards of all players who batted or pitched, and each club's main ballpark."""
        players = {code: player for code, player in self._players.items() if player.batting or player.pitching}
        longest = max((line[2] for player in players.values() for line in player.batting), default=0)
        clubs = {line[0] for player in players.values() for line in (*player.batting, *player.pitching)}
        club_rows = {club: self._clubs.get(club) or {"name": club, "park": "", "G": longest} for club in clubs}
        tables = SeasonTables(
            year,
            {code: player.batting for code, player in players.items() if player.batting},
            {code: player.pitching for code, player in players.items() if player.pitching},
            {code: [_appearances(player)] for code, player in players.items() if player.games_at},
            {code: _person(player) for code, player in players.items()},
            club_rows,
        )
        cards = [_with_listed_positions(card, players[card.code], minimums) for card in players_of(tables, minimums)]
        parks = [HomePark(club, row["park"], row["name"]) for club, row in sorted(self._clubs.items()) if row["park"]]
        return Season(cards, parks)


def _is_blank(row: Row) -> bool:
    name = _plain_name(row)
    return not any(row.values()) or bool(_SUMMARY.fullmatch(name)) or not (name or row.get("id") or row.get("team"))


def _plain_name(row: Row) -> str:
    name = row.get("name", "")
    if not name and row.get("last_name"):
        name = f"{row.get('first_name', '')} {row['last_name']}".strip()
    plain = _MARKS.sub("", _REMARK.sub("", name)).strip()
    return split_name(_POSITION_BEHIND.sub(r"\1", plain)).shown


def _identity(row: Row) -> str:
    return row.get("id") or name_words(_plain_name(row))


def _is_total(row: Row) -> bool:
    return bool(_TOTAL.fullmatch(row.get("team", "")))


def _without_totals(rows: Sequence[tuple[int, Row]]) -> Iterator[tuple[int, Row]]:
    """Drop single-club rows if there is a total row, but preserve their clubs."""
    clubs: dict[str, list[str]] = defaultdict(list)
    for _, row in rows:
        if not _is_total(row):
            clubs[_identity(row)].append(row.get("team", ""))
    totals = {_identity(row) for _, row in rows if _is_total(row)}
    for number, row in rows:
        if _is_total(row):
            yield number, {**row, "team": "-".join(dict.fromkeys(clubs[_identity(row)]))}
        elif _identity(row) not in totals:
            yield number, row


def _repeated_names(rows: Sequence[tuple[int, Row]]) -> frozenset[str]:
    """Return names that appear on several rows without an ID."""
    counts: dict[str, int] = defaultdict(int)
    for _, row in rows:
        if not row.get("id") and _plain_name(row):
            counts[name_words(_plain_name(row))] += 1
    return frozenset(name for name, count in counts.items() if count > 1)


def _club(row: Row, player: _Player) -> str:
    """Return a line's club and add it to the player's clubs."""
    club = row.get("team", "")
    for name in filter(None, club.split("-")):
        if name not in player.clubs:
            player.clubs.append(name)
    return club or _UNKNOWN_CLUB


def _appearances(player: _Player) -> tuple[Any, ...]:
    games = [player.games_at.get(position, 0) for position in POSITION_GAMES_COLUMNS]
    return ("-".join(player.clubs), *games)


def _person(player: _Player) -> dict[str, Any]:
    name = split_name(player.name or player.code)
    first = " ".join(filter(None, (name.first, name.suffix))) if name.suffix else name.first
    return {
        "nameFirst": first,
        "nameLast": name.last,
        "bats": player.bats,
        "throws": player.throws,
        "birthYear": player.birth_year,
    }


def _with_listed_positions(card: PlayerSeason, player: _Player, minimums: CardMinimums) -> PlayerSeason:
    """Return a card with its listed positions, without games, if no file counts games by position."""
    positions = card.positions
    outfield = player.games_at.get("OF", 0)
    if outfield >= minimums.position_games and not {"LF", "CF", "RF"} & positions.keys():
        positions = {**positions, "OF": outfield}
    if not player.games_at and player.listed_positions:
        positions = dict.fromkeys(player.listed_positions, 0)
    return card._replace(name=player.name or card.name, positions=positions, has_catcher_rating="C" in positions)
