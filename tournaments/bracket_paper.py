"""Draw the playoff bracket in a PDF."""

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from core import paper
from core.lettering import draw_text
from core.paper import GRAY
from tournaments.queries.bracket_picture import HEAD, BracketPicture, SeriesBox


class Bracket(Flowable):  # type: ignore[misc]
    """Playoff bracket, scaled down to fit its column's width."""

    def __init__(self, picture: BracketPicture) -> None:
        super().__init__()
        self.picture = picture

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.scale = min(1.0, width / self.picture.width)
        return width, self.picture.height * self.scale

    def draw(self) -> None:
        canvas, picture = self.canv, self.picture
        canvas.translate(0, picture.height * self.scale)
        canvas.scale(self.scale, self.scale)
        for name, x in picture.heads:
            draw_text(canvas, x, 8 - HEAD, name, size=9, bold=True, width=picture.box_width)
        canvas.setLineWidth(paper.RULE)
        for line in picture.lines:
            corners = [tuple(map(int, corner.split(","))) for corner in line.split()]
            for (x, y), (to_x, to_y) in zip(corners, corners[1:], strict=False):
                canvas.line(x, -y, to_x, -to_y)
        for box in picture.boxes:
            _draw_box(canvas, picture, box)


def _draw_box(canvas: Canvas, picture: BracketPicture, box: SeriesBox) -> None:
    canvas.rect(box.x, -box.y - picture.box_height, picture.box_width, picture.box_height)
    canvas.line(box.x, -box.middle, box.right, -box.middle)
    draw_text(canvas, box.name_at, -box.note_at, box.meeting.suspended, size=9)
    for line in box.lines:
        draw_text(canvas, box.seed_at, -line.foot, line.seed, size=9, align="right")
        draw_text(canvas, box.name_at, -line.foot, line.name, size=10, bold=line.is_winner, width=190)
        canvas.setFillColor(GRAY)
        for x, runs in line.runs:
            draw_text(canvas, x, -line.foot, str(runs), size=9, align="center")
        canvas.setFillColor(paper.BLACK)
        draw_text(
            canvas,
            box.wins_at,
            -line.foot,
            line.wins,
            size=10,
            bold=line.is_winner,
            align="right",
        )
