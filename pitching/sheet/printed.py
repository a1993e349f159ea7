"""A printed pitching sheet, with additional columns for upcoming games and each pitcher's availability."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Q

from games.queries.carry_over import carryover_rules
from games.queries.columns import GameColumn
from games.queries.usage import Pitcher, TeamUsage, usage_of_teams
from pitching.queries.board import BoardRow, build_board
from pitching.queries.endurance import endurance_by_card
from pitching.sheet.blocks import (
    BLANK,
    CURRENT,
    KINDS,
    SIGNED,
    BlockBuilder,
    PrintedBlock,
)
from pitching.sheet.read import Footnote, Sheet, SheetCell, SheetRow, Signature, read_sheets
from rules_engine.competition.timetable import RoundToPlay
from rules_engine.eligibility.requirements import Requirement
from tournaments.models import Series, Team, Tournament
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.timetable import rounds_to_play

__all__ = [
    "BLANK",
    "CURRENT",
    "KINDS",
    "SIGNED",
    "PrintedBlock",
    "PrintedRow",
    "PrintedSheet",
    "read_printed_sheet",
    "read_printed_sheets",
]

SPARE_ROWS = 2
_ROLE_ORDER = ("S", "S/R", "R", "")


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A pitcher's row. `start` and `relief` are his availability in the next game: "yes", innings, "g9" or a dash."""

    name: str
    role: str
    throws: str
    endurance: str
    cells: list[SheetCell]
    start: str = ""
    relief: str = ""
    is_spare: bool = False


@dataclass(slots=True)
class PrintedSheet:
    """A team's printed sheet. Every row has a cell for each column in all blocks, in order."""

    tournament: Tournament
    team: Team
    kind: str
    managers: list[str]
    park: str
    blocks: list[PrintedBlock] = field(default_factory=list)
    rows: list[PrintedRow] = field(default_factory=list)
    footnotes: list[Footnote] = field(default_factory=list)
    next_game: int | None = None  # None if the sheet doesn't show availability
    requirements: list[Requirement] = field(default_factory=list)

    @property
    def columns(self) -> list[GameColumn]:
        return [column for block in self.blocks for column in block.columns]

    @property
    def newest_signature(self) -> Signature | None:
        signatures = [block.signature for block in self.blocks if block.signature is not None]
        valid = [signature for signature in signatures if signature.is_valid]
        return max(valid, key=lambda signature: signature.signed_at, default=None)


def read_printed_sheet(tournament: Tournament, team_id: int, kind: str) -> PrintedSheet:
    return read_printed_sheets(tournament, [team_id], kind)[team_id]


def read_printed_sheets(tournament: Tournament, team_ids: list[int], kind: str) -> dict[int, PrintedSheet]:
    """Return sheets by team, in a constant number of queries. `kind` is one of KINDS."""
    usages = usage_of_teams(*team_ids)
    sheets = read_sheets(tournament, team_ids, usages)
    series = _series_by_team(team_ids)
    cards = {card for usage in usages.values() for card in usage.pitchers}
    endurance = endurance_by_card(cards)
    rounds: list[RoundToPlay] = []
    if kind != SIGNED:
        rounds = rounds_to_play(tournament)
    printed = {}
    for team_id, sheet in sheets.items():
        builder = BlockBuilder(tournament, sheet, series[team_id], rounds)
        printed[team_id] = _printed_sheet(builder, usages[team_id], endurance, kind)
    return printed


def _series_by_team(team_ids: list[int]) -> dict[int, list[Series]]:
    """Return each team's series in its order of play, except void series."""
    is_of_teams = Q(home__in=team_ids) | Q(away__in=team_ids)
    all_series = Series.objects.filter(is_of_teams).exclude(status=Series.Status.VOID)
    by_team: dict[int, list[Series]] = defaultdict(list)
    for series in all_series.select_related("home", "away"):
        by_team[series.home_id].append(series)
        by_team[series.away_id].append(series)
    for team_id, team_series in by_team.items():
        by_team[team_id] = in_order_of_play(team_series, team_id)
    return by_team


def _printed_sheet(
    builder: BlockBuilder,
    usage: TeamUsage,
    endurance: dict[int, str],
    kind: str,
) -> PrintedSheet:
    sheet = builder.sheet
    tournament = builder.tournament
    printed = PrintedSheet(tournament, sheet.team, kind, sheet.managers, sheet.park)
    cell_indexes: list[int | None] = []
    for block_cells in builder.blocks(kind):
        printed.blocks.append(block_cells.block)
        cell_indexes += block_cells.cell_indexes
    board: dict[int, BoardRow] = {}
    if kind == CURRENT and tournament.stage != Tournament.Stage.FINISHED:
        printed.next_game = usage.next_game
        rows = build_board(usage, carryover_rules(tournament)).rows
        board = {row.card_id: row for row in rows}
    pitchers = zip(sheet.rows, usage.staff(), strict=True)
    by_role = sorted(pitchers, key=lambda pair: _ROLE_ORDER.index(pair[0].role))
    for row, pitcher in by_role:
        cells = _printed_cells(row, cell_indexes, kind)
        if kind == CURRENT or not row.is_spare or cells:
            printed.rows.append(_printed_row(row, pitcher, cells, board, endurance))
    printed.footnotes = _printed_footnotes(sheet, printed)
    if kind != SIGNED:
        printed.requirements = sheet.requirements
    return printed


def _printed_cells(row: SheetRow, cell_indexes: list[int | None], kind: str) -> list[SheetCell]:
    empty = SheetCell()
    if kind == BLANK:
        return [empty] * len(cell_indexes)
    return [empty if index is None else row.cells[index] for index in cell_indexes]


def _printed_row(
    row: SheetRow,
    pitcher: Pitcher,
    cells: list[SheetCell],
    board: dict[int, BoardRow],
    endurance: dict[int, str],
) -> PrintedRow:
    board_row = board.get(pitcher.card_id)
    return PrintedRow(
        name=pitcher.name,
        role=row.role,
        throws=pitcher.throws,
        endurance=endurance.get(pitcher.card_id, ""),
        cells=cells,
        start=board_row.start_label if board_row else "",
        relief=board_row.relief_label if board_row else "",
        is_spare=pitcher.card is None,
    )


def _printed_footnotes(sheet: Sheet, printed: PrintedSheet) -> list[Footnote]:
    """Return the footnotes whose numbers are printed."""
    marks = {mark for row in printed.rows for cell in row.cells for mark in cell.marks}
    return [note for note in sheet.footnotes if note.number in marks]
