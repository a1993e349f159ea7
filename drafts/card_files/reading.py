"""Reading a card file whole: every card and park of it, or every fault."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, TypeVar

from drafts.card_files import cells
from drafts.card_files.checks import FirstCodeRow, row_faults
from drafts.card_files.columns import FileColumn, park_of, player_of, sheets_of
from drafts.card_files.duplicate_cards import select_counted_cards
from drafts.card_files.league_pools import ListedCard, OutsideCard, describe_outside_cards, select_league_cards
from drafts.models import Ballpark, PlayerCard
from seasons.workbooks import CardFileFaults, CellFault, open_workbook

if TYPE_CHECKING:
    from openpyxl import Workbook

MOST_ROWS: Final = 5000
MOST_COLUMNS: Final = 100
_HEARD_ROWS: Final = 100
BROKEN: Final = "This file can't be read to its end. Open it in your spreadsheet program and save it again as .xlsx."


Row = TypeVar("Row", ListedCard, Ballpark)


class CardFile(NamedTuple):
    """Rows ready to be stored; nothing is stored yet.

    `left_out`: smaller cards of men with several (T31.9). `outside`: cards that are not of the one `league` asked for.
    `joined`: two-way players whose bat and arm were on two rows.
    """

    cards: list[PlayerCard]
    parks: list[Ballpark]
    left_out: Sequence[PlayerCard] = ()
    league: str = ""
    outside: Sequence[OutsideCard] = ()
    joined: Sequence[PlayerCard] = ()

    def note(self, file_name: str) -> str:
        """Where the cards are from, and which were not taken."""
        parts = [f"From the file {file_name}."]
        if self.outside:
            parts.append(f"Not of the {self.league}: {describe_outside_cards(self.outside)}.")
        if self.left_out:
            cards = ", ".join(f"{card.name} {card.clubs}".rstrip() for card in self.left_out)
            parts.append(f"Of a man with several only the interleague card counts (T31.9): not {cards}.")
        if self.joined:
            parts.append(f"Bat and arm on two rows: {', '.join(card.name for card in self.joined)}.")
        return " ".join(parts)


class _Sheet(NamedTuple):
    system: str
    name: str
    columns: tuple[FileColumn, ...]  # those of the template
    headings: dict[int, FileColumn]  # by column number
    rows: Sequence[tuple[int, Sequence[Any]]]


class ReadingStopped(Exception):
    """Raised by whoever hears of the rows, to end the reading."""


def _hear_nothing(rows: int) -> None:
    pass


def read_card_file(
    file: BinaryIO, system: str, on_progress: Callable[[int], None] = _hear_nothing, league: str = ""
) -> CardFile:
    """Read the cards and parks of an xlsx file in this game's template.

    Args:
        on_progress: Called now and then with the number of rows read. It may raise ReadingStopped.
        league: Read only cards of this league, or all cards if "" (decision 0049).

    Raises:
        CardFileFaults: The file has faults. The exception lists all of them.
    """
    workbook = open_workbook(file)
    faults: list[CellFault] = []
    heard = _Heard(on_progress)
    try:
        players, parks = (_sheet(workbook, system, name, faults, heard) for name in sheets_of(system))
        listed = _read(players, partial(_listed, system=system), faults)
        of_league = select_league_cards(listed, league if _says_leagues(players, league, faults) else "")
        cards = select_counted_cards(of_league.kept)
        ballparks = [*_read(parks, park_of, faults).values()]
    except ReadingStopped:
        raise
    except Exception:  # sheets are unpacked while they are read, so a broken one shows only now
        raise CardFileFaults([CellFault(BROKEN)]) from None
    finally:
        workbook.close()
    if players is not None:
        faults += [_fault(players, *fault) for fault in [*of_league.faults, *cards.faults]]
    if not cards.kept and not faults:
        faults.append(CellFault(f"no player {f'of the {league} ' if league else ''}is listed", "Players"))
    if faults:
        raise CardFileFaults(faults)
    return CardFile(cards.kept, ballparks, cards.left_out, league, of_league.outside, cards.joined)


def _listed(values: dict[str, Any], system: str) -> ListedCard:
    return ListedCard(player_of(values, system), values["league"])


def _says_leagues(sheet: _Sheet | None, league: str, faults: list[CellFault]) -> bool:
    """Whether the sheet has the column League; without it, no cards of one league can be asked for."""
    if sheet is None or any(column.key == "league" for column in sheet.headings.values()):
        return True
    if league:
        faults.append(CellFault("the column “League” is missing: it says whose cards these are", sheet.name))
    return False


def _fault(sheet: _Sheet, row: int, key: str, text: str) -> CellFault:
    """In the column of this key, or in the row where the file has no such column."""
    places = {column.key: (place, column.heading) for place, column in sheet.headings.items()}
    return CellFault(text, sheet.name, row, *places.get(key, (0, "")))


class _Heard:
    """Counts the rows of all sheets and tells of every hundredth."""

    def __init__(self, on_progress: Callable[[int], None]) -> None:
        self._hear = on_progress
        self._rows = 0

    def row(self) -> None:
        self._rows += 1
        if self._rows % _HEARD_ROWS == 0:
            self._hear(self._rows)


def _sheet(workbook: "Workbook", system: str, name: str, faults: list[CellFault], heard: _Heard) -> _Sheet | None:
    """The sheet's headings and its rows that are not empty; None where it cannot be used at all."""
    title = next((title for title in workbook.sheetnames if title.strip().lower() == name.lower()), None)
    if title is None:
        faults.append(CellFault(f"there is no sheet “{name}”", name))
        return None
    rows = _filled_rows(workbook, title, heard)
    number, first = next(rows, (1, ()))
    columns = sheets_of(system)[name]
    headings = _headings(name, columns, number, first, faults)
    filled = list(islice(rows, MOST_ROWS + 1))
    if filled and filled[-1][0] > MOST_ROWS:
        faults.append(CellFault(f"there are more than {MOST_ROWS} rows", name, filled[-1][0]))
        return None
    stray = _values_without_heading(name, headings, filled) if headings else []
    faults += stray
    return _Sheet(system, name, columns, headings, filled) if headings and not stray else None


def _filled_rows(workbook: "Workbook", title: str, heard: _Heard) -> Iterator[tuple[int, Sequence[Any]]]:
    sheet = workbook[title]
    sheet.reset_dimensions()  # the size that a file states may be wrong
    blank: Sequence[Any] | None = None
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), 1):
        if row is blank:  # openpyxl fills gaps, of up to a million rows, with one and the same row
            continue
        heard.row()
        if any(cell.value is not None for cell in row):
            yield number, row
        else:
            blank = row


def _headings(
    sheet: str, columns: tuple[FileColumn, ...], number: int, row: Sequence[Any], faults: list[CellFault]
) -> dict[int, FileColumn]:
    """Columns by their number. Unknown, doubled and missing ones are faults; with one of them no row is read."""
    known = {column.heading.lower(): column for column in columns}
    found: dict[int, FileColumn] = {}
    wrong: list[CellFault] = []
    for place, cell in enumerate(row, 1):
        heading = " ".join(str(cell.value or "").split())
        column = known.get(heading.lower())
        if column is None and heading:
            wrong.append(CellFault("the template has no such column", sheet, number, place, cells.shown(heading)))
        elif column in found.values():
            wrong.append(CellFault("this column is there twice", sheet, number, place, heading))
        elif column is not None:
            found[place] = column
    missing = [column.heading for column in columns if column.required and column not in found.values()]
    wrong += [CellFault(f"the column “{heading}” is missing", sheet, number) for heading in missing]
    faults += wrong
    return {} if wrong else found


def _values_without_heading(
    sheet: str, headings: dict[int, FileColumn], rows: Sequence[tuple[int, Sequence[Any]]]
) -> list[CellFault]:
    """The first value of each column that has no heading: it would be lost without a word."""
    first: dict[int, int] = {}
    for number, row in rows:
        for place, cell in enumerate(row, 1):
            if cell.value is not None and place not in headings:
                first.setdefault(place, number)
    text = "a value stands in a column without a heading"
    return [CellFault(text, sheet, number, place) for place, number in sorted(first.items())]


def _read(
    sheet: _Sheet | None,
    make: Callable[[dict[str, Any]], Row],
    faults: list[CellFault],
) -> dict[int, Row]:
    """What the rows hold, by their number."""
    if sheet is None:
        return {}
    made: dict[int, Row] = {}
    codes: dict[str, FirstCodeRow] = {}
    for number, row in sheet.rows:
        values, wrong = _values(sheet, number, row)
        in_columns = {column.key: values[column.key] for column in sheet.headings.values() if column.key in values}
        wrong += row_faults(sheet.system, sheet.name, sheet.headings, number, in_columns, codes)
        faults += wrong
        if not wrong:
            made[number] = make(values)
    return made


def _values(sheet: _Sheet, number: int, row: Sequence[Any]) -> tuple[dict[str, Any], list[CellFault]]:
    """A row's values by key; a key whose cell is at fault is not there."""
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
        raise ValueError("holds a formula: write its value")
    elif cell.data_type == "e":
        raise ValueError(f"holds the error {cell.value}")
    else:
        text = cells.written(cell.value)
    if column.required and not text:
        raise ValueError("is empty")
    return column.read(text)
