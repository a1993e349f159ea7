"""The tables of rolls for draft positions and of the positions taken (T0.02)."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from tournaments.access.viewers import Viewer
from tournaments.models import Division, Team
from tournaments.queries.rolls import RollsBoard, SlotOnBoard


class RolledTeam(NamedTuple):
    """A team with its rolls and its place in the order of choosing."""

    board: RollsBoard
    place: int
    team: Team
    rolls: list[int]


class DivisionSlot(NamedTuple):
    """A draft position of a division."""

    division: Division
    slot: SlotOnBoard


def _name_html(rolled: RolledTeam) -> SafeString:
    board, team = rolled.board, rolled.team
    badges = (
        ("chooses", "now", [board.on_turn]),
        ("rolls", "warn", board.must_roll),
        ("absent", "", board.away),
    )
    return format_html_join(
        " ",
        "{}",
        [
            (team.name,),
            *((state(word, tone),) for word, tone, teams in badges if team in teams),
        ],
    )


def _position(rolled: RolledTeam) -> str:
    return f"{rolled.team.slot} of {rolled.team.division}" if rolled.team.slot else ""


def _holder_html(place: DivisionSlot) -> SafeString:
    team = place.slot.team
    if team is None:
        return SafeString('<span class="quiet">open</span>')
    return format_html("{} {}", team.name, state("imputed") if team.kind == Team.Kind.IMPUTED else "")


_PAGE, _API = Place.PAGE, Place.API
_LEFT = Align.LEFT

ROLLED: TableDefinition[RolledTeam] = TableDefinition(
    "rolled",
    (
        Column("place", "Place", lambda rolled: rolled.place, _PAGE),
        Column("team", "Team", lambda rolled: rolled.team.pk, _API),
        Column(
            "name",
            "Team",
            lambda rolled: rolled.team.name,
            _PAGE | _API,
            _LEFT,
            cell=_name_html,
            names_row=True,
            kind=str,
        ),
        Column(
            "thrown",
            "Roll",
            lambda rolled: ", then ".join(map(str, rolled.rolls)),
            _PAGE,
            head="{dice}",
        ),
        Column("rolls", "Rolls", lambda rolled: rolled.rolls, _API, kind=list[int]),
        Column("position", "Position", _position, _PAGE, _LEFT),
        Column(
            "division",
            "Division",
            lambda rolled: rolled.team.division_id,
            _API,
            is_nullable=True,
        ),
        Column("slot", "Position", lambda rolled: rolled.team.slot, _API, is_nullable=True),
        Column(
            "must_roll",
            "Rolls now",
            lambda rolled: rolled.team in rolled.board.must_roll,
            _API,
            kind=bool,
        ),
    ),
)

SLOTS: TableDefinition[DivisionSlot] = TableDefinition(
    "slots",
    (
        Column("division", "Division", lambda place: place.division.pk, _API),
        Column("position", "Position", lambda place: place.slot.position, _PAGE | _API),
        Column(
            "team",
            "Team",
            lambda place: place.slot.team and place.slot.team.pk,
            _API,
            is_nullable=True,
        ),
        Column(
            "holder",
            "Team",
            lambda place: str(place.slot.team or "open"),
            _PAGE,
            _LEFT,
            cell=_holder_html,
        ),
        Column(
            "is_open",
            "Open",
            lambda place: place.slot.is_open,
            _API,
            kind=bool,
            help="to the team whose turn it is",
        ),
    ),
)


def filled_rolls(board: RollsBoard, viewer: Viewer) -> FilledTable[RolledTeam]:
    rows = [
        Entry(RolledTeam(board, place, team, rolls), is_mine=team.pk == viewer.team_id)
        for place, (team, rolls) in enumerate(board.rows, start=1)
    ]
    table = ROLLED if board.order.decided else ROLLED.without("place")
    return FilledTable(table, rows, {"dice": board.dice}, caption=board.heading, label=board.heading)


def filled_slots(board: RollsBoard, viewer: Viewer) -> Iterator[FilledTable[DivisionSlot]]:
    """Yield a table of the positions of each division."""
    for size, slots in board.slots:
        rows = [
            Entry(
                DivisionSlot(size.division, slot),
                is_mine=slot.team is not None and slot.team.pk == viewer.team_id,
            )
            for slot in slots
        ]
        yield FilledTable(SLOTS, rows, caption=size.division.name, label=size.division.name)
