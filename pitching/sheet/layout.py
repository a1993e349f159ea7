"""Lay out a printed pitching sheet. The grid fills the space that the other parts leave."""

from zoneinfo import ZoneInfo

from core.lettering import Box, paragraphs_height, text_width
from core.tables import Place
from pitching.sheet.columns import AVAILABLE, GAME, PITCHER
from pitching.sheet.printed import SIGNED, SPARE_ROWS, PrintedRow, PrintedSheet

OPPONENT_HEIGHT = 36.0
HEADER_HEIGHTS = (OPPONENT_HEIGHT, *(line.width for line in GAME.at(Place.PAPER)))
SIGNATURE_HEIGHT = 58.0
NOTE_COLUMNS = 3
NOTE_SIZE = 6.4
QR_WIDTH = 78
_MAX_COLUMN_WIDTH = 30.0
_MAX_ROW_HEIGHT = 22.0
_MIN_NAME_WIDTH = 92.0
_MAX_NAME_WIDTH = 128.0
_MIN_NOTES_HEIGHT = 44.0
_MIN_NOTES_HEIGHT_WITH_QR = 62.0
_MAX_NOTES_HEIGHT = 130.0


class SheetLayout:
    """Positions and sizes on a page, in points.

    `rows` ends with None for each empty row. `code` is the newest signature's code.
    """

    def __init__(self, box: Box, sheet: PrintedSheet, site: str) -> None:
        self.box = box
        self.sheet = sheet
        self.site = site
        self.zone = ZoneInfo(sheet.tournament.time_zone)
        requirements = [str(requirement.ruling) for requirement in sheet.requirements]
        footnotes = [f"{note.number} {note.text}" for note in sheet.footnotes]
        self.notes = [*requirements, *_signature_notes(sheet), *footnotes]
        signature = sheet.newest_signature
        self.code = signature.code if signature is not None else ""
        spare_rows = 0 if sheet.kind == SIGNED else SPARE_ROWS
        self.rows: list[PrintedRow | None] = [*sheet.rows, *[None] * spare_rows]
        self._set_widths()
        self._set_heights()

    def _set_widths(self) -> None:
        has_endurance = any(row.endurance for row in self.sheet.rows)
        table = PITCHER if has_endurance else PITCHER.without("endurance")
        self.name_column, *self.left_columns = table.at(Place.PAPER)
        has_next_game = self.sheet.next_game is not None
        self.right_columns = AVAILABLE.at(Place.PAPER) if has_next_game else ()
        left_width = sum(column.width for column in self.left_columns)
        right_width = sum(column.width for column in self.right_columns)
        longest_name = max(
            (text_width(row.name) * 7.5 + 6 for row in self.sheet.rows),
            default=0.0,
        )
        self.name_width = min(_MAX_NAME_WIDTH, max(_MIN_NAME_WIDTH, longest_name))
        columns = len(self.sheet.columns)
        self.column_width = 0.0
        if columns:
            room = self.box.width - self.name_width - left_width - right_width
            self.column_width = min(_MAX_COLUMN_WIDTH, room / columns)
        self.grid_left = self.box.x + self.name_width + left_width
        self.grid_right = self.grid_left + self.column_width * columns

    def _set_heights(self) -> None:
        width = self.box.width - (QR_WIDTH if self.code else 0)
        height = 0.0
        if self.notes:
            height = paragraphs_height(self.notes, width, columns=NOTE_COLUMNS, size=NOTE_SIZE)
        min_height = _MIN_NOTES_HEIGHT_WITH_QR if self.code else _MIN_NOTES_HEIGHT
        notes_height = min(max(height + 10, min_height), _MAX_NOTES_HEIGHT)
        header_height = sum(HEADER_HEIGHTS)
        room = self.box.height - header_height - SIGNATURE_HEIGHT - notes_height - 12
        self.row_height = min(_MAX_ROW_HEIGHT, room / max(1, len(self.rows)))
        self.grid_top = self.box.top - header_height
        self.grid_bottom = self.grid_top - self.row_height * len(self.rows)
        self.signatures_bottom = self.grid_bottom - SIGNATURE_HEIGHT


def _signature_notes(sheet: PrintedSheet) -> list[str]:
    """Return the notes about broken seals, then about signatures made with a PIN that staff had set."""
    broken = []
    signed_with_staff_pin = []
    for block in sheet.blocks:
        signature = block.signature
        if signature is None:
            continue
        if not signature.is_valid:
            broken.append(f"{block.heading}: seal of {signature.signer} broken: {signature.broken_reason}")
        elif signature.pin_set_by:
            signed_with_staff_pin.append(
                f"{block.heading}: {signature.signer} signed with a PIN set by "
                f"{signature.pin_set_by} (staff) ({signature.code})"
            )
    return [*broken, *signed_with_staff_pin]
