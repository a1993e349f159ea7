"""Placing a selection in its turn and handing the clock on. Everything here runs inside a service's transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

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
    """What a turn is used for: a card, a park of the chart, or a park designed by its manager (T0.02)."""

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
        return self.park.name if self.park is not None else str((self.design or {}).get("name", ""))


def pick_maker(viewer: Viewer, team: Team) -> str:
    """Who picks: the desk, the team's proxy, or its manager."""
    if viewer.is_staff:
        return Pick.MadeBy.DIRECTOR
    return Pick.MadeBy.MANAGER if viewer.may_act_for(team.pk) else Pick.MadeBy.PROXY


def log_subject(draft: Draft) -> str:
    return f"draft:{draft.pk}"


def save_pick(room: Room, overall: int, choice: TurnChoice, made_by: str) -> Pick:
    """Write the selection of one turn and hand the clock on if it was the turn on the clock."""
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
    """The turn passes; it may be made up until the draft is over, but for a team that forfeits its turns (T0.02)."""
    team = room.team_at(turn)
    facts = {"team": team, "made_by": Pick.MadeBy.PROGRAM, "made_at": timezone.now()}
    pick, _ = Pick.objects.update_or_create(draft=room.draft, overall=turn, defaults=facts)
    room.leave_open(turn)
    end_turn(room, turn)
    why = "'s manager is disqualified (T0.02)" if team.forfeits_turns else " ran out of time and may make the turn up"
    record_action(
        tournament=tournament,
        actor=PROGRAM,
        verb=Verb.SKIP_TURN,
        subject=log_subject(room.draft),
        sentence=f"{room.label(turn)} ({turn}): {team.name}{why}",
        after={"overall": turn, "team": team.pk},
        public=public_update(room, [cell_update(room, pick)]),
    )


def end_turn(room: Room, overall: int) -> None:
    """The turn is over; where it was on the clock the next one begins."""
    if overall in room.skipped and overall != room.on_the_clock:
        room.skipped.remove(overall)
    elif room.draft.reopened:
        room.draft.reopen_turns(room.draft.reopened_turns[1:])
        restart_clock(room)
    else:
        room.draft.next_overall += 1
        restart_clock(room)
    save_draft(room)


def restart_clock(room: Room, now: datetime | None = None) -> None:
    """Give the turn on the clock its full time."""
    draft = room.draft
    draft.deadline = draft.seconds_left_when_paused = None
    if not draft.seconds_per_pick or room.on_the_clock is None:
        return
    if draft.state == Draft.State.RUNNING:
        draft.deadline = room.hours.after(now or timezone.now(), draft.seconds_per_pick)
    else:
        draft.seconds_left_when_paused = draft.seconds_per_pick


def save_draft(room: Room) -> None:
    """Write the draft, finished once no turn is left to make."""
    draft = room.draft
    begun = draft.state not in (Draft.State.WAITING, Draft.State.FINISHED)
    if begun and room.on_the_clock is None and not room.skipped:
        draft.state, draft.deadline, draft.seconds_left_when_paused = Draft.State.FINISHED, None, None
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
    return record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.MAKE_PICK,
        subject=log_subject(room.draft),
        sentence=_sentence(room, pick),
        reason=reason,
        before=before,
        after=pick_facts(pick),
        public=public_update(room, [cell_update(room, pick)], [before["card"]] if before else []),
    )


def pick_facts(pick: Pick) -> dict[str, Any]:
    """A pick as the log keeps it."""
    return {
        "overall": pick.overall,
        "team": pick.team_id,
        "card": pick.card_id,
        "park": pick.park_id,
        "designed_park": pick.designed_park,
        "made_by": pick.made_by,
    }


def _sentence(room: Room, pick: Pick) -> str:
    by = {Pick.MadeBy.PROGRAM: ", picked by the program", Pick.MadeBy.QUEUE: ", from the queue"}
    suffix = by.get(Pick.MadeBy(pick.made_by), "")
    detail, name = pick_detail(room, pick), selection_name(room, pick)
    what = f"{name} ({detail})" if detail else name
    return f"{room.label(pick.overall)} ({pick.overall}): {pick.team.name} took {what}{suffix}"


def set_alarm(room: Room) -> None:
    """Once this transaction stands, have the worker look when the clock runs out. The table holds the deadline."""
    draft = room.draft
    if draft.state != Draft.State.RUNNING or draft.deadline is None or draft.on_expiry == Draft.OnExpiry.NOTHING:
        return
    draft_id, deadline = draft.pk, draft.deadline
    transaction.on_commit(lambda: schedule_task(draft_id, deadline))


def schedule_task(draft_id: int, at: datetime) -> None:
    try:
        current_app.send_task(EXPIRY_TASK, args=[draft_id], eta=at, retry=False)
    except (OperationalError, OSError):
        # no broker: the next page or pick that looks at the draft enforces the same deadline
        return


def find_team(room: Room, team_id: int) -> Team | None:
    return next((team for team in room.teams if team.pk == team_id), None)
