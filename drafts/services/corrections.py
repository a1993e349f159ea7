"""Correct an earlier pick after previewing the changes."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from core.errors import Refused, Stale
from drafts.models import Draft, Pick
from drafts.queries.guarding import guard_ruling
from drafts.queries.pick_table import cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.queries.roster import load_team_draft
from drafts.refusals import CorrectionRefusal, DraftRefusal
from drafts.services.program import run_automatic_turns
from drafts.services.selections import Selection, find_choice, rules_ruling
from drafts.services.turns import TurnChoice, log_subject, pick_facts, save_draft
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True)
class TurnChange:
    """A pick before and after a change. An empty name means an open pick."""

    overall: int
    label: str
    team_name: str
    before: str
    after: str


@dataclass(slots=True)
class Correction:
    """A correction's effects. `faults` block the correction. The director must accept `warnings`."""

    overall: int
    changes: list[TurnChange] = field(default_factory=list)
    faults: list[Ruling] = field(default_factory=list)
    warnings: list[Ruling] = field(default_factory=list)
    choices: dict[int, TurnChoice | None] = field(default_factory=dict)


def clear_picks(picks: QuerySet[Pick]) -> None:
    picks.update(card=None, park=None, designed_park=None)


def plan_correction(room: Room, overall: int, selection: Selection | None, *, swap: bool = True) -> Correction:
    """Return the changes from assigning a new selection to a pick. A selection of None reopens the pick.

    If a different pick already has the selection, `swap` exchanges the two selections. Without `swap`, the other pick
    is reopened and can be made up.

    Raises:
        Refused: The pick hasn't been made.
    """
    plan = Correction(overall)
    pick = Pick.objects.filter(draft=room.draft, overall=overall).select_related("park", "team").first()
    is_reopened = overall in {turn.overall for turn in room.draft.reopened_turns}
    if pick is None or is_reopened:
        raise Refused(CorrectionRefusal.TURN_NOT_MADE, field="overall")
    old = _choice_of_pick(room, pick)
    new = find_choice(room, selection) if selection else None
    plan.choices[overall] = new
    if _is_same_choice(old, new):
        turn, name = room.label(overall), old.name if old else "nothing"
        plan.faults.append(refuse(CorrectionRefusal.NO_CHANGE, "", subject=overall, turn=turn, selection=name))
    picks = {pick.overall: pick}
    holder = _other_pick_of_choice(room, new, overall)
    if holder is not None:
        plan.choices[holder.overall] = old if swap else None
        picks[holder.overall] = holder
    _add_changes(room, plan, picks)
    _add_rulings(room, plan, picks)
    return plan


def _choice_of_pick(room: Room, pick: Pick) -> TurnChoice | None:
    if pick.is_skipped:
        return None
    card = room.cards[pick.card_id] if pick.card_id is not None else None
    return TurnChoice(card=card, park=pick.park, design=pick.designed_park)


def _is_same_choice(first: TurnChoice | None, second: TurnChoice | None) -> bool:
    """Compare by card ID, ballpark and design, because names can differ."""
    if first is None or second is None:
        return first is second
    first_card, second_card = (choice.card.id if choice.card else None for choice in (first, second))
    return (first_card, first.park, first.design) == (second_card, second.park, second.design)


def _other_pick_of_choice(room: Room, choice: TurnChoice | None, overall: int) -> Pick | None:
    if choice is None or choice.design is not None:
        return None
    selection = {"card_id": choice.card.id} if choice.card else {"park": choice.park}
    picks = Pick.objects.filter(draft=room.draft, **selection).exclude(overall=overall)
    return picks.select_related("park", "team").first()


def _add_changes(room: Room, plan: Correction, picks: dict[int, Pick]) -> None:
    for overall, choice in plan.choices.items():
        pick = picks[overall]
        before = selection_name(room, pick)
        after = choice.name if choice else ""
        plan.changes.append(TurnChange(overall, room.label(overall), pick.team.name, before, after))


def _add_rulings(room: Room, plan: Correction, picks: dict[int, Pick]) -> None:
    """Add broken rules to the faults, and the roster check's objections to the warnings."""
    for overall, choice in plan.choices.items():
        if choice is None:
            continue
        team = picks[overall].team
        team_turns = [turn for turn in plan.choices if picks[turn].team_id == team.pk]
        team_draft = load_team_draft(room, team.pk, besides=team_turns)
        ruling = rules_ruling(room, team_draft, choice, overall)
        if not ruling:
            plan.faults.append(_ruling_on_team(team.pk, team.name, ruling))
            continue
        ruling = guard_ruling(room, team_draft, choice.card, is_park=choice.is_park)
        if not ruling:
            plan.warnings.append(_ruling_on_team(team.pk, team.name, ruling))


def _ruling_on_team(team_id: int, name: str, ruling: Ruling) -> Ruling:
    return refuse(CorrectionRefusal.NOT_ALLOWED, ruling.rule, subject=team_id, team=name, ruling=ruling)


def correct_pick(
    *,
    draft_id: int,
    overall: int,
    selection: Selection | None,
    actor: Actor,
    reason: str,
    swap: bool = True,
    accept_warnings: bool = False,
    version: int | None = None,
) -> Correction:
    """Change a completed pick to a different player or ballpark (see plan_correction).

    Requires the director's reason.
    """
    if not reason.strip():
        raise Refused(CorrectionRefusal.NO_REASON, field="reason")
    with correction_transaction(draft_id, version) as (room, tournament):
        plan = plan_correction(room, overall, selection, swap=swap)
        if plan.faults:
            raise Refused(plan.faults[0], field="selection")
        if plan.warnings and not accept_warnings:
            raise Refused(plan.warnings[0], field="warnings")
        before, picks = _rewrite_picks(room, plan)
        save_draft(room)
        cells = [cell_update(room, pick) for pick in picks]
        drafted = {pick.card_id for pick in picks}
        freed_cards = [facts["card"] for facts in before if facts["card"] not in drafted]
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CORRECT_PICK,
            subject=log_subject(room.draft),
            sentence="Corrected: " + "; ".join(map(change_sentence, plan.changes)),
            reason=reason,
            before={"picks": before},
            after={"picks": [pick_facts(pick) for pick in picks]},
            public=public_update(room, cells, freed_cards),
        )
        run_automatic_turns(room, tournament)
        return plan


def _rewrite_picks(room: Room, plan: Correction) -> tuple[list[dict[str, Any]], list[Pick]]:
    """Save the planned selections. Return the picks' previous data and the saved picks.

    All picks are cleared first, because a constraint allows only a single pick per card.
    """
    rows = Pick.objects.filter(draft=room.draft, overall__in=list(plan.choices)).select_related("team", "park")
    picks = list(rows)
    before = [pick_facts(pick) for pick in picks]
    clear_picks(Pick.objects.filter(pk__in=[pick.pk for pick in picks]))
    for pick in picks:
        choice = plan.choices[pick.overall] or TurnChoice()
        pick.card_id = choice.card.id if choice.card else None
        pick.park = choice.park
        pick.designed_park = choice.design
        pick.made_by = Pick.MadeBy.DIRECTOR
        pick.unused = pick.uncarded_name = ""
        pick.save()
    reopen_turns(room, picks)
    return before, picks


def reopen_turns(room: Room, picks: Sequence[Pick]) -> None:
    """Update which of the rewritten picks are open. Pause a finished draft if it has an open pick again."""
    filled = {pick.overall for pick in picks if pick.unused or not pick.is_skipped}
    not_forfeited = {pick.overall for pick in picks if not pick.team.forfeits_turns}
    room.skipped = sorted({*room.skipped, *not_forfeited} - filled)
    pause_for_open_turns(room)


def pause_for_open_turns(room: Room) -> None:
    """Pause a finished draft if any pick is open again."""
    if room.skipped and room.draft.state == Draft.State.FINISHED:
        room.draft.state = Draft.State.PAUSED


def change_sentence(change: TurnChange) -> str:
    return f"{change.label} {change.team_name} {change.after or 'open again'} instead of {change.before or 'nothing'}"


@contextmanager
def correction_transaction(draft_id: int, version: int | None) -> Iterator[tuple[Room, Tournament]]:
    """Open a transaction on a draft that can still be corrected.

    Raises:
        Stale: The draft has changed since this version.
        Refused: The division has started playing.
    """
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        if version is not None and room.draft.version != version:
            raise Stale(DraftRefusal.DRAFT_CHANGED)
        require_unplayed(room)
        yield room, tournament


def require_unplayed(room: Room) -> None:
    """Reject roster changes after any series in the division has started."""
    series = Series.objects.filter(division_id=room.draft.division_id)
    if series.exclude(status=Series.Status.SCHEDULED).exists():
        raise Refused(DraftRefusal.ROSTERS_ARE_FINAL)
