"""Write files like those of publishers, leagues and public sites, each with a key of the correct values.

`python -m tests.drafts.imported_files FOLDER` writes them all. Names and statistics come from real seasons. Ratings are
random.
"""

import csv
import io
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from openpyxl import Workbook

from rules_engine.innings import format_innings
from rules_engine.names import split_name
from seasons.club_names import common_abbreviation
from seasons.lahman import read_people, read_player_lines, read_table
from seasons.players_and_parks import (
    ALL_LEAGUES,
    BATTING,
    PITCHING,
    POSITION_GAMES_COLUMNS,
    PlayerSeason,
    Season,
    read_season,
)
from tests.core.imports.spreadsheets import ods_of, xls_of

Rows = list[list[str]]
YEAR: Final = 1998
_STINT: Final = ("teamID", "stint")


@dataclass(frozen=True)
class SourceFile:
    """A file, or several files that are opened together.

    Attributes:
        kind: One of twelve kinds.
        parts: Content by file name.
        key: The expected value of each row or player.
        named: Keys of rows with a planted error, which the import must report.
    """

    kind: str
    name: str
    parts: Mapping[str, bytes]
    key: Mapping[Any, Any]
    named: frozenset[Any] = frozenset()
    year: int = YEAR


@cache
def season(league: str = ALL_LEAGUES, year: int = YEAR) -> Season:
    return read_season(year, league)


# the way rows become files


def csv_bytes(rows: Rows, mark: str = ",", encoding: str = "utf-8", start: str = "") -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=mark).writerows(rows)
    return (start + text.getvalue()).encode(encoding, errors="replace")


def xlsx_bytes(sheets: Mapping[str, Rows]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def html_bytes(rows: Rows) -> bytes:
    lines = ("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<html><body><table>{''.join(lines)}</table></body></html>".encode()


# printed ratings


class Ratings:
    """Random ratings for a player: the printed cells, and the ratings they represent."""

    def __init__(self, dice: random.Random, player: PlayerSeason) -> None:
        self._dice = dice
        self.key: dict[str, str] = {}
        self.player = player

    def fielding(self, positions: Sequence[str], separator: str = " ") -> str:
        cells, canonical = [], []
        arm = self._dice.randint(-4, 3)
        has_arm = False
        for position in positions:
            name = position.lower()
            rating = f"{name}-{self._dice.randint(1, 5)}"
            error = f"e{self._dice.randint(1, 40)}"
            is_outfield = name in ("lf", "cf", "rf")
            shown = f"({arm:+d})" if arm else "(0)"
            cells.append(f"{rating}{shown if is_outfield or name == 'c' else ''}{error}")
            canonical.append(f"{rating}{shown if (is_outfield and not has_arm) or name == 'c' else ''}{error}")
            has_arm = has_arm or is_outfield
        text = separator.join(cells)
        self.key["fielding"] = ", ".join(canonical)
        if "C" in positions:
            throw, passed = self._dice.randint(1, 20), self._dice.randint(0, 20)
            text += f" T-{throw}(pb-{passed})"
            self.key |= {"throw": f"T 1-{throw}", "passed_ball": str(passed)}
        return text

    def running(self) -> str:
        top, bunt, hit_and_run = self._dice.randint(8, 17), self._dice.choice("ABCD"), self._dice.choice("BCD")
        self.key |= {"running": f"1-{top}", "bunting": bunt, "hit_and_run": hit_and_run}
        return f"1-{top} {bunt}/{hit_and_run}"

    def stealing(self) -> str:
        self.key["steal"] = self._dice.choice(["*2-6/- (18-12)", "-/- (8-2)", "*8-10/11,12 (19-14)", "12/11 (13-9)"])
        return self.key["steal"]

    def pitching(self) -> str:
        dice = self._dice
        start, relief, closer = dice.randint(5, 9), dice.randint(1, 4), dice.randint(0, 6)
        hold, balk, wild, error = dice.randint(-6, 9), dice.randint(0, 9), dice.randint(0, 20), dice.randint(0, 40)
        code = dice.choice(["#1WR", "#2WR", "#1NR", "#3WL"])
        star = dice.choice(["", "*"])
        self.key |= {
            "endurance": f"starter({start}) relief({relief})/{closer}",
            "hold": f"{hold:+d}",
            "hitting": code,
            "balk": str(balk),
            "wild_pitch": str(wild),
            "pitcher_error": f"e{error}",
        } | ({"starter_star": "*"} if star else {})
        return f"s({start}){star}/r({relief})/{closer} hold {hold:+d} {code} bk-{balk} wp-{wild} e{error}"

    def amount(self, name: str, low: int, high: int) -> str:
        value = f"{self._dice.randint(low, high)}.{self._dice.randint(0, 9)}"
        self.key[name] = value
        return value


def _listed_name(player: PlayerSeason, style: int) -> str:
    return player.sort_name if style % 2 == 0 else player.name


def _team(player: PlayerSeason) -> str:
    return player.clubs.split("-")[-1]


def hitters(style: int, count: int = 180) -> tuple[Rows, dict[int, Any], frozenset[int]]:
    """Return a sheet of hitters with its headings, and the key by row."""
    dice = random.Random(style)
    players = [player for player in season().players if not player.is_pitcher and player.positions]
    players = dice.sample(players, count)
    rows = [["Player", "Tm", "Fielding", "Steal", "Run", "OB vs L", "TB vs R", "BP L", "Clutch"]]
    key: dict[int, Any] = {}
    named = set()
    for player in players:
        ratings = Ratings(dice, player)
        row = [_listed_name(player, style), _team(player)]
        row += [ratings.fielding(list(player.positions), ", " if style % 3 == 1 else " ")]
        row += [ratings.stealing(), ratings.running(), ratings.amount("ob_left", 10, 60)]
        row += [ratings.amount("tb_right", 10, 90)]
        park = dice.choice(["w", "4", "7"])
        clutch = dice.randint(-9, 9)
        ratings.key |= {"park_left": park, "clutch": str(clutch)}
        row += [park, f"{clutch:+d}" if clutch else "0"]
        if dice.random() < 0.02:  # a smudge
            row[3] = "*2-6/x (18"
            del ratings.key["steal"]
            named.add(len(rows) + 1)
        rows.append(row)
        key[len(rows)] = (player.code, ratings.key)
    return rows, key, frozenset(named)


def pitchers(style: int, count: int = 150) -> tuple[Rows, dict[int, Any]]:
    dice = random.Random(100 + style)
    players = [player for player in season().players if player.is_pitcher]
    rows = [["Pitcher", "Team", "Born", "Ratings" if style % 2 else "Pitching"]]
    rows[0][3] = "Pitching ratings"
    key: dict[int, Any] = {}
    for player in dice.sample(players, count):
        ratings = Ratings(dice, player)
        rows.append([_listed_name(player, style), _team(player), str(player.birth_year or ""), ratings.pitching()])
        key[len(rows)] = (player.code, ratings.key)
    return rows, key


def by_position(style: int, count: int = 150) -> tuple[Rows, dict[int, Any]]:
    """Return a sheet with a column for each position."""
    dice = random.Random(200 + style)
    positions = list(POSITION_GAMES_COLUMNS)
    rows = [["Last", "First", "Team", *positions, "Spd", "H&R", "Bunt"]]
    key: dict[int, Any] = {}
    players = [player for player in season().players if not player.is_pitcher and player.positions]
    for player in dice.sample(players, count):
        cells = dict.fromkeys(positions, "-" if style else "")
        canonical = []
        for position in (name for name in positions if name in player.positions):
            rating = f"{dice.randint(1, 5)}e{dice.randint(1, 40)}"
            cells[position] = rating
            canonical.append(f"{position.lower()}-{rating}")
        running, hit_and_run, bunt = dice.randint(8, 17), dice.choice("BCD"), dice.choice("ABCD")
        last, _, first = player.sort_name.partition(", ")
        rows.append([last, first, _team(player), *cells.values(), f"1-{running}", hit_and_run, bunt])
        letters = {"running": f"1-{running}", "hit_and_run": hit_and_run, "bunting": bunt}
        key[len(rows)] = (player.code, {"fielding": ", ".join(canonical), **letters})
    return rows, key


def ratings_files() -> Iterator[SourceFile]:
    writers: list[tuple[str, Callable[[Rows], bytes]]] = [
        ("commas.csv", csv_bytes),
        ("semicolons.csv", lambda rows: csv_bytes(rows, ";", "cp1252", "sep=;\r\n")),
        ("mac.txt", lambda rows: csv_bytes(rows, "\t", "mac_roman")),
        ("utf-16.txt", lambda rows: csv_bytes(rows, "\t", "utf-16")),
    ]
    for style, (name, write) in enumerate(writers):
        rows, key, named = hitters(style)
        shift = 1 if name == "semicolons.csv" else 0  # the line that declares the separator
        yield SourceFile(
            "1 hitters",
            name,
            {name: write(rows)},
            {row + shift: value for row, value in key.items()},
            frozenset(row + shift for row in named),
        )
    books: list[tuple[str, Callable[[Rows], bytes]]] = [
        ("pitchers.xlsx", lambda rows: xlsx_bytes({"Pitchers": rows})),
        ("pitchers.xls", lambda rows: xls_of({"Pitchers": rows})),
        ("pitchers.ods", lambda rows: ods_of({"Pitchers": rows})),
        ("pitchers.csv", lambda rows: csv_bytes(rows, "|", "utf-8-sig")),
    ]
    for style, (name, write) in enumerate(books):
        rows, key = pitchers(style)
        yield SourceFile("2 pitchers", name, {name: write(rows)}, key)
    columns: list[tuple[str, Callable[[Rows], bytes]]] = [
        ("positions.csv", csv_bytes),
        ("positions.xlsx", lambda rows: xlsx_bytes({"Defense": rows})),
        ("positions.html.xls", html_bytes),
    ]
    for style, (name, write) in enumerate(columns):
        rows, key = by_position(style)
        yield SourceFile("3 by position", name, {name: write(rows)}, key)
    tabs: list[tuple[str, Callable[[Mapping[str, Rows]], bytes]]] = [
        ("season.xlsx", xlsx_bytes),
        ("season.xls", xls_of),
        ("season.ods", ods_of),
        ("season.html.xls", lambda sheets: b"".join(map(html_bytes, sheets.values()))),
    ]
    for style, (name, write_tabs) in enumerate(tabs):
        batters, key, named = hitters(10 + style, 90)
        staff, staff_key = pitchers(10 + style, 70)
        both = key | {1_000_000 + row: value for row, value in staff_key.items()}
        yield SourceFile("4 two tabs", name, {name: write_tabs({"Hitters": batters, "Pitchers": staff})}, both, named)
    for style in range(3):
        batters, key, named = hitters(20 + style, 60)
        staff, staff_key = pitchers(20 + style, 40)
        title = [["1998 SEASON RATINGS"], [""], ["HITTERS"]]
        page = [batters[0]]
        rows = [*title, *batters[:31], *page, *batters[31:], [""], ["PITCHERS"], *staff]
        shifted = {row + 3 + (row > 31): value for row, value in key.items()}
        start = len(title) + len(batters) + 1 + 2
        shifted |= {start + row: value for row, value in staff_key.items()}
        smudged = frozenset(row + 3 + (row > 31) for row in named)
        name = f"printed {style}.csv"
        yield SourceFile("5 sections", name, {name: csv_bytes(rows, ",;\t"[style])}, shifted, smudged)


# teams

_TOWNS: Final = ["Dayton", "Boise", "São Paulo", "Erie", "Québec"]


def team_files() -> Iterator[SourceFile]:
    names = [player.name for player in season().players[::40]][:14]
    teams = [f"{name.split()[-1]} {nick}" for name, nick in zip(names, ["Hawks", "Owls", "Bears"] * 5, strict=False)]
    towns = [_TOWNS[number % 5] for number in range(14)]
    plain = [["Team Name", "Owner", "City", "E-mail"]]
    plain += [
        [team, name, town, f"m{n}@example.com"]
        for n, (team, name, town) in enumerate(zip(teams, names, towns, strict=True))
    ]
    key = {row: (team, [name], town) for row, (team, name, town) in enumerate(zip(teams, names, towns, strict=True), 2)}
    yield SourceFile("6 teams", "teams.csv", {"teams.csv": csv_bytes(plain, ";", "cp1252")}, key)
    yield SourceFile("6 teams", "teams.ods", {"teams.ods": ods_of({"Teams": plain})}, key)
    bare = [[team, name] for team, name in zip(teams, names, strict=True)]
    bare_key = {row: (team, [name], "") for row, (team, name) in enumerate(zip(teams, names, strict=True), 1)}
    yield SourceFile("6 teams", "pasted.txt", {"pasted.txt": csv_bytes(bare, "\t")}, bare_key)
    form = [["Timestamp", "Email Address", "What is your full name?", "Team name (for the board)", "Home town"]]
    form += [
        [f"11/{n + 1}/2026 9:1{n % 10}:00", f"m{n}@example.com", name, team, town]
        for n, (team, name, town) in enumerate(zip(teams, names, towns, strict=True))
    ]
    yield SourceFile("7 web form", "responses.csv", {"responses.csv": csv_bytes(form)}, key)
    yield SourceFile("7 web form", "responses.xlsx", {"responses.xlsx": xlsx_bytes({"Form Responses 1": form})}, key)
    people = [["Submitted at", "First name", "Last name", "Phone", "Partner's name", "State"]]
    people += [
        [f"2026-11-{n + 10}", *_first_and_last(name), "(555) 123-4567", "", "OH"] for n, name in enumerate(names)
    ]
    people_key = {row: (split_name(name).last, [name], "") for row, name in enumerate(names, 2)}
    yield SourceFile("7 web form", "people.csv", {"people.csv": csv_bytes(people)}, people_key)


def _first_and_last(name: str) -> tuple[str, str]:
    parts = split_name(name)
    return parts.first, " ".join(filter(None, (parts.last, parts.suffix)))


# seasons from public sources

_LINE_NAMES: Final = {"GIDP": "GDP"}


@cache
def club_lines(table: str, year: int, league: str) -> dict[str, list[tuple[Any, ...]]]:
    counts = BATTING if table == "Batting" else PITCHING
    return read_player_lines(table, _STINT, list(counts.values()), year, [league])


def season_key(year: int, league: str) -> dict[str, Any]:
    """Return statistics and handedness by player code."""
    return {player.code: player for player in season(league, year).players}


def baseball_reference(
    year: int, league: str, *, has_ids: bool, write: Callable[[Rows], bytes] = csv_bytes
) -> dict[str, bytes]:
    """Return standard batting and standard pitching as exported by the site: a total, then a row for each club."""
    key = season_key(year, league)
    batting = [["Rk", "Player", "Age", "Team", "Lg", *BATTING.values(), "Pos", "Player-additional"]]
    pitching = [
        ["Rk", "Player", "Age", "Team", "Lg", "W", "L", "ERA", "G", "GS", "SV", "IP", "H", "R", "ER", "HR", "BB"]
    ]
    pitching[0] += ["SO", "HBP", "BF", "Player-additional"]
    for code, lines in club_lines("Batting", year, league).items():
        player = key[code]
        mark = {"L": "*", "S": "#"}.get(player.bats, "")
        positions = "".join(str(2 + [*POSITION_GAMES_COLUMNS].index(name)) for name in player.positions)
        for team, counts in _with_total(lines, year):
            cells = [str(len(batting)), f"{player.name}{mark}", "27", team, league, *map(str, counts)]
            batting.append([*cells, f"{positions}/H", code])
    for code, lines in club_lines("Pitching", year, league).items():
        player = key[code]
        mark = "*" if player.throws == "L" else ""
        for team, counts in _with_total(lines, year):
            facts = dict(zip(PITCHING, counts, strict=True))
            cells = [
                str(len(pitching)),
                f"{player.name}{mark}",
                "27",
                team,
                league,
                facts["wins"],
                facts["losses"],
                "4.50",
            ]
            cells += [facts["pitching_games"], facts["games_started"], facts["saves"]]
            cells += [format_innings(facts["outs_pitched"]), facts["hits_allowed"], facts["runs_allowed"]]
            cells += [facts["earned_runs"], facts["homeruns_allowed"], facts["walks_allowed"], facts["strikeouts_made"]]
            pitching.append([*map(str, cells), str(facts["hit_batters"]), str(facts["batters_faced"]), code])
    batting.append(["", "League Average", "", "", *[""] * 19])
    if not has_ids:
        batting, pitching = ([row[:-1] for row in rows] for rows in (batting, pitching))
    extension = "xls" if write is html_bytes else "csv"
    return {f"batting.{extension}": write(batting), f"pitching.{extension}": write(pitching)}


def _with_total(lines: Sequence[tuple[Any, ...]], year: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    ordered = sorted(lines, key=lambda line: line[1])
    if len(ordered) > 1:
        yield f"{len(ordered)}TM", tuple(map(sum, zip(*(line[2:] for line in ordered), strict=True)))
    for line in ordered:
        yield common_abbreviation(line[0], year), line[2:]


def fangraphs(year: int, league: str) -> dict[str, bytes]:
    """Return leaderboards for batting, pitching and fielding, and Retrosheet rosters for handedness."""
    key = season_key(year, league)
    lines = {"Batting": club_lines("Batting", year, league), "Pitching": club_lines("Pitching", year, league)}
    batting = [["Season", "Name", "Team", *[_LINE_NAMES.get(name, name) for name in BATTING.values()], "PlayerId"]]
    pitching = [
        ["Season", "Name", "Team", "W", "L", "SV", "G", "GS", "IP", "TBF", "H", "R", "ER", "HR", "BB", "HBP", "SO"]
    ]
    pitching[0].append("PlayerId")
    fielding = [["Season", "Name", "Team", "Pos", "G", "GS", "Inn", "PO", "A", "E", "PlayerId"]]
    rosters: dict[str, Rows] = {}
    ids = {code: str(1000 + number) for number, code in enumerate(key)}
    for code, player in key.items():
        team = player.clubs if "-" not in player.clubs else "- - -"
        counts = player.counts
        if code in lines["Batting"]:
            cells = [str(year), player.name, team, *(str(counts[name]) for name in BATTING)]
            batting.append([*cells, ids[code]])
        if code in lines["Pitching"]:
            names = ("wins", "losses", "saves", "pitching_games", "games_started", "outs_pitched", "batters_faced")
            names += ("hits_allowed", "runs_allowed", "earned_runs", "homeruns_allowed", "walks_allowed")
            names += ("hit_batters", "strikeouts_made")
            texts = [format_innings(counts[name]) if name == "outs_pitched" else str(counts[name]) for name in names]
            pitching.append([str(year), player.name, team, *texts, ids[code]])
        for position, games in player.positions.items():
            fielding.append([str(year), player.name, team, position, str(games), "0", "9.0", "3", "1", "0", ids[code]])
        for club in player.clubs.split("-"):
            last, _, first = player.sort_name.partition(", ")
            hand = {"S": "B"}.get(player.bats, player.bats)
            rosters.setdefault(club, []).append(
                [f"{last.lower()[:4]:x<4}{first.lower()[:1]}001", last, first, hand, player.throws, club, "X"]
            )
    files = {"batting.csv": csv_bytes(batting), "pitching.csv": csv_bytes(pitching, encoding="utf-8-sig")}
    files["fielding.csv"] = csv_bytes(fielding)
    everyone = [row for rows in rosters.values() for row in rows]
    return files | {f"{league}{year}.ROS": csv_bytes(everyone)}


def lahman(year: int, league: str) -> dict[str, bytes]:
    """Return the database's tables, including rows for other years and players."""
    files = {}
    codes: set[str] = set()
    for table, counts in (("Batting", BATTING), ("Pitching", PITCHING)):
        rows = [["playerID", "yearID", "stint", "teamID", "lgID", *counts.values()]]
        for own_year in (year - 1, year):
            for code, lines in club_lines(table, own_year, league).items():
                codes.add(code)
                rows += [[code, str(own_year), str(line[1]), line[0], league, *map(str, line[2:])] for line in lines]
        files[f"{table}.csv"] = csv_bytes(rows)
    columns = list(POSITION_GAMES_COLUMNS.values())
    games = read_player_lines("Appearances", ["teamID"], columns, year, [league])
    appearances = [["yearID", "teamID", "lgID", "playerID", "G_all", *columns]]
    for code, lines in games.items():
        appearances += [[str(year), line[0], league, code, "1", *map(str, line[1:])] for line in lines]
    people = [["playerID", "birthYear", "nameFirst", "nameLast", "bats", "throws"]]
    for code, person in read_people(codes, year).items():
        cells = (person["birthYear"], person["nameFirst"], person["nameLast"], person["bats"], person["throws"])
        people.append([code, *(str(cell or "") for cell in cells)])
    teams = [["yearID", "lgID", "teamID", "G", "name", "park"]]
    for row in read_table("Teams", ["teamID", "lgID", "G", "name", "park"], year):
        if row["lgID"] == league:
            teams.append([str(year), league, row["teamID"], str(row["G"]), row["name"], row["park"] or ""])
    files |= {"Appearances.csv": csv_bytes(appearances), "People.csv": csv_bytes(people), "Teams.csv": csv_bytes(teams)}
    return files


def season_files() -> Iterator[SourceFile]:
    for year, league, has_ids, write in (
        (1998, "AL", True, csv_bytes),
        (1998, "NL", False, csv_bytes),
        (1975, "NL", True, html_bytes),
        (1961, "AL", True, csv_bytes),
    ):
        parts = baseball_reference(year, league, has_ids=has_ids, write=write)
        name = f"{year} {league}{'' if has_ids else ' without ids'}"
        yield SourceFile("10 Baseball-Reference", name, parts, season_key(year, league), year=year)
    for year, league in ((1998, "AL"), (1987, "NL"), (1975, "AL")):
        yield SourceFile(
            "11 FanGraphs, Retrosheet", f"{year} {league}", fangraphs(year, league), season_key(year, league), year=year
        )
    for year, league in ((1998, "NL"), (1987, "AL"), (1927, "AL")):
        yield SourceFile("12 Lahman", f"{year} {league}", lahman(year, league), season_key(year, league), year=year)


# drafts: the test sets each pick's team, round, overall number and selection


def draft_files(turns: Sequence[Sequence[str]]) -> Iterator[SourceFile]:
    """Yield records of a draft. Each pick has a team, round, overall number and selection."""
    key = {int(turn[2]): (turn[0], turn[3], "", "") for turn in turns}
    rooms = [["Pick #", "Rd", "Fantasy Team", "Player"], *([turn[2], turn[1], turn[0], turn[3]] for turn in turns)]
    yield SourceFile("8 draft", "room.csv", {"room.csv": csv_bytes(rooms)}, key)
    yield SourceFile("8 draft", "room.xlsx", {"room.xlsx": xlsx_bytes({"Results": rooms})}, key)
    yield SourceFile("8 draft", "room.ods", {"room.ods": ods_of({"Results": rooms})}, key)
    for style in range(3):
        league_rows, league_key = _league_draft(turns, style)
        name = f"league {style}.csv"
        yield SourceFile("9 league draft", name, {name: csv_bytes(league_rows, ",;\t"[style])}, league_key)


def _league_draft(turns: Sequence[Sequence[str]], style: int) -> tuple[Rows, dict[int, Any]]:
    rows = [["Overall", "Round", "Team", "Selection", "From", "Notes"]]
    key: dict[int, Any] = {}
    size = len({turn[0] for turn in turns})
    for number, (team, round_, overall, name) in enumerate(turns):
        owner, origin, unused = team, "", ""
        selection, note = name, ""
        if number < size and number % 2 == 0:  # neighbors trade their first-round picks
            owner, origin = turns[number + 1][0], f"from {team}"
        elif number < size:
            owner, origin = turns[number - 1][0], f"from {team}"
        elif number == size + style:
            selection, unused = ("did not use", "DNU", "passed")[style], "passed"
        elif number == 2 * size + style:
            selection, unused = f"Young {_letters(style)}", "no_card"
            note = ("not carded", "prospect", "no card")[style]
        shown = origin.removeprefix("from ")
        cell = (
            f"{owner} (from {shown})"
            if origin and style == 1
            else f"{owner} via {shown}"
            if origin and style == 2
            else owner
        )
        rows.append([overall, round_, cell, selection, shown if style == 0 else "", note])
        key[int(overall)] = (owner, "" if unused == "passed" else selection, origin, unused)
    return rows, key


def _letters(style: int) -> str:
    return "Prospect" + "abc"[style]


def main() -> None:
    folder = Path(sys.argv[1])
    for source in (*ratings_files(), *team_files(), *season_files()):
        for name, content in source.parts.items():
            path = folder / source.kind / source.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


if __name__ == "__main__":
    main()
