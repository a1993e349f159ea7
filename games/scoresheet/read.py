"""Parse a series' grid: scores, endings, line scores and pitching cells.

Field names encode the place: "p-2-3-7" contains the innings in game 2 for team 3, card 7.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from games.refusals import EntryFinding
from games.scoresheet.entries import (
    ENDED_BY_A_TEAM,
    ENDINGS,
    NOTE_LENGTH,
    SUSPENDED,
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
from rules_engine.rulings import Ruling, refuse

Values = Mapping[str, str]
_MARKS = re.compile(r"dp|tp|i|s|r\d{1,2}|#\d{1,2}", re.IGNORECASE)
_EXTRA_THIRDS = [str(thirds) for thirds in range(1, MAX_EXTRA_THIRDS + 1)]
_MAX_RUNS = 99
_MAX_INNINGS = 99
SPARE = "spare"
_MAX_LENGTH = 400
_MAX_BLOCK_LENGTH = 6000
_NUMBER = r"\d{1,9}"
_GAME_FIELD = rf"(?:innings|ending|never|gaccept|gnote)-{_NUMBER}"
_TEAM_FIELD = rf"(?:runs|line)-{_NUMBER}-{_NUMBER}"
_PITCHER_KINDS = "p|s|r|dp|injured|want|accept|note"
_PITCHER_FIELD = rf"(?:{_PITCHER_KINDS})-{_NUMBER}-{_NUMBER}-(?:{_NUMBER}|{SPARE})"
_SINGLE_FIELD = rf"spare-{_NUMBER}|first_home|reason|{LINES}"
_FIELD = re.compile(
    rf"{_GAME_FIELD}|{_TEAM_FIELD}|{_PITCHER_FIELD}|{_SINGLE_FIELD}",
    re.ASCII,
)


def grid_values(posted: Mapping[str, str]) -> dict[str, str]:
    """Return the posted grid fields, truncated to the maximum length and without NUL characters."""
    values = {}
    for name, text in posted.items():
        if _FIELD.fullmatch(name):
            max_length = _MAX_BLOCK_LENGTH if name == LINES else _MAX_LENGTH
            values[name] = text[:max_length].replace("\x00", "")
    return values


def cell_name(kind: str, game: int, team_id: int, card: int | str) -> str:
    """Return the field name for a pitcher.

    Args:
        kind: p (innings), s (started), r (runs allowed), dp (extra thirds), injured, want (no pitcher left), accept or
            note.
    """
    return f"{kind}-{game}-{team_id}-{card}"


def field_name(fault: GridFault) -> str:
    """Return the name of the field that a violation belongs to, or "" for the whole series."""
    game, team_id, card_id = fault.game, fault.team_id, fault.card_id
    if fault.area == "outing" and card_id is not None and team_id is not None:
        return cell_name("p", game, team_id, card_id)
    if fault.area == LINES:
        return LINES
    if fault.area in ("innings", "ending"):
        return f"{fault.area}-{game}"
    if fault.area == "pitching" and team_id is not None:
        return f"total-{game}-{team_id}"
    if fault.area in ("line", "runs") and team_id is not None:
        return f"{fault.area}-{game}-{team_id}"
    return f"game-{game}" if game else ""


class _Cell(NamedTuple):
    """The typed values for a pitcher in a game. `order` is 0 if not entered."""

    outs: int
    starts: bool
    runs: int | None
    order: int
    extra_outs: int
    injured: bool


class _PlacedOuting(NamedTuple):
    """An appearance with its place among the team's appearances."""

    is_relief: bool
    order: int
    entry: OutingEntry


def read_grid(values: Values, layout: GridLayout) -> SheetReading:
    """Return an entry per game, plus an error for every field that can't be parsed."""
    reader = _GridReader(values, layout)
    numbers = range(1, layout.series.games_planned + 1)
    return SheetReading([reader.game(number) for number in numbers], reader.faults)


def read_typed_grid(values: dict[str, str], layout: GridLayout) -> SheetReading:
    """Move free-form lines and pasted blocks to their fields in `values`, then parse the grid."""
    faults = apply_lines(values, layout)
    reading = read_grid(values, layout)
    return SheetReading(reading.games, [*faults, *reading.faults])


class _GridReader:
    def __init__(self, values: Values, layout: GridLayout) -> None:
        self.values = values
        self.layout = layout
        self.faults: list[GridFault] = []

    def text(self, name: str) -> str:
        return self.values.get(name, "").strip()

    def is_checked(self, name: str) -> bool:
        return bool(self.text(name))

    def game(self, number: int) -> GameEntry:
        home, away = self.layout.sides(number)
        ending, _, team = self.text(f"ending-{number}").partition(":")
        conceded_by = None
        if ending in ENDED_BY_A_TEAM and team.isdecimal() and len(team) < 10:
            conceded_by = int(team)
        entry = GameEntry(
            number=number,
            home_runs=self.runs(number, home),
            away_runs=self.runs(number, away),
            innings=self.number(f"innings-{number}", number, "innings", 1, _MAX_INNINGS),
            ending=ending if ending in ENDINGS else "played_out",
            conceded_by=conceded_by,
            home_line=self.line_score(number, home),
            away_line=self.line_score(number, away),
            outings=(*self.outings(number, away, ending), *self.outings(number, home, ending)),
            accept=self.is_checked(f"gaccept-{number}"),
            footnote=self.text(f"gnote-{number}")[:NOTE_LENGTH],
            never_suspended=self.is_checked(f"never-{number}"),
        )
        if self.layout.fills_defaults and not self.text(f"innings-{number}"):
            return with_default_innings(entry)
        return entry

    def runs(self, number: int, team_id: int) -> int | None:
        return self.number(f"runs-{number}-{team_id}", number, "runs", 0, _MAX_RUNS, team_id)

    def number(
        self,
        name: str,
        game: int,
        area: str,
        minimum: int,
        maximum: int,
        team_id: int | None = None,
        card_id: int | None = None,
    ) -> int | None:
        text = self.text(name)
        if not text:
            return None
        is_number = text.isascii() and text.isdecimal() and len(text) < 6
        if is_number and minimum <= int(text) <= maximum:
            return int(text)
        label = "innings played" if area == "innings" else "runs"
        ruling = refuse(EntryFinding.NOT_A_NUMBER, "", text=text[:20], label=label, minimum=minimum, maximum=maximum)
        self.faults.append(GridFault(ruling, game, area, team_id, card_id))
        return None

    def line_score(self, game: int, team_id: int) -> tuple[int, ...]:
        """Parse runs by inning: "000 210 100", or with separators if an inning has two digits."""
        text = self.text(f"line-{game}-{team_id}").lower().rstrip("x ")
        parts = re.split(r"[\s,]+", text) if text else []
        if all(len(part) == 3 for part in parts[:-1]) or len(parts) == 1:
            parts = list("".join(parts))
        if all(part.isascii() and part.isdecimal() and len(part) < 3 for part in parts):
            return tuple(map(int, parts))
        ruling = refuse(EntryFinding.NOT_A_LINE_SCORE, "", text=text[:40])
        self.faults.append(GridFault(ruling, game, "line", team_id))
        return ()

    def outings(self, game: int, team_id: int, ending: str) -> list[OutingEntry]:
        """Parse a team's appearances: the starter first, then relievers by their # or row.

        In a draft, the starter is assumed only if the game is marked suspended, because a starter's limits count then.
        """
        placed = []
        for index, card_id in enumerate(self.layout.cards[team_id]):
            cell = self.cell(game, team_id, card_id, card_id)
            if cell is not None:
                entry = self.outing(game, team_id, card_id, cell)
                placed.append(_PlacedOuting(not cell.starts, cell.order or index + 100, entry))
        spare_card = self.spare_card(game, team_id)
        if spare_card is not None:
            cell = self.cell(game, team_id, SPARE, spare_card)
            if cell is not None:
                entry = self.outing(game, team_id, spare_card, cell)
                placed.append(_PlacedOuting(not cell.starts, cell.order or 999, entry))
        placed.sort(key=lambda outing: (outing.is_relief, outing.order))
        outings = [outing.entry for outing in placed]
        if self.layout.fills_defaults or ending == SUSPENDED:
            return self.with_default_starter(outings)
        return outings

    def with_default_starter(self, outings: list[OutingEntry]) -> list[OutingEntry]:
        """Mark the default starter if no pitcher is marked.

        The default is the only pitcher, or the only pitcher whose card allows starting.
        """
        if any(outing.starts for outing in outings):
            return outings
        candidates = outings
        if len(outings) != 1:
            candidates = [outing for outing in outings if outing.card_id in self.layout.starters]
        if len(candidates) != 1:
            return outings
        starter = candidates[0]
        relievers = [outing for outing in outings if outing is not starter]
        return [replace(starter, starts=True), *relievers]

    def spare_card(self, game: int, team_id: int) -> int | None:
        """Return the card selected for the spare row, if the row contains any innings."""
        chosen = self.text(f"spare-{team_id}")
        if not self.text(cell_name("p", game, team_id, SPARE)):
            return None
        if not (chosen.isdecimal() and len(chosen) < 10):
            ruling = refuse(EntryFinding.SAY_WHO_PITCHED, "T25.3")
            self.faults.append(GridFault(ruling, game, "pitching", team_id))
            return None
        if cell_name("p", game, team_id, int(chosen)) in self.values:
            ruling = refuse(EntryFinding.HAS_HIS_OWN_ROW, "")
            self.faults.append(GridFault(ruling, game, "pitching", team_id))
            return None
        return int(chosen)

    def cell(self, game: int, team_id: int, row: int | str, card_id: int) -> _Cell | None:
        text = self.text(cell_name("p", game, team_id, row))
        runs_name = cell_name("r", game, team_id, row)
        marks = [mark.lower() for mark in _MARKS.findall(text)]
        starts = "s" in marks or self.is_checked(cell_name("s", game, team_id, row))
        innings = _MARKS.sub(" ", text).strip()
        if not innings and not starts:
            stray_text = text or self.text(runs_name)
            if stray_text:
                ruling = refuse(EntryFinding.NO_INNINGS, "", text=stray_text[:20])
                self.add_outing_fault(game, team_id, card_id, ruling)
            return None
        try:
            outs = parse_innings(innings[:20] if innings else "-")
        except InningsError as error:
            ruling = refuse(EntryFinding.STARTER_WITHOUT_INNINGS, "")
            if innings:
                ruling = refuse(EntryFinding.NOT_INNINGS, "", problem=str(error))
            self.add_outing_fault(game, team_id, card_id, ruling)
            return None
        runs = _number_after("r", marks)
        if runs is None:
            runs = self.number(runs_name, game, "outing", 0, _MAX_RUNS, team_id, card_id)
        return _Cell(
            outs=outs,
            starts=starts,
            runs=runs,
            order=_number_after("#", marks) or 0,
            extra_outs=("dp" in marks) + 2 * ("tp" in marks),
            injured="i" in marks,
        )

    def add_outing_fault(self, game: int, team_id: int, card_id: int, ruling: Ruling) -> None:
        self.faults.append(GridFault(ruling, game, "outing", team_id, card_id))

    def outing(self, game: int, team_id: int, card_id: int, cell: _Cell) -> OutingEntry:
        def text(kind: str) -> str:
            return self.text(cell_name(kind, game, team_id, card_id))

        extra_outs = cell.extra_outs
        if not extra_outs and text("dp") in _EXTRA_THIRDS:
            extra_outs = int(text("dp"))
        no_pitcher_reason = text("want") if text("want") in set(NoPitcherReason) else ""
        return OutingEntry(
            team_id=team_id,
            card_id=card_id,
            outs=cell.outs,
            starts=cell.starts,
            runs=cell.runs,
            extra_outs=extra_outs,
            injured=cell.injured or bool(text("injured")),
            for_want_of=no_pitcher_reason,
            accept=bool(text("accept")),
            footnote=text("note")[:NOTE_LENGTH],
        )


def _number_after(letter: str, marks: Iterable[str]) -> int | None:
    """Return the number in the first mark with this letter, such as 4 for "r4"."""
    for mark in marks:
        if mark[0] == letter:
            return int(mark[1:])
    return None


def with_default_innings(entry: GameEntry) -> GameEntry:
    """Fill in nine innings for a game that was played out, or the innings of the staff that pitched longer."""
    has_score = entry.home_runs is not None and entry.away_runs is not None
    has_line = entry.home_line or entry.away_line
    if not has_score or has_line or not entry.has_default_ending:
        return entry
    outs_by_team: Counter[int] = Counter()
    for outing in entry.outings:
        outs_by_team[outing.team_id] += outing.outs
    most_outs = max(outs_by_team.values(), default=0)
    innings_pitched = -(-most_outs // OUTS_PER_INNING)
    return replace(entry, innings=max(REGULATION_INNINGS, innings_pitched))
