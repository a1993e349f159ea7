"""Practice a draft against autopick. A mock draft is private, so it isn't recorded in the activity log.

Autopicks are computed before the transaction, which stores them only if nothing has changed.
"""

from collections.abc import Sequence

from django.db import transaction

from core.errors import Refused, Stale
from drafts.models import MockDraft
from drafts.queries.mock_drafts import (
    FEWEST_TEAMS,
    MockRoom,
    load_mock_draft,
    load_mock_room,
    most_teams,
    proposed_card_set,
)
from drafts.queries.room import SelectionRow
from drafts.refusals import MockDraftRefusal
from drafts.services.program import choose_by_value, choose_first, queued_choices
from drafts.services.queueing import extend_queue
from drafts.services.selections import Selection, check_selection, find_choice
from drafts.services.turns import TurnChoice
from tournaments.action_log.writing import Actor
from tournaments.models import Team, Tournament


def start_mock_draft(*, tournament: Tournament, team: Team, team_count: int, position: int) -> MockDraft:
    """Start a team's mock draft and autopick until the manager's first pick. Any earlier mock draft is replaced.

    Raises:
        Refused: The tournament has no card set yet, or the set is too small for this many teams.
    """
    card_set = proposed_card_set(tournament, team)
    if card_set is None:
        raise Refused(MockDraftRefusal.NO_CARD_SET)
    most = most_teams(card_set, tournament)
    if most < FEWEST_TEAMS:
        raise Refused(MockDraftRefusal.TOO_FEW_CARDS, card_set=str(card_set))
    if not FEWEST_TEAMS <= team_count <= most:
        raise Refused(MockDraftRefusal.TEAM_COUNT, field="team_count", fewest=FEWEST_TEAMS, most=most)
    if not 1 <= position <= team_count:
        raise Refused(MockDraftRefusal.POSITION, field="position", teams=team_count)
    mock = MockDraft(team=team, card_set=card_set, team_count=team_count, position=position)
    room = load_mock_room(mock)
    _make_program_turns(room)
    facts = {"card_set": card_set, "team_count": team_count, "position": position}
    with transaction.atomic():
        mock, is_new = MockDraft.objects.select_for_update().get_or_create(team=team, defaults=facts)
        mock.card_set, mock.team_count, mock.position = card_set, team_count, position
        mock.selections = _stored(room.made_selections)
        mock.version += not is_new
        mock.save()
    return mock


def make_mock_pick(*, team_id: int, selection: Selection, overall: int | None) -> str:
    """Make the manager's pick and the autopicks after it. Return the name of the player or ballpark.

    Args:
        overall: The pick that the page was rendered for.

    Raises:
        Stale: That pick was already made.
        Refused: The selection isn't possible.
    """
    mock, room = _load(team_id)
    turn = room.on_the_clock
    if turn is None or not room.is_own_turn:
        raise Refused(MockDraftRefusal.FINISHED)
    if overall is not None and overall != turn:
        raise Stale(MockDraftRefusal.TURN_IS_OVER)
    choice = find_choice(room, selection)
    if choice.design is not None:
        raise Refused(MockDraftRefusal.DESIGNED_PARK, field="selection")
    check_selection(room, room.own_team, turn, choice)
    room.add(choice.card.id if choice.card else None, choice.park.pk if choice.park else None)
    _make_program_turns(room)
    _save(mock, room.made_selections)
    return choice.name


def let_program_make_mock_pick(*, team_id: int, all_turns: bool = False) -> None:
    """Autopick for the manager, once or for all remaining picks. Autopick follows the team's queue and ranking."""
    mock, room = _load(team_id)
    if room.on_the_clock is None:
        raise Refused(MockDraftRefusal.FINISHED)
    queued = queued_choices(room, team_id)
    _make_turn(room, queued)
    _make_program_turns(room)
    while all_turns and room.on_the_clock is not None:
        _make_turn(room, queued)
        _make_program_turns(room)
    _save(mock, room.made_selections)


def undo_mock_pick(*, team_id: int) -> None:
    """Undo the manager's last pick and the autopicks after it."""
    mock, room = _load(team_id)
    own_turns = [row.overall for row in room.made_selections if row.team_id == room.own_team.pk]
    if not own_turns:
        raise Refused(MockDraftRefusal.NOTHING_TO_UNDO)
    _save(mock, room.made_selections[: own_turns[-1] - 1])


def delete_mock_draft(*, team_id: int) -> None:
    """Delete a team's mock draft. Do nothing if there is none."""
    with transaction.atomic():
        MockDraft.objects.filter(team_id=team_id).delete()


def queue_mock_picks(*, tournament: Tournament, team: Team, actor: Actor, replace: bool) -> int:
    """Add the manager's selections in the mock draft to the pick queue. Return the number added."""
    mock, room = _load(team.pk)
    if mock.card_set != proposed_card_set(tournament, team):
        raise Refused(MockDraftRefusal.OTHER_CARD_SET, card_set=str(mock.card_set))
    own = [row for row in room.selections() if row.team_id == room.own_team.pk]
    if not own:
        raise Refused(MockDraftRefusal.NOTHING_TO_QUEUE)
    selections = [Selection(card_id=row.card_id, park_id=row.park_id) for row in own]
    return extend_queue(tournament=tournament, team=team, selections=selections, replace=replace, actor=actor)


def _load(team_id: int) -> tuple[MockDraft, MockRoom]:
    mock = load_mock_draft(team_id)
    if mock is None:
        raise Refused(MockDraftRefusal.NOT_STARTED)
    return mock, load_mock_room(mock)


def _make_program_turns(room: MockRoom) -> None:
    """Autopick until the manager is on the clock."""
    while room.on_the_clock is not None and not room.is_own_turn:
        _make_turn(room)


def _make_turn(room: MockRoom, queued: Sequence[TurnChoice] = ()) -> None:
    """Make an autopick as in the real draft. A team with nothing left to select passes."""
    turn = room.on_the_clock or 0
    try:
        choice = choose_first(room, turn, queued) or choose_by_value(room, room.team_at(turn), turn)
    except Refused:
        room.add(None, None)
        return
    room.add(choice.card.id if choice.card else None, choice.park.pk if choice.park else None)


def _stored(rows: Sequence[SelectionRow]) -> list[dict[str, int | None]]:
    return [{"card": row.card_id, "park": row.park_id} for row in rows]


def _save(mock: MockDraft, rows: Sequence[SelectionRow]) -> None:
    """Store the selections. Raise Stale if the mock draft has changed since it was loaded."""
    unchanged = MockDraft.objects.filter(pk=mock.pk, version=mock.version)
    if not unchanged.update(selections=_stored(rows), version=mock.version + 1):
        raise Stale(MockDraftRefusal.TURN_IS_OVER)
