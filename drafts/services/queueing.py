"""A team's wish list: add, remove, move. Private to the team, so nothing of it is told to open pages."""

from typing import Any

from django.db.models import Max, QuerySet

from core.errors import Refused
from drafts.models import QueuedPlayer
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.services.selections import Selection, find_choice
from drafts.services.turns import find_team
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, Tournament

LONGEST_QUEUE = 100
MOVES = ("up", "down", "top", "bottom")


def queue_of(team_id: int) -> QuerySet[QueuedPlayer]:
    return QueuedPlayer.objects.filter(team_id=team_id).select_related("park").order_by("position", "pk")


def add_to_queue(*, draft_id: int, team_id: int, selection: Selection, actor: Actor) -> QueuedPlayer:
    """Put a player or a park of the chart at the end; asking twice leaves one."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room, team = _room_and_team(draft_id, team_id)
        choice = find_choice(room, selection)
        if choice.design is not None:
            raise Refused("A designed park is named when it is picked; it cannot wait in a queue.", field="selection")
        known = (
            queue_of(team_id).filter(card_id=choice.card.id)
            if choice.card
            else queue_of(team_id).filter(park=choice.park)
        )
        if (standing := known.first()) is not None:
            return standing
        if queue_of(team_id).count() >= LONGEST_QUEUE:
            raise Refused(f"A queue holds {LONGEST_QUEUE} wishes; take one away first.", field="selection")
        last = queue_of(team_id).aggregate(last=Max("position"))["last"] or 0
        wish = QueuedPlayer.objects.create(
            team=team, card_id=choice.card.id if choice.card else None, park=choice.park, position=last + 1
        )
        _record(tournament, actor, team, Verb.ADD_TO_QUEUE, before={}, after=_facts(wish))
        return wish


def remove_from_queue(*, draft_id: int, team_id: int, wish_id: int, actor: Actor) -> None:
    """Take a wish away; one that is gone already is no fault."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        _, team = _room_and_team(draft_id, team_id)
        wish = queue_of(team_id).filter(pk=wish_id).first()
        if wish is None:
            return
        before = _facts(wish)
        wish.delete()
        _record(tournament, actor, team, Verb.REMOVE_FROM_QUEUE, before=before, after={})


def move_in_queue(*, draft_id: int, team_id: int, wish_id: int, move: str, actor: Actor) -> None:
    """Move a wish up, down, to the top or to the bottom; at the end already it stays."""
    if move not in MOVES:
        raise Refused(f"A wish moves {', '.join(MOVES[:-1])} or {MOVES[-1]}.", field="move")
    with writing(draft_tournament_id(draft_id)) as tournament:
        _, team = _room_and_team(draft_id, team_id)
        wishes = list(queue_of(team_id))
        place = next((index for index, wish in enumerate(wishes) if wish.pk == wish_id), None)
        if place is None:
            raise Refused("This wish is no longer in the queue.")
        wish = wishes.pop(place)
        wishes.insert({"up": max(0, place - 1), "down": place + 1, "top": 0, "bottom": len(wishes)}[move], wish)
        before = {"wish": wish.pk, "position": place + 1}
        for position, each in enumerate(wishes, start=1):
            each.position = position
        QueuedPlayer.objects.bulk_update(wishes, ["position"])
        _record(
            tournament,
            actor,
            team,
            Verb.MOVE_IN_QUEUE,
            before=before,
            after={"wish": wish.pk, "position": wish.position},
        )


def _room_and_team(draft_id: int, team_id: int) -> tuple[Room, Team]:
    room = load_room(draft_with_division(pk=draft_id))
    team = find_team(room, team_id)
    if team is None:
        raise Refused("This team does not draft in this division.")
    return room, team


def _facts(wish: QueuedPlayer) -> dict[str, Any]:
    return {"wish": wish.pk, "position": wish.position}


def _record(
    tournament: Tournament, actor: Actor, team: Team, verb: Verb, *, before: dict[str, Any], after: dict[str, Any]
) -> None:
    # who is wanted stays between the team and the server: neither the sentence nor the public part names him
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
