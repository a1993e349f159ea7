"""The draft board: teams by rounds, the newest picks, and every division's draft at a glance."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from drafts.models import Draft, Pick
from drafts.queries.pick_table import BoardCell
from drafts.queries.published import clock_facts, turn_facts
from drafts.queries.room import OF_ROOM, Room, load_room, open_turns
from tournaments.models import Division, Team, Tournament


@dataclass(slots=True)
class Board:
    """`rows` holds (round, cells by draft position); `latest` the newest picks first. Two queries after the room."""

    room: Room
    rows: list[tuple[int, list[BoardCell]]]
    latest: list[BoardCell] = field(default_factory=list)
    picks: list[Pick] = field(default_factory=list)

    @property
    def clock(self) -> dict[str, Any]:
        return clock_facts(self.room)

    @property
    def now(self) -> int:
        """The round on the clock; the last one when every turn has come."""
        overall = self.room.on_the_clock
        return self.room.turn(overall).round if overall else len(self.rows)

    def coming(self, count: int = 6) -> list[dict[str, Any]]:
        """The next turns after the one on the clock: on deck, and those who wait behind it."""
        if self.room.on_the_clock is None:
            return []
        return [turn_facts(self.room, overall) for overall in self.room.due(count + 1)[1:]]

    def around_now(self, before: int = 6, after: int = 3) -> list[tuple[int, list[BoardCell]]]:
        """The rounds a projector shows: the one on the clock with those round it."""
        first = max(0, min(self.now - 1 - before, len(self.rows) - before - after - 1))
        return self.rows[first : first + before + after + 1]


def load_board(room: Room, *, latest: int = 8) -> Board:
    picks = list(Pick.objects.filter(draft=room.draft).select_related("park"))
    made = {pick.overall: BoardCell(room, pick.overall, pick) for pick in picks}
    size = len(room.teams)
    rows = []
    for round_number in range(1, room.profile.draft.rounds + 1 if size else 1):
        turns = [(round_number - 1) * size + place for place in range(1, size + 1)]
        turns.sort(key=lambda overall: room.turn(overall).position)
        rows.append((round_number, [made.get(overall) or BoardCell(room, overall) for overall in turns]))
    newest = sorted((pick for pick in picks if not pick.is_skipped), key=lambda pick: (pick.made_at, pick.overall))
    return Board(room, rows, [made[pick.overall] for pick in newest[: -latest - 1 : -1]], picks)


def load_rooms(tournament: Tournament) -> list[tuple[Division, Room | None]]:
    """Every division with its draft room, None where none is set up; three queries however many there are."""
    divisions = list(Division.objects.filter(tournament=tournament).order_by("position"))
    drafts = Draft.objects.filter(division__tournament=tournament).select_related(*OF_ROOM)
    by_division = {draft.division_id: draft for draft in drafts}
    teams = _by(Team.objects.filter(tournament=tournament, slot__isnull=False).order_by("slot"), "division_id")
    skipped = _by(open_turns().filter(draft__division__tournament=tournament), "draft_id")
    rooms: list[tuple[Division, Room | None]] = []
    for division in divisions:
        draft = by_division.get(division.pk)
        rooms.append((division, _room(draft, teams, skipped) if draft else None))
    return rooms


def _room(draft: Draft, teams: dict[int, list[Team]], skipped: dict[int, list[Pick]]) -> Room:
    again = {turn.overall for turn in draft.reopened_turns}
    left = [pick.overall for pick in skipped.get(draft.pk, []) if pick.overall not in again]
    return Room(draft, teams.get(draft.division_id, []), left)


def _by(rows: Iterable[Any], key: str) -> dict[int, list[Any]]:
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(getattr(row, key), []).append(row)
    return grouped


def find_division_room(tournament: Tournament, division_id: int) -> tuple[Division | None, Room | None]:
    """A division of this tournament and its room; None for what there is not."""
    of_division = Draft.objects.filter(division__pk=division_id, division__tournament=tournament)
    draft = of_division.select_related(*OF_ROOM).first()
    if draft is None:
        return Division.objects.filter(tournament=tournament, pk=division_id).first(), None
    return draft.division, load_room(draft)
