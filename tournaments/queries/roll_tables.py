"""Tables of rolls for draft positions and of the chosen positions (T0.02)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from core.templatetags.parts import state
from tournaments.access.viewers import Viewer
from tournaments.field_names import roll_field
from tournaments.models import Division, Team
from tournaments.queries.rolls import RollsBoard, SlotOnBoard


class RolledTeam(NamedTuple):
    """A team with its rolls and its place in the choosing order.

    `tie` is the row's place in a group with the same first roll: "first", "inner" or "last", or "" outside such a
    group.
    """

    board: RollsBoard
    place: int
    team: Team
    rolls: list[int]
    tie: str = ""

    @property
    def may_roll(self) -> bool:
        """Return whether rolls can be entered for the team now."""
        return self.must_roll or self.team in self.board.may_be_rolled_for

    @property
    def must_roll(self) -> bool:
        return self.team in self.board.must_roll

    @property
    def is_away(self) -> bool:
        return self.team in self.board.away

    @property
    def roll_field(self) -> str:
        """The name of the team's roll field."""
        return roll_field(self.team.pk)


class DivisionSlot(NamedTuple):
    """A draft position in a division."""

    division: Division
    slot: SlotOnBoard


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
        Column("team", "Team", lambda rolled: rolled.team.pk, _API),
        Column("name", "Team", lambda rolled: rolled.team.name, _API, kind=str),
        Column("rolls", "Rolls", lambda rolled: rolled.rolls, _API, kind=list[int]),
        Column(
            "division",
            "Division",
            lambda rolled: rolled.team.division_id,
            _API,
            is_nullable=True,
        ),
        Column("slot", "Position", lambda rolled: rolled.team.slot, _API, is_nullable=True),
        Column("must_roll", "Rolls now", lambda rolled: rolled.must_roll, _API, kind=bool),
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


def rolled_teams(board: RollsBoard) -> list[RolledTeam]:
    """Return the page's rows, highest roll first, with ties marked."""
    first_rolls = [rolls[0] if rolls else None for _, rolls in board.rows]
    return [
        RolledTeam(board, place, team, rolls, _place_in_tie(first_rolls, place - 1))
        for place, (team, rolls) in enumerate(board.rows, start=1)
    ]


def _place_in_tie(first_rolls: Sequence[int | None], index: int) -> str:
    own = first_rolls[index]
    if own is None:
        return ""
    is_tied_above = index > 0 and first_rolls[index - 1] == own
    is_tied_below = index + 1 < len(first_rolls) and first_rolls[index + 1] == own
    return {(False, True): "first", (True, True): "inner", (True, False): "last"}.get(
        (is_tied_above, is_tied_below), ""
    )


def filled_slots(board: RollsBoard, viewer: Viewer) -> Iterator[FilledTable[DivisionSlot]]:
    """Yield a table of positions for each division."""
    for size, slots in board.slots:
        rows = [
            Entry(
                DivisionSlot(size.division, slot),
                is_mine=slot.team is not None and slot.team.pk == viewer.team_id,
            )
            for slot in slots
        ]
        yield FilledTable(SLOTS, rows, caption=size.division.name, label=size.division.name)
