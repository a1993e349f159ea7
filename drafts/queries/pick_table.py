"""Draft picks and their table columns for the board, dashboard, big screen, printout, file and API."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.safestring import SafeString

from core.addresses import page_address
from core.tables import Align, Column, FilledTable, Place, TableDefinition, escape_html
from drafts.models import Pick
from drafts.queries.published import pick_detail, selection_name
from drafts.queries.room import Room
from drafts.queries.roster_tables import positions_drafted_for
from rules_engine.draft.order import Turn
from tournaments.models import Team


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A draft slot. `pick` is None before the pick is made or after a correction clears it.

    `name_on_sheet` is the player's name on the team's sheet, for tables that show it.
    """

    room: Room
    overall: int
    pick: Pick | None = None
    name_on_sheet: str = ""

    @property
    def turn(self) -> Turn:
        return self.room.turn(self.overall)

    @property
    def label(self) -> str:
        return self.room.label(self.overall)

    @property
    def team(self) -> Team:
        """Return the team that made or will make the pick, taking trades into account."""
        turn_team = self.room.team_at(self.overall)
        if self.pick is None or self.pick.team_id == turn_team.pk:
            return turn_team
        return next((team for team in self.room.teams if team.pk == self.pick.team_id), turn_team)

    @property
    def origin(self) -> str:
        """Return the source of a traded pick, such as "from Owls", or "compensation"."""
        return self.pick.origin if self.pick else ""

    @property
    def selected(self) -> str:
        """Return the selection in the format that the draft import accepts."""
        name = self.name_on_sheet or self.name
        is_uncarded = self.pick is not None and self.pick.unused == Pick.Unused.NO_CARD
        return f"{name} (no card)" if is_uncarded else name

    @property
    def traded_to(self) -> str:
        """Return the team that acquired the pick in a trade, or "". Imported trades are in `detail` instead."""
        team = self.team
        return "" if self.origin or team.pk == self.room.first_team_at(self.overall).pk else team.name

    @property
    def is_skipped(self) -> bool:
        """Return whether the pick was skipped. A rescinded pick is open, so it doesn't count (T0.18)."""
        if self.pick is None or not self.pick.is_skipped:
            return False
        return all(turn.overall != self.overall for turn in self.room.draft.reopened_turns)

    @property
    def is_rescinded(self) -> bool:
        """Return whether the team rescinded its pick (T0.18) and hasn't selected a replacement yet."""
        if self.pick is not None and not self.pick.is_skipped:
            return False
        return any(turn.overall == self.overall and not turn.may_keep for turn in self.room.draft.reopened_turns)

    @property
    def outcome(self) -> str:
        """Return the selection, or "skipped" or "rescinded"."""
        return self.name or ("rescinded" if self.is_rescinded else "skipped" if self.is_skipped else "")

    @property
    def name(self) -> str:
        return selection_name(self.room, self.pick) if self.pick else ""

    @property
    def clubs(self) -> str:
        """Return the card's clubs, which distinguish namesakes."""
        card_id = self.pick.card_id if self.pick else None
        return self.room.cards[card_id].clubs if card_id is not None else ""

    @property
    def detail(self) -> str:
        return pick_detail(self.room, self.pick) if self.pick else ""

    @property
    def made_by(self) -> str:
        return self.pick.made_by if self.pick else ""

    @property
    def drafted_as(self) -> str:
        """Return the player's positions, "park" or "skipped"."""
        if self.pick is None or self.pick.is_skipped:
            return (self.pick and self.pick.unused) or ("skipped" if self.is_skipped else "")
        if self.pick.card is None:
            return self.pick.unused or "park"
        return positions_drafted_for(self.pick)

    @property
    def lines(self) -> SafeString:
        """Return the lines of the pick's cell on a board."""
        return _join_columns(self, Place.CELL)

    @property
    def words(self) -> SafeString:
        """Return the pick's text in a list on the big screen."""
        return _join_columns(self, Place.WALL)

    @property
    def facts(self) -> dict[str, Any]:
        """Return the pick's data for live events."""
        return {column.name: column.value(self) for column in PICKS.at(Place.LIVE)}


_GIVEN_AND_LAST_NAME: Final = re.compile(r"(\S+(?: \S\.)*) (.+)")  # initials count as given names
_MAX_LETTERS: Final = 11  # for a last name in large letters on the big screen


def _join_columns(cell: BoardCell, place: Place) -> SafeString:
    parts = (column.renderer(cell) for column in PICKS.at(place))
    return SafeString(" ".join(part for part in parts if part))


def _element(tag: str, text: str) -> SafeString:
    return SafeString(f"<{tag}>{escape_html(text)}</{tag}>" if text else "")


def _selection_html(cell: BoardCell) -> SafeString:
    """Return the name as HTML. The big screen shows a player's first name in small type."""
    if cell.is_skipped or cell.is_rescinded:
        return _element("i", cell.outcome)
    name = _GIVEN_AND_LAST_NAME.fullmatch(cell.name)
    if name is None or cell.pick is None or cell.pick.card_id is None:
        return _element("b", cell.name)
    long = ' class="long"' if len(name[2]) > _MAX_LETTERS else ""
    return SafeString(f"<b{long}>{_element('span', name[1])} {escape_html(name[2])}</b>")


def _correction_link(cell: BoardCell) -> SafeString:
    division = cell.room.draft.division
    page = page_address("draft_correct", division.tournament.slug, division.pk)
    return SafeString(f'<a href="{page}?overall={cell.overall}" aria-label="Correct {cell.label}">Correct</a>')


def _maker(cell: BoardCell) -> str:
    """Return how the pick was made, with the proxy's name if any."""
    proxy = cell.team.proxy if cell.made_by == Pick.MadeBy.PROXY else ""
    return f"{cell.made_by} {proxy}".strip()


def _name_and_detail(cell: BoardCell) -> SafeString:
    return SafeString(f'<b>{escape_html(cell.name)}</b> <span class="small quiet">{escape_html(cell.detail)}</span>')


_PAGE, _WALL, _CELL, _PAPER = Place.PAGE, Place.WALL, Place.CELL, Place.PAPER
_FILE, _API, _LIVE = Place.FILE, Place.API, Place.LIVE
_LEFT = Align.LEFT

PICKS: TableDefinition[BoardCell] = TableDefinition(
    "picks",
    (
        Column("division", "Division", lambda cell: cell.room.draft.division.name, _FILE),
        Column("name", "Took", lambda cell: cell.outcome, _PAPER, _LEFT, 0),
        Column("detail", "", lambda cell: cell.detail, _PAPER, _LEFT, 0),
        Column("overall", "Overall", lambda cell: cell.overall, _PAPER | _FILE | _API | _LIVE, width=12),
        Column("round", "Round", lambda cell: cell.turn.round, _FILE),
        Column("position", "Position", lambda cell: cell.turn.position, _FILE),
        Column("label", "Pick", lambda cell: cell.label, _API | _LIVE, kind=str),
        Column("number", "Pick", lambda cell: f"{cell.label} ({cell.overall})", _PAGE, _LEFT, tone="nowrap"),
        Column(
            "number",
            "Pick",
            lambda cell: f"{cell.label} · {cell.overall}",
            _CELL,
            cell=lambda cell: _element("small", f"{cell.label} · {cell.overall}"),
        ),
        Column("team", "Team", lambda cell: cell.team.pk, _API | _LIVE),
        Column("team_name", "Team", lambda cell: cell.team.name, _PAGE | _FILE | _API | _LIVE, _LEFT, kind=str),
        Column("selected", "Selected", lambda cell: cell.selected, _FILE),
        Column("club", "Club", lambda cell: cell.clubs, _FILE),
        Column("origin", "From", lambda cell: cell.origin, _FILE | _API, kind=str),
        Column("drafted_as", "As", lambda cell: cell.drafted_as, _FILE),
        Column("name", "Took", lambda cell: cell.name, _API | _LIVE, kind=str),
        Column("took", "Took", lambda cell: cell.name, _PAGE, _LEFT, cell=_name_and_detail),
        Column("took", "Took", lambda cell: cell.name, _CELL, cell=_selection_html),
        Column(
            "took", "Took", lambda cell: cell.name, _WALL, cell=lambda cell: _element("b", f"{cell.label} {cell.name}")
        ),
        Column("detail", "Detail", lambda cell: cell.detail, _API | _LIVE, kind=str),
        Column("detail", "Detail", lambda cell: cell.detail, _CELL, cell=lambda cell: _element("small", cell.detail)),
        Column("detail", "Detail", lambda cell: cell.detail, _WALL, cell=lambda cell: _element("span", cell.detail)),
        Column(
            "traded_to",
            "Traded to",
            lambda cell: cell.traded_to,
            _CELL,
            cell=lambda cell: _element("small", f"to {cell.traded_to}" if cell.traded_to else ""),
        ),
        Column(
            "team_name", "Team", lambda cell: cell.team.name, _WALL, cell=lambda cell: _element("i", cell.team.name)
        ),
        Column("card", "Card", lambda cell: cell.pick and cell.pick.card_id, _API | _LIVE, is_nullable=True),
        Column("park", "Park", lambda cell: cell.pick and cell.pick.park_id, _API | _LIVE, is_nullable=True),
        Column(
            "designed_park",
            "Park",
            lambda cell: cell.pick and cell.pick.designed_park,
            _API,
            kind=dict,
            is_nullable=True,
        ),
        Column("skipped", "Skipped", lambda cell: cell.is_skipped, _API | _LIVE, kind=bool),
        Column("made_by", "By", lambda cell: cell.made_by, _LIVE, kind=str),
        Column("made_by", "By", _maker, _PAGE, _LEFT),
        Column("made_by", "By", lambda cell: cell.made_by, _API, kind=Pick.MadeBy),
        Column("made_by_name", "Made by", lambda cell: cell.pick and cell.pick.get_made_by_display(), _FILE),
        Column("made_at", "Made", lambda cell: cell.pick and cell.pick.made_at, _API, kind=datetime),
        Column("correct", "Correct", lambda cell: None, _PAGE, _LEFT, cell=_correction_link, is_header_hidden=True),
    ),
)


def cell_update(room: Room, pick: Pick) -> dict[str, Any]:
    """Return a pick's update for open pages: its data, plus HTML for the board and the big screen."""
    return _update(BoardCell(room, pick.overall, pick))


def empty_cell_update(room: Room, overall: int) -> dict[str, Any]:
    """Return the update for a pick that is open or was cleared."""
    return _update(BoardCell(room, overall))


def _update(cell: BoardCell) -> dict[str, Any]:
    return {**cell.facts, "lines": cell.lines, "words": cell.words}


def filled_picks(cells: list[BoardCell], *, may_correct: bool) -> FilledTable[BoardCell]:
    table = PICKS if may_correct else PICKS.without("correct")
    return table.filled(cells, caption="Latest picks", is_caption_hidden=True)
