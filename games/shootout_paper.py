"""The printed sheet of a shootout (T32.0): ballpark, pitchers by inning, and blanks for the line score."""

from reportlab.platypus import Flowable, Spacer

from core import paper
from games.queries.shootouts import ShootoutPage
from tournaments.documents import letterhead_of
from tournaments.models import Team

_INNINGS = 12


def shootout_pdf(page: ShootoutPage) -> bytes:
    shootout = page.shootout
    story: list[Flowable] = [
        paper.paragraph(f"{shootout.home} bats last (T32.0(2)).", paper.HEADING),
        paper.paragraph(f"Ballpark, average of both (T32.0(1)): {page.park_line}", paper.BODY),
        paper.paragraph(
            "One inning per pitcher: starters in the first two, then starters or relievers. All are fresh for the "
            "ninth. Fielders leave only if injured. Pinch hitters may bat for the pitcher each time through. No closer "
            "rule, no fatigue. From the third inning on, a team that leads after a full inning wins.",
            paper.SMALL,
        ),
        Spacer(1, 8),
        _line_score(page),
    ]
    for team in (shootout.away, shootout.home):
        story += [paper.paragraph(f"{team} pitchers", paper.HEADING), _staff(page, team)]
    story += [Spacer(1, 26), paper.paragraph(f"Signed: {shootout.away} {'_' * 30}   {shootout.home} {'_' * 30}")]
    if shootout.winner_id:
        story.insert(0, paper.paragraph(shootout.line, paper.HEADING))
    title = f"Shootout: {shootout.away} at {shootout.home}"
    return paper.multi_page(letterhead_of(page.tournament), title, story, right=shootout.division.name)


def _line_score(page: ShootoutPage) -> Flowable:
    runs = [half.runs for half in page.shootout.played]
    rows = []
    for first, team in enumerate((page.shootout.away, page.shootout.home)):
        mine = [str(run) for run in runs[first::2]][:_INNINGS]
        total = str(page.shootout.score[first]) if page.shootout.winner_id else ""
        rows.append([str(team), *mine, *[""] * (_INNINGS - len(mine)), total])
    head = ["", *map(str, range(1, _INNINGS + 1)), "R"]
    boxes = [
        ("GRID", (1, 1), (-1, -1), paper.HAIRLINE, paper.BLACK),
        *[(edge, (0, 1), (-1, -1), 5) for edge in ("TOPPADDING", "BOTTOMPADDING")],  # room to write by hand
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
    ]
    return paper.ruled_table(head, rows, widths=[150.0, *[28.0] * (_INNINGS + 1)], size=9, extra=boxes)


def _staff(page: ShootoutPage, team: Team) -> Flowable:
    """List every pitcher with the allowed innings, the innings pitched, and the innings as a pinch hitter."""
    first = {pitcher.code: pitcher for pitcher in page.staff(team, 1)}
    in_field = 0 if team == page.shootout.home else 1
    pitched = list(enumerate(page.shootout.played))
    rows = []
    for code, pitcher in first.items():
        innings = [str(n // 2 + 1) for n, half in pitched if n % 2 == in_field and half.pitcher == code]
        hit = [str(n // 2 + 1) for n, half in pitched if n % 2 != in_field and half.hitter == code]
        rows.append(
            [
                pitcher.name,
                pitcher.throws,
                "any" if page.may_start(code) else "from the third",
                *_cell_texts(innings, hit),
            ]
        )
    return paper.ruled_table(["Pitcher", "", "Inning", "Pitched", "Hit in"], rows, widths=[170, 24, 90, 90, 90], size=8)


def _cell_texts(innings: list[str], hit: list[str]) -> tuple[str, str]:
    return ", ".join(innings), ", ".join(hit)
