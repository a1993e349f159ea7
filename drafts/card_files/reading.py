"""Load a card file: return all cards and ballparks, or report every error."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from drafts.card_files import cells
from drafts.card_files.checks import FirstCodeRow, row_faults
from drafts.card_files.columns import FileColumn, park_of, player_of, sheets_of
from drafts.card_files.duplicate_cards import select_counted_cards
from drafts.card_files.league_pools import ListedCard, OutsideCard, describe_outside_cards, select_league_cards
from drafts.models import Ballpark, PlayerCard
from seasons.workbooks import MOST_ROWS, CardFileFaults, CellFault, WorkbookCell, WorkbookContent, WorkbookRow

_PROGRESS_ROWS: Final = 100


Row = TypeVar("Row", ListedCard, Ballpark)


class CardFile(NamedTuple):
    """The unsaved cards and ballparks in a file.

    `left_out` lists cards replaced by the player's interleague card (T31.9). `outside` lists cards from leagues other
    than `league`. `joined` lists two-way players merged from two rows.
    """

    cards: list[PlayerCard]
    parks: list[Ballpark]
    left_out: Sequence[PlayerCard] = ()
    league: str = ""
    outside: Sequence[OutsideCard] = ()
    joined: Sequence[PlayerCard] = ()

    def note(self, file_name: str) -> str:
        """Return the card set's note: the file name and the excluded cards."""
        parts = [f"From the file {file_name}."]
        if self.outside:
            parts.append(f"Left out, not in the {self.league}: {describe_outside_cards(self.outside)}.")
        if self.left_out:
            cards = ", ".join(f"{card.name} {card.clubs}".rstrip() for card in self.left_out)
            parts.append(f"Left out, because only a player's interleague card counts (T31.9): {cards}.")
        if self.joined:
            parts.append(f"Two-way players from two rows: {', '.join(card.name for card in self.joined)}.")
        return " ".join(parts)


class _Sheet(NamedTuple):
    system: str
    name: str
    columns: tuple[FileColumn, ...]  # columns in the template
    headings: dict[int, FileColumn]  # by column number
    rows: Sequence[WorkbookRow]


class ReadingStopped(Exception):
    """Raised by a progress callback to stop loading."""


def _ignore_progress(rows: int) -> None:
    pass


def read_card_file(
    workbook: WorkbookContent, system: str, on_progress: Callable[[int], None] = _ignore_progress, league: str = ""
) -> CardFile:
    """Load the cards and ballparks from a workbook in this game's template.

    Args:
        on_progress: Called periodically with the number of rows read. The callback may raise ReadingStopped.
        league: Load only this league's cards, or all cards if "" (decision 0049).

    Raises:
        CardFileFaults: The file has errors. The exception lists all of them.
    """
    faults: list[CellFault] = []
    counter = _RowCounter(on_progress)
    players, parks = (_sheet(workbook, system, name, faults) for name in sheets_of(system))
    listed = _read(players, partial(_listed, system=system), faults, counter)
    of_league = select_league_cards(listed, league if _has_league_column(players, league, faults) else "")
    cards = select_counted_cards(of_league.cards)
    ballparks = [*_read(parks, park_of, faults, counter).values()]
    if players is not None:
        faults += [_fault(players, *fault) for fault in [*of_league.faults, *cards.faults]]
    if not cards.cards and not faults:
        faults.append(CellFault(f"no player {f'in the {league} ' if league else ''}is listed", "Players"))
    if faults:
        raise CardFileFaults(faults)
    return CardFile(cards.cards, ballparks, cards.left_out, league, of_league.outside, cards.joined)


def _listed(values: dict[str, Any], system: str) -> ListedCard:
    return ListedCard(player_of(values, system), values["league"])


def _has_league_column(sheet: _Sheet | None, league: str, faults: list[CellFault]) -> bool:
    """Return whether the sheet has a League column. Add an error if the column is required but missing."""
    if sheet is None or any(column.key == "league" for column in sheet.headings.values()):
        return True
    if league:
        faults.append(
            CellFault("the column “League” is missing: it shows which league each card belongs to", sheet.name)
        )
    return False


def _fault(sheet: _Sheet, row: int, key: str, text: str) -> CellFault:
    """Return an error for this key's column, or for the whole row if the file lacks that column."""
    places = {column.key: (place, column.heading) for place, column in sheet.headings.items()}
    return CellFault(text, sheet.name, row, *places.get(key, (0, "")))


class _RowCounter:
    """Counts the rows of all sheets and reports progress every hundred rows."""

    def __init__(self, on_progress: Callable[[int], None]) -> None:
        self._on_progress = on_progress
        self._rows = 0

    def count_row(self) -> None:
        self._rows += 1
        if self._rows % _PROGRESS_ROWS == 0:
            self._on_progress(self._rows)


def _sheet(workbook: WorkbookContent, system: str, name: str, faults: list[CellFault]) -> _Sheet | None:
    """Return a sheet's headings and nonempty rows, or None if the sheet is unusable."""
    sheet = next((sheet for sheet in workbook.sheets if sheet.title.strip().lower() == name.lower()), None)
    if sheet is None:
        if not workbook.is_text:  # text files contain only players
            faults.append(CellFault(f"there is no sheet “{name}”", name))
        return None
    (number, first), *filled = sheet.rows or [(1, [])]
    columns = sheets_of(system)[name]
    headings = _headings(name, columns, number, first, faults)
    if filled and filled[-1][0] > MOST_ROWS:
        faults.append(CellFault(f"there are more than {MOST_ROWS} rows", name, filled[-1][0]))
        return None
    stray = _values_without_heading(name, headings, filled) if headings else []
    faults += stray
    return _Sheet(system, name, columns, headings, filled) if headings and not stray else None


def _headings(
    sheet: str, columns: tuple[FileColumn, ...], number: int, row: Sequence[WorkbookCell], faults: list[CellFault]
) -> dict[int, FileColumn]:
    """Return the columns by number, or an empty dict if a heading is unknown, repeated or missing."""
    column_by_heading = {column.heading.lower(): column for column in columns}
    recognized: dict[int, FileColumn] = {}
    wrong: list[CellFault] = []
    for place, cell in enumerate(row, 1):
        heading = " ".join(str(cell.value or "").split())
        column = column_by_heading.get(heading.lower())
        if column is None and heading:
            wrong.append(CellFault("the template has no such column", sheet, number, place, cells.shown(heading)))
        elif column in recognized.values():
            wrong.append(CellFault("this column appears twice", sheet, number, place, heading))
        elif column is not None:
            recognized[place] = column
    missing = [column.heading for column in columns if column.required and column not in recognized.values()]
    wrong += [CellFault(f"the column “{heading}” is missing", sheet, number) for heading in missing]
    faults += wrong
    return {} if wrong else recognized


def _values_without_heading(
    sheet: str, headings: dict[int, FileColumn], rows: Sequence[WorkbookRow]
) -> list[CellFault]:
    """Return an error for each column with values but no heading, because those values would be lost."""
    first: dict[int, int] = {}
    for number, row in rows:
        for place, cell in enumerate(row, 1):
            if cell.value is not None and place not in headings:
                first.setdefault(place, number)
    text = "this value is in a column without a heading"
    return [CellFault(text, sheet, number, place) for place, number in sorted(first.items())]


def _read(
    sheet: _Sheet | None,
    make: Callable[[dict[str, Any]], Row],
    faults: list[CellFault],
    counter: "_RowCounter",
) -> dict[int, Row]:
    """Return a sheet's cards or ballparks by row number, and collect the errors."""
    if sheet is None:
        return {}
    made: dict[int, Row] = {}
    codes: dict[str, FirstCodeRow] = {}
    for number, row in sheet.rows:
        counter.count_row()
        values, wrong = _values(sheet, number, row)
        in_columns = {column.key: values[column.key] for column in sheet.headings.values() if column.key in values}
        wrong += row_faults(sheet.system, sheet.name, sheet.headings, number, in_columns, codes)
        faults += wrong
        if not wrong:
            made[number] = make(values)
    return made


def _values(sheet: _Sheet, number: int, row: Sequence[WorkbookCell]) -> tuple[dict[str, Any], list[CellFault]]:
    """Return a row's valid values by key, and the row's errors."""
    values: dict[str, Any] = {
        column.key: column.read("") for column in sheet.columns if column not in sheet.headings.values()
    }
    wrong: list[CellFault] = []
    for place, column in sheet.headings.items():
        try:
            values[column.key] = _value(row[place - 1] if place <= len(row) else None, column)
        except ValueError as fault:
            wrong.append(CellFault(str(fault), sheet.name, number, place, column.heading))
    return values, wrong


def _value(cell: Any, column: FileColumn) -> Any:
    if cell is None or cell.value is None:
        text = ""
    elif cell.data_type == "f":
        raise ValueError("contains a formula: enter its value")
    elif cell.data_type == "e":
        raise ValueError(f"contains the error {cell.value}")
    else:
        text = cells.cell_text(cell.value)
    if column.required and not text:
        raise ValueError("is empty")
    return column.read(text)
