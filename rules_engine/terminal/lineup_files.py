"""Load lineups from a file with one row per player.

    team,place,man,position
    BOS,1,Beniquez,lf
    BOS,9,,p

`team` is a team's name, `away` or `home`. `place` is 1 to 9, or empty for a pitcher who doesn't bat. `man` is a name,
part of a name, or a player ID. Leave it empty for the next starter in the rotation. `position` is as on the cards, or
dh.
Semicolons or tabs can replace commas. Blank rows and rows that start with # are skipped.
"""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules_engine.baseball.lineups import HITTER, NoLineupError, change_starter, side_of
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import IllegalSubstitutionError
from rules_engine.terminal.keyboard import PlayerLookupError, find_player, parse_number, quote_input

COLUMNS: Final = ("team", "place", "man", "position")
SIDES: Final = ("away", "home")
SPOT_COUNT: Final = 9
Sides = tuple[Side, Side]


class LineupFileError(ValueError):
    """A lineup file can't be used. `faults` lists every error with its file, row and column."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(slots=True)
class _TeamRows:
    """A team's rows so far.

    Attributes:
        spots: (player, position) by spot.
        starter: The starting pitcher if he doesn't bat, or "".
    """

    team: int
    spots: dict[int, tuple[str, str]] = field(default_factory=dict)
    starter: str = ""

    def players(self) -> list[str]:
        players = [player for player, _ in self.spots.values() if player]
        if self.starter:
            players.append(self.starter)
        return players

    def positions(self) -> list[str]:
        return [position for _, position in self.spots.values()]


def read_lineup_file(
    path: Path, teams: tuple[str, str], sides: Sides, names: Names, starters: tuple[Collection[str], Collection[str]]
) -> Sides:
    """Return the lineups in a file. A team without rows keeps its proposed lineup. Raise LineupFileError for errors.

    The system's lineup_ruling decides whether a game may start with these lineups.

    Args:
        sides: The proposed lineups. Only their players can play.
        starters: Other pitchers who can start.
    """
    reader = _LineupReader(str(path), teams, sides, names, starters)
    return reader.read(_read_text(path))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise LineupFileError([f"{path} can't be read: {error.strerror}"]) from None
    except UnicodeDecodeError:
        raise LineupFileError([f"{path} is not a UTF-8 text file"]) from None


@dataclass(slots=True)
class _LineupReader:
    """A file parser that collects errors."""

    source: str
    teams: tuple[str, str]
    sides: Sides
    names: Names
    starters: tuple[Collection[str], Collection[str]]
    faults: list[str] = field(default_factory=list)

    def read(self, text: str) -> Sides:
        rows_by_team = {0: _TeamRows(0), 1: _TeamRows(1)}
        for row, cells in self._rows(text):
            self._read_row(row, cells, rows_by_team)
        self._raise_faults()
        away, home = (self._side(rows_by_team[team]) for team in (0, 1))
        self._raise_faults()
        return away, home

    def _raise_faults(self) -> None:
        if self.faults:
            raise LineupFileError(self.faults)

    def _add_fault(self, row: int, column: str, message: str) -> None:
        self.faults.append(f"{self.source}: row {row}, {column}: {message}")

    def _rows(self, text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
        """Yield line numbers with cells by column."""
        lines = text.splitlines()
        first_line = next((line for line in lines if _has_content(line)), "")
        delimiter = max(",;\t", key=first_line.count)
        columns: list[str] = []
        for row, line in enumerate(lines, start=1):
            if not _has_content(line):
                continue
            try:
                cells = [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter))]
            except csv.Error as error:
                self._add_fault(row, "row", f"can't be read: {error}")
                return
            if not columns:
                columns = [cell.lower() for cell in cells]
                if sorted(columns) != sorted(COLUMNS):
                    self._add_fault(row, "head", f"use the columns {', '.join(COLUMNS)}, not {', '.join(columns)}")
                    return
            elif len(cells) != len(columns):
                self._add_fault(row, "row", f"needs {len(columns)} cells, but has {len(cells)}")
            else:
                yield row, dict(zip(columns, cells, strict=True))
        if not columns:
            self.faults.append(f"{self.source}: the file is empty")

    def _read_row(self, row: int, cells: Mapping[str, str], rows_by_team: Mapping[int, _TeamRows]) -> None:
        team = self._find_team(row, cells["team"])
        position = cells["position"].lower()
        if position not in (*POSITIONS, HITTER):
            choices = f"{' '.join(POSITIONS)} {HITTER}"
            self._add_fault(row, "position", f"{quote_input(cells['position'])} is not one of {choices}")
        elif team is not None:
            player = self._find_player(row, team, cells["man"], position)
            if player is not None:
                self._add_player(row, rows_by_team[team], player, position, cells["place"])

    def _find_team(self, row: int, text: str) -> int | None:
        folded_name = text.casefold()
        for team in (0, 1):
            if folded_name in (SIDES[team], self.teams[team].casefold()):
                return team
        away, home = self.teams
        self._add_fault(
            row, "team", f"{quote_input(text)} is not in this game; the teams are {away} (away) and {home} (home)"
        )
        return None

    def _find_player(self, row: int, team: int, text: str, position: str) -> str | None:
        """Return a player, or "" for the next starter in the rotation, or None after an error."""
        if not text:
            if position != "p":
                self._add_fault(row, "man", "enter a name; only the pitcher's may be empty")
                return None
            return ""
        side = self.sides[team]
        players = [*side.order, *side.field, *side.bench]
        if position == "p":
            players += self.starters[team]
        try:
            return find_player(text, list(dict.fromkeys(players)), self.names)
        except PlayerLookupError as error:
            self._add_fault(row, "man", str(error))
            return None

    def _add_player(self, row: int, rows: _TeamRows, player: str, position: str, spot: str) -> None:
        team = self.teams[rows.team]
        number = parse_number(spot, SPOT_COUNT)
        if player and player in rows.players():
            self._add_fault(row, "man", f"{self.names.get(player, player)} is already in {team}'s lineup")
        elif position in rows.positions() or (position == "p" and rows.starter):
            self._add_fault(row, "position", f"{team} has two players at {position}")
        elif not spot and position == "p":
            rows.starter = player or self.sides[rows.team].pitcher
        elif number is None:
            self._add_fault(
                row, "place", f"{quote_input(spot)} is not 1 to {SPOT_COUNT}; only a pitcher's spot can be empty"
            )
        elif number in rows.spots:
            self._add_fault(row, "place", f"{team} has two players in spot {number}")
        else:
            rows.spots[number] = player, position

    def _side(self, rows: _TeamRows) -> Side:
        side, team = self.sides[rows.team], self.teams[rows.team]
        if not rows.spots and not rows.starter:
            return side
        spots = range(1, SPOT_COUNT + 1)
        missing = [str(spot) for spot in spots if spot not in rows.spots]
        if missing:
            self.faults.append(f"{self.source}: {team}: place: no one bats {', '.join(missing)}")
            return side
        try:
            base = change_starter(side, rows.starter) if rows.starter else side
            return side_of([rows.spots[spot] for spot in spots], base)
        except (NoLineupError, IllegalSubstitutionError) as error:
            self.faults.append(f"{self.source}: {team}: {error}")
            return side


def _has_content(line: str) -> bool:
    return bool(line.strip(" ,;\t")) and not line.lstrip().startswith("#")
