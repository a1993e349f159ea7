"""A series' score card on a single page: line scores for every game, both teams' pitchers, signatures."""

from dataclasses import dataclass
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_in_box, draw_text, fit_font_size
from core.paper_tables import printed_table, shade_row
from drafts.models import STAND_IN_NAME
from games.models import Game, Outing
from games.queries.declared_rounds import DeclaredRound, rotation_table
from games.queries.usage import TeamUsage, usage_of_teams
from rules_engine.innings import format_innings
from rules_engine.rulings import opening
from tournaments.documents import letterhead_of
from tournaments.models import Series, Team

_WIDTH = 552.0  # in points, between the margins of the wider paper size
_INNINGS = 12  # boxes for extra innings; for an even longer game, only the total is written
_SIGN = 74.0
_PITCHERS_HEAD = 25.0
_SPARE_ROWS = 2
_TO_WRITE = "concession (T0.05), where suspended (T33.0), violations accepted (T0.06, T31.2), injuries (T25.2):"
_TALLEST_GAME, _TALLEST_ROW = 84.0, 17.0


@dataclass(frozen=True, slots=True)
class _Side:
    """A team in the series with its pitchers. `cells` maps (card, game number) to innings."""

    team: Team
    usage: TeamUsage
    cells: dict[tuple[int, int], str]


def score_card_pdf(series: Series) -> bytes:
    """Draw a series' score card, filled in with known results. The teams and tournament must be loaded."""
    games = {game.number: game for game in Game.objects.filter(series=series)}
    usages = usage_of_teams(series.home_id, series.away_id)
    cells = _innings(series)
    sides = [_Side(team, usages[team.pk], cells.get(team.pk, {})) for team in (series.away, series.home)]
    return paper.single_page(
        letterhead_of(series.tournament),
        f"{series.away.name} at {series.home.name}",
        lambda canvas, box: _draw(canvas, box, series, games, sides),
        subject=f"Series score card · {_where(series)}",
        under=_under(series),
    )


def rotation_pdf(team: Team, rounds: list[DeclaredRound]) -> bytes:
    """Draw a team's declared starters by round and game (T0.09). The division and tournament must be loaded."""
    title = f"{team.name}: declared rotation"
    right = team.division.name if team.division is not None else ""
    story = [printed_table(rotation_table(rounds), _WIDTH, size=9)] if rounds else []
    return paper.multi_page(letterhead_of(team.tournament), title, story, right=right)


def _where(series: Series) -> str:
    return f"{series.round_title} · table {series.table}" if series.table else series.round_title


def _under(series: Series) -> str:
    length = f"best of {series.games_planned}" if series.is_best_of else f"{series.games_planned} games"
    if series.home_decided:
        home = f"home in game 1: {series.home.name}"
    else:
        home = "home in game 1, by d20 (T0.16): ______________________   rolls ______ : ______"
    division = series.division.name if series.division else ""
    return "   ·   ".join(part for part in (division, length, home) if part)


def _innings(series: Series) -> dict[int, dict[tuple[int, int], str]]:
    """Return innings by team and (card, game number). S marks a start, and r marks the runs allowed."""
    results: dict[int, dict[tuple[int, int], str]] = {}
    rows = Outing.objects.filter(game__series=series).values_list(
        "team_id", "card_id", "game__number", "part", "outs", "runs"
    )
    for team, card, number, part, outs, runs in rows:
        innings = format_innings(outs) + (f" r{runs}" if runs is not None else "")
        results.setdefault(team, {})[card, number] = f"S {innings}" if part == Outing.Part.START else innings
    return results


def _draw(canvas: Canvas, box: Box, series: Series, games: dict[int, Game], sides: list[_Side]) -> None:
    rows = max(len(side.usage.staff()) for side in sides) + _SPARE_ROWS
    count = series.games_planned
    columns = 1 if count <= 4 else 2
    lines = -(-count // columns)
    most = box.height - _SIGN - _PITCHERS_HEAD - rows * 9 - 14
    game_height = min(_TALLEST_GAME, most / lines)
    width = (box.width - 14 * (columns - 1)) / columns
    for place in range(count):
        down, across = place % lines, place // lines
        room = Box(box.x + across * (width + 14), box.top - (down + 1) * game_height, width, game_height)
        _draw_game(canvas, room, series, place + 1, games.get(place + 1))
    y = box.top - lines * game_height - 6
    row = min(_TALLEST_ROW, (y - box.y - _SIGN - _PITCHERS_HEAD - 8) / rows)
    half = (box.width - 14) / 2
    for place, side in enumerate(sides):
        room = Box(box.x + place * (half + 14), box.y, half, y - box.y)
        _draw_pitchers(canvas, room, side, count, rows, row)
        _draw_signature(canvas, Box(room.x, box.y, half, _SIGN - 10), side.team, sides[1 - place].team)
    below = y - _PITCHERS_HEAD - rows * row
    to_write = opening(("mercy (T0.04), " if series.tournament.profile.game.mercy else "") + _TO_WRITE)
    _draw_lines(canvas, Box(box.x, box.y + _SIGN, box.width, below - box.y - _SIGN - 6), to_write)


def _draw_game(canvas: Canvas, box: Box, series: Series, number: int, game: Game | None) -> None:
    """Draw two rows of boxes, visitors first: runs by inning, then runs, hits, errors."""
    home_id, away_id = _teams_of(series, number, game)
    names = {series.home_id: series.home.name, series.away_id: series.away.name}
    name_width = min(130.0, box.width * 0.28)
    small, total = (
        (box.width - name_width) / (_INNINGS + 3 * 1.35),
        (box.width - name_width) / (_INNINGS + 3 * 1.35) * 1.35,
    )
    head, line = 11.0, min(26.0, (box.height - 11.0 - 7) / 2)
    y = box.top - head
    draw_text(canvas, box.x, y + 2.5, f"Game {number}{_ending(game)}", size=8, bold=True, width=name_width)
    labels = [*(str(inning) for inning in range(1, _INNINGS + 1)), "R", "H", "E"]
    x = box.x + name_width
    for place, label in enumerate(labels):
        wide = small if place < _INNINGS else total
        draw_in_box(canvas, Box(x, y, wide, head), label, size=6.2, bold=place >= _INNINGS)
        x += wide
    for row, team in enumerate((away_id, home_id)):
        room = Box(box.x, y - (row + 1) * line, box.width, line)
        _draw_line(canvas, room, names.get(team, ""), _runs(game, home=team == home_id), name_width, small, total)


def _teams_of(series: Series, number: int, game: Game | None) -> tuple[int, int]:
    """Return home and visitors, or 0, 0 before the roll, so that the names can be filled in by hand."""
    if game is not None:
        return game.home_id, game.away_id
    if not series.home_decided:
        return 0, 0
    return series.home_and_away(number, series.tournament.home_pattern)


def _ending(game: Game | None) -> str:
    if game is None or game.status == Game.Status.DRAFT:
        return ""
    if game.status == Game.Status.SUSPENDED:
        return ", suspended"
    return "" if game.ending == Game.Ending.PLAYED_OUT else f", {game.get_ending_display().split(':')[0].lower()}"


def _runs(game: Game | None, *, home: bool) -> tuple[list[int], int | None]:
    if game is None:
        return [], None
    return (game.home_line, game.home_runs) if home else (game.away_line, game.away_runs)


def _draw_line(
    canvas: Canvas,
    box: Box,
    name: str,
    runs: tuple[list[int], int | None],
    name_width: float,
    small: float,
    total: float,
) -> None:
    by_inning, scored = runs
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.rect(box.x, box.y, name_width, box.height)
    draw_in_box(canvas, Box(box.x, box.y, name_width, box.height), name, size=8, align="left", pad=3)
    x = box.x + name_width
    for inning in range(_INNINGS):
        canvas.rect(x, box.y, small, box.height)
        if inning < len(by_inning):
            draw_in_box(canvas, Box(x, box.y, small, box.height), str(by_inning[inning]), size=8)
        x += small
    canvas.setLineWidth(paper.RULE)
    for place in range(3):
        canvas.rect(x, box.y, total, box.height)
        if place == 0 and scored is not None:
            draw_in_box(canvas, Box(x, box.y, total, box.height), str(scored), size=9, bold=True)
        x += total


def _draw_pitchers(canvas: Canvas, box: Box, side: _Side, games: int, rows: int, height: float) -> None:
    """Draw innings by pitcher and game. S marks a start."""
    title = f"{side.team.name}: pitchers"
    draw_text(
        canvas,
        box.x,
        box.top - 11,
        title,
        size=fit_font_size(title, box.width, 9, bold=True, smallest=6),
        bold=True,
        width=box.width,
    )
    cell = min(40.0, box.width * 0.62 / max(1, games))
    names = box.width - cell * games
    top = box.top - _PITCHERS_HEAD
    for number in range(1, games + 1):
        draw_in_box(
            canvas,
            Box(box.x + names + (number - 1) * cell, top, cell, 10),
            f"Game {number}" if cell > 26 else f"g{number}",
            size=6.4,
            bold=True,
        )
    staff: list[Any] = [*side.usage.staff()]
    for place in range(rows):
        y = top - (place + 1) * height
        if place % 2:
            shade_row(canvas, Box(box.x, y, box.width, height))
        if place == rows - 1 and place >= len(staff):
            draw_in_box(canvas, Box(box.x, y, names, height), STAND_IN_NAME, size=min(5.6, height * 0.5), align="left")
        if place < len(staff):
            _draw_pitcher(canvas, Box(box.x, y, names, height), staff[place], side, games, cell)
    _rule(canvas, Box(box.x, top - rows * height, box.width, rows * height), rows, [names, *[cell] * games])


def _draw_pitcher(canvas: Canvas, box: Box, pitcher: Any, side: _Side, games: int, cell: float) -> None:
    label = f"{pitcher.name} {pitcher.throws}".strip()
    draw_in_box(canvas, box, label, size=min(7.6, box.height * 0.7), align="left")
    for number in range(1, games + 1):
        room = Box(box.right + (number - 1) * cell, box.y, cell, box.height)
        draw_in_box(canvas, room, side.cells.get((pitcher.card_id, number), ""), size=min(7.6, box.height * 0.7))


def _rule(canvas: Canvas, box: Box, rows: int, widths: list[float]) -> None:
    canvas.setLineWidth(paper.HAIRLINE)
    for place in range(rows + 1):
        y = box.y + place * box.height / rows
        canvas.line(box.x, y, box.right, y)
    x = box.x
    for width in (0.0, *widths):
        x += width
        canvas.line(x, box.y, x, box.top)


def _draw_lines(canvas: Canvas, box: Box, to_write: str) -> None:
    """Draw lines for handwriting, as many as fit."""
    if box.height < 22:
        return
    draw_text(canvas, box.x, box.top - 8, to_write, size=fit_font_size(to_write, box.width, 6.6), width=box.width)
    canvas.setLineWidth(paper.HAIRLINE)
    for number in range(1, int((box.height - 8) / 17) + 1):
        canvas.line(box.x, box.top - 8 - number * 17, box.right, box.top - 8 - number * 17)


def _draw_signature(canvas: Canvas, box: Box, team: Team, opponent: Team) -> None:
    """T10.2: draw the box where the opponent signs for this team's innings."""
    signature_note = f"{opponent.name} signs for {team.name}'s innings (T10.2)"
    draw_text(
        canvas,
        box.x,
        box.top - 8,
        signature_note,
        size=fit_font_size(signature_note, box.width, 7, smallest=5),
        width=box.width,
    )
    canvas.setLineWidth(paper.RULE)
    canvas.rect(box.x, box.y + 4, box.width, box.height - 16)
    for label, at in (("signature", 0.0), ("time", 0.76)):
        draw_text(canvas, box.x + 4 + at * box.width, box.y + 7, label, size=5.5)
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.line(box.x + 0.75 * box.width, box.y + 4, box.x + 0.75 * box.width, box.top - 12)
