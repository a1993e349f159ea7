"""The room of a mock draft: a manager against autopick, without stored picks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple

from drafts.models import Ballpark, CardSet, Draft, MockDraft, Pick
from drafts.queries.card_sets import earlier_draft
from drafts.queries.pool import PoolCard, load_pool
from drafts.queries.room import Room, SelectionRow
from tournaments.models import Division, Team, Tournament

FEWEST_TEAMS: Final = 2
MOST_TEAMS: Final = 24
LATEST: Final = 12  # number of selections displayed


def proposed_card_set(tournament: Tournament, team: Team) -> CardSet | None:
    """Return the card set for a team's mock draft.

    Try the card sets of its own division, any other division, and the copied tournament, in that order.
    """
    drafts = Draft.objects.filter(division__tournament=tournament).select_related("card_set")
    by_division = {draft.division_id: draft for draft in drafts.order_by("division__position")}
    draft = by_division.get(team.division_id or 0) or next(iter(by_division.values()), None)
    draft = draft or earlier_draft(tournament)
    return draft.card_set if draft else None


def most_teams(card_set: CardSet, tournament: Tournament) -> int:
    """Return the maximum number of teams that a set's eligible cards can fill."""
    profile = tournament.profile
    eligible = sum(card.eligible for card in load_pool(card_set, profile))
    return min(MOST_TEAMS, eligible // max(1, profile.draft.players))


@dataclass
class MockRoom(Room):
    """An in-memory draft room. Team IDs are draft positions."""

    made_selections: list[SelectionRow] = field(default_factory=list)

    @property
    def own_team(self) -> Team:
        """Return the manager's team. Autopick drafts for all other teams."""
        return next(team for team in self.teams if not team.picks_by_program)

    @property
    def is_own_turn(self) -> bool:
        turn = self.on_the_clock
        return turn is not None and self.team_at(turn).pk == self.own_team.pk

    def add(self, card_id: int | None, park_id: int | None) -> None:
        """Make the pick on the clock."""
        overall = len(self.made_selections) + 1
        self.made_selections.append(SelectionRow(overall, self.team_at(overall).pk, card_id, park_id))
        self.draft.next_overall = overall + 1

    @cached_property
    def parks(self) -> dict[int, Ballpark]:
        return {park.pk: park for park in self.draft.card_set.ballparks.all()}

    def selections(self) -> list[SelectionRow]:
        return [row for row in self.made_selections if row.card_id is not None or row.park_id is not None]

    def selection_of(self, *, card_id: int | None, park_id: int | None) -> list[SelectionRow]:
        return [row for row in self.selections() if (row.card_id, row.park_id) == (card_id, park_id)]

    def picks_of(self, team_id: int) -> list[Pick]:
        return [self._pick(row) for row in self.made_selections if row.team_id == team_id]

    def free_parks(self) -> list[int]:
        drafted = {row.park_id for row in self.made_selections}
        return [park_id for park_id in self.parks if park_id not in drafted]

    def _pick(self, row: SelectionRow) -> Pick:
        maker = Pick.MadeBy.MANAGER if row.team_id == self.own_team.pk else Pick.MadeBy.PROGRAM
        team = self.teams[row.team_id - 1]
        park = self.parks.get(row.park_id or 0)
        return Pick(draft=self.draft, overall=row.overall, team=team, card_id=row.card_id, park=park, made_by=maker)

    def latest(self) -> list["MockPick"]:
        """Return the latest selections, newest first."""
        return [self._in_words(row) for row in reversed(self.made_selections[-LATEST:])]

    def _in_words(self, row: SelectionRow) -> "MockPick":
        team = self.teams[row.team_id - 1]
        card = self.cards.get(row.card_id or 0)
        park = self.parks.get(row.park_id or 0)
        detail = card.label if card else ("park" if park else "nothing left")
        name = card.name if card else (park.name if park else "")
        return MockPick(self.label(row.overall), team.name, name, detail, team.pk == self.own_team.pk)


class MockPick(NamedTuple):
    """A selection for display on the page."""

    label: str
    team_name: str
    name: str
    detail: str
    is_own: bool


def load_mock_draft(team_id: int) -> MockDraft | None:
    mocks = MockDraft.objects.select_related("card_set", "team", "team__tournament")
    return mocks.filter(team_id=team_id).first()


def load_mock_room(mock: MockDraft) -> MockRoom:
    """Return a mock draft's room. Replay stops at the first selection that doesn't fit the card set."""
    tournament = mock.team.tournament
    draft = Draft(division=Division(tournament=tournament), card_set=mock.card_set, seconds_per_pick=0)
    draft.state = Draft.State.RUNNING
    room = MockRoom(draft, list(_mock_teams(mock)), [])
    for card_id, park_id in _stored_selections(mock.selections, room):
        room.add(card_id, park_id)
    return room


def _mock_teams(mock: MockDraft) -> Iterator[Team]:
    count = min(max(mock.team_count, FEWEST_TEAMS), MOST_TEAMS)
    own_position = min(max(mock.position, 1), count)
    for position in range(1, count + 1):
        if position == own_position:
            yield Team(pk=position, slot=position, name=mock.team.name, kind=Team.Kind.MANAGED)
        else:
            yield Team(pk=position, slot=position, name=f"Program {position}", kind=Team.Kind.IMPUTED)


def _stored_selections(stored: Sequence[Any], room: MockRoom) -> Iterator[tuple[int | None, int | None]]:
    drafted: set[tuple[str, Any]] = set()
    for entry in stored[: room.total] if isinstance(stored, list) else []:
        if not isinstance(entry, dict):
            return
        card_id, park_id = entry.get("card"), entry.get("park")
        keys = {("card", card_id), ("park", park_id)} - {("card", None), ("park", None)}
        fits = (card_id is None or card_id in room.cards) and (park_id is None or park_id in room.parks)
        if not fits or keys & drafted:
            return  # the card set was replaced
        drafted |= keys
        yield card_id, park_id


def own_cards(room: MockRoom) -> list[PoolCard]:
    """Return the manager's players in draft order."""
    rows = [row for row in room.made_selections if row.team_id == room.own_team.pk]
    return [room.cards[row.card_id] for row in rows if row.card_id is not None]
