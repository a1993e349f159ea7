"""Reads the grid of a series: scores, endings, line scores and the cells of the pitching sheet.

A field's name says where it stands: what is typed for game 2 by the pitcher with card 7 of team 3 is "p-2-3-7".
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from games.scoresheet.entries import (
    ENDED_BY_A_TEAM,
    ENDINGS,
    NOTE_LENGTH,
    GameEntry,
    GridLayout,
    OutingEntry,
    SheetReading,
)
from games.scoresheet.faults import GridFault
from games.scoresheet.lines import LINES, apply_lines
from rules_engine.eligibility.pitching import MAX_EXTRA_THIRDS
from rules_engine.eligibility.position_players import NoPitcherReason
from rules_engine.eligibility.reported_game import REGULATION_INNINGS
from rules_engine.innings import OUTS_PER_INNING, InningsError, parse_innings
from rules_engine.rulings import Finding, refuse

Values = Mapping[str, str]
_MARKS = re.compile(r"dp|tp|i|s|r\d{1,2}|#\d{1,2}", re.IGNORECASE)
_EXTRA_THIRDS = [str(thirds) for thirds in range(1, MAX_EXTRA_THIRDS + 1)]
_MOST_RUNS = 99
_MOST_INNINGS = 99
SPARE = "spare"
_LONGEST = 400
_LONGEST_BLOCK = 6000
_NUMBER = r"\d{1,9}"
_OF_GAME = rf"(?:innings|ending|never|gaccept|gnote)-{_NUMBER}"
_OF_TEAM = rf"(?:runs|line)-{_NUMBER}-{_NUMBER}"
_OF_PITCHER = rf"(?:p|s|r|dp|injured|want|accept|note)-{_NUMBER}-{_NUMBER}-(?:{_NUMBER}|{SPARE})"
_FIELD = re.compile(rf"{_OF_GAME}|{_OF_TEAM}|{_OF_PITCHER}|spare-{_NUMBER}|first_home|reason|{LINES}", re.ASCII)


def grid_values(posted: Mapping[str, str]) -> dict[str, str]:
    """What was posted in fields of the grid; anything else is left out."""
    return {
        name: posted[name][: _LONGEST_BLOCK if name == LINES else _LONGEST].replace("\x00", "")
        for name in posted
        if _FIELD.fullmatch(name)
    }


def cell(kind: str, game: int, team_id: int, card: int | str) -> str:
    """kind: p innings, s started, r runs given up, dp or tp extra thirds, injured, want of pitchers, accept, note."""
    return f"{kind}-{game}-{team_id}-{card}"


def field_of(fault: GridFault) -> str:
    """The name of the field a fault belongs to; "" for the whole series."""
    if fault.where == "outing" and fault.card_id is not None and fault.team_id is not None:
        return cell("p", fault.game, fault.team_id, fault.card_id)
    if fault.where == LINES:
        return LINES
    if fault.where in ("innings", "ending"):
        return f"{fault.where}-{fault.game}"
    if fault.where in ("line", "runs", "pitching") and fault.team_id is not None:
        return f"{'total' if fault.where == 'pitching' else fault.where}-{fault.game}-{fault.team_id}"
    return f"game-{fault.game}" if fault.game else ""


class SpareRowFinding(Finding):
    """What the row for a man not among the pitchers lacks."""

    SAY_WHO_PITCHED = "say who pitched in the spare row"


class _Cell(NamedTuple):
    outs: int
    starts: bool
    runs: int | None
    order: int
    extra: int
    injured: bool


def read_grid(values: Values, layout: GridLayout) -> SheetReading:
    """Entries for the service, and a fault for every field that cannot be read."""
    reader = _Reader(values, layout)
    return SheetReading([reader.game(number) for number in range(1, layout.series.games_planned + 1)], reader.faults)


def read_typed_grid(values: dict[str, str], layout: GridLayout) -> SheetReading:
    """As read_grid, with the free lines and pasted blocks put into their fields of `values` before."""
    faults = apply_lines(values, layout)
    read = read_grid(values, layout)
    return SheetReading(read.games, [*faults, *read.faults])


class _Reader:
    def __init__(self, values: Values, layout: GridLayout) -> None:
        self.values, self.layout = values, layout
        self.faults: list[GridFault] = []

    def text(self, name: str) -> str:
        return self.values.get(name, "").strip()

    def ticked(self, name: str) -> bool:
        return bool(self.text(name))

    def game(self, number: int) -> GameEntry:
        home, away = self.layout.sides(number)
        ending, _, team = self.text(f"ending-{number}").partition(":")
        entry = GameEntry(
            number=number,
            home_runs=self.runs(number, home),
            away_runs=self.runs(number, away),
            innings=self.number(f"innings-{number}", number, "innings", 1, _MOST_INNINGS),
            ending=ending if ending in ENDINGS else "played_out",
            conceded_by=int(team) if ending in ENDED_BY_A_TEAM and team.isdecimal() and len(team) < 10 else None,
            home_line=self.line(number, home),
            away_line=self.line(number, away),
            outings=(*self.outings(number, away), *self.outings(number, home)),
            accept=self.ticked(f"gaccept-{number}"),
            footnote=self.text(f"gnote-{number}")[:NOTE_LENGTH],
            never_suspended=self.ticked(f"never-{number}"),
        )
        return _with_nine_innings(entry) if self.layout.infers and not self.text(f"innings-{number}") else entry

    def runs(self, number: int, team_id: int) -> int | None:
        return self.number(f"runs-{number}-{team_id}", number, "runs", 0, _MOST_RUNS, team_id)

    def number(
        self,
        name: str,
        game: int,
        where: str,
        least: int,
        most: int,
        team_id: int | None = None,
        card_id: int | None = None,
    ) -> int | None:
        text = self.text(name)
        if not text:
            return None
        if text.isascii() and text.isdecimal() and len(text) < 6 and least <= int(text) <= most:
            return int(text)
        what = "innings played" if where == "innings" else "runs"
        sentence = f"“{text[:20]}” is not a number of {what}: write {least} to {most}"
        self.faults.append(GridFault(sentence, game, where, team_id, card_id))
        return None

    def line(self, game: int, team_id: int) -> tuple[int, ...]:
        """Runs by inning: "000 210 100", or with spaces or commas between all of them where one has two figures."""
        text = self.text(f"line-{game}-{team_id}").lower().rstrip("x ")
        parts = re.split(r"[\s,]+", text) if text else []
        if all(len(part) == 3 for part in parts[:-1]) or len(parts) == 1:
            parts = list("".join(parts))
        if all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            return tuple(map(int, parts))
        sentence = f"“{text[:40]}” is not a line score: write the runs of each inning, such as 000 210 10x"
        self.faults.append(GridFault(sentence, game, "line", team_id))
        return ()

    def outings(self, game: int, team_id: int) -> list[OutingEntry]:
        """One team's outings: the starter first, the others as numbered with #, else as they stand in the grid."""
        found = []
        for place, card_id in enumerate(self.layout.cards[team_id]):
            if (read := self.cell(game, team_id, card_id, card_id)) is not None:
                found.append((not read.starts, read.order or place + 100, self.entry(game, team_id, card_id, read)))
        spare = self.spare(game, team_id)
        if spare is not None and (read := self.cell(game, team_id, SPARE, spare)) is not None:
            found.append((not read.starts, read.order or 999, self.entry(game, team_id, spare, read)))
        in_order = [entry for *_, entry in sorted(found, key=lambda one: one[:2])]
        return self.with_starter(in_order) if self.layout.infers else in_order

    def with_starter(self, outings: list[OutingEntry]) -> list[OutingEntry]:
        """Nobody marked: the only pitcher started, or the only one whose card lets him."""
        if any(one.starts for one in outings):
            return outings
        able = outings if len(outings) == 1 else [one for one in outings if one.card_id in self.layout.starters]
        if len(able) != 1:
            return outings
        return [replace(able[0], starts=True), *(one for one in outings if one is not able[0])]

    def spare(self, game: int, team_id: int) -> int | None:
        """The card of whoever is typed into the spare row, where something is."""
        chosen, typed = self.text(f"spare-{team_id}"), self.text(cell("p", game, team_id, SPARE))
        if not typed:
            return None
        if not (chosen.isdecimal() and len(chosen) < 10):
            self.faults.append(GridFault(refuse(SpareRowFinding.SAY_WHO_PITCHED, "T25.3"), game, "pitching", team_id))
            return None
        if cell("p", game, team_id, int(chosen)) in self.values:
            self.faults.append(GridFault("he has a row of his own above", game, "pitching", team_id))
            return None
        return int(chosen)

    def cell(self, game: int, team_id: int, name: int | str, card_id: int) -> _Cell | None:
        text = self.text(cell("p", game, team_id, name))
        marks = [mark.lower() for mark in _MARKS.findall(text)]
        started = "s" in marks or self.ticked(cell("s", game, team_id, name))
        written = _MARKS.sub(" ", text).strip()
        if not written and not started:
            if text or (text := self.text(cell("r", game, team_id, name))):
                self.fault(game, team_id, card_id, f"“{text[:20]}” has no innings: write 0.0 if he got nobody out")
            return None
        try:
            outs = parse_innings(written[:20] if written else "-")
        except InningsError as error:
            sentence = str(error) if written else "he started: write his innings, 0.0 if he got nobody out"
            self.fault(game, team_id, card_id, sentence)
            return None
        order = next((int(mark[1:]) for mark in marks if mark[0] == "#"), 0)
        runs = next((int(mark[1:]) for mark in marks if mark[0] == "r"), None)
        if runs is None:
            runs = self.number(cell("r", game, team_id, name), game, "outing", 0, _MOST_RUNS, team_id, card_id)
        return _Cell(outs, started, runs, order, ("dp" in marks) + 2 * ("tp" in marks), "i" in marks)

    def fault(self, game: int, team_id: int, card_id: int, sentence: str) -> None:
        self.faults.append(GridFault(sentence, game, "outing", team_id, card_id))

    def entry(self, game: int, team_id: int, card_id: int, read: _Cell) -> OutingEntry:
        def said(kind: str) -> str:
            return self.text(cell(kind, game, team_id, card_id))

        return OutingEntry(
            team_id=team_id,
            card_id=card_id,
            outs=read.outs,
            starts=read.starts,
            runs=read.runs,
            extra_outs=read.extra or (int(said("dp")) if said("dp") in _EXTRA_THIRDS else 0),
            injured=read.injured or bool(said("injured")),
            for_want_of=said("want") if said("want") in set(NoPitcherReason) else "",
            accept=bool(said("accept")),
            footnote=said("note")[:NOTE_LENGTH],
        )


def _with_nine_innings(entry: GameEntry) -> GameEntry:
    """A game played out took nine innings, or as many as the longer staff pitched."""
    if None in (entry.home_runs, entry.away_runs) or entry.home_line or entry.away_line or not entry.is_open:
        return entry
    outs = [
        sum(one.outs for one in entry.outings if one.team_id == team) for team in {o.team_id for o in entry.outings}
    ]
    return replace(entry, innings=max(REGULATION_INNINGS, -(-max(outs, default=0) // OUTS_PER_INNING)))
