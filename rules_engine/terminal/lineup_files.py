"""Line-ups from a file: a row for each man with team, place, man and position, commas between.

    team,place,man,position
    BOS,1,Beniquez,lf
    BOS,9,,p

`team` is a team's name, `away` or `home`; `place` 1 to 9, and nothing for a pitcher who does not bat; `man` a name, a
part of it or his key, and nothing for the starter whose turn it is; `position` as on the cards, or dh. Semicolons or
tabs will do in place of commas, blank rows and rows that begin with # are passed over.
"""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules_engine.baseball.lineups import HITTER, NoLineupError, side_of, started_by
from rules_engine.baseball.play_by_play import Names
from rules_engine.baseball.state import POSITIONS, Side
from rules_engine.baseball.substitutions import IllegalSubstitutionError
from rules_engine.terminal.keyboard import NoSuchMan, find_man, number_from, quoted

COLUMNS: Final = ("team", "place", "man", "position")
SIDES: Final = ("away", "home")
PLACES: Final = 9
Sides = tuple[Side, Side]


class LineupFileError(ValueError):
    """A file from which no line-up can be taken. `faults` are all of them, each with file, row and field."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


@dataclass(slots=True)
class _WrittenSide:
    """What the rows of one team say so far."""

    team: int
    spots: dict[int, tuple[str, str]] = field(default_factory=dict)  # place -> (man, position)
    starter: str = ""

    def players(self) -> list[str]:
        return [man for man, _ in self.spots.values() if man] + [self.starter] * bool(self.starter)

    def positions(self) -> list[str]:
        return [position for _, position in self.spots.values()]


def lineups_from(
    path: Path, teams: tuple[str, str], sides: Sides, names: Names, starters: tuple[Collection[str], Collection[str]]
) -> Sides:
    """The sides as the file has them; a team without rows stays as it is proposed.

    `sides` are the proposals, whose men alone can play, and `starters` those besides who may start. Raises
    LineupFileError; whether a game may begin with these is for the system's lineup_ruling to say.
    """
    reader = _LineupReader(str(path), teams, sides, names, starters)
    return reader.read(_text_of(path))


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as fault:
        raise LineupFileError([f"{path}: cannot be read: {fault.strerror}"]) from None
    except UnicodeDecodeError:
        raise LineupFileError([f"{path}: this is no text in UTF-8"]) from None


@dataclass(slots=True)
class _LineupReader:
    """Reads one file and keeps every fault."""

    source: str
    teams: tuple[str, str]
    sides: Sides
    names: Names
    starters: tuple[Collection[str], Collection[str]]
    faults: list[str] = field(default_factory=list)

    def read(self, text: str) -> Sides:
        written = {0: _WrittenSide(0), 1: _WrittenSide(1)}
        for row, cells in self._rows(text):
            self._take(row, cells, written)
        self._raise()
        sides = [self._side(written[team]) for team in (0, 1)]
        self._raise()
        return sides[0], sides[1]

    def _raise(self) -> None:
        if self.faults:
            raise LineupFileError(self.faults)

    def _fault(self, row: int, column: str, said: str) -> None:
        self.faults.append(f"{self.source}: row {row}, {column}: {said}")

    def _rows(self, text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
        """(number of the line, its cells by column)."""
        lines = text.splitlines()
        head = next((line for line in lines if _says_something(line)), "")
        mark = max(",;\t", key=head.count)
        columns: list[str] = []
        for row, line in enumerate(lines, start=1):
            if not _says_something(line):
                continue
            cells = [cell.strip() for cell in next(csv.reader([line], delimiter=mark))]
            if not columns:
                columns = [cell.lower() for cell in cells]
                if sorted(columns) != sorted(COLUMNS):
                    self._fault(row, "head", f"the columns {', '.join(COLUMNS)} are wanted, not {', '.join(columns)}")
                    return
            elif len(cells) != len(columns):
                self._fault(row, "row", f"{len(columns)} cells are wanted, here are {len(cells)}")
            else:
                yield row, dict(zip(columns, cells, strict=True))
        if not columns:
            self.faults.append(f"{self.source}: the file is empty")

    def _take(self, row: int, cells: Mapping[str, str], written: Mapping[int, _WrittenSide]) -> None:
        team = self._team(row, cells["team"])
        position = cells["position"].lower()
        if position not in (*POSITIONS, HITTER):
            self._fault(row, "position", f"{quoted(cells['position'])} is none of {' '.join(POSITIONS)} {HITTER}")
        elif team is not None:
            man = self._man(row, team, cells["man"], position)
            if man is not None:
                self._enter(row, written[team], man, position, cells["place"])

    def _team(self, row: int, said: str) -> int | None:
        wanted = said.casefold()
        for team in (0, 1):
            if wanted in (SIDES[team], self.teams[team].casefold()):
                return team
        self._fault(row, "team", f"{quoted(said)} does not play; {self.teams[0]} (away) and {self.teams[1]} (home) do")
        return None

    def _man(self, row: int, team: int, said: str, position: str) -> str | None:
        """His key; "" for the starter whose turn it is."""
        if not said:
            if position != "p":
                self._fault(row, "man", "a name is wanted; only the pitcher's may be left to the rotation")
                return None
            return ""
        side = self.sides[team]
        men = [*side.order, *side.field, *side.bench, *(self.starters[team] if position == "p" else ())]
        try:
            return find_man(said, list(dict.fromkeys(men)), self.names)
        except NoSuchMan as fault:
            self._fault(row, "man", str(fault))
            return None

    def _enter(self, row: int, written: _WrittenSide, man: str, position: str, place: str) -> None:
        team = self.teams[written.team]
        if man and man in written.players():
            self._fault(row, "man", f"{self.names.get(man, man)} is in the line-up of {team} already")
        elif position in written.positions() or (position == "p" and written.starter):
            self._fault(row, "position", f"two men of {team} at {position}")
        elif not place and position == "p":
            written.starter = man or self.sides[written.team].pitcher
        elif (number := number_from(place, PLACES)) is None:
            self._fault(row, "place", f"{quoted(place)} is no place; 1 to {PLACES} are, and none for a pitcher alone")
        elif number in written.spots:
            self._fault(row, "place", f"two men of {team} bat in place {number}")
        else:
            written.spots[number] = man, position

    def _side(self, written: _WrittenSide) -> Side:
        side, team = self.sides[written.team], self.teams[written.team]
        if not written.spots and not written.starter:
            return side
        if missing := [str(place) for place in range(1, PLACES + 1) if place not in written.spots]:
            self.faults.append(f"{self.source}: {team}: place: nobody bats {', '.join(missing)}")
            return side
        try:
            behind = started_by(side, written.starter) if written.starter else side
            return side_of([written.spots[place] for place in range(1, PLACES + 1)], behind)
        except (NoLineupError, IllegalSubstitutionError) as fault:
            self.faults.append(f"{self.source}: {team}: {fault}")
            return side


def _says_something(line: str) -> bool:
    return bool(line.strip(" ,;\t")) and not line.lstrip().startswith("#")
