"""The draft board with teams as columns and rounds as rows, the latest picks, and all divisions' drafts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from drafts.models import Draft, Pick
from drafts.queries.pick_table import BoardCell
from drafts.queries.published import clock_facts, turn_facts
from drafts.queries.room import OF_ROOM, Room, load_room, open_turns
from tournaments.models import Division, Team, Tournament
from tournaments.queries.snapshot import TournamentSnapshot


@dataclass(slots=True)
class Board:
    """A draft's board. Runs two queries after the room is loaded.

    `rows` lists the rounds with their cells by draft position. `latest` lists the newest picks first.
    """

    room: Room
    rows: list[tuple[int, list[BoardCell]]]
    latest: list[BoardCell] = field(default_factory=list)
    picks: list[Pick] = field(default_factory=list)

    @property
    def clock(self) -> dict[str, Any]:
        return clock_facts(self.room)

    @property
    def current_round(self) -> int:
        """Return the round on the clock, or the last round if all picks are made."""
        overall = self.room.on_the_clock
        return self.room.turn(overall).round if overall else len(self.rows)

    def next_turns(self, count: int = 6) -> list[dict[str, Any]]:
        """Return the next picks after the pick on the clock."""
        if self.room.on_the_clock is None:
            return []
        return [turn_facts(self.room, overall) for overall in self.room.due(count + 1)[1:]]

    def last_rounds(self, count: int = 12) -> list[tuple[int, list[BoardCell]]]:
        """Return the last rounds up to the round on the clock, for the big screen.

        Early on, return the first rounds.
        """
        first = max(0, self.current_round - count)
        return self.rows[first : first + count]


def load_board(room: Room, *, latest: int = 8) -> Board:
    picks = list(Pick.objects.filter(draft=room.draft).select_related("park"))
    cells = {pick.overall: BoardCell(room, pick.overall, pick) for pick in picks}
    team_count = len(room.teams)
    round_count = room.profile.draft.rounds if team_count else 0
    rows = []
    for round_number in range(1, round_count + 1):
        first_turn = (round_number - 1) * team_count + 1
        turns = sorted(range(first_turn, first_turn + team_count), key=lambda turn: room.turn(turn).position)
        row = [cells.get(overall) or BoardCell(room, overall) for overall in turns]
        rows.append((round_number, row))
    newest = [pick for pick in picks if not pick.is_skipped]
    newest.sort(key=lambda pick: (pick.made_at, pick.overall), reverse=True)
    latest_cells = [cells[pick.overall] for pick in newest[:latest]]
    return Board(room, rows, latest_cells, picks)


def load_rooms(tournament: Tournament) -> list[tuple[Division, Room | None]]:
    """Return every division with its draft room, or None if the draft isn't set up. Runs four queries."""
    divisions = list(Division.objects.filter(tournament=tournament).order_by("position"))
    teams = Team.objects.filter(tournament=tournament, slot__isnull=False).order_by("slot")
    return _load_rooms(tournament, divisions, teams)


def rooms_in(snapshot: TournamentSnapshot) -> list[Room]:
    """Return the draft rooms of divisions with teams. Runs two queries on top of the snapshot's."""
    teams = [team for team in snapshot.teams.values() if team.slot is not None]
    divisions = {team.division.pk: team.division for team in teams if team.division is not None}
    return [room for _, room in _load_rooms(snapshot.tournament, divisions.values(), teams) if room is not None]


def _load_rooms(
    tournament: Tournament, divisions: Iterable[Division], teams: Iterable[Team]
) -> list[tuple[Division, Room | None]]:
    drafts = Draft.objects.filter(division__tournament=tournament).select_related(*OF_ROOM)
    draft_by_division = {draft.division_id: draft for draft in drafts}
    teams_by_division = _group_by(teams, "division_id")
    skipped_by_draft = _group_by(open_turns().filter(draft__division__tournament=tournament), "draft_id")
    rooms: list[tuple[Division, Room | None]] = []
    for division in divisions:
        draft = draft_by_division.get(division.pk)
        room = None
        if draft is not None:
            skipped = skipped_by_draft.get(draft.pk, [])
            room = _build_room(draft, teams_by_division.get(division.pk, []), skipped)
        rooms.append((division, room))
    return rooms


def _build_room(draft: Draft, teams: list[Team], skipped: list[Pick]) -> Room:
    reopened = {turn.overall for turn in draft.reopened_turns}
    open_skipped = [pick.overall for pick in skipped if pick.overall not in reopened]
    return Room(draft, teams, open_skipped)


def _group_by(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = {}
    for row in rows:
        groups.setdefault(getattr(row, key), []).append(row)
    return groups


def find_division_room(tournament: Tournament, division_id: int) -> tuple[Division | None, Room | None]:
    """Return a division of this tournament and its draft room. Either is None if it doesn't exist."""
    drafts = Draft.objects.filter(division__pk=division_id, division__tournament=tournament)
    draft = drafts.select_related(*OF_ROOM).first()
    if draft is None:
        return Division.objects.filter(tournament=tournament, pk=division_id).first(), None
    return draft.division, load_room(draft)
