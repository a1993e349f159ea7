"""Autopick: make picks for its assigned teams, for expired picks, and to finish a draft (T0.02, T0.12)."""

from collections.abc import Sequence

from core.errors import Refused
from drafts.models import Ballpark, Draft, Pick, QueuedPlayer
from drafts.queries.autodrafting import program_choice
from drafts.queries.guarding import outlook_ruling, roster_outlook
from drafts.queries.pick_table import cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.queries.roster import load_team_draft
from drafts.queries.scouting import ranked_cards
from drafts.refusals import DraftRefusal, ProgramRefusal
from drafts.services.deliveries import queue_news
from drafts.services.runs import queue_automatic_turns
from drafts.services.selections import availability, rules_ruling
from drafts.services.turns import (
    TurnChoice,
    end_turn,
    find_team,
    log_subject,
    record_pick,
    save_pick,
    set_alarm,
    skip_turn,
)
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action, writing
from tournaments.models import Action, Team, Tournament


def run_automatic_turns(room: Room, tournament: Tournament) -> None:
    """Make the next automatic picks, up to a full round. Set the alarm and send the news.

    A worker makes the remaining picks, so that the user doesn't have to wait for them.
    """
    has_more_turns = make_automatic_turns(room, tournament)
    if has_more_turns and room.run is None:
        queue_automatic_turns(room.draft)


def make_automatic_turns(room: Room, tournament: Tournament) -> bool:
    """Make or skip (T0.02) automatic picks, at most a full round. Return whether more automatic picks follow."""
    made = 0
    while made < len(room.teams):
        turn = _next_automatic_turn(room)
        if turn is None:
            break
        try:
            complete_turn(room, tournament, turn)
        except Refused:
            break  # nothing is left for this team, so its pick waits for the director
        made += 1
    set_alarm(room)
    queue_news(tournament.pk)
    return made == len(room.teams) and _next_automatic_turn(room) is not None


def _next_automatic_turn(room: Room) -> int | None:
    if room.draft.state != Draft.State.RUNNING:
        return None
    for turn in _turns_to_make(room):
        if room.team_at(turn).has_automatic_turns:
            return turn
    return None


def _turns_to_make(room: Room) -> list[int]:
    """Return the skipped picks and the pick on the clock."""
    if room.on_the_clock is None:
        return room.skipped
    return [*room.skipped, room.on_the_clock]


def complete_turn(room: Room, tournament: Tournament, turn: int, actor: Actor = PROGRAM) -> None:
    """Autopick, or skip the pick if the team forfeits its picks (T0.02)."""
    if room.team_at(turn).forfeits_turns and not room.may_keep:
        skip_turn(room, tournament, turn)
    else:
        pick_by_program(room, tournament, turn, actor)


def pick_by_program(room: Room, tournament: Tournament, turn: int, actor: Actor = PROGRAM) -> None:
    """Pick from the team's queue, or by value if no queued selection is possible."""
    if room.may_keep and turn == room.on_the_clock:
        pick = Pick.objects.select_related("park", "team").get(draft=room.draft, overall=turn)
        confirm_pick(room, tournament, actor, pick)
        return
    team = room.team_at(turn)
    made_by = Pick.MadeBy.QUEUE
    choice = _choose_from_queue(room, team, turn)
    if choice is None:
        made_by = Pick.MadeBy.PROGRAM
        choice = choose_by_value(room, team, turn)
    pick = save_pick(room, turn, choice, made_by)
    record_pick(room, tournament, actor, pick)


def _choose_from_queue(room: Room, team: Team, turn: int) -> TurnChoice | None:
    """Return the first allowed choice in the team's queue, then in the ranking that autopick follows."""
    if team.disqualified:
        return None  # the queue belongs to the disqualified manager
    return choose_first(room, turn, queued_choices(room, team.pk))


def queued_choices(room: Room, team_id: int) -> list[TurnChoice]:
    """Return the choices from a team's queue and any followed ranking, best first, limited to this card set."""
    queue = QueuedPlayer.objects.filter(team_id=team_id).select_related("park")
    choices = [choice for queued in queue if (choice := _queued_choice(room, queued)) is not None]
    ranked = [room.cards[card_id] for card_id in ranked_cards(team_id) if card_id in room.cards]
    return [*choices, *(TurnChoice(card=card) for card in ranked)]


def choose_first(room: Room, turn: int, choices: Sequence[TurnChoice]) -> TurnChoice | None:
    """Return the first choice that the team can select with this pick."""
    if not choices:
        return None
    team_draft = load_team_draft(room, room.team_at(turn).pk, besides=(turn,))
    outlook = roster_outlook(room, team_draft)
    drafted = {row.card_id for row in room.selections() if row.card_id is not None and row.overall != turn}
    for choice in choices:
        if choice.card is not None and choice.card.id in drafted:
            continue
        if (
            rules_ruling(room, team_draft, choice, turn)
            and availability(room, choice, turn)
            and outlook_ruling(outlook, choice.card, is_park=choice.is_park)
        ):
            return choice
    return None


def _queued_choice(room: Room, queued: QueuedPlayer) -> TurnChoice | None:
    """Return a queued card or ballpark, or None if it belongs to a different card set."""
    if queued.card_id is not None:
        card = room.cards.get(queued.card_id)
        return TurnChoice(card=card) if card else None
    if queued.park is not None and queued.park.card_set_id == room.draft.card_set_id:
        return TurnChoice(park=queued.park)
    return None


def choose_by_value(room: Room, team: Team, turn: int) -> TurnChoice:
    """Return autopick's own choice by value.

    Raises:
        Refused: The card set has nothing left that the team can select.
    """
    reopened = room.reopened
    barred = []
    if reopened and reopened.overall == turn and reopened.not_card:
        barred.append(reopened.not_card)
    suggestion = program_choice(room, turn, room.free_parks(), barred=barred)
    if suggestion is None:
        card_set = str(room.draft.card_set)
        raise Refused(ProgramRefusal.NOTHING_LEFT, subject=team.pk, card_set=card_set, team=team.name)
    if suggestion.park:
        return TurnChoice(park=Ballpark.objects.get(pk=suggestion.key))
    return TurnChoice(card=room.cards[suggestion.key])


def confirm_pick(room: Room, tournament: Tournament, actor: Actor, pick: Pick) -> Action:
    """Confirm the selection of a pick reopened by a rescission (T0.18)."""
    end_turn(room, pick.overall)
    return record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.KEEP_PICK,
        subject=log_subject(room.draft),
        sentence=f"{room.label(pick.overall)}: {pick.team.name} keeps {selection_name(room, pick)} (T0.18)",
        public=public_update(room, [cell_update(room, pick)]),
    )


def let_program_pick(*, draft_id: int, team_id: int, on: bool, actor: Actor, reason: str = "") -> Team:
    """Turn autopick on or off for a team. If the team is on the clock, autopick selects immediately."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = find_team(room, team_id)
        if team is None:
            raise Refused(DraftRefusal.NOT_IN_THIS_DRAFT, subject=team_id)
        if team.kind == Team.Kind.IMPUTED:
            raise Refused(ProgramRefusal.IMPUTED_TEAM, "T0.12", subject=team.pk)
        if team.disqualified:
            raise Refused(ProgramRefusal.DISQUALIFIED, "T0.02", subject=team.pk, team=team.name)
        before = team.picks_by_program
        _set_program_drafts(team, on=on)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.LET_PROGRAM_PICK,
            subject=f"team:{team.pk}",
            sentence=_drafter_sentence(team, on=on),
            reason=reason,
            before={"picks_by_program": before},
            after={"picks_by_program": on},
            public=public_update(room),
        )
        run_automatic_turns(room, tournament)
        return team


def _set_program_drafts(team: Team, *, on: bool) -> None:
    team.program_drafts = None if on == team.is_auto_drafted_by_default else on
    team.save(update_fields=["program_drafts"])


def _drafter_sentence(team: Team, *, on: bool) -> str:
    return f"Autopick for {team.name}: {'on' if on else 'off'}"


def undo_program_drafts(tournament: Tournament, action: Action) -> list[str]:
    """Undo a change to a team's autopick setting. Picks made since then stay."""
    team = tournament.teams.filter(pk=action.subject.removeprefix("team:")).first()
    if team is None:
        raise Refused(ProgramRefusal.NO_SUCH_TEAM)
    if team.picks_by_program != action.after["picks_by_program"]:
        raise Refused(ProgramRefusal.CHANGED_SINCE, subject=team.pk, team=team.name)
    on = bool(action.before["picks_by_program"])
    _set_program_drafts(team, on=on)
    draft = Draft.objects.filter(division__teams=team).first()
    if draft is not None:
        run_automatic_turns(load_room(draft_with_division(pk=draft.pk)), tournament)
    return [f"{_drafter_sentence(team, on=on)}."]


def finish_by_program(*, draft_id: int, actor: Actor, rounds: int | None = None) -> int:
    """Autopick the rest of the draft or up to `rounds` rounds, with a transaction per round.

    Return the number of picks.
    """
    total = 0
    rounds_made = 0
    while rounds is None or rounds_made < rounds:
        made = _make_next_round(draft_id, actor)
        if not made:
            break
        total += made
        rounds_made += 1
    return total


def _make_next_round(draft_id: int, actor: Actor) -> int:
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        if room.draft.state == Draft.State.FINISHED:
            return 0
        require_running(room)
        return make_round(room, tournament, actor)


def require_running(room: Room) -> None:
    if room.draft.state != Draft.State.RUNNING:
        raise Refused(ProgramRefusal.DRAFT_NOT_RUNNING)


def make_round(room: Room, tournament: Tournament, actor: Actor) -> int:
    """Make as many picks as there are teams. Return the number of picks made."""
    made = 0
    while made < len(room.teams):
        turn = next(iter(_turns_to_make(room)), None)
        if turn is None:
            break
        complete_turn(room, tournament, turn, actor)
        made += 1
    set_alarm(room)
    queue_news(tournament.pk)
    return made
