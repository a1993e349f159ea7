"""PDFs of the draft board on a single page, the draft value, and a division's rosters."""

from collections import defaultdict
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from core import paper
from core.lettering import Box, draw_block, draw_in_box, draw_text
from core.paper_tables import column_widths, draw_table, printed_table, shade_row
from core.tables import Align, Place
from drafts.models import Draft, Pick, PlayerCard
from drafts.queries.board import Board, load_board
from drafts.queries.draft_value import draft_value
from drafts.queries.pick_table import PICKS, BoardCell
from drafts.queries.pool_cards import COLUMNS, PoolCard, pool_card
from drafts.queries.room import load_room
from drafts.queries.roster_tables import HITTERS, PITCHERS, ListedPlayer
from tournaments.documents import letterhead_of
from tournaments.models import Division, Team, Tournament

_WIDTH = 552.0  # in points, between the margins of the wider paper size
_ROUND = 17.0  # width of the column of round numbers
_TEAM_HEAD = 26.0
_SHORTEST_PAGE = 690.0  # in points, on the shorter paper size


def draft_board_pdf(draft: Draft) -> bytes:
    """Draw the board on a single wide page. Open picks show their numbers so that they can be filled in by hand."""
    board = load_board(load_room(draft))
    division = draft.division
    return paper.single_page(
        letterhead_of(division.tournament),
        f"Draft, {division.name}",
        lambda canvas, box: _draw_board(canvas, box, board),
        subject=f"Draft board · {draft.get_state_display().lower()}",
        under=draft.card_set.in_words,
        wide=True,
    )


def _draw_board(canvas: Canvas, box: Box, board: Board) -> None:
    teams = board.room.teams
    if not teams:
        draw_text(canvas, box.x, box.top - 14, "The board appears here once teams have draft positions.")
        return
    width = (box.width - _ROUND) / len(teams)
    height = (box.height - _TEAM_HEAD) / max(1, len(board.rows))
    for index, team in enumerate(teams):
        head = Box(box.x + _ROUND + index * width, box.top - _TEAM_HEAD, width, _TEAM_HEAD)
        status = " (disqualified)" if team.disqualified else ""
        draw_block(canvas, head, f"{index + 1} {team.name}{status}", size=7, bold=True)
    y = box.top - _TEAM_HEAD
    for number, cells in board.rows:
        y -= height
        if number % 2 == 0:
            shade_row(canvas, Box(box.x, y, box.width, height))
        _draw_round(canvas, Box(box.x, y, box.width, height), number, cells, width, forwards=_forwards(cells))
    _draw_board_rules(canvas, box, [height] * len(board.rows), width, len(teams))


def _forwards(cells: list[BoardCell]) -> bool:
    """Return whether the round runs from the first position to the last (T0.02)."""
    return len(cells) < 2 or cells[0].overall < cells[-1].overall


def _draw_round(canvas: Canvas, box: Box, number: int, cells: list[BoardCell], width: float, *, forwards: bool) -> None:
    arrow = "→" if forwards else "←"
    draw_in_box(canvas, Box(box.x, box.y, _ROUND, box.height), f"{number}{arrow}", size=7, bold=True)
    for index, cell in enumerate(cells):
        _draw_pick(canvas, Box(box.x + _ROUND + index * width, box.y, width, box.height), cell)


def _draw_pick(canvas: Canvas, box: Box, cell: BoardCell) -> None:
    """Draw the first column at the top, with the others side by side below."""
    first, *later_columns = PICKS.at(Place.PAPER)
    name = first.written(cell)
    if not name:
        draw_text(canvas, box.x + 1.5, box.top - 5.5, str(cell.overall), size=4.6)
        return
    lower, x = box.height * 0.4, box.x
    draw_in_box(canvas, Box(x, box.y + lower, box.width, box.height - lower), name, size=7, align="left", pad=1.5)
    for column, width in zip(later_columns, column_widths(later_columns, box.width), strict=True):
        size = 4.4 if column.align is Align.RIGHT else 4.8
        room = Box(x, box.y, width, lower)
        draw_in_box(canvas, room, column.written(cell), size=size, align=column.align.value, pad=1.5)
        x += width


def _draw_board_rules(canvas: Canvas, box: Box, heights: list[float], width: float, teams: int) -> None:
    canvas.setLineWidth(paper.HAIRLINE)
    bottom = box.top - _TEAM_HEAD - sum(heights)
    y = box.top - _TEAM_HEAD
    for height in heights:
        y -= height
        canvas.line(box.x, y, box.right, y)
    for index in range(teams + 1):
        x = box.x + _ROUND + index * width
        canvas.line(x, bottom, x, box.top)
    canvas.setLineWidth(paper.RULE)
    canvas.line(box.x, box.top - _TEAM_HEAD, box.right, box.top - _TEAM_HEAD)


def draft_value_pdf(draft: Draft) -> bytes:
    """Draw the value of picks relative to their draft slots: teams, steals, reaches and a list of all picks."""
    value = draft_value(load_room(draft))
    story: list[Flowable] = []
    for filled in (value.filled, value.steals, value.reaches, value.every_pick) if value else ():
        story += [paper.paragraph(filled.caption, paper.HEADING), printed_table(filled, _WIDTH)]
    return paper.multi_page(letterhead_of(draft.division.tournament), f"Draft value, {draft.division.name}", story)


class _Roster(Flowable):  # type: ignore[misc]
    """A team on a single page, with position players on the left and pitchers on the right."""

    row = 9.1

    def __init__(self, team: Team, park: str, cards: list[PoolCard], *, with_statistics: bool) -> None:
        super().__init__()
        self.team, self.park = team, park
        self.tables = (HITTERS, PITCHERS)
        if not with_statistics:
            self.tables = (HITTERS.unrestricted(), PITCHERS.unrestricted())
        self.hitters = sorted((card for card in cards if card.is_hitter), key=lambda card: card.words)
        self.pitchers = sorted((card for card in cards if card.is_pitcher), key=lambda card: card.words)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        lines = max(len(self.hitters), len(self.pitchers)) + 1
        # shrink the rows of a roster that doesn't fit on a page
        self.row = min(_Roster.row, (_SHORTEST_PAGE - 25) / lines)
        self.height = 18 + lines * self.row + 7
        return width, self.height

    def draw(self) -> None:
        canvas, top = self.canv, self.height
        draw_text(canvas, 0, top - 13, self.team.name, size=10, bold=True, width=self.width * 0.55)
        slot = f"draft position {self.team.slot}" if self.team.slot else ""
        parts = (
            slot,
            "manager disqualified" if self.team.disqualified else "",
            f"park: {self.park}" if self.park else "",
        )
        about = " · ".join(part for part in parts if part)
        draw_text(canvas, self.width, top - 13, about, size=7.5, align="right", width=self.width * 0.43)
        body, half = top - 17, (self.width - 14) / 2
        hitters, pitchers = self.tables
        for x, table, cards in ((0, hitters, self.hitters), (half + 14, pitchers, self.pitchers)):
            draw_table(canvas, Box(x, 0, half, body), table, map(ListedPlayer, cards), row_height=self.row, size=6.7)


def rosters_pdf(tournament: Tournament, division: Division, *, with_statistics: bool = True) -> bytes:
    """Draw every team's players and ballpark, with several teams per page. Runs four queries."""
    teams = Team.objects.filter(division=division).order_by("slot", "pk")
    cards, parks = _cards_and_parks(tournament, division)
    story = [_Roster(team, parks.get(team.pk, ""), cards[team.pk], with_statistics=with_statistics) for team in teams]
    return paper.multi_page(letterhead_of(tournament), f"Rosters, {division.name}", story)


def _cards_and_parks(tournament: Tournament, division: Division) -> tuple[dict[int, list[PoolCard]], dict[int, str]]:
    picks = Pick.objects.filter(team__division=division).select_related("park").order_by("team_id", "overall")
    rows = PlayerCard.objects.filter(picks__team__division=division).values(*COLUMNS)
    card_by_id = {row["id"]: pool_card(dict(row), tournament.profile) for row in rows}
    cards: dict[int, list[PoolCard]] = defaultdict(list)
    parks: dict[int, str] = {}
    for team_id, of_team in groupby(picks, key=lambda pick: pick.team_id):
        for pick in of_team:
            if pick.card_id is not None:
                cards[team_id].append(card_by_id[pick.card_id])
            elif pick.park is not None or pick.designed_park:
                parks[team_id] = pick.park.name if pick.park is not None else str((pick.designed_park or {})["name"])
    return cards, parks
