"""Save a pick's selection, complete the pick and restart the clock within a service's transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from core.job_queue import send_job
from drafts.models import Ballpark, Draft, Pick
from drafts.queries.pick_table import cell_update
from drafts.queries.pool import PoolCard
from drafts.queries.published import pick_detail, public_update, selection_name
from drafts.queries.room import Room
from tournaments.access.viewers import Viewer
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action
from tournaments.models import Action, Team, Tournament

EXPIRY_TASK = "drafts.enforce_expiry"


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """A pick's selection: a card, a ballpark on the chart, or a ballpark designed by its manager (T0.02)."""

    card: PoolCard | None = None
    park: Ballpark | None = None
    design: dict[str, Any] | None = None

    @property
    def is_park(self) -> bool:
        return self.card is None

    @property
    def name(self) -> str:
        if self.card is not None:
            return self.card.name
        if self.park is not None:
            return self.park.name
        return str((self.design or {}).get("name", ""))


def pick_maker(viewer: Viewer, team: Team) -> str:
    """Return the person who picks for this team: the director, its manager or its proxy."""
    if viewer.is_staff:
        return Pick.MadeBy.DIRECTOR
    if viewer.can_represent(team.pk):
        return Pick.MadeBy.MANAGER
    return Pick.MadeBy.PROXY


def log_subject(draft: Draft) -> str:
    return f"draft:{draft.pk}"


def save_pick(room: Room, overall: int, choice: TurnChoice, made_by: str) -> Pick:
    """Save a selection and complete the pick."""
    facts = {
        "team": room.team_at(overall),
        "card_id": choice.card.id if choice.card else None,
        "park": choice.park,
        "designed_park": choice.design,
        "made_by": made_by,
        "made_at": timezone.now(),
    }
    if overall in room.skipped or room.draft.reopened:
        pick, _ = Pick.objects.update_or_create(draft=room.draft, overall=overall, defaults=facts)
    else:
        pick = Pick.objects.create(draft=room.draft, overall=overall, **facts)
    end_turn(room, overall)
    return pick


def skip_turn(room: Room, tournament: Tournament, turn: int) -> None:
    """Skip a pick. The team can make it up during the draft, unless it forfeits its picks (T0.02)."""
    team = room.team_at(turn)
    facts = {"team": team, "made_by": Pick.MadeBy.PROGRAM, "made_at": timezone.now()}
    pick, _ = Pick.objects.update_or_create(draft=room.draft, overall=turn, defaults=facts)
    room.leave_open(turn)
    end_turn(room, turn)
    if team.forfeits_turns:
        reason = "'s manager is disqualified (T0.02)"
    else:
        reason = " ran out of time and can make up the pick"
    record_action(
        tournament=tournament,
        actor=PROGRAM,
        verb=Verb.SKIP_TURN,
        subject=log_subject(room.draft),
        sentence=f"{room.label(turn)} ({turn}): {team.name}{reason}",
        after={"overall": turn, "team": team.pk},
        public=public_update(room, [cell_update(room, pick)]),
    )


def end_turn(room: Room, overall: int) -> None:
    """Complete a pick. If it was on the clock, start the next pick."""
    if overall in room.skipped and overall != room.on_the_clock:
        room.skipped.remove(overall)
    elif room.draft.reopened:
        _charge_time_bank(room)
        room.draft.reopen_turns(room.draft.reopened_turns[1:])
        restart_clock(room)
    else:
        _charge_time_bank(room)
        room.draft.next_overall += 1
        restart_clock(room)
    save_draft(room)


def seconds_left(room: Room, now: datetime) -> float | None:
    """Return the seconds until the deadline, including the time bank, or None without a clock."""
    draft = room.draft
    if draft.deadline is not None:
        return room.hours.between(now, draft.deadline)
    return draft.seconds_left_when_paused


def _charge_time_bank(room: Room) -> None:
    """Deduct the time bank seconds used for this pick from the bank of the team on the clock."""
    left = seconds_left(room, timezone.now())
    if room.draft.turn_bank and left is not None and room.on_the_clock is not None:
        room.use_time_bank(room.team_at(room.on_the_clock).pk, min(room.draft.turn_bank, left))
    room.draft.turn_bank = 0


def restart_clock(room: Room, now: datetime | None = None) -> None:
    """Reset the clock to the full time per pick plus the rest of the team's time bank."""
    draft = room.draft
    draft.deadline = None
    draft.seconds_left_when_paused = None
    draft.turn_bank = 0
    if not draft.seconds_per_pick or room.on_the_clock is None:
        return
    draft.turn_bank = room.time_bank_left(room.team_at(room.on_the_clock).pk)
    seconds = draft.seconds_per_pick + draft.turn_bank
    if draft.state == Draft.State.RUNNING:
        draft.deadline = room.hours.after(now or timezone.now(), seconds)
    else:
        draft.seconds_left_when_paused = seconds


def save_draft(room: Room) -> None:
    """Save the draft under a new version. Finish it if all picks have been made."""
    draft = room.draft
    is_in_progress = draft.is_on
    if is_in_progress and room.on_the_clock is None and not room.skipped:
        draft.state = Draft.State.FINISHED
        draft.deadline = None
        draft.seconds_left_when_paused = None
    draft.version += 1
    draft.save()


def record_pick(
    room: Room,
    tournament: Tournament,
    actor: Actor,
    pick: Pick,
    *,
    reason: str = "",
    before: dict[str, Any] | None = None,
) -> Action:
    """Add a pick to the activity log. `before` is the data of the pick being replaced (T0.18)."""
    return record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.MAKE_PICK,
        subject=log_subject(room.draft),
        sentence=_pick_sentence(room, pick),
        reason=reason,
        before=before,
        after=pick_facts(pick),
        public=public_update(room, [cell_update(room, pick)], [before["card"]] if before else []),
    )


TRADE_FIELDS: Final = ("origin", "unused", "uncarded_name")  # logged only if set


def pick_facts(pick: Pick) -> dict[str, Any]:
    """Return a pick in activity log format."""
    return {
        "overall": pick.overall,
        "team": pick.team_id,
        "card": pick.card_id,
        "park": pick.park_id,
        "designed_park": pick.designed_park,
        "made_by": pick.made_by,
        **{name: value for name in TRADE_FIELDS if (value := getattr(pick, name))},
    }


_AUTOMATIC_PICK_SUFFIXES = {Pick.MadeBy.PROGRAM: " (autopick)", Pick.MadeBy.QUEUE: ", from the queue"}


def _pick_sentence(room: Room, pick: Pick) -> str:
    selection = selection_name(room, pick)
    if detail := pick_detail(room, pick):
        selection += f" ({detail})"
    suffix = _AUTOMATIC_PICK_SUFFIXES.get(Pick.MadeBy(pick.made_by), "")
    return f"{room.label(pick.overall)} ({pick.overall}): {pick.team.name} took {selection}{suffix}"


def set_alarm(room: Room) -> None:
    """After the commit, schedule a task for the deadline. The task rechecks the stored deadline."""
    draft = room.draft
    if draft.state != Draft.State.RUNNING or draft.deadline is None or draft.on_expiry == Draft.OnExpiry.NOTHING:
        return
    draft_id, deadline = draft.pk, draft.deadline
    transaction.on_commit(lambda: schedule_task(draft_id, deadline))


def schedule_task(draft_id: int, at: datetime) -> None:
    """Set the worker's alarm. Without a queue, the next page view or pick enforces the deadline."""
    send_job(EXPIRY_TASK, draft_id, not_before=at)


def find_team(room: Room, team_id: int) -> Team | None:
    return next((team for team in room.teams if team.pk == team_id), None)
