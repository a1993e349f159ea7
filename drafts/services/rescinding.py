"""Rescind a double-up (T0.18). Teams that picked later pick again, then the team selects a new player."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.errors import Refused
from drafts.models import Pick, ReopenedTurn
from drafts.queries.pick_table import empty_cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.queries.roster import rated_positions_for_rules
from drafts.refusals import RescissionRefusal
from drafts.services.corrections import clear_picks
from drafts.services.program import run_automatic_turns
from drafts.services.turns import log_subject, pick_facts, restart_clock, save_draft
from rules_engine.draft.rescind import PickedCard, may_rescind, turns_after_rescission
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing


@dataclass(slots=True)
class Rescission:
    """The ruling on rescinding a team's latest pick, with the picks that would be remade, in order."""

    ruling: Ruling
    pick: Pick | None = None
    name: str = ""
    turns: list[int] = field(default_factory=list)


def plan_rescission(room: Room, team_id: int, picks: Sequence[Pick] | None = None) -> Rescission:
    """Return the effect of rescinding the team's latest pick. Runs at most three queries.

    Args:
        picks: The team's picks, if already loaded.
    """
    if not room.draft.is_on:
        return Rescission(refuse(RescissionRefusal.DRAFT_NOT_RUNNING, "T0.18"))
    if room.draft.reopened:
        return Rescission(refuse(RescissionRefusal.ANOTHER_IN_PROGRESS, "T0.18"))
    if picks is None:
        picks = room.picks_of(team_id)
    picks = [pick for pick in picks if not pick.is_skipped]
    if not picks:
        return Rescission(refuse(RescissionRefusal.NO_PICK_YET, "T0.18"))
    *earlier_picks, latest = picks
    rules = room.profile.draft
    team_count = len(room.teams)
    picks_since = room.draft.next_overall - 1 - latest.overall
    ruling = may_rescind(
        teams=team_count,
        overall=latest.overall,
        earlier=[_picked_card(room, pick) for pick in earlier_picks],
        latest=_picked_card(room, latest),
        made_since=picks_since,
        rules=rules,
        late=room.draft.late_teams,
    )
    choices = turns_after_rescission(
        team_count, latest.overall, picks_since, serpentine=rules.serpentine, late=room.draft.late_teams
    )
    turns = [choice.overall for choice in choices if choice.overall not in room.skipped]
    return Rescission(ruling, latest, selection_name(room, latest), turns)


def _picked_card(room: Room, pick: Pick) -> PickedCard:
    if pick.card_id is None:
        return PickedCard(park=True)
    card = room.cards[pick.card_id]
    return PickedCard(rated_positions_for_rules(card), card.is_pitcher)


def rescind_pick(*, draft_id: int, team_id: int, actor: Actor, overall: int | None = None) -> Rescission:
    """Rescind the team's latest pick and reopen Rescission.turns. The player is available immediately.

    Args:
        overall: The pick that the form was rendered for.

    Raises:
        Refused: T0.18 doesn't allow it, or `overall` is no longer the latest pick.
    """
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        plan = plan_rescission(room, team_id)
        if not plan.ruling or plan.pick is None:
            raise Refused(plan.ruling)
        pick = plan.pick
        label = room.label(pick.overall)
        if overall is not None and overall != pick.overall:
            ruling = refuse(RescissionRefusal.NOT_THE_LATEST, "T0.18", subject=overall, pick=room.label(overall))
            raise Refused(ruling)
        before = pick_facts(pick)
        clear_picks(Pick.objects.filter(pk=pick.pk))
        reopened = [ReopenedTurn(turn, may_keep=True) for turn in plan.turns if turn != pick.overall]
        reopened.append(ReopenedTurn(pick.overall, not_card=before["card"]))
        room.draft.reopen_turns(reopened)
        restart_clock(room)
        save_draft(room)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.RESCIND_PICK,
            subject=log_subject(room.draft),
            sentence=f"T0.18: {pick.team.name} rescinds {plan.name}, {label} ({pick.overall})",
            before=before,
            after={"again": plan.turns},
            public=public_update(room, [empty_cell_update(room, pick.overall)], [before["card"]]),
        )
        run_automatic_turns(room, tournament)
        return plan
