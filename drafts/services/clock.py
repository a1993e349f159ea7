"""Set up and start a draft, and pause, resume or extend its clock. The clock is just a stored deadline."""

from dataclasses import dataclass
from datetime import datetime, time

from django.utils import timezone

from core.dates import format_clock
from core.errors import Refused, Stale
from drafts.models import CardSet, Draft, format_duration
from drafts.queries.published import public_update
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.refusals import ClockRefusal, DraftRefusal
from drafts.services.expiry import settle_if_expired
from drafts.services.my_list import carry_lists_over
from drafts.services.program import run_automatic_turns
from drafts.services.turns import log_subject, restart_clock, seconds_left, set_alarm
from rules_engine.profile import Profile
from rules_engine.rulings import refuse
from rules_engine.systems import load
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Tournament
from tournaments.services.stages import enter_draft_stage

LONGEST_CLOCK = 7 * 24 * 3600
LONGEST_EXTENSION = 24 * 3600
LONGEST_BANK = 7 * 24 * 3600


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """Clock settings: seconds per pick (0 for no clock), the action on expiry, the clock's hours, and the time bank.

    The time bank is a team's extra time for all its picks. A pick that runs over uses the time bank before it expires.
    """

    seconds_per_pick: int = 60
    on_expiry: str = Draft.OnExpiry.NOTHING
    clock_from: time | None = None
    clock_until: time | None = None
    time_bank_seconds: int = 0
    trades_allowed: bool = False


def open_draft(
    *,
    division: Division,
    card_set: CardSet,
    settings: ClockSettings,
    actor: Actor,
    version: int | None = None,
) -> Draft:
    """Set up a division's draft, or change its settings. The card set can change only before the draft starts.

    Args:
        version: The draft's version when the form was rendered.

    Raises:
        Stale: The draft has changed since that version.
    """
    _check_settings(settings)
    with writing(division.tournament_id) as tournament:
        draft = Draft.objects.filter(division=division).first()
        _check_version(draft, version)
        if draft is not None and draft.state != Draft.State.WAITING and draft.card_set_id != card_set.pk:
            raise Refused(DraftRefusal.CARD_SET_IS_FIXED, field="card_set")
        _check_game(card_set, tournament.profile)
        before = _settings_facts(draft) if draft else {}
        if draft is None:
            draft = Draft(division=division)
        else:
            draft.version += 1
        draft.card_set = card_set
        draft.seconds_per_pick = settings.seconds_per_pick
        draft.on_expiry = settings.on_expiry
        draft.clock_from = settings.clock_from
        draft.clock_until = settings.clock_until
        draft.time_bank_seconds = settings.time_bank_seconds
        draft.trades_allowed = settings.trades_allowed
        draft.save()
        carry_lists_over(teams=list(division.teams.all()), card_set=card_set)
        room = load_room(draft_with_division(pk=draft.pk))
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.OPEN_DRAFT,
            subject=log_subject(draft),
            sentence=f"{division} draft: {card_set}, {_describe_settings(settings)}",
            before=before,
            after=_settings_facts(draft),
            public=public_update(room),
        )
        set_alarm(room)
        return draft


def _check_game(card_set: CardSet, profile: Profile) -> None:
    """Reject cards for a game that this tournament doesn't play."""
    if card_set.system in ("", profile.game.system):
        return
    ruling = refuse(
        DraftRefusal.OTHER_GAME,
        "",
        card_set=str(card_set),
        cards_game=load(card_set.system).title,
        game=load(profile.game.system).title,
    )
    raise Refused(ruling, field="card_set")


def start_draft(*, draft_id: int, actor: Actor, despite: str = "") -> Draft:
    """Put the first pick on the clock. `despite` is the director's reason for an unusual number of teams."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        if room.draft.state != Draft.State.WAITING:
            raise Refused(DraftRefusal.ALREADY_STARTED)
        _check_game(room.draft.card_set, room.profile)
        check_draft_positions(room)
        check_size(room, despite)
        room.draft.state = Draft.State.RUNNING
        enter_draft_stage(tournament=tournament, actor=actor, division=room.draft.division)
        restart_clock(room)
        sentence = f"The {room.draft.division} draft has started"
        _save_and_record(room, tournament, actor, Verb.START_DRAFT, sentence, reason=despite)
        return room.draft


def pause_draft(*, draft_id: int, actor: Actor, reason: str = "") -> Draft:
    """Stop the clock and store the remaining time."""
    now = timezone.now()
    settle_if_expired(draft_id=draft_id, now=now)
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        draft = room.draft
        if draft.state != Draft.State.RUNNING:
            raise Refused(DraftRefusal.NOT_RUNNING, state=draft.get_state_display().lower())
        left = seconds_left(room, now)
        draft.state = Draft.State.PAUSED
        draft.deadline = None
        draft.seconds_left_when_paused = None if left is None else round(left)
        sentence = f"The {draft.division} draft was paused"
        _save_and_record(room, tournament, actor, Verb.PAUSE_DRAFT, sentence, reason=reason)
        return draft


def resume_draft(*, draft_id: int, actor: Actor) -> Draft:
    """Restart the clock with the remaining time."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        draft = room.draft
        if draft.state != Draft.State.PAUSED:
            raise Refused(DraftRefusal.NOT_PAUSED, state=draft.get_state_display().lower())
        draft.state = Draft.State.RUNNING
        left = draft.seconds_left_when_paused
        if left is not None:
            draft.deadline = room.hours.after(timezone.now(), left)
            draft.seconds_left_when_paused = None
        elif room.on_the_clock is not None:
            restart_clock(room)
        sentence = f"The {draft.division} draft was resumed"
        _save_and_record(room, tournament, actor, Verb.RESUME_DRAFT, sentence)
        return draft


def extend_clock(*, draft_id: int, seconds: int, actor: Actor, overall: int | None = None) -> Draft:
    """Add time to the pick on the clock. `overall` is the pick on the clock when the form was rendered.

    Raises:
        Stale: That pick is no longer on the clock.
    """
    if not 1 <= seconds <= LONGEST_EXTENSION:
        raise Refused(ClockRefusal.EXTENSION_LENGTH, field="seconds")
    now = timezone.now()
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        turn = _turn_with_clock(room, overall)
        draft = room.draft
        left = seconds_left(room, now)
        if left is not None and left < draft.turn_bank:
            room.use_time_bank(room.team_at(turn).pk, left)
            draft.turn_bank = int(left)
        if draft.deadline is not None:
            draft.deadline = room.hours.after(max(draft.deadline, now), seconds)
        else:
            draft.seconds_left_when_paused = (draft.seconds_left_when_paused or 0) + seconds
        sentence = f"{room.label(turn)}: {seconds} extra seconds for {room.team_at(turn).name}"
        _save_and_record(room, tournament, actor, Verb.EXTEND_CLOCK, sentence)
        return draft


def _turn_with_clock(room: Room, overall: int | None) -> int:
    turn = room.on_the_clock
    has_clock = room.draft.deadline is not None or room.draft.seconds_left_when_paused is not None
    if turn is None or not has_clock:
        raise Refused(ClockRefusal.NO_CLOCK)
    if overall is not None and overall != turn:
        ruling = refuse(
            ClockRefusal.TURN_IS_OVER,
            "",
            turn=room.label(overall),
            team=room.team_at(turn).name,
            current_turn=room.label(turn),
        )
        raise Stale(ruling)
    return turn


def _save_and_record(
    room: Room, tournament: Tournament, actor: Actor, verb: Verb, sentence: str, *, reason: str = ""
) -> None:
    room.draft.version += 1
    room.draft.save()
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=log_subject(room.draft),
        sentence=sentence,
        reason=reason,
        after={"state": room.draft.state, "deadline": _format_iso(room.draft.deadline)},
        public=public_update(room),
    )
    run_automatic_turns(room, tournament)


def _check_settings(settings: ClockSettings) -> None:
    if not 0 <= settings.seconds_per_pick <= LONGEST_CLOCK:
        raise Refused(ClockRefusal.TURN_LENGTH, field="seconds_per_pick")
    if not 0 <= settings.time_bank_seconds <= LONGEST_BANK:
        raise Refused(ClockRefusal.BANK_LENGTH, field="time_bank_seconds")
    if settings.on_expiry not in Draft.OnExpiry.values:
        raise Refused(ClockRefusal.NO_EXPIRY_RULE, field="on_expiry")
    if (settings.clock_from is None) != (settings.clock_until is None):
        raise Refused(ClockRefusal.ONE_HOUR_MISSING, field="clock_until")


def _check_version(draft: Draft | None, version: int | None) -> None:
    if draft is not None and version is not None and draft.version != version:
        raise Stale(DraftRefusal.SETTINGS_CHANGED)


def check_draft_positions(room: Room) -> None:
    """Check that the division's teams have the draft positions 1 to N (T0.02)."""
    positions = [team.slot for team in room.teams]
    teams_without = room.draft.division.teams.filter(slot=None).values_list("name", flat=True)
    if teams_without:
        raise Refused(DraftRefusal.WITHOUT_A_POSITION, "T0.02", teams=list(teams_without))
    if positions != list(range(1, len(positions) + 1)):
        raise Refused(DraftRefusal.GAP_IN_THE_POSITIONS, "T0.02", positions=positions)


def is_usual_size(room: Room) -> bool:
    """Return whether the division has the number of teams that the rules edition expects (T0.02)."""
    rules = room.profile.division
    return rules.smallest <= len(room.teams) <= rules.largest


def check_size(room: Room, despite: str) -> None:
    """Check the number of teams in the division (T0.02). `despite` is the director's reason for an unusual number."""
    rules, size = room.profile.division, len(room.teams)
    if not size:
        raise Refused(DraftRefusal.NO_TEAMS)
    if not is_usual_size(room) and not despite.strip():
        ruling = refuse(DraftRefusal.DIVISION_SIZE, "T0.02", smallest=rules.smallest, largest=rules.largest, size=size)
        raise Refused(ruling, field="despite")


def _describe_settings(settings: ClockSettings) -> str:
    clock = _describe_clock(settings)
    return f"{clock}; managers can trade" if settings.trades_allowed else clock


def _describe_clock(settings: ClockSettings) -> str:
    if not settings.seconds_per_pick:
        return "no clock"
    hours = ""
    if settings.clock_from and settings.clock_until:
        hours = f", from {format_clock(settings.clock_from)} to {format_clock(settings.clock_until)}"
    consequence = Draft.OnExpiry(settings.on_expiry).label.lower()
    bank = settings.time_bank_seconds
    hours += f", with a time bank of {format_duration(bank)} for each team" if bank else ""
    return f"{format_duration(settings.seconds_per_pick)} per pick{hours}; when time runs out: {consequence}"


def _settings_facts(draft: Draft) -> dict[str, object]:
    return {
        "card_set": draft.card_set_id,
        "seconds_per_pick": draft.seconds_per_pick,
        "on_expiry": draft.on_expiry,
        "clock_from": draft.clock_from.isoformat() if draft.clock_from else None,
        "clock_until": draft.clock_until.isoformat() if draft.clock_until else None,
        "time_bank_seconds": draft.time_bank_seconds,
        "trades_allowed": draft.trades_allowed,
    }


def _format_iso(deadline: datetime | None) -> str | None:
    return deadline.isoformat() if deadline else None
