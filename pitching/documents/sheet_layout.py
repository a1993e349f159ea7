"""Where everything stands on a pitching sheet: the grid takes what head, signatures and footnotes leave."""

from zoneinfo import ZoneInfo

from core.lettering import Box, paragraphs_height, text_width
from core.tables import Place
from pitching.queries.printed_sheet import SIGNED, SPARE_ROWS, PrintedRow, PrintedSheet
from pitching.queries.sheet_table import AVAILABLE, GAME, PITCHER

HEAD_HEIGHTS = (36.0, *(line.width for line in GAME.at(Place.PAPER)))  # of the opponent and of every line below
SIGN_HEIGHT = 58.0
_WIDEST_COLUMN = 30.0
_TALLEST_ROW = 22.0


class SheetLayout:
    """Places in points on one page. `rows` ends in empty ones for the pen; `code` is that of the newest signature."""

    def __init__(self, box: Box, sheet: PrintedSheet, site: str) -> None:
        self.box, self.sheet, self.site = box, sheet, site
        required = (str(each.ruling) for each in sheet.requirements)
        footnotes = (f"{note.number} {note.text}" for note in sheet.footnotes)
        self.notes = [*required, *_about_signatures(sheet), *footnotes]
        self.code = sheet.newest_signature.code if sheet.newest_signature is not None else ""
        spare = 0 if sheet.kind == SIGNED else SPARE_ROWS
        self.rows: list[PrintedRow | None] = [*sheet.rows, *[None] * spare]
        self.zone = ZoneInfo(sheet.tournament.time_zone)
        self._share_out_width()
        self._share_out_height()

    def _share_out_width(self) -> None:
        has_endurance = any(row.endurance for row in self.sheet.rows)
        self.name, *self.left = (PITCHER if has_endurance else PITCHER.without("endurance")).at(Place.PAPER)
        self.right = AVAILABLE.at(Place.PAPER) if self.sheet.next_game is not None else ()
        fixed = sum(column.width for column in (*self.left, *self.right))
        names = [text_width(row.name) * 7.5 + 6 for row in self.sheet.rows]
        self.name_width = min(128.0, max([92.0, *names]))
        columns = len(self.sheet.columns)
        room = self.box.width - fixed - self.name_width
        self.column = min(_WIDEST_COLUMN, room / columns) if columns else 0.0
        self.first_column = self.box.x + self.name_width + sum(column.width for column in self.left)
        self.end = self.first_column + self.column * columns

    def _share_out_height(self) -> None:
        width = self.box.width - (78 if self.code else 0)
        wanted = paragraphs_height(self.notes, width, columns=3, size=6.4) if self.notes else 0.0
        self.notes_height = min(max(wanted + 10, 62.0 if self.code else 44.0), 130.0)
        room = self.box.height - sum(HEAD_HEIGHTS) - SIGN_HEIGHT - self.notes_height - 12
        self.row = min(_TALLEST_ROW, room / max(1, len(self.rows)))
        self.grid_top = self.box.top - sum(HEAD_HEIGHTS)
        self.grid_bottom = self.grid_top - self.row * len(self.rows)
        self.sign_bottom = self.grid_bottom - SIGN_HEIGHT


def _about_signatures(sheet: PrintedSheet) -> list[str]:
    """Why signatures do not stand any more, and which were made with a PIN that the desk had set."""
    signed = [(block.heading, block.signature) for block in sheet.blocks if block.signature is not None]
    broken = [
        f"{heading}: seal of {one.signer} broken: {one.broken_reason}" for heading, one in signed if not one.stands
    ]
    by_desk = [
        f"{heading}: {one.signer} signed with a PIN set by {one.pin_set_by} of the desk ({one.code})"
        for heading, one in signed
        if one.stands and one.pin_set_by
    ]
    return [*broken, *by_desk]
