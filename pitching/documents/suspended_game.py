"""PDF for a suspended game (T33.0): its situation, the eligible pitchers, and space for the rest of the game."""

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_paragraphs, draw_text
from core.paper_tables import draw_table
from core.tables import Align, Column, Place, TableDefinition
from games.queries.resuming_pitchers import RESUMING_PITCHERS
from games.queries.suspended_games import SuspendedGame
from games.queries.suspended_sides import SuspendedSide
from rules_engine.rulings import opening
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_SITUATION_HEIGHT = 112.0
_TITLE_HEIGHT = 16.0
_MAX_ROW_HEIGHT = 13.0
_LINE_SCORE_HEIGHT = 150.0  # space for the rest of the game, written by hand
_INNINGS = (*map(str, range(1, 16)), "R")


def _team_name(side: SuspendedSide) -> str:
    return str(side.team)


def _empty_inning(inning: str) -> Column[SuspendedSide]:
    return Column(inning, inning, lambda side: "", Place.PAPER, Align.CENTER, 16)


_LINE_SCORE: TableDefinition[SuspendedSide] = TableDefinition(
    "end",
    (
        Column("inning", "Inning", _team_name, Place.PAPER, Align.LEFT, 60),
        *[_empty_inning(inning) for inning in _INNINGS],
    ),
)


def suspended_game_pdf(tournament: Tournament, suspended: SuspendedGame) -> bytes:
    game = suspended.game
    situation = f"{suspended.score}; {suspended.point_label}"
    return paper.single_page(
        letterhead_of(tournament),
        str(game),
        lambda canvas, box: _draw(canvas, box, suspended),
        subject="Suspended game (T33.0)",
        under=f"{game.series.round_title}   ·   {situation}",
    )


def _draw(canvas: Canvas, box: Box, suspended: SuspendedGame) -> None:
    y = box.top - _SITUATION_HEIGHT
    situation_box = Box(box.x, y, box.width, _SITUATION_HEIGHT)
    draw_paragraphs(canvas, situation_box, _situation(suspended), size=8.5)
    rows = sum(len(side.pitchers) for side in suspended.sides) + 4
    room = y - box.y - _LINE_SCORE_HEIGHT - 2 * _TITLE_HEIGHT
    row_height = min(_MAX_ROW_HEIGHT, room / rows)
    for side in suspended.sides:
        y -= _TITLE_HEIGHT
        draw_text(canvas, box.x, y + 3, _pitchers_title(side), size=9, bold=True)
        y = draw_table(
            canvas,
            Box(box.x, box.y, box.width, y - box.y),
            RESUMING_PITCHERS,
            side.in_order,
            row_height=row_height,
            size=min(7.5, row_height * 0.62),
        )
    _draw_line_score(canvas, Box(box.x, box.y, box.width, y - box.y), suspended)


def _situation(suspended: SuspendedGame) -> list[str]:
    completion = suspended.completion
    must = "must be finished" if completion.must else "may end in a tie"
    lines = [f"It {must}: {completion.ruling.reason}."]
    lines += [f"{opening(sentence)}." for sentence in suspended.proof]
    if suspended.stopped.situation:
        lines.append(suspended.stopped.situation)
    lines += [f"{side.team}: {side.line_up}" for side in suspended.sides if side.line_up]
    lines += [f"{side.team}, already used: {', '.join(side.removed)}" for side in suspended.sides if side.removed]
    sides_with_stand_in = [side for side in suspended.sides if side.stand_in]
    lines += [f"{side.stand_in} finishes the game for {side.team}." for side in sides_with_stand_in]
    if completion.finished_by and not sides_with_stand_in:
        lines.append(f"Finished by: {completion.finished_by} ________________________")
    lines.append(
        "The director keeps this sheet until the game is finished and signed (T33.0). Final games of the series can be "
        f"signed now. Game {suspended.game.number} keeps its column."
    )
    return lines


def _pitchers_title(side: SuspendedSide) -> str:
    return f"{side.team}: eligible pitchers (game {side.column} on its sheet)"


def _draw_line_score(canvas: Canvas, box: Box, suspended: SuspendedGame) -> None:
    """Draw an empty line score, and a line for each team's signature."""
    draw_text(canvas, box.x, box.top - 14, "Rest of the game", size=9, bold=True)
    y = draw_table(
        canvas,
        Box(box.x, box.y, box.width, box.height - 18),
        _LINE_SCORE,
        suspended.sides,
        row_height=18,
        size=8,
        has_column_rules=True,
    )
    canvas.setLineWidth(paper.HAIRLINE)
    for index, side in enumerate(suspended.sides):
        x = box.x + index * box.width / 2
        canvas.line(x, y - 34, x + box.width / 2 - 16, y - 34)
        draw_text(canvas, x, y - 43, f"Signed for {side.team}", size=6.6)
