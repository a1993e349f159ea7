"""Correcting a pick that was made earlier, after a preview of what changes."""

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
from drafts.services.program import run_automatic_turns
from drafts.services.selections import Selection, check_rules, find_choice
from drafts.services.turns import TurnChoice, log_subject, pick_facts, save_draft
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True)
class TurnChange:
    """One turn before and after; an empty name is an open turn."""

    overall: int
    label: str
    team_name: str
    before: str
    after: str


@dataclass(slots=True)
class Correction:
    """What a correction would do. `faults` forbid it; `warnings` need the director's word that it shall stand."""

    overall: int
    changes: list[TurnChange] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    choices: dict[int, TurnChoice | None] = field(default_factory=dict)


def empty(picks: QuerySet[Pick]) -> None:
    """Turns that hold nothing."""
    picks.update(card=None, park=None, designed_park=None)


def plan_correction(room: Room, overall: int, selection: Selection | None, *, swap: bool = True) -> Correction:
    """What would change if a turn that has been made held something else; None opens the turn again.

    Where the player belongs to another turn already, `swap` hands that turn what this one held; otherwise that
    turn is open again and may be made up. Refused for a turn that has not come.
    """
    plan = Correction(overall)
    pick = Pick.objects.filter(draft=room.draft, overall=overall).select_related("park", "team").first()
    if pick is None or overall in {turn.overall for turn in room.draft.reopened_turns}:
        raise Refused("This turn has not been made; there is nothing to correct.", field="overall")
    old, new = _choice_held(room, pick), find_choice(room, selection) if selection else None
    plan.choices[overall] = new
    if _same(old, new):
        plan.faults.append(f"{room.label(overall)} holds {old.name if old else 'nothing'} already.")
    other = _holder(room, new, overall)
    if other is not None:
        plan.choices[other.overall] = old if swap else None
    _describe(room, plan, {p.overall: p for p in (pick, other) if p is not None})
    _judge(room, plan)
    return plan


def _choice_held(room: Room, pick: Pick) -> TurnChoice | None:
    if pick.is_skipped:
        return None
    card = room.cards[pick.card_id] if pick.card_id is not None else None
    return TurnChoice(card=card, park=pick.park, design=pick.designed_park)


def _same(first: TurnChoice | None, second: TurnChoice | None) -> bool:
    """Whether both are the same man, park or design, whatever their names."""
    if first is None or second is None:
        return first is second
    cards = [choice.card.id if choice.card else None for choice in (first, second)]
    return cards[0] == cards[1] and (first.park, first.design) == (second.park, second.design)


def _holder(room: Room, choice: TurnChoice | None, besides: int) -> Pick | None:
    if choice is None or choice.design is not None:
        return None
    what = {"card_id": choice.card.id} if choice.card else {"park": choice.park}
    others = Pick.objects.filter(draft=room.draft, **what).exclude(overall=besides)
    return others.select_related("park", "team").first()


def _describe(room: Room, plan: Correction, picks: dict[int, Pick]) -> None:
    for overall, choice in plan.choices.items():
        before, after = selection_name(room, picks[overall]), choice.name if choice else ""
        plan.changes.append(TurnChange(overall, room.label(overall), picks[overall].team.name, before, after))


def _judge(room: Room, plan: Correction) -> None:
    """Eligibility, counts and parks forbid; the guard warns."""
    for overall, choice in plan.choices.items():
        if choice is None:
            continue
        team = room.team_at(overall)
        others = [turn for turn in plan.choices if room.team_at(turn).pk == team.pk]
        team_draft = load_team_draft(room, team.pk, besides=others)
        try:
            check_rules(room, team_draft, choice, overall)
        except Refused as refusal:
            plan.faults.append(f"{team.name}: {refusal}")
            continue
        if not (ruling := guard_ruling(room, team_draft, choice.card, is_park=choice.is_park)):
            plan.warnings.append(f"{team.name}: {ruling}")


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
    """The director puts another player or park into a turn that was made, with a reason (see plan_correction)."""
    if not reason.strip():
        raise Refused("Say why; the reason stands in the log.", field="reason")
    with correction_transaction(draft_id, version) as (room, tournament):
        plan = plan_correction(room, overall, selection, swap=swap)
        if plan.faults:
            raise Refused(plan.faults[0], field="selection")
        if plan.warnings and not accept_warnings:
            raise Refused(plan.warnings[0], field="warnings")
        before, after = _rewrite(room, plan)
        save_draft(room)
        cells = [cell_update(room, pick) for pick in after]
        kept = {pick.card_id for pick in after}
        freed = [facts["card"] for facts in before if facts["card"] not in kept]
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.CORRECT_PICK,
            subject=log_subject(room.draft),
            sentence="Corrected: " + "; ".join(change_sentence(change) for change in plan.changes),
            reason=reason,
            before={"picks": before},
            after={"picks": [pick_facts(pick) for pick in after]},
            public=public_update(room, cells, freed),
        )
        run_automatic_turns(room, tournament)
        return plan


def _rewrite(room: Room, plan: Correction) -> tuple[list[dict[str, Any]], list[Pick]]:
    """All turns are emptied first, so that two may change places under the constraint that a card is held once."""
    rows = Pick.objects.filter(draft=room.draft, overall__in=list(plan.choices)).select_related("team", "park")
    picks = list(rows)
    before = [pick_facts(pick) for pick in picks]
    empty(Pick.objects.filter(pk__in=[pick.pk for pick in picks]))
    for pick in picks:
        choice = plan.choices[pick.overall] or TurnChoice()
        pick.card_id = choice.card.id if choice.card else None
        pick.park, pick.designed_park, pick.made_by = choice.park, choice.design, Pick.MadeBy.DIRECTOR
        pick.save()
    reopen_turns(room, picks)
    return before, picks


def reopen_turns(room: Room, picks: Sequence[Pick]) -> None:
    """Which of the rewritten turns are to be made up now; a finished draft that has such a turn is paused."""
    filled = {pick.overall for pick in picks if not pick.is_skipped}
    open_again = {pick.overall for pick in picks if not pick.team.forfeits_turns}
    room.skipped = sorted({*room.skipped, *open_again} - filled)
    pause_for_open_turns(room)


def pause_for_open_turns(room: Room) -> None:
    """A finished draft of which a turn is open again waits for it."""
    if room.skipped and room.draft.state == Draft.State.FINISHED:
        room.draft.state = Draft.State.PAUSED


def change_sentence(change: TurnChange) -> str:
    return f"{change.label} {change.team_name} {change.after or 'open again'} instead of {change.before or 'nothing'}"


@contextmanager
def correction_transaction(draft_id: int, version: int | None) -> Iterator[tuple[Room, Tournament]]:
    """A transaction on a draft that may still be corrected."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        if version is not None and room.draft.version != version:
            raise Stale("The draft has gone on since this page was made. Look at it as it is now, and decide again.")
        require_unplayed(room)
        yield room, tournament


def require_unplayed(room: Room) -> None:
    """Rosters stand once anybody of the division has begun to play."""
    begun = Series.objects.filter(division_id=room.draft.division_id).exclude(status=Series.Status.SCHEDULED)
    if begun.exists():
        raise Refused("This division has begun to play: its rosters stand. (Correct results on the series' pages.)")
