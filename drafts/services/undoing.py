"""Undo the last pick, and undo picks, rescissions and corrections from the activity log."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from core.errors import Refused
from drafts.models import Draft, Pick
from drafts.queries.pick_table import empty_cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.refusals import DraftRefusal, UndoRefusal
from drafts.services.corrections import (
    TurnChange,
    change_sentence,
    clear_picks,
    correction_transaction,
    reopen_turns,
    require_unplayed,
)
from drafts.services.program import run_automatic_turns
from drafts.services.turns import log_subject, pick_facts, restart_clock, save_draft
from rules_engine.rulings import refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action
from tournaments.models import Action, Tournament


def picks_to_undo(room: Room) -> list[Pick]:
    """Return the picks to undo along with the last pick, newest first.

    While the draft is running, this goes back through trailing automatic picks to the last manual pick, because
    autopick would remake them immediately. If every pick was automatic, only the last pick is undone, and the
    draft is paused.
    """
    picks: list[Pick] = []
    for pick in _newest_picks(room):
        picks.append(pick)
        if room.draft.state != Draft.State.RUNNING or not pick.team.has_automatic_turns:
            return picks
    return picks[:1]


def _newest_picks(room: Room) -> QuerySet[Pick]:
    return Pick.objects.filter(draft=room.draft).select_related("team", "park").order_by("-made_at", "-overall")


def undo_last_pick(*, draft_id: int, actor: Actor, version: int | None = None, reason: str = "") -> list[TurnChange]:
    """Undo the newest pick (see picks_to_undo) and restart its clock with the full time."""
    with correction_transaction(draft_id, version) as (room, tournament):
        picks = _require_picks_to_undo(room)
        before = [pick_facts(pick) for pick in picks]
        undone_action = _action_of_pick(room, tournament, picks[-1])
        changes = _undo_picks(room, picks)
        _record_undone(
            tournament,
            room,
            before,
            actor=actor,
            sentence=_undo_sentence(changes),
            reason=reason,
            undoes=undone_action,
        )
        run_automatic_turns(room, tournament)
        return changes


def _require_picks_to_undo(room: Room) -> list[Pick]:
    if room.draft.reopened:
        raise Refused(UndoRefusal.RESCINDED_FIRST, "T0.18")
    picks = picks_to_undo(room)
    if not picks:
        raise Refused(UndoRefusal.NO_PICK)
    return picks


def _record_undone(
    tournament: Tournament,
    room: Room,
    picks: list[dict[str, Any]],
    *,
    actor: Actor,
    sentence: str,
    reason: str = "",
    undoes: Action | None = None,
) -> None:
    """Log the data of undone picks, and clear their cells on open pages."""
    record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.UNDO_LAST_PICK,
        subject=log_subject(room.draft),
        sentence=sentence,
        reason=reason,
        before={"picks": picks},
        public=public_update(
            room,
            [empty_cell_update(room, facts["overall"]) for facts in picks],
            [facts["card"] for facts in picks],
        ),
        undoes=undoes,
    )


def _undo_picks(room: Room, picks: Sequence[Pick]) -> list[TurnChange]:
    changes = [
        TurnChange(pick.overall, room.label(pick.overall), pick.team.name, selection_name(room, pick), "")
        for pick in picks
    ]
    is_automatic = picks[-1].team.has_automatic_turns
    for pick in picks:
        _undo_pick(room, pick)
    if room.draft.state == Draft.State.FINISHED or is_automatic:
        room.draft.state = Draft.State.PAUSED
    restart_clock(room)
    save_draft(room)
    return changes


def _undo_pick(room: Room, pick: Pick) -> None:
    """Put the newest pick back on the clock, or reopen an older pick that was made up late."""
    if pick.overall == room.draft.next_overall - 1:
        room.skipped = [overall for overall in room.skipped if overall != pick.overall]
        room.draft.next_overall -= 1
        pick.delete()
    else:
        clear_picks(Pick.objects.filter(pk=pick.pk))
        room.leave_open(pick.overall)


def _undo_sentence(changes: Sequence[TurnChange]) -> str:
    last = changes[-1]
    sentence = f"{last.label} ({last.overall}) undone: {last.team_name}, {last.before or 'skipped'}"
    if len(changes) > 1:
        sentence += f" and {len(changes) - 1} autopicks after it"
    return sentence


def _action_of_pick(room: Room, tournament: Tournament, pick: Pick) -> Action | None:
    """Return the latest log entry that made or skipped this pick, unless a late team changed the numbering."""
    actions = Action.objects.filter(
        tournament=tournament,
        subject=log_subject(room.draft),
        verb__in=[Verb.MAKE_PICK, Verb.SKIP_TURN],
        after__overall=pick.overall,
        after__team=pick.team_id,
    )
    action = actions.order_by("-pk").first()
    return action if action is not None and not _teams_joined_after(room.draft, action).exists() else None


def undo_logged_pick(tournament: Tournament, action: Action) -> list[str]:
    """Undo a made or skipped pick from the log, unless a manager has picked since."""
    room = _load_room_of_action(action)
    picks = _require_picks_to_undo(room)
    pick = next((pick for pick in picks if pick.overall == action.after["overall"]), None)
    if pick is None:
        raise Refused(UndoRefusal.LATER_PICKS)
    _require_unchanged(room, pick, action.after)
    undone_along = [pick_facts(later) for later in picks if later.overall != pick.overall]
    changes = _undo_picks(room, picks)
    if undone_along:
        sentences = [change_sentence(change) for change in changes if change.overall != pick.overall]
        sentence = "Undone with an earlier pick: " + "; ".join(sentences)
        _record_undone(tournament, room, undone_along, actor=PROGRAM, sentence=sentence)
    run_automatic_turns(room, tournament)
    return [f"{change.label}: {change.team_name} gives {change.before or 'a skipped pick'} back." for change in changes]


def undo_logged_rescission(tournament: Tournament, action: Action) -> list[str]:
    """Restore a rescinded pick, unless a reopened pick has been made since (T0.18)."""
    room = _load_room_of_action(action)
    reopened = [turn.overall for turn in room.draft.reopened_turns]
    facts = action.before
    pick = Pick.objects.select_related("team").filter(draft=room.draft, overall=facts["overall"]).first()
    if pick is None or sorted(reopened) != sorted(action.after["again"]):
        raise Refused(UndoRefusal.CHOSEN_SINCE, "T0.18")
    _require_free(room, {pick.overall: facts})
    _restore_pick(pick, facts)
    room.draft.reopen_turns([])
    restart_clock(room)
    save_draft(room)
    run_automatic_turns(room, tournament)
    return [f"{room.label(pick.overall)}: {pick.team.name} has {selection_name(room, pick)} again."]


def undo_logged_correction(tournament: Tournament, action: Action) -> list[str]:
    """Restore the picks from before a correction, unless any of them has changed since."""
    room = _load_room_of_action(action)
    facts_before = {facts["overall"]: facts for facts in action.before["picks"]}
    facts_after = {facts["overall"]: facts for facts in action.after["picks"]}
    rows = Pick.objects.filter(draft=room.draft, overall__in=list(facts_before))
    picks = list(rows.select_related("team", "park"))
    corrected_names = {pick.overall: selection_name(room, pick) for pick in picks}
    for pick in picks:
        _require_unchanged(room, pick, facts_after[pick.overall])
    if len(picks) != len(facts_before):
        raise Refused(UndoRefusal.PICK_IS_GONE)
    _require_free(room, facts_before)
    clear_picks(Pick.objects.filter(pk__in=[pick.pk for pick in picks]))
    for pick in picks:
        _restore_pick(pick, facts_before[pick.overall])
    reopen_turns(room, picks)
    save_draft(room)
    run_automatic_turns(room, tournament)
    changes = [_restored_change(room, pick, corrected_names[pick.overall]) for pick in picks]
    return [f"{change_sentence(change)}." for change in changes]


def _restore_pick(pick: Pick, facts: dict[str, Any]) -> None:
    pick.card_id = facts["card"]
    pick.park_id = facts["park"]
    pick.designed_park = facts["designed_park"]
    pick.made_by = facts["made_by"]
    pick.unused, pick.uncarded_name = facts.get("unused", ""), facts.get("uncarded_name", "")
    pick.save()


def _restored_change(room: Room, pick: Pick, before: str) -> TurnChange:
    pick = Pick.objects.select_related("team", "park").get(pk=pick.pk)
    return TurnChange(pick.overall, room.label(pick.overall), pick.team.name, before, selection_name(room, pick))


def _load_room_of_action(action: Action) -> Room:
    draft_id = action.subject.removeprefix("draft:")
    draft = Draft.objects.filter(pk=draft_id, division__tournament=action.tournament_id).first()
    if draft is None:
        raise Refused(DraftRefusal.NO_SUCH_DRAFT)
    if _teams_joined_after(draft, action).exists():
        raise Refused(UndoRefusal.TEAM_ADDED_SINCE, subject=action.pk)
    room = load_room(draft_with_division(pk=draft.pk))
    require_unplayed(room)
    return room


def _teams_joined_after(draft: Draft, action: Action) -> QuerySet[Action]:
    """Return the actions since `action` that added or undid a late team, because these renumber every pick."""
    verbs = [Verb.ADD_LATE_TEAM, Verb.UNDO_ACTION]
    joined = Action.objects.filter(subject=log_subject(draft), verb__in=verbs, pk__gt=action.pk)
    return joined.filter(Q(verb=Verb.ADD_LATE_TEAM) | Q(undoes__verb=Verb.ADD_LATE_TEAM))


def _require_unchanged(room: Room, pick: Pick, facts: dict[str, Any]) -> None:
    current_facts = pick_facts(pick)
    for name in ("card", "park", "designed_park"):
        if current_facts[name] != facts.get(name):
            turn = room.label(pick.overall)
            raise Refused(UndoRefusal.CHANGED_SINCE, subject=pick.overall, turn=turn)


def _require_free(room: Room, facts_by_turn: dict[int, dict[str, Any]]) -> None:
    """Check that no other pick has these cards or ballparks."""
    other_picks = Pick.objects.filter(draft=room.draft).exclude(overall__in=list(facts_by_turn))
    with_card = other_picks.filter(card_id__in=_values(facts_by_turn.values(), "card"))
    with_park = other_picks.filter(park_id__in=_values(facts_by_turn.values(), "park"))
    pick = (with_card | with_park).first()
    if pick is not None:
        ruling = refuse(
            UndoRefusal.TAKEN_SINCE,
            "",
            subject=pick.overall,
            selection=selection_name(room, pick),
            team=pick.team.name,
            turn=room.label(pick.overall),
        )
        raise Refused(ruling)


def _values(facts: Collection[dict[str, Any]], name: str) -> list[int]:
    return [pick[name] for pick in facts if pick[name]]
