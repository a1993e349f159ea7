"""Change a team's pick queue. The queue is private, so open pages aren't notified."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max, QuerySet

from core.errors import Refused
from drafts.models import QueuedPlayer
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.refusals import DraftRefusal, QueueRefusal
from drafts.services.selections import Selection, find_choice
from drafts.services.turns import find_team
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, Tournament

LONGEST_QUEUE = 100
MOVES = ("up", "down", "top", "bottom")


def queue_of_team(team_id: int) -> QuerySet[QueuedPlayer]:
    return QueuedPlayer.objects.filter(team_id=team_id).select_related("park").order_by("position", "pk")


def add_to_queue(*, draft_id: int, team_id: int, selection: Selection, actor: Actor) -> QueuedPlayer:
    """Add a player or a ballpark on the chart to the end of the queue. Return the existing row if already queued."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room, team = _load_room_and_team(draft_id, team_id)
        choice = find_choice(room, selection)
        if choice.design is not None:
            raise Refused(QueueRefusal.DESIGNED_PARK, field="selection")
        card_id = choice.card.id if choice.card else None
        queue = queue_of_team(team_id)
        existing = queue.filter(card_id=card_id, park=choice.park).first()
        if existing is not None:
            return existing
        if queue.count() >= LONGEST_QUEUE:
            raise Refused(QueueRefusal.FULL, field="selection", longest=LONGEST_QUEUE)
        last_position = queue.aggregate(last=Max("position"))["last"] or 0
        queued = QueuedPlayer.objects.create(team=team, card_id=card_id, park=choice.park, position=last_position + 1)
        _record(tournament, actor, team, Verb.ADD_TO_QUEUE, before={}, after=_queued_facts(queued))
        return queued


def extend_queue(
    *, tournament: Tournament, team: Team, selections: Sequence[Selection], replace: bool, actor: Actor
) -> int:
    """Append players and ballparks that aren't queued yet, or replace the queue. Return the number added."""
    with writing(tournament.pk) as locked:
        queue = queue_of_team(team.pk)
        before = queue.count()
        if replace:
            queue.delete()
        queued = {(row.card_id, row.park_id) for row in queue_of_team(team.pk)}
        new = list(dict.fromkeys((row.card_id, row.park_id) for row in selections))
        new = [key for key in new if key not in queued][: LONGEST_QUEUE - len(queued)]
        last_position = queue_of_team(team.pk).aggregate(last=Max("position"))["last"] or 0
        QueuedPlayer.objects.bulk_create(
            QueuedPlayer(team=team, card_id=card_id, park_id=park_id, position=position)
            for position, (card_id, park_id) in enumerate(new, last_position + 1)
        )
        after = {"length": len(queued) + len(new)}
        _record(locked, actor, team, Verb.ADD_TO_QUEUE, before={"length": before}, after=after)
        return len(new)


def remove_from_queue(*, draft_id: int, team_id: int, queued_id: int, actor: Actor) -> None:
    """Remove a row from the queue. Do nothing if it doesn't exist."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        _, team = _load_room_and_team(draft_id, team_id)
        queued = queue_of_team(team_id).filter(pk=queued_id).first()
        if queued is None:
            return
        before = _queued_facts(queued)
        queued.delete()
        _record(tournament, actor, team, Verb.REMOVE_FROM_QUEUE, before=before, after={})


def move_in_queue(*, draft_id: int, team_id: int, queued_id: int, move: str, actor: Actor) -> None:
    """Move a row up, down, to the top or to the bottom."""
    if move not in MOVES:
        raise Refused(QueueRefusal.UNKNOWN_MOVE, field="move", moves=MOVES)
    with writing(draft_tournament_id(draft_id)) as tournament:
        _, team = _load_room_and_team(draft_id, team_id)
        queue = list(queue_of_team(team_id))
        index = next((index for index, queued in enumerate(queue) if queued.pk == queued_id), None)
        if index is None:
            raise Refused(QueueRefusal.NOT_IN_QUEUE)
        moved = queue.pop(index)
        new_index = {"up": max(0, index - 1), "down": index + 1, "top": 0, "bottom": len(queue)}[move]
        queue.insert(new_index, moved)
        for position, queued in enumerate(queue, start=1):
            queued.position = position
        QueuedPlayer.objects.bulk_update(queue, ["position"])
        before = {"wish": moved.pk, "position": index + 1}
        _record(tournament, actor, team, Verb.MOVE_IN_QUEUE, before=before, after=_queued_facts(moved))


def _load_room_and_team(draft_id: int, team_id: int) -> tuple[Room, Team]:
    room = load_room(draft_with_division(pk=draft_id))
    team = find_team(room, team_id)
    if team is None:
        raise Refused(DraftRefusal.NOT_IN_THIS_DRAFT, subject=team_id)
    return room, team


def _queued_facts(queued: QueuedPlayer) -> dict[str, Any]:
    return {"wish": queued.pk, "position": queued.position}


def _record(
    tournament: Tournament, actor: Actor, team: Team, verb: Verb, *, before: dict[str, Any], after: dict[str, Any]
) -> None:
    # the queue is private, so neither the sentence nor the public data names the player
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=f"team:{team.pk}",
        sentence=f"{team.name} changed its queue",
        before=before,
        after=after,
        public={"queue": team.pk},
    )
