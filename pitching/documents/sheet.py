"""The pitching sheet on exactly one page: blank, as it stands, or as it was signed."""

from zoneinfo import ZoneInfo

from reportlab.pdfgen.canvas import Canvas

from pitching.queries.printed_sheet import (
    BLANK,
    CURRENT,
    SIGNED,
    SPARE_ROWS,
    PrintedBlock,
    PrintedColumn,
    PrintedRow,
    PrintedSheet,
    printed_sheet,
)
from pitching.queries.sheets import SheetCell, Signature
from tournaments import paper
from tournaments.lettering import (
    Box,
    draw_block,
    draw_in,
    draw_paragraphs,
    draw_qr,
    draw_text,
    height_of_paragraphs,
    size_for,
    width_of,
)
from tournaments.models import Tournament
from tournaments.paper_tables import shade

_TITLES = {BLANK: "Pitching sheet", CURRENT: "Pitching sheet, as it stands", SIGNED: "Pitching sheet, as signed"}
_HEAD_HEIGHTS = (36.0, 9.5, 9.5, 9.5, 25.0)  # opponent, game of the sheet, game of the series, H or A, result
_HEAD_LABELS = ("Opponent", "Game", "of the series", "Home or away", "Result")
_SIGN_HEIGHT = 58.0
_WIDEST_COLUMN = 30.0
_TALLEST_ROW = 22.0
_LOW_ROW = 11.0
_SMALLEST_INNINGS = 2.5  # innings are never cut, however narrow the column
_NOTES_HEADING = (
    "Footnotes: violations accepted (T0.06, T31.2), an extra third on a double play (T31.1), injuries (T25.2)"
)
_LEGEND = (
    "Innings in thirds: 1.2 is one and two thirds. Start: a box and S. 0.0: pitched without an out; empty: did not "
    "pitch. Small figures: footnotes. A suspended game keeps its column; a bye has none."
)


def sheet_pdf(tournament: Tournament, team_id: int, kind: str, site: str = "") -> bytes:
    """One team's sheet; `kind` is blank, current or signed, `site` the address that the QR code begins with."""
    return draw_sheet(printed_sheet(tournament, team_id, kind), site)


def draw_sheet(sheet: PrintedSheet, site: str = "") -> bytes:
    """The page of a sheet that has been read."""
    return paper.one_page(
        sheet.tournament,
        sheet.team.name,
        lambda canvas, box: _Page(canvas, box, sheet, site).draw(),
        what=_TITLES[sheet.kind],
        under=_under(sheet),
        wide=True,
    )


def _under(sheet: PrintedSheet) -> str:
    who = "Managers" if len(sheet.managers) > 1 else "Manager"
    parts = (
        sheet.team.division.name if sheet.team.division else "",
        f"{who}: {' and '.join(sheet.managers) or '______________________'}",
        f"Park: {sheet.park or '______________________'}",
    )
    return "   ·   ".join(part for part in parts if part)


class _Page:
    """Where everything stands on one sheet: the grid takes what head, signatures and footnotes leave."""

    def __init__(self, canvas: Canvas, box: Box, sheet: PrintedSheet, site: str) -> None:
        self.canvas, self.box, self.sheet, self.site = canvas, box, sheet, site
        self.notes = [*_broken_seals(sheet), *(f"{note.number} {note.text}" for note in sheet.footnotes)]
        self.code = _code(sheet)
        spare = 0 if sheet.kind == SIGNED else SPARE_ROWS
        self.rows: list[PrintedRow | None] = [*sheet.rows, *[None] * spare]
        self.zone = ZoneInfo(sheet.tournament.time_zone)
        self._share_out_width()
        self._share_out_height()

    def _share_out_width(self) -> None:
        with_endurance = any(row.endurance for row in self.sheet.rows)
        self.left = [("Role", 20.0), ("T", 11.0), *([("POW", 34.0)] if with_endurance else [])]
        self.right = [("start", 25.0), ("relief", 25.0)] if self.sheet.next_game is not None else []
        fixed = sum(width for _, width in (*self.left, *self.right))
        names = [width_of(row.name) * 7.5 + 6 for row in self.sheet.rows]
        self.name_width = min(128.0, max([92.0, *names]))
        columns = len(self.sheet.columns)
        room = self.box.width - fixed - self.name_width
        self.column = min(_WIDEST_COLUMN, room / columns) if columns else 0.0
        self.first_column = self.box.x + self.name_width + sum(width for _, width in self.left)
        self.end = self.first_column + self.column * columns

    def _share_out_height(self) -> None:
        width = self.box.width - (78 if self.code else 0)
        wanted = height_of_paragraphs(self.notes, width, columns=3, size=6.4) if self.notes else 0.0
        self.notes_height = min(max(wanted + 10, 62.0 if self.code else 44.0), 130.0)
        room = self.box.height - sum(_HEAD_HEIGHTS) - _SIGN_HEIGHT - self.notes_height - 12
        self.row = min(_TALLEST_ROW, room / max(1, len(self.rows)))
        self.grid_top = self.box.top - sum(_HEAD_HEIGHTS)
        self.grid_bottom = self.grid_top - self.row * len(self.rows)
        self.sign_bottom = self.grid_bottom - _SIGN_HEIGHT

    def draw(self) -> None:
        self._draw_rows()
        self._draw_left_head()
        self._draw_blocks()
        self._draw_rules()
        self._draw_available()
        self._draw_bottom()

    def _draw_left_head(self) -> None:
        y = self.box.top
        for label, height in zip(_HEAD_LABELS, _HEAD_HEIGHTS, strict=True):
            y -= height
            at = y + (height - 7 if label == "Result" else 2.6)
            draw_text(self.canvas, self.first_column - 3, at, label, size=6, align="right")
        x = self.box.x + self.name_width
        draw_text(self.canvas, self.box.x + 1, y + 2.6, "Pitcher", size=7, bold=True)
        for label, width in self.left:
            draw_in(self.canvas, Box(x, y, width, 9), label, size=6.2, bold=True)
            x += width

    def _draw_rows(self) -> None:
        y = self.grid_top
        for number, row in enumerate(self.rows):
            y -= self.row
            if number % 2:
                shade(self.canvas, Box(self.box.x, y, self.end - self.box.x, self.row))
            if row is not None:
                self._draw_row(row, y)
            else:
                label = "position player (T25.3):" if number == len(self.sheet.rows) else ""
                draw_text(self.canvas, self.box.x + 1, y + self.row - 6, label, size=min(4.8, self.row * 0.5))

    def _draw_row(self, row: PrintedRow, y: float) -> None:
        size = min(7.8, self.row * 0.72)
        draw_in(self.canvas, Box(self.box.x, y, self.name_width, self.row), row.name, size=size, align="left")
        x = self.box.x + self.name_width
        for (label, width), text in zip(self.left, _facts(row, len(self.left)), strict=True):
            draw_in(self.canvas, Box(x, y, width, self.row), text, size=size - 0.6, bold=label == "Role")
            x += width
        for cell in row.cells:
            self._draw_cell(Box(x, y, self.column, self.row), cell)
            x += self.column

    def _draw_cell(self, box: Box, cell: SheetCell) -> None:
        if not cell.innings:
            return
        if cell.starts:
            self.canvas.setLineWidth(paper.RULE)
            self.canvas.rect(box.x + 0.8, box.y + 0.8, box.width - 1.6, box.height - 1.6)
        marks = ",".join(map(str, cell.marks))
        if box.height < _LOW_ROW:
            self._draw_low_cell(box, cell, marks)
            return
        small = min(4.8, box.height * 0.36)
        head = small if marks or cell.starts else 0.0
        room = Box(box.x, box.y, box.width, box.height - head)
        draw_in(
            self.canvas,
            room,
            cell.innings,
            size=min(8, room.height * 0.8),
            bold=cell.starts,
            pad=1.3,
            smallest=_SMALLEST_INNINGS,
        )
        y = box.top - small - 0.9
        if cell.starts:
            draw_text(self.canvas, box.x + 2.2, y, "S", size=small, bold=True)
        if marks:
            size = size_for(marks, box.width * 0.6, small, smallest=2.8)
            draw_text(self.canvas, box.right - 2.2, y, marks, size=size, align="right")

    def _draw_low_cell(self, box: Box, cell: SheetCell, marks: str) -> None:
        """A row too low for two lines: figure and footnote side by side, the box alone marks a start."""
        width = box.width * (0.68 if marks else 1)
        room, size = Box(box.x, box.y, width, box.height), min(7, box.height * 0.8)
        draw_in(self.canvas, room, cell.innings, size=size, bold=cell.starts, smallest=_SMALLEST_INNINGS)
        if marks:
            size = size_for(marks, box.width - width, box.height * 0.5, smallest=2.4)
            draw_text(self.canvas, box.right - 1, box.top - size - 0.2, marks, size=size, align="right")

    def _draw_blocks(self) -> None:
        x = self.first_column
        for block in self.sheet.blocks:
            width = self.column * len(block.columns)
            self._draw_block_head(block, Box(x, self.box.top - _HEAD_HEIGHTS[0], width, _HEAD_HEIGHTS[0]))
            for place, column in enumerate(block.columns):
                self._draw_column_head(column, x + place * self.column)
            self._draw_signature(block.signature, Box(x, self.sign_bottom, width, _SIGN_HEIGHT))
            x += width

    def _draw_block_head(self, block: PrintedBlock, box: Box) -> None:
        label = block.heading if width_of(block.heading) * 5.6 < box.width - 2 else block.short
        draw_in(self.canvas, Box(box.x, box.top - 8, box.width, 8), label, size=5.6)
        draw_block(self.canvas, Box(box.x, box.y + 1, box.width, box.height - 9), block.opponent, size=7.2, bold=True)

    def _draw_column_head(self, column: PrintedColumn, x: float) -> None:
        y = self.box.top - _HEAD_HEIGHTS[0]
        number = str(column.number) if column.number is not None else ""
        for text, height, bold in ((number, 9.5, True), (str(column.game), 9.5, False), (column.place, 9.5, False)):
            y -= height
            draw_in(self.canvas, Box(x, y, self.column, height), text, size=6.6, bold=bold, pad=0.5)
        room = Box(x, y - _HEAD_HEIGHTS[4], self.column, _HEAD_HEIGHTS[4])
        draw_block(self.canvas, room, column.result, size=6.4, turned=self.column < 27)

    def _draw_signature(self, signature: Signature | None, box: Box) -> None:
        if signature is None:
            return
        at = signature.signed_at.astimezone(self.zone).strftime("%b %-d %H:%M")
        told = [*_signers(signature.signer, max(box.width, box.height)), at, signature.code]
        if not signature.stands:
            told = ["SEAL BROKEN", "sign again", ""]
        turned = box.width < 62
        long, short = (box.height, box.width) if turned else (box.width, box.height)
        lines = [line for line in told if line] if short >= 15 else [" ".join(told[::-1])]
        self.canvas.saveState()
        if turned:
            self.canvas.translate(box.right, box.y)
            self.canvas.rotate(90)
        else:
            self.canvas.translate(box.x, box.y)
        height = min(short / len(lines), 12.0)
        top = (short + height * len(lines)) / 2
        for number, line in enumerate(lines, start=1):
            room = Box(0, top - number * height, long, height)
            draw_in(self.canvas, room, line, size=6.6, bold=line in (signature.code, "SEAL BROKEN"), pad=2)
        self.canvas.restoreState()

    def _draw_rules(self) -> None:
        canvas = self.canvas
        canvas.setLineWidth(paper.HAIRLINE)
        left = self.first_column
        y = self.box.top
        canvas.line(left, y, self.end, y)
        for height in _HEAD_HEIGHTS[:-1]:
            y -= height
            canvas.line(left, y, self.end, y)
        for number in range(1, len(self.rows)):
            canvas.line(self.box.x, self.grid_top - number * self.row, self.end, self.grid_top - number * self.row)
        self._draw_upright_rules()
        canvas.setLineWidth(paper.RULE)
        for y in (self.grid_top, self.grid_bottom):
            canvas.line(self.box.x, y, self.end, y)
        canvas.line(left, self.sign_bottom, self.end, self.sign_bottom)

    def _draw_upright_rules(self) -> None:
        canvas, x = self.canvas, self.first_column
        canvas.setLineWidth(paper.HAIRLINE)
        at = self.box.x + self.name_width
        for _, width in self.left:
            canvas.line(at, self.grid_bottom, at, self.grid_top)
            at += width
        canvas.setLineWidth(paper.RULE)
        canvas.line(x, self.sign_bottom, x, self.box.top)
        for block in self.sheet.blocks:
            canvas.setLineWidth(paper.HAIRLINE)
            for place in range(1, len(block.columns)):
                inner = x + place * self.column
                canvas.line(inner, self.grid_bottom, inner, self.box.top - _HEAD_HEIGHTS[0])
            x += self.column * len(block.columns)
            canvas.setLineWidth(paper.RULE)
            canvas.line(x, self.sign_bottom, x, self.box.top)

    def _draw_available(self) -> None:
        """The last columns: what each may do in the next game."""
        if not self.right:
            return
        canvas, x = self.canvas, self.end
        width = sum(wide for _, wide in self.right)
        head = Box(x + 2, self.grid_top + 9.5, width - 2, 34)
        draw_block(canvas, head, f"Available for game {self.sheet.next_game}", size=7, bold=True, turned=False)
        for label, wide in self.right:
            draw_in(canvas, Box(x, self.grid_top, wide, 9.5), label, size=6.4, bold=True)
            x += wide
        for number, row in enumerate(self.sheet.rows, start=1):
            at, y = self.end, self.grid_top - number * self.row
            for text, (_, wide) in zip((row.start, row.relief), self.right, strict=True):
                bold = text == "yes" or "." in text
                draw_in(canvas, Box(at, y, wide, self.row), text, size=min(7.6, self.row * 0.72), bold=bold)
                at += wide
        canvas.setLineWidth(paper.HAIRLINE)
        for number in range(len(self.rows) + 1):
            y = self.grid_top - number * self.row
            canvas.line(self.end, y, self.end + width, y)
        canvas.line(self.end + width, self.grid_bottom, self.end + width, self.grid_top)
        canvas.line(self.end + width / 2, self.grid_bottom, self.end + width / 2, self.grid_top)

    def _draw_bottom(self) -> None:
        label = Box(self.box.x, self.sign_bottom, self.first_column - self.box.x - 4, _SIGN_HEIGHT)
        draw_text(self.canvas, label.right, label.y + 36, "Signed by the opponent", size=6.6, bold=True, align="right")
        draw_text(self.canvas, label.right, label.y + 28, "at the end of each series (T10.2):", size=6, align="right")
        draw_text(self.canvas, label.right, label.y + 20, "name, time", size=6, align="right")
        right = self.box.right
        if self.code:
            right -= 78
            self._draw_check(Box(right + 16, self.box.y, 62, 62))
        notes = Box(self.box.x, self.box.y + 8, right - self.box.x, self.sign_bottom - self.box.y - 12)
        left_out = self._draw_notes(notes)
        legend = _LEGEND
        if self.right:
            legend += " g9: not before game 9."
        if left_out:
            legend = f"And {left_out} more footnotes on this sheet's page. {legend}"
        size = size_for(legend, right - self.box.x, 5.8)
        draw_text(self.canvas, self.box.x, self.box.y, legend, size=size, width=right - self.box.x)

    def _draw_notes(self, box: Box) -> int:
        """Footnotes under their heading, with lines for the pen where there is room; gives how many found none."""
        draw_text(self.canvas, box.x, box.top - 6, _NOTES_HEADING, size=6, bold=True, width=box.width)
        room = Box(box.x, box.y, box.width, box.height - 9)
        left_out = draw_paragraphs(self.canvas, room, self.notes, columns=3, size=6.4)
        if not self.notes and self.sheet.kind != SIGNED:
            self.canvas.setLineWidth(paper.HAIRLINE)
            for line in range(1, int(room.height / 15) + 1):
                self.canvas.line(room.x, room.top - line * 15, room.right, room.top - line * 15)
        return left_out

    def _draw_check(self, box: Box) -> None:
        draw_text(self.canvas, box.x + box.width / 2, box.y, f"check {self.code}", size=6, bold=True, align="center")
        if self.site:
            # four modules of white on every side, or phones do not read it
            draw_qr(self.canvas, box.x + 6, box.y + 12, 50, check_address(self.site, self.code))


def check_address(site: str, code: str) -> str:
    """The public page that says whether the signature with this code stands."""
    return f"{site.rstrip('/')}/check/{code}/"


def _signers(signer: str, room: float) -> list[str]:
    """The two managers of one team on a line each, where one line would be too small to read."""
    return signer.split(" and ", 1) if width_of(signer) * 5.5 > room else [signer]


def _broken_seals(sheet: PrintedSheet) -> list[str]:
    """Why signatures do not stand any more."""
    return [
        f"{block.heading}: seal of {block.signature.signer} broken: {block.signature.broken_reason}"
        for block in sheet.blocks
        if block.signature is not None and not block.signature.stands
    ]


def _code(sheet: PrintedSheet) -> str:
    newest = sheet.newest_signature
    return newest.code if newest is not None else ""


def _facts(row: PrintedRow, count: int) -> list[str]:
    return [row.role or ("pos" if row.is_spare else "–"), row.throws, row.endurance][:count]
