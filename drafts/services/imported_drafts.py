"""Import a draft held elsewhere, and undo the import."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils import timezone

from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.tables import ImportTable
from drafts.models import Draft, Pick
from drafts.queries.draft_sheets import DraftPlan, plan_draft
from drafts.queries.published import public_update
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.refusals import DraftRefusal, DraftSheetRefusal, UndoRefusal
from drafts.services.clock import check_draft_positions
from drafts.services.corrections import require_unplayed
from drafts.services.turns import log_subject, pick_facts, save_draft
from rules_engine.rulings import refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Tournament
from tournaments.services.stages import enter_draft_stage


@dataclass(frozen=True, slots=True)
class DraftSheet:
    """A sheet with the director's choices: the column assignments and the matching cards for rows."""

    table: ImportTable
    columns: ColumnChoices = field(default_factory=ColumnChoices)
    answers: Mapping[int, str] = field(default_factory=dict)


def preview_draft(room: Room, sheet: DraftSheet) -> DraftPlan:
    """Return a plan of the import.

    Raises:
        Refused: The draft has started, or its draft positions are incomplete.
    """
    if room.draft.state != Draft.State.WAITING:
        raise Refused(DraftRefusal.ALREADY_STARTED)
    check_draft_positions(room)
    return plan_draft(room, sheet.table, sheet.columns, sheet.answers)


def import_draft(*, draft_id: int, sheet: DraftSheet, actor: Actor, reason: str = "") -> Draft:
    """Store the picks of a draft held elsewhere. The draft is finished, or paused if picks are open.

    Args:
        reason: The director's reason for allowing ineligible players.

    Raises:
        Refused: A row has an error or an open question, or a reason is missing. Nothing is changed.
    """
    reason = reason.strip()[:500]
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        plan = preview_draft(room, sheet)
        _require_settled(plan, reason)
        picks = _save_picks(room, plan)
        enter_draft_stage(tournament=tournament, actor=actor, division=room.draft.division)
        room.draft.state = Draft.State.PAUSED
        room.draft.next_overall = room.total + 1
        for overall in plan.open_turns:
            room.leave_open(overall)
        save_draft(room)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.IMPORT_DRAFT,
            subject=log_subject(room.draft),
            sentence=f"Imported the draft of {room.draft.division}: {len(plan.picks)} picks",
            reason=reason,
            after={"picks": [pick_facts(pick) for pick in picks]},
            public=public_update(room),
        )
        return room.draft


def _require_settled(plan: DraftPlan, reason: str) -> None:
    if not plan.has_headings:
        raise Refused(DraftSheetRefusal.NO_HEADINGS, field="file")
    if plan.faults:
        rows = [plan.table.place(fault.row) for fault in plan.faults[:20]]
        raise Refused(DraftSheetRefusal.HAS_FAULTS, rows=rows)
    if plan.questions:
        raise Refused(DraftSheetRefusal.UNANSWERED, rows=len(plan.questions))
    if not plan.picks:
        raise Refused(DraftSheetRefusal.NO_PICKS, field="file")
    if plan.warnings and not reason:
        raise Refused(DraftSheetRefusal.NO_REASON, field="reason")


def _save_picks(room: Room, plan: DraftPlan) -> list[Pick]:
    """Save the picks, plus an empty pick for each open slot."""
    now = timezone.now()
    picks = []
    for overall in range(1, room.total + 1):
        pick = Pick(draft=room.draft, overall=overall, team=room.team_at(overall), made_at=now)
        pick.made_by = Pick.MadeBy.DIRECTOR
        if sheet_pick := plan.picks.get(overall):
            pick.team, pick.origin = sheet_pick.team, sheet_pick.origin
            pick.unused, pick.uncarded_name = sheet_pick.unused, sheet_pick.uncarded_name
            pick.card_id = sheet_pick.card.id if sheet_pick.card else None
            pick.park = sheet_pick.park
        picks.append(pick)
    return Pick.objects.bulk_create(picks)


def undo_imported_draft(tournament: Tournament, action: Action) -> list[str]:
    """Undo an import, unless any of its picks has changed since."""
    draft_id = int(action.subject.removeprefix("draft:"))
    room = load_room(draft_with_division(pk=draft_id))
    require_unplayed(room)
    picks = Pick.objects.filter(draft=room.draft).order_by("overall")
    facts = {facts["overall"]: facts for facts in action.after["picks"]}
    for pick in picks:
        if pick_facts(pick) != facts.get(pick.overall):
            turn = room.label(pick.overall)
            raise Refused(refuse(UndoRefusal.CHANGED_SINCE, "", subject=pick.overall, turn=turn))
    count, _ = picks.delete()
    room.draft.state = Draft.State.WAITING
    tournament.divisions.filter(pk=room.draft.division_id).update(draft_started=False)
    room.draft.next_overall = 1
    room.skipped = []
    save_draft(room)
    return [f"The {room.draft.division} draft is waiting to start again: {count} picks are empty."]
