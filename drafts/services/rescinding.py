"""T0.18: a drafter takes back a double-up in time; those who selected since choose again, then he names another."""

from dataclasses import dataclass, field

from core.errors import Refused
from drafts.models import Draft, Pick, ReopenedTurn
from drafts.queries.pick_table import empty_cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.queries.roster import rated_positions_for_rules
from drafts.services.program import run_automatic_turns
from drafts.services.turns import log_subject, pick_facts, restart_clock, save_draft
from rules_engine.draft.rescind import PickedCard, choices_after_rescission, may_rescind
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing


class RescindingFinding(Finding):
    """Why a team has nothing to take back now."""

    DRAFT_NOT_RUNNING = "The draft is not running."
    ONE_IS_MADE_AGAIN = "A rescinded pick is being made again; first those turns."
    NO_PICK_YET = "The team has made no pick yet."
    NOT_THE_LATEST = "{pick} is no longer the team's latest pick."


@dataclass(slots=True)
class Rescission:
    """Whether a team may take its latest pick back, and which turns are made again, in order."""

    ruling: Ruling
    pick: Pick | None = None
    name: str = ""
    turns: list[int] = field(default_factory=list)


def plan_rescission(room: Room, team_id: int) -> Rescission:
    """What rescinding the team's latest pick would do. Three queries at most."""
    if room.draft.state not in (Draft.State.RUNNING, Draft.State.PAUSED):
        return Rescission(refuse(RescindingFinding.DRAFT_NOT_RUNNING, "T0.18"))
    if room.draft.reopened:
        return Rescission(refuse(RescindingFinding.ONE_IS_MADE_AGAIN, "T0.18"))
    picks = list(Pick.objects.filter(draft=room.draft, team_id=team_id).select_related("park", "team"))
    made = [pick for pick in picks if not pick.is_skipped]
    if not made:
        return Rescission(refuse(RescindingFinding.NO_PICK_YET, "T0.18"))
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
    choices = choices_after_rescission(teams, latest.overall, since, serpentine=rules.serpentine)
    turns = [turn.overall for turn in choices if turn.overall not in room.skipped]
    return Rescission(ruling, latest, selection_name(room, latest), turns)


def _picked(room: Room, pick: Pick) -> PickedCard:
    if pick.card_id is None:
        return PickedCard(park=True)
    card = room.cards[pick.card_id]
    return PickedCard(rated_positions_for_rules(card), card.is_pitcher)


def rescind_pick(*, draft_id: int, team_id: int, actor: Actor, overall: int | None = None) -> Rescission:
    """Take the team's latest pick back. Its player is free at once; the turns of Rescission.turns come first now.

    Refused under T0.18 with its reason; `overall` is the pick the form was made for.
    """
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        plan = plan_rescission(room, team_id)
        if not plan.ruling or plan.pick is None:
            raise Refused(plan.ruling)
        pick = plan.pick
        if overall is not None and overall != pick.overall:
            raise Refused(refuse(RescindingFinding.NOT_THE_LATEST, "T0.18", subject=overall, pick=room.label(overall)))
        before = pick_facts(pick)
        Pick.objects.filter(pk=pick.pk).update(card=None, park=None, designed_park=None)
        since = [ReopenedTurn(turn, may_keep=True) for turn in plan.turns if turn != pick.overall]
        room.draft.reopen_turns([*since, ReopenedTurn(pick.overall, not_card=before["card"])])
        restart_clock(room)
        save_draft(room)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.RESCIND_PICK,
            subject=log_subject(room.draft),
            sentence=f"T0.18: {pick.team.name} rescinds {plan.name}, {room.label(pick.overall)} ({pick.overall})",
            before=before,
            after={"again": plan.turns},
            public=public_update(room, [empty_cell_update(room, pick.overall)], [before["card"]]),
        )
        run_automatic_turns(room, tournament)
        return plan
