"""The team sheet: the one page of information a manager may have at the table (T0.03)."""

from collections import Counter

from reportlab.pdfgen.canvas import Canvas

from core import paper
from core.lettering import Box, draw_text, size_for
from core.paper_tables import Col, draw_table
from drafts.queries.pool_cards import PoolCard
from pitching.queries.printed_sheet import endurance_text, relief_text, start_text
from pitching.queries.team_sheet import PitcherLine, TeamSheet, team_sheet
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.innings import format_innings
from tournaments.documents import letterhead_of
from tournaments.models import Tournament

_TALLEST_ROW = 15.0
_SECTION = 15.0  # a section's title with the space above it
_FEWEST_NOTES = 40.0


def team_sheet_pdf(tournament: Tournament, team_id: int) -> bytes:
    return draw_team_sheet(team_sheet(tournament, team_id))


def draw_team_sheet(sheet: TeamSheet) -> bytes:
    """The page of a team sheet that has been read."""
    who = " and ".join(sheet.managers)
    division = sheet.team.division.name if sheet.team.division else ""
    return paper.one_page(
        letterhead_of(sheet.tournament),
        sheet.team.name,
        lambda canvas, box: _draw(canvas, box, sheet),
        what="Team sheet (T0.03)",
        under="   ·   ".join(part for part in (division, who, f"Park {sheet.park}" if sheet.park else "") if part),
    )


def _draw(canvas: Canvas, box: Box, sheet: TeamSheet) -> None:
    cover = _cover_rows(sheet)
    lines = len(sheet.hitters) + len(cover) + len(sheet.pitchers) + 3
    row = min(_TALLEST_ROW, (box.height - 3 * _SECTION - _FEWEST_NOTES) / lines)
    size = min(8, row * 0.62)
    tables = (
        ("Position players", _hitter_columns(sheet), [_hitter_row(card, sheet) for card in sheet.hitters]),
        ("Who has the position on his card, most games first (T10.11, T31.10)", _cover_columns(), cover),
        (f"Pitchers, for game {sheet.next_game}", _pitcher_columns(sheet), _pitcher_rows(sheet)),
    )
    y = box.top
    for title, columns, rows in tables:
        y -= _SECTION
        draw_text(canvas, box.x, y + 3, title, size=8.5, bold=True)
        y = draw_table(canvas, Box(box.x, box.y, box.width, y - box.y), columns, rows, row_height=row, size=size)
    _draw_notes(canvas, Box(box.x, box.y, box.width, y - box.y))


def _draw_notes(canvas: Canvas, box: Box) -> None:
    told = "Start, relief: “yes” or the innings left for the next game; g9: not before game 9 (T10.2, T27.52)."
    draw_text(canvas, box.x, box.top - 8, told, size=size_for(told, box.width, 6.2), width=box.width)
    canvas.setLineWidth(paper.HAIRLINE)
    canvas.setStrokeColor(paper.GREY)
    for number in range(1, int((box.height - 12) / 16) + 1):
        canvas.line(box.x, box.top - 10 - number * 16, box.right, box.top - 10 - number * 16)
    canvas.setStrokeColor(paper.BLACK)


def _is_rated(sheet: TeamSheet) -> bool:
    return any(card.ratings.get("fielding") for card in sheet.hitters)


def _hitter_columns(sheet: TeamSheet) -> list[Col]:
    rated = [Col("Fielding", 62, "left"), Col("Steal", 34, "left"), Col("Run", 18)] if _is_rated(sheet) else []
    where = [] if rated else [Col("Positions (games)", 86, "left")]
    figures = [Col(head, 19) for head in ("G", "AB", "R", "H", "2B", "3B", "HR", "RBI", "W", "SO", "SB", "CS")]
    rates = [Col(head, 23) for head in ("AVG", "OBP", "SLG")]
    return [Col("Player", 96, "left", bold=True), Col("B", 10, "center"), *where, *rated, *figures, *rates]


def _hitter_row(card: PoolCard, sheet: TeamSheet) -> list[str]:
    rated = _is_rated(sheet)
    where = [", ".join(f"{at} {games}" if games else at for at, games in card.games_at.items())] if not rated else []
    ratings = [str(card.ratings.get(key) or "") for key in ("fielding", "steal", "running")] if rated else []
    figures = (
        *(card.games, card.at_bats, card.runs, card.hits, card.doubles, card.triples, card.homeruns),
        *(card.runs_batted_in, card.walks, card.strikeouts, card.stolen_bases, card.caught_stealing),
    )
    rates = [_rate(value) for value in (card.average, card.on_base, card.slugging)]
    return [sheet.names[card.id], card.bats, *where, *ratings, *map(str, figures), *rates]


def _rate(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}".removeprefix("0")


def _cover_columns() -> list[Col]:
    return [Col(at, 1, "left") for at in POSITIONS]


def _cover_rows(sheet: TeamSheet) -> list[list[str]]:
    """Line by line, the next man for each position."""
    names = _short_names(sheet)
    men = [[names[card.id] for card in sheet.by_position[at]] for at in POSITIONS]
    return [
        [column[place] if place < len(column) else "" for column in men]
        for place in range(max(map(len, men), default=0))
    ]


def _surname(card: PoolCard) -> str:
    return card.sort_name.split(",")[0]


def _short_names(sheet: TeamSheet) -> dict[int, str]:
    """By card the surname; with the initial where the team has two of it, in full where that does not help."""
    ways = [(_surname(card), f"{card.name[:1]}. {_surname(card)}", sheet.names[card.id]) for card in sheet.hitters]
    used = Counter(name for names in ways for name in names[:2])
    return {
        card.id: next((name for name in names[:2] if used[name] == 1), names[2])
        for card, names in zip(sheet.hitters, ways, strict=True)
    }


def _pitcher_columns(sheet: TeamSheet) -> list[Col]:
    rated = any(endurance_text(dict(line.card.ratings)) for line in sheet.pitchers)
    endurance = [Col("POW", 32, "left"), Col("Hold", 18)] if rated else []
    figures = [Col(head, 18) for head in ("G", "GS")]
    line = [Col("IP", 28), Col("W-L", 27), *(Col(head, 20) for head in ("Sv", "H", "HR", "W", "SO")), Col("ERA", 24)]
    lately = [Col(f"g{number}", 24, "center") for number in sheet.games_shown]
    able = [Col("start", 24, "center", bold=True), Col("relief", 24, "center", bold=True)]
    lead = [Col("Player", 92, "left", bold=True), Col("T", 10, "center"), Col("Role", 20, "center")]
    return [*lead, *endurance, *figures, *line, *lately, *able]


def _pitcher_rows(sheet: TeamSheet) -> list[list[str]]:
    rated = any(endurance_text(dict(line.card.ratings)) for line in sheet.pitchers)
    return [_pitcher_row(line, rated=rated) for line in sheet.pitchers]


def _pitcher_row(line: PitcherLine, *, rated: bool) -> list[str]:
    card = line.card
    endurance = [endurance_text(dict(card.ratings)), str(card.ratings.get("hold", ""))] if rated else []
    era = card.earned_run_average
    return [
        *(line.able.name, card.throws, line.able.role or "–", *endurance),
        *(str(card.pitching_games), str(card.games_started), format_innings(card.outs_pitched)),
        *(f"{card.wins}-{card.losses}", str(card.saves), str(card.hits_allowed), str(card.homeruns_allowed)),
        *(str(card.walks_allowed), str(card.strikeouts_made), "" if era is None else f"{era:.2f}"),
        *line.lately,
        *(start_text(line.able), relief_text(line.able)),
    ]
