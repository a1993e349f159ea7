"""T0.18: a drafter takes back a double-up in time; those who selected since choose again, then he names another."""

from dataclasses import dataclass, field

from core.errors import Refused
from drafts.models import Draft, Pick, ReopenedTurn
from drafts.queries.room import Room, draft_with_division, room_of, tournament_of
from drafts.queries.roster import positions_for_rules
from drafts.queries.told import empty_cell, name_of, public_of
from drafts.services.program import go_on
from drafts.services.turns import facts_of, restart_clock, save, subject_of
from rules_engine.draft.rescind import PickedCard, choices_after_rescission, may_rescind
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing


@dataclass(slots=True)
class Rescission:
    """Whether a team may take its latest pick back, and which turns are made again, in order."""

    ruling: Ruling
    pick: Pick | None = None
    name: str = ""
    again: list[int] = field(default_factory=list)


def plan_rescission(room: Room, team_id: int) -> Rescission:
    """What rescinding the team's latest pick would do. Three queries at most."""
    if room.draft.state not in (Draft.State.RUNNING, Draft.State.PAUSED):
        return Rescission(refuse("T0.18", "The draft is not running."))
    if room.draft.reopened:
        return Rescission(refuse("T0.18", "A rescinded pick is being made again; first those turns."))
    picks = list(Pick.objects.filter(draft=room.draft, team_id=team_id).select_related("park", "team"))
    made = [pick for pick in picks if not pick.is_skipped]
    if not made:
        return Rescission(refuse("T0.18", "The team has made no pick yet."))
    latest = made[-1]
    since = room.draft.next_overall - 1 - latest.overall
    teams, rules = len(room.teams), room.profile.draft
    ruling = may_rescind(
        teams=teams,
        overall=latest.overall,
        earlier=[_picked(room, pick) for pick in made[:-1]],
        latest=_picked(room, latest),
        made_since=since,
        rules=rules,
    )
    again = [
        turn.overall for turn in choices_after_rescission(teams, latest.overall, since, serpentine=rules.serpentine)
    ]
    return Rescission(ruling, latest, name_of(room, latest), [turn for turn in again if turn not in room.skipped])


def _picked(room: Room, pick: Pick) -> PickedCard:
    if pick.card_id is None:
        return PickedCard(park=True)
    card = room.cards[pick.card_id]
    return PickedCard(positions_for_rules(card), card.is_pitcher)


def rescind_pick(*, draft_id: int, team_id: int, actor: Actor, overall: int | None = None) -> Rescission:
    """Take the team's latest pick back. Its player is free at once; the turns of Rescission.again come first now.

    Refused under T0.18 with its reason; `overall` is the pick the form was made for.
    """
    with writing(tournament_of(draft_id)) as tournament:
        room = room_of(draft_with_division(pk=draft_id))
        plan = plan_rescission(room, team_id)
        if not plan.ruling or plan.pick is None:
            raise Refused(str(plan.ruling))
        pick = plan.pick
        if overall is not None and overall != pick.overall:
            raise Refused(f"T0.18: {room.label(overall)} is no longer the team's latest pick.")
        before = facts_of(pick)
        Pick.objects.filter(pk=pick.pk).update(card=None, park=None, designed_park=None)
        since = [ReopenedTurn(turn, may_keep=True) for turn in plan.again if turn != pick.overall]
        room.draft.reopen([*since, ReopenedTurn(pick.overall, not_card=before["card"])])
        restart_clock(room)
        save(room)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.RESCIND_PICK,
            subject=subject_of(room.draft),
            sentence=f"T0.18: {pick.team.name} rescinds {plan.name}, {room.label(pick.overall)} ({pick.overall})",
            before=before,
            after={"again": plan.again},
            public=public_of(room, [empty_cell(room, pick.overall)], [before["card"]]),
        )
        go_on(room, tournament)
        return plan
