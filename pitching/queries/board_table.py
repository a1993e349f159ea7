"""The eligibility board: the columns in which the page and the API show a pitcher before his team's next game."""

from collections.abc import Callable

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from pitching.queries.board import BoardRow, TeamBoard
from rules_engine.innings import format_innings


def _may(is_able: bool, from_game: int | None) -> SafeString:
    if is_able:
        return state("yes", "good")
    return format_html("from game {}", from_game) if from_game else SafeString("no")


def _why(row: BoardRow) -> SafeString:
    """A ruling for each role that his card gives him; a man of the field is told of the start alone."""
    said = SafeString()
    if row.is_starter or not row.is_reliever:
        said += format_html('<span class="rule">Start</span> {}. ', row.start_reason)
    if row.is_reliever:
        said += format_html('<span class="rule">Relief</span> {}.', row.relief_reason)
    return said


_PAGE, _API = Place.PAGE, Place.API
_LEFT = Align.LEFT

BOARD: TableDefinition[BoardRow] = TableDefinition(
    "able",
    (
        Column("card", "Card", lambda row: row.card_id, _API),
        Column("name", "Pitcher", lambda row: row.name, _PAGE | _API, _LEFT, names_row=True, kind=str),
        Column("throws", "T", lambda row: row.throws, _PAGE | _API, Align.CENTER, tone="hide-phone", kind=str),
        Column("role", "Role", lambda row: row.role, _API, kind=str),
        Column("may_start", "May start", lambda row: row.start_now, _API, kind=bool),
        Column("start_ruling", "Start", lambda row: row.start_reason, _API, kind=str),
        Column("may_relieve", "May relieve", lambda row: row.relieve_now, _API, kind=bool),
        Column(
            *("start", "May start", lambda row: row.earliest_start, _PAGE, _LEFT),
            cell=lambda row: _may(row.start_now, row.earliest_start),
            tone="nowrap",
        ),
        Column(
            *("relief", "May relieve", lambda row: row.earliest_relief, _PAGE, _LEFT),
            cell=lambda row: _may(row.relieve_now, row.earliest_relief),
            tone="nowrap",
        ),
        Column("relief_innings", "Innings", lambda row: format_innings(row.relief_outs), _API, kind=str),
        Column("left", "Innings", lambda row: format_innings(row.relief_outs) if row.relieve_now else "", _PAGE),
        Column("relief_ruling", "Relief", lambda row: row.relief_reason, _API, kind=str),
        Column(
            *("starts_again", "Starts from game", lambda row: row.earliest_start, _API),
            is_nullable=True,
            help="the first game he may start if he rests",
        ),
        Column("relieves_again", "Relieves from game", lambda row: row.earliest_relief, _API, is_nullable=True),
        Column("why", "Why", lambda row: row.start_reason, _PAGE, _LEFT, cell=_why, tone="small"),
    ),
)


def _asked(name: str, ruling: Callable[[BoardRow], str], *more: Column[BoardRow]) -> TableDefinition[BoardRow]:
    """The pitchers of whom one thing is true, each with what the rules say of it."""
    man = Column[BoardRow](*("man", "Pitcher", lambda row: row.name, _PAGE, _LEFT), cell=_man, names_row=True)
    return TableDefinition(name, (man, *more, Column("ruling", "Ruling", ruling, _PAGE, _LEFT, tone="small")))


def _man(row: BoardRow) -> SafeString:
    return format_html('{} <span class="quiet small">{}</span>', row.name, row.throws)


MAY_START = _asked("may_start", lambda row: row.start_reason)
MAY_RELIEVE = _asked(
    *("may_relieve", lambda row: row.relief_reason),
    Column(
        *("innings", "Innings", lambda row: format_innings(row.relief_outs), _PAGE),
        cell=lambda row: format_html("<strong>{}</strong>", format_innings(row.relief_outs)),
    ),
)
MAY_NOT = _asked("may_not", lambda row: row.why_he_rests)


def filled_board(board: TeamBoard) -> FilledTable[BoardRow]:
    """Every pitcher of a team before its next game."""
    caption = f"{board.team} before game {board.game}"
    return BOARD.filled(board.rows, empty="No pitchers drafted yet.", caption=caption, label=caption)
