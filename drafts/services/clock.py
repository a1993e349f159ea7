"""Opening a draft and running its clock: start, pause, resume, extend. The clock is a stored deadline, nothing else."""

from dataclasses import dataclass
from datetime import datetime, time

from django.utils import timezone

from core.errors import Refused, Stale
from drafts.models import CardSet, Draft, format_duration
from drafts.queries.published import public_update
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.services.expiry import settle_if_expired
from drafts.services.program import run_automatic_turns
from drafts.services.turns import log_subject, restart_clock, set_alarm
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, refuse
from rules_engine.systems import load
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Tournament
from tournaments.services.stages import enter_draft_stage

LONGEST_CLOCK = 7 * 24 * 3600
LONGEST_EXTENSION = 24 * 3600


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """Seconds for each turn (0: no clock), what follows when they are over, and the hours the clock runs."""

    seconds_per_pick: int = 60
    on_expiry: str = Draft.OnExpiry.NOTHING
    clock_from: time | None = None
    clock_until: time | None = None


def open_draft(
    *,
    division: Division,
    card_set: CardSet,
    settings: ClockSettings,
    actor: Actor,
    version: int | None = None,
) -> Draft:
    """Set up a division's draft, or change its settings (the card set only before it begins).

    `version` is the version of the draft the form was made from; Stale where it has changed since.
    """
    _check(settings)
    with writing(division.tournament_id) as tournament:
        draft = Draft.objects.filter(division=division).first()
        _check_version(draft, version)
        if draft is not None and draft.state != Draft.State.WAITING and draft.card_set_id != card_set.pk:
            raise Refused("The draft has begun: its card set can no longer be changed.", field="card_set")
        _check_game(card_set, tournament.profile)
        before = _settings_of(draft) if draft else {}
        draft = draft or Draft(division=division)
        draft.card_set, draft.seconds_per_pick, draft.on_expiry = (
            card_set,
            settings.seconds_per_pick,
            settings.on_expiry,
        )
        draft.clock_from, draft.clock_until = settings.clock_from, settings.clock_until
        draft.version += 1 if draft.pk else 0
        draft.save()
        room = load_room(draft_with_division(pk=draft.pk))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.OPEN_DRAFT,
            subject=log_subject(draft),
            sentence=f"Draft of {division}: {card_set}, {_in_words(settings)}",
            before=before,
            after=_settings_of(draft),
            public=public_update(room),
        )
        set_alarm(room)
        return draft


def _check_game(card_set: CardSet, profile: Profile) -> None:
    """Cards of another game than the tournament's are of no use at its tables."""
    if card_set.system not in ("", profile.game.system):
        holds, played = (load(key).title for key in (card_set.system, profile.game.system))
        raise Refused(
            f"“{card_set}” holds cards for {holds}, and this tournament plays {played}: choose other cards.",
            field="card_set",
        )


def start_draft(*, draft_id: int, actor: Actor, despite: str = "") -> Draft:
    """Put the first turn on the clock. `despite` is the director's reason to draft with another size of division."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        if room.draft.state != Draft.State.WAITING:
            raise Refused("The draft has begun already.")
        _check_game(room.draft.card_set, room.profile)
        _check_slots(room)
        check_size(room, despite)
        room.draft.state = Draft.State.RUNNING
        enter_draft_stage(tournament=tournament, actor=actor)
        restart_clock(room)
        _written(
            room, tournament, actor, Verb.START_DRAFT, f"The draft of {room.draft.division} has begun", reason=despite
        )
        return room.draft


def pause_draft(*, draft_id: int, actor: Actor, reason: str = "") -> Draft:
    """Stop the clock and keep what is left of it."""
    now = timezone.now()
    settle_if_expired(draft_id=draft_id, now=now)
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        draft = room.draft
        if draft.state != Draft.State.RUNNING:
            raise Refused(f"The draft is not running: {draft.get_state_display().lower()}.")
        left = None if draft.deadline is None else round(room.hours.between(now, draft.deadline))
        draft.state, draft.deadline, draft.seconds_left_when_paused = Draft.State.PAUSED, None, left
        _written(room, tournament, actor, Verb.PAUSE_DRAFT, f"The draft of {draft.division} is paused", reason=reason)
        return draft


def resume_draft(*, draft_id: int, actor: Actor) -> Draft:
    """Let the clock run on from where it was stopped."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        draft = room.draft
        if draft.state != Draft.State.PAUSED:
            raise Refused(f"The draft is not paused: {draft.get_state_display().lower()}.")
        draft.state = Draft.State.RUNNING
        if (left := draft.seconds_left_when_paused) is not None:
            draft.deadline, draft.seconds_left_when_paused = room.hours.after(timezone.now(), left), None
        elif room.on_the_clock is not None:
            restart_clock(room)
        _written(room, tournament, actor, Verb.RESUME_DRAFT, f"The draft of {draft.division} goes on")
        return draft


def extend_clock(*, draft_id: int, seconds: int, actor: Actor, overall: int | None = None) -> Draft:
    """More time for the turn on the clock. `overall` is the turn the form was made for; Stale where that is over."""
    if not 1 <= seconds <= LONGEST_EXTENSION:
        raise Refused("Give from 1 second to 24 hours more.", field="seconds")
    now = timezone.now()
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        turn = _turn_with_clock(room, overall)
        draft = room.draft
        if draft.deadline is not None:
            draft.deadline = room.hours.after(max(draft.deadline, now), seconds)
        else:
            draft.seconds_left_when_paused = (draft.seconds_left_when_paused or 0) + seconds
        sentence = f"{room.label(turn)}: {seconds} seconds more for {room.team_at(turn).name}"
        _written(room, tournament, actor, Verb.EXTEND_CLOCK, sentence)
        return draft


def _turn_with_clock(room: Room, overall: int | None) -> int:
    turn = room.on_the_clock
    if turn is None or (room.draft.deadline is None and room.draft.seconds_left_when_paused is None):
        raise Refused("No clock is running.")
    if overall is not None and overall != turn:
        raise Stale(
            f"{room.label(overall)} is over; {room.team_at(turn).name} is on the clock with {room.label(turn)}."
        )
    return turn


def _written(room: Room, tournament: Tournament, actor: Actor, verb: Verb, sentence: str, *, reason: str = "") -> None:
    room.draft.version += 1
    room.draft.save()
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=log_subject(room.draft),
        sentence=sentence,
        reason=reason,
        after={"state": room.draft.state, "deadline": _iso(room.draft.deadline)},
        public=public_update(room),
    )
    run_automatic_turns(room, tournament)


def _check(settings: ClockSettings) -> None:
    if not 0 <= settings.seconds_per_pick <= LONGEST_CLOCK:
        raise Refused("A turn has from 0 seconds (no clock) to 7 days.", field="seconds_per_pick")
    if settings.on_expiry not in Draft.OnExpiry.values:
        raise Refused("Choose what happens when the time is over.", field="on_expiry")
    if (settings.clock_from is None) != (settings.clock_until is None):
        raise Refused("Give both hours, from and until, or neither.", field="clock_until")


def _check_version(draft: Draft | None, version: int | None) -> None:
    if draft is not None and version is not None and draft.version != version:
        raise Stale("The draft has changed since this page was made. Look at it as it is now, and save_draft again.")


class DraftOrderRefusal(Finding):
    """Why a division cannot begin to draft."""

    WITHOUT_A_POSITION = "still without a draft position: {teams:commas}."
    GAP_IN_THE_POSITIONS = "the draft positions are {positions:commas}; they must run from 1 without a gap."
    DIVISION_SIZE = (
        "a division has {smallest} to {largest} teams, this one has {size}. "
        "The director may draft all the same, with a reason."
    )


def _check_slots(room: Room) -> None:
    """T0.02: every team of the division has one of the draft positions 1 to N."""
    slots = [team.slot for team in room.teams]
    without = room.draft.division.teams.filter(slot=None).values_list("name", flat=True)
    if without:
        raise Refused(refuse(DraftOrderRefusal.WITHOUT_A_POSITION, "T0.02", teams=list(without)))
    if slots != list(range(1, len(slots) + 1)):
        raise Refused(refuse(DraftOrderRefusal.GAP_IN_THE_POSITIONS, "T0.02", positions=slots))


def check_size(room: Room, despite: str) -> None:
    rules, size = room.profile.division, len(room.teams)
    if not size:
        raise Refused("There is no team in this division yet.")
    if not rules.smallest <= size <= rules.largest and not despite.strip():
        smallest, largest = rules.smallest, rules.largest
        ruling = refuse(DraftOrderRefusal.DIVISION_SIZE, "T0.02", smallest=smallest, largest=largest, size=size)
        raise Refused(ruling, field="despite")


def _in_words(settings: ClockSettings) -> str:
    if not settings.seconds_per_pick:
        return "no clock"
    then = Draft.OnExpiry(settings.on_expiry).label.lower()
    hours = f", from {settings.clock_from:%H:%M} to {settings.clock_until:%H:%M}" if settings.clock_from else ""
    return f"{format_duration(settings.seconds_per_pick)} a turn{hours}; when they are over: {then}"


def _settings_of(draft: Draft) -> dict[str, object]:
    return {
        "card_set": draft.card_set_id,
        "seconds_per_pick": draft.seconds_per_pick,
        "on_expiry": draft.on_expiry,
        "clock_from": draft.clock_from.isoformat() if draft.clock_from else None,
        "clock_until": draft.clock_until.isoformat() if draft.clock_until else None,
    }


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
