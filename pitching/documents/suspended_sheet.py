"""The sheet of a suspended game (T33.0): how it stood, who holds it, who may pitch on, and room for the end."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_paragraphs, draw_text
from core.paper_tables import draw_table
from core.tables import Align, Column, Place, TableDefinition
from games.queries.resuming_pitchers import RESUMING_PITCHERS
from games.queries.suspended_desk import SuspendedGame, SuspendedSide
from rules_engine.rulings import opening
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_STOOD = 112.0  # for how it stood: two line-ups, who has left, why it must be finished
_SECTION = 16.0
_TALLEST_ROW = 13.0
_ROOM_BELOW = 150.0  # for the rest of the game, by pen
_INNINGS = (*map(str, range(1, 16)), "R")
_END: TableDefinition[SuspendedSide] = TableDefinition(
    "end",
    (
        Column("inning", "Inning", lambda side: str(side.team), Place.PAPER, Align.LEFT, 60),
        *(Column(head, head, lambda side: "", Place.PAPER, Align.CENTER, 16) for head in _INNINGS),
    ),
)


def suspended_game_pdf(tournament: Tournament, suspended: SuspendedGame) -> bytes:
    game = suspended.game
    return paper.single_page(
        letterhead_of(tournament),
        str(game),
        lambda canvas, box: _draw(canvas, box, suspended),
        subject="Suspended game (T33.0)",
        under=f"{game.series.round_title}   ·   {suspended.score}; {suspended.where}",
    )


def _draw(canvas: Canvas, box: Box, suspended: SuspendedGame) -> None:
    y = box.top - _STOOD
    draw_paragraphs(canvas, Box(box.x, y, box.width, _STOOD), _how_it_stood(suspended), size=8.5)
    rows = sum(len(side.pitchers) for side in suspended.sides) + 4
    height = min(_TALLEST_ROW, (y - box.y - _ROOM_BELOW - 2 * _SECTION) / rows)
    for side in suspended.sides:
        y -= _SECTION
        draw_text(canvas, box.x, y + 3, _title(side), size=9, bold=True)
        room = Box(box.x, box.y, box.width, y - box.y)
        y = draw_table(canvas, room, RESUMING_PITCHERS, side.in_order, row_height=height, size=min(7.5, height * 0.62))
    _draw_end(canvas, Box(box.x, box.y, box.width, y - box.y), suspended)


def _how_it_stood(suspended: SuspendedGame) -> list[str]:
    game, stopped = suspended.game, suspended.stopped
    must = "must be finished" if suspended.completion.must else "may stay a tie"
    lines = [f"It {must}: {suspended.completion.ruling.reason}."]
    lines += [f"{opening(sentence)}." for sentence in suspended.proof]
    lines += [stopped.situation] if stopped.situation else []
    lines += [f"{side.team}: {side.line_up}" for side in suspended.sides if side.line_up]
    lines += [f"{side.team}, left: {', '.join(side.gone)}" for side in suspended.sides if side.gone]
    lines += [f"{side.stand_in} finishes it for {side.team}." for side in suspended.sides if side.stand_in]
    if suspended.completion.finished_by and not any(side.stand_in for side in suspended.sides):
        lines.append(f"Finished by: {suspended.completion.finished_by} ________________________")
    return [
        *lines,
        "The director holds this sheet until the game is finished and signed (T33.0); the games of the series that are "
        f"final are signed without it. Game {game.number} keeps its column.",
    ]


def _title(side: SuspendedSide) -> str:
    return f"{side.team}: who may pitch on (game {side.column} of its sheet)"


def _draw_end(canvas: Canvas, box: Box, suspended: SuspendedGame) -> None:
    """A line score by pen, and room for both signatures."""
    draw_text(canvas, box.x, box.top - 14, "The rest of the game", size=9, bold=True)
    room = Box(box.x, box.y, box.width, box.height - 18)
    y = draw_table(canvas, room, _END, suspended.sides, row_height=18, size=8, has_column_rules=True)
    for place, side in enumerate(suspended.sides):
        x = box.x + place * box.width / 2
        canvas.setLineWidth(paper.HAIRLINE)
        canvas.line(x, y - 34, x + box.width / 2 - 16, y - 34)
        draw_text(canvas, x, y - 43, f"Signed for {side.team}", size=6.6)
