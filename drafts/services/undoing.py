"""Taking back the last pick, and undoing picks and corrections from the log."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from core.errors import Refused
from drafts.models import Draft, Pick
from drafts.queries.pick_table import empty_cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.services.corrections import (
    TurnChange,
    change_sentence,
    correction_transaction,
    empty,
    reopen_turns,
    require_unplayed,
)
from drafts.services.program import run_automatic_turns
from drafts.services.turns import log_subject, pick_facts, restart_clock, save_draft
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action
from tournaments.models import Action, Tournament


class UndoRefusal(Finding):
    """Why no pick is taken back now."""

    CHOSEN_SINCE = (
        "turns that came again after it have been made. Take those back, or correct picks on the draft's desk."
    )
    RESCINDED_FIRST = "a rescinded pick is being made again. Finish those turns first, or correct a pick."


def picks_to_undo(room: Room) -> list[Pick]:
    """The picks that taking back the last one takes back, newest first.

    What the program picked after it goes too, since it would pick again at once; where nothing but the
    program's picks come before, the last one alone (and the draft is paused).
    """
    trail: list[Pick] = []
    for pick in _newest_first(room):
        trail.append(pick)
        if room.draft.state != Draft.State.RUNNING or not pick.team.has_automatic_turns:
            return trail
    return trail[:1]


def _newest_first(room: Room) -> QuerySet[Pick]:
    return Pick.objects.filter(draft=room.draft).select_related("team", "park").order_by("-made_at", "-overall")


def undo_last_pick(*, draft_id: int, actor: Actor, version: int | None = None, reason: str = "") -> list[TurnChange]:
    """Take back the newest pick (see picks_to_undo) and put its turn back on the clock with its full time."""
    with correction_transaction(draft_id, version) as (room, tournament):
        trail = _trail(room)
        before, done = [pick_facts(pick) for pick in trail], _action_of(room, tournament, trail[-1])
        changes = _take_all_back(room, trail)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.UNDO_LAST_PICK,
            subject=log_subject(room.draft),
            sentence=_undone(changes),
            reason=reason,
            before={"picks": before},
            public=public_update(
                room, [empty_cell_update(room, c.overall) for c in changes], [facts["card"] for facts in before]
            ),
            undoes=done,
        )
        run_automatic_turns(room, tournament)
        return changes


def _trail(room: Room) -> list[Pick]:
    if room.draft.reopened:
        raise Refused(refuse(UndoRefusal.RESCINDED_FIRST, "T0.18"))
    trail = picks_to_undo(room)
    if not trail:
        raise Refused("There is no pick to take back.")
    return trail


def _take_all_back(room: Room, trail: Sequence[Pick]) -> list[TurnChange]:
    changes = [TurnChange(p.overall, room.label(p.overall), p.team.name, selection_name(room, p), "") for p in trail]
    by_program = trail[-1].team.has_automatic_turns
    for pick in trail:
        _take_back(room, pick)
    if room.draft.state == Draft.State.FINISHED or by_program:
        room.draft.state = Draft.State.PAUSED
    restart_clock(room)
    save_draft(room)
    return changes


def _take_back(room: Room, pick: Pick) -> None:
    """The newest turn comes back on the clock; an older one, made up late, is open again."""
    if pick.overall == room.draft.next_overall - 1:
        room.skipped = [overall for overall in room.skipped if overall != pick.overall]
        room.draft.next_overall -= 1
        pick.delete()
    else:
        empty(Pick.objects.filter(pk=pick.pk))
        room.leave_open(pick.overall)


def _undone(changes: Sequence[TurnChange]) -> str:
    last = changes[-1]
    more = f" and {len(changes) - 1} picks of the program after it" if len(changes) > 1 else ""
    return f"{last.label} ({last.overall}) taken back: {last.team_name}, {last.before or 'skipped'}{more}"


def _action_of(room: Room, tournament: Tournament, pick: Pick) -> Action | None:
    of_draft = Action.objects.filter(tournament=tournament, subject=log_subject(room.draft))
    return (
        of_draft.filter(verb__in=[Verb.MAKE_PICK, Verb.SKIP_TURN], after__overall=pick.overall).order_by("-pk").first()
    )


def undo_logged_pick(tournament: Tournament, action: Action) -> list[str]:
    """Undoes a pick or a skipped turn from the log: only the last one, later ones stand on it."""
    room = _room_of(action)
    trail = _trail(room)
    if action.after["overall"] not in {pick.overall for pick in trail}:
        raise Refused("Later picks were made since. Take those back first, or correct this one on the draft's desk.")
    for pick in trail:
        if pick.overall == action.after["overall"]:
            _refuse_if_changed(room, pick, action.after)
    changes = _take_all_back(room, trail)
    run_automatic_turns(room, tournament)
    return [f"{change.label}: {change.team_name} gives {change.before or 'a skipped turn'} back." for change in changes]


def undo_logged_rescission(tournament: Tournament, action: Action) -> list[str]:
    """T0.18: the rescinded pick stands again, as long as nobody has chosen anew since."""
    room = _room_of(action)
    again = [turn.overall for turn in room.draft.reopened_turns]
    pick = Pick.objects.select_related("team").filter(draft=room.draft, overall=action.before["overall"]).first()
    if pick is None or sorted(again) != sorted(action.after["again"]):
        raise Refused(refuse(UndoRefusal.CHOSEN_SINCE, "T0.18"))
    _refuse_if_taken(room, {pick.overall: action.before})
    facts = action.before
    pick.card_id, pick.park_id = facts["card"], facts["park"]
    pick.designed_park, pick.made_by = facts["designed_park"], facts["made_by"]
    pick.save()
    room.draft.reopen_turns([])
    restart_clock(room)
    save_draft(room)
    run_automatic_turns(room, tournament)
    return [f"{room.label(pick.overall)}: {pick.team.name} has {selection_name(room, pick)} again."]


def undo_logged_correction(tournament: Tournament, action: Action) -> list[str]:
    """Undoes a correction from the log: its turns hold again what they held, if nobody has changed them since."""
    room = _room_of(action)
    was = {facts["overall"]: facts for facts in action.before["picks"]}
    became = {facts["overall"]: facts for facts in action.after["picks"]}
    picks = list(Pick.objects.filter(draft=room.draft, overall__in=list(was)).select_related("team", "park"))
    names = {pick.overall: selection_name(room, pick) for pick in picks}
    for pick in picks:
        _refuse_if_changed(room, pick, became[pick.overall])
    if len(picks) != len(was):
        raise Refused("One of these picks has been taken back since.")
    _refuse_if_taken(room, was)
    empty(Pick.objects.filter(pk__in=[pick.pk for pick in picks]))
    for pick in picks:
        facts = was[pick.overall]
        pick.card_id, pick.park_id = facts["card"], facts["park"]
        pick.designed_park, pick.made_by = facts["designed_park"], facts["made_by"]
        pick.save()
    reopen_turns(room, picks)
    save_draft(room)
    run_automatic_turns(room, tournament)
    return [change_sentence(_restored(room, pick, names[pick.overall])) + "." for pick in picks]


def _restored(room: Room, pick: Pick, before: str) -> TurnChange:
    pick = Pick.objects.select_related("team", "park").get(pk=pick.pk)
    return TurnChange(pick.overall, room.label(pick.overall), pick.team.name, before, selection_name(room, pick))


def _room_of(action: Action) -> Room:
    number = action.subject.removeprefix("draft:")
    draft = Draft.objects.filter(pk=number, division__tournament=action.tournament_id).first()
    if draft is None:
        raise Refused("That draft is no longer there.")
    room = load_room(draft_with_division(pk=draft.pk))
    require_unplayed(room)
    return room


def _refuse_if_changed(room: Room, pick: Pick, facts: dict[str, Any]) -> None:
    now = pick_facts(pick)
    if any(now[name] != facts.get(name) for name in ("card", "park", "designed_park")):
        raise Refused(f"{room.label(pick.overall)} has been changed since. Undo the later act first.")


def _refuse_if_taken(room: Room, was: dict[int, dict[str, Any]]) -> None:
    others = Pick.objects.filter(draft=room.draft).exclude(overall__in=list(was))
    cards = [facts["card"] for facts in was.values() if facts["card"]]
    parks = [facts["park"] for facts in was.values() if facts["park"]]
    for pick in others.filter(card_id__in=cards) | others.filter(park_id__in=parks):
        name = selection_name(room, pick)
        raise Refused(f"{name} has gone to {pick.team.name} with {room.label(pick.overall)} since.")
