"""The program's own picks: for imputed and absent teams and those it is told to draft for, at once; on expiry; and to
finish a draft (T0.02, T0.12).
"""

from core.errors import Refused
from drafts.models import Ballpark, Draft, Pick, QueuedPlayer
from drafts.queries.autodrafting import program_choice
from drafts.queries.guarding import guard_ruling
from drafts.queries.pick_table import cell_update
from drafts.queries.published import public_update, selection_name
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room, taken_parks
from drafts.queries.roster import TeamDraft, load_team_draft
from drafts.services.deliveries import send_news_after_commit
from drafts.services.runs import queue_automatic_turns
from drafts.services.selections import check_rules, free
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
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, Actor, record_action, writing
from tournaments.models import Action, Team, Tournament


def run_automatic_turns(room: Room, tournament: Tournament) -> None:
    """Make the turns of teams that the program picks for, as far as they come now; set the alarm, send the news.

    A round of them at most: more is left to the worker, for somebody waits for this request.
    """
    more = make_automatic_turns(room, tournament)
    if more and room.run is None:
        queue_automatic_turns(room.draft)


def make_automatic_turns(room: Room, tournament: Tournament) -> bool:
    """At most as many turns as there are teams; True where the program is still on turn after them.

    Turns of a team that forfeits them are skipped (T0.02).
    """
    made = 0
    while made < len(room.teams) and (turn := _turn_for_program(room)) is not None:
        try:
            complete_turn(room, tournament, turn)
        except Refused:
            break  # nothing left that it may take: the turn waits for the director, the pick before it stands
        made += 1
    set_alarm(room)
    send_news_after_commit(tournament.pk)
    return made == len(room.teams) and _turn_for_program(room) is not None


def _turn_for_program(room: Room) -> int | None:
    if room.draft.state != Draft.State.RUNNING:
        return None
    turns = [*room.skipped, room.on_the_clock]
    return next((turn for turn in turns if turn is not None and room.team_at(turn).has_automatic_turns), None)


def complete_turn(room: Room, tournament: Tournament, turn: int, actor: Actor = PROGRAM) -> None:
    """One turn without a manager: skipped where the team forfeits its turns (T0.02), made by the program elsewhere."""
    if room.team_at(turn).forfeits_turns and not room.may_keep:
        skip_turn(room, tournament, turn)
    else:
        pick_by_program(room, tournament, turn, actor)


def pick_by_program(room: Room, tournament: Tournament, turn: int, actor: Actor = PROGRAM) -> None:
    """One turn made by the program: the team's queue first, best first, then the draft by value."""
    if room.may_keep and turn == room.on_the_clock:
        standing = Pick.objects.select_related("park", "team").get(draft=room.draft, overall=turn)
        confirm_pick(room, tournament, actor, standing)
        return
    team = room.team_at(turn)
    made_by, choice = Pick.MadeBy.QUEUE, _from_queue(room, team, turn)
    if choice is None:
        made_by, choice = Pick.MadeBy.PROGRAM, _by_value(room, team, turn)
    record_pick(room, tournament, actor, save_pick(room, turn, choice, made_by))


def _from_queue(room: Room, team: Team, turn: int) -> TurnChoice | None:
    """The first of the team's wishes that it may have; wishes it may not have now are passed over."""
    if team.disqualified:
        return None  # whose wishes they were is out
    wishes = list(QueuedPlayer.objects.filter(team=team).select_related("park"))
    team_draft = load_team_draft(room, team.pk, besides=(turn,)) if wishes else TeamDraft()
    for wish in wishes:
        choice = _choice_of_wish(room, wish)
        if choice is None:
            continue
        try:
            check_rules(room, team_draft, choice, turn)
        except Refused:
            continue
        if free(room, choice, turn) and guard_ruling(room, team_draft, choice.card, is_park=choice.is_park):
            return choice
    return None


def _choice_of_wish(room: Room, wish: QueuedPlayer) -> TurnChoice | None:
    if wish.card_id is not None:
        card = room.cards.get(wish.card_id)
        return TurnChoice(card=card) if card else None
    of_this_set = wish.park is not None and wish.park.card_set_id == room.draft.card_set_id
    return TurnChoice(park=wish.park) if of_this_set else None


def _by_value(room: Room, team: Team, turn: int) -> TurnChoice:
    """The program's own choice; Refused where the card set has nothing left that the team may take."""
    reopened = room.reopened
    barred = [reopened.not_card] if reopened and reopened.overall == turn and reopened.not_card else []
    gone = taken_parks(room.draft.pk)
    parks = Ballpark.objects.filter(card_set_id=room.draft.card_set_id).exclude(pk__in=gone)
    chosen = program_choice(room, turn, list(parks.values_list("pk", flat=True)), barred=barred)
    if chosen is None:
        raise Refused(f"“{room.draft.card_set}” has nothing left that {team.name} may take.")
    if not chosen.park:
        return TurnChoice(card=room.cards[chosen.key])
    return TurnChoice(park=parks.get(pk=chosen.key))


def confirm_pick(room: Room, tournament: Tournament, actor: Actor, standing: Pick) -> Action:
    """T0.18: a selection made after a rescinded pick stands."""
    end_turn(room, standing.overall)
    return record_action(
        tournament=tournament,
        actor=actor,
        verb=Verb.KEEP_PICK,
        subject=log_subject(room.draft),
        sentence=f"{room.label(standing.overall)}: {standing.team.name} keeps {selection_name(room, standing)} (T0.18)",
        public=public_update(room, [cell_update(room, standing)]),
    )


class ProgramRefusal(Finding):
    """Why the program goes on drafting, or does not."""

    IMPUTED_TEAM = "an imputed team is always drafted by the program."
    DISQUALIFIED = "{team}'s manager is disqualified: what becomes of its turns stands with that act, in the log."


def let_program_pick(*, draft_id: int, team_id: int, on: bool, actor: Actor, reason: str = "") -> Team:
    """The program drafts for a team from now on, or no longer, whoever is here. Its turn comes at once."""
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = find_team(room, team_id)
        if team is None:
            raise Refused("This team does not draft in this division.")
        if team.kind == Team.Kind.IMPUTED:
            raise Refused(refuse(ProgramRefusal.IMPUTED_TEAM, "T0.12", subject=team.pk))
        if team.disqualified:
            raise Refused(refuse(ProgramRefusal.DISQUALIFIED, "T0.02", subject=team.pk, team=team.name))
        before = team.picks_by_program
        team.program_drafts = None if on == team.is_auto_drafted_by_default else on
        team.save(update_fields=["program_drafts"])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.LET_PROGRAM_PICK,
            subject=f"team:{team.pk}",
            sentence=f"The program {'drafts' if on else 'no longer drafts'} for {team.name}",
            reason=reason,
            before={"picks_by_program": before},
            after={"picks_by_program": on},
            public=public_update(room),
        )
        run_automatic_turns(room, tournament)
        return team


def undo_program_drafts(tournament: Tournament, action: Action) -> list[str]:
    """Who drafts for the team is as before; picks that were made meanwhile stand, each with an undo of its own."""
    team = tournament.teams.filter(pk=action.subject.removeprefix("team:")).first()
    if team is None:
        raise Refused("This team is no longer there.")
    if team.picks_by_program != action.after["picks_by_program"]:
        raise Refused(f"Who drafts for {team.name} has been changed since. Undo that first.")
    before = bool(action.before["picks_by_program"])
    team.program_drafts = None if before == team.is_auto_drafted_by_default else before
    team.save(update_fields=["program_drafts"])
    draft = Draft.objects.filter(division__teams=team).first()
    if draft is not None:
        run_automatic_turns(load_room(draft_with_division(pk=draft.pk)), tournament)
    return [f"The program {'drafts' if before else 'no longer drafts'} for {team.name}."]


def finish_by_program(*, draft_id: int, actor: Actor, rounds: int | None = None) -> int:
    """Let the program make every turn that is left, a round in each transaction; gives how many picks it made.

    `rounds`: at most so many rounds from here on.
    """
    made = 0
    while (rounds is None or rounds > 0) and (batch := _next_round(draft_id, actor)):
        made += batch
        rounds = None if rounds is None else rounds - 1
    return made


def _next_round(draft_id: int, actor: Actor) -> int:
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        if room.draft.state == Draft.State.FINISHED:
            return 0
        require_running(room)
        return make_round(room, tournament, actor)


def require_running(room: Room) -> None:
    if room.draft.state != Draft.State.RUNNING:
        raise Refused("Start or resume the draft first; then the program can finish it.")


def make_round(room: Room, tournament: Tournament, actor: Actor) -> int:
    """As many turns as there are teams, whoever's they are; gives how many it made."""
    made = 0
    while made < len(room.teams) and (turn := _any_turn(room)) is not None:
        complete_turn(room, tournament, turn, actor)
        made += 1
    set_alarm(room)
    send_news_after_commit(tournament.pk)
    return made


def _any_turn(room: Room) -> int | None:
    return next(iter([*room.skipped, *([room.on_the_clock] if room.on_the_clock else [])]), None)
