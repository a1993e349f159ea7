"""Making a pick: the manager, his proxy or the director names a player or a park in a turn."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from core.errors import Refused, Stale
from drafts.models import Draft, Pick
from drafts.queries.published import selection_name
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.services.expiry import settle_if_expired
from drafts.services.program import confirm_pick, run_automatic_turns
from drafts.services.selections import Selection, check_selection, find_choice
from drafts.services.turns import TurnChoice, find_team, pick_facts, record_pick, save_pick
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.writing import Actor, writing
from tournaments.models import Team


@dataclass(frozen=True, slots=True)
class Made:
    """The pick that stands. `already` where the same form had been sent before and nothing more was done."""

    pick: Pick
    label: str
    name: str
    already: bool = False


def make_pick(
    *,
    draft_id: int,
    team_id: int,
    selection: Selection,
    actor: Actor,
    made_by: str,
    overall: int | None = None,
    override: str = "",
) -> Made:
    """T0.02, T0.18: use one turn of a team. `overall` is the turn the form was made for; None is the team's next.

    Raises Refused with rule and reason (nothing changed), Stale where the turn was used for something else
    meanwhile. The same pick sent twice is done once. `override` is the director's reason to set the guard aside.
    Teams whose picks the program makes follow at once, inside the same transaction.
    """
    tournament_id = settle_if_expired(draft_id=draft_id, now=timezone.now())
    with writing(tournament_id) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = _team(room, team_id)
        choice = find_choice(room, selection)
        if done := _done_already(room, team, overall, choice):
            return done
        turn = _turn_to_make(room, team, overall, made_by)
        check_selection(room, team, turn, choice, override=override)
        replaced = _standing(room, turn)
        pick = save_pick(room, turn, choice, made_by)
        record_pick(room, tournament, actor, pick, reason=override, before=replaced)
        run_automatic_turns(room, tournament)
        return Made(pick, room.label(turn), choice.name)


class TurnRefusal(Finding):
    """Why a team makes no selection now, or keeps none."""

    EVERY_TURN_MADE = "every turn of this draft has been made."
    NOT_ITS_TURN = "it is not {team}'s turn. {holder} is on the clock with {turn} ({overall})."
    NOTHING_TO_KEEP = "there is no selection of this team to keep or change."


def keep_pick(*, draft_id: int, team_id: int, actor: Actor, made_by: str) -> Made:
    """T0.18: a drafter who selected after a rescinded pick lets his selection stand; the clock goes on."""
    tournament_id = settle_if_expired(draft_id=draft_id, now=timezone.now())
    with writing(tournament_id) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team, reopened = _team(room, team_id), room.reopened
        turn = _turn_to_make(room, team, None, made_by)
        if reopened is None or not reopened.may_keep or reopened.overall != turn:
            raise Refused(refuse(TurnRefusal.NOTHING_TO_KEEP, "T0.18", subject=team.pk))
        standing = Pick.objects.select_related("park", "team").get(draft=room.draft, overall=turn)
        confirm_pick(room, tournament, actor, standing)
        run_automatic_turns(room, tournament)
        return Made(standing, room.label(turn), selection_name(room, standing))


def _team(room: Room, team_id: int) -> Team:
    team = find_team(room, team_id)
    if team is None:
        raise Refused("This team does not draft in this division.")
    return team


def _done_already(room: Room, team: Team, overall: int | None, choice: TurnChoice) -> Made | None:
    """The pick itself where the same form was sent twice; Stale where its turn holds something else."""
    if overall is None or overall in room.open_turns_of(team.pk):
        return None
    pick = Pick.objects.select_related("park", "team").filter(draft=room.draft, overall=overall).first()
    if pick is None or pick.is_skipped:
        return None
    if pick.team_id == team.pk and _same(pick, choice):
        return Made(pick, room.label(overall), selection_name(room, pick), already=True)
    by = {Pick.MadeBy.PROGRAM: " by the program", Pick.MadeBy.QUEUE: " from the queue"}.get(
        Pick.MadeBy(pick.made_by), ""
    )
    when, holds = _wall(room, pick.made_at), f"{pick.team.name} has {selection_name(room, pick)}"
    raise Stale(f"{room.label(overall)} was made{by} at {when}: {holds}. Nothing was changed.")


def _wall(room: Room, moment: datetime) -> str:
    return moment.astimezone(room.hours.zone).strftime("%H:%M:%S")


def _same(pick: Pick, choice: TurnChoice) -> bool:
    facts = pick_facts(pick)
    wanted = (choice.card.id if choice.card else None, choice.park.pk if choice.park else None, choice.design)
    return (facts["card"], facts["park"], facts["designed_park"]) == wanted


def _turn_to_make(room: Room, team: Team, overall: int | None, made_by: str) -> int:
    """The turn this pick uses. Refused where the draft does not run or it is not the team's turn (T0.18)."""
    state = room.draft.state
    if state == Draft.State.WAITING:
        raise Refused("The draft has not begun.")
    if state == Draft.State.PAUSED and made_by != Pick.MadeBy.DIRECTOR:
        raise Refused("The draft is paused. The director resumes it.")
    turns = room.open_turns_of(team.pk)
    if overall is None and turns:
        return turns[0]
    if overall in turns and overall is not None:
        return overall
    raise Refused(_not_your_turn(room, team))


def _not_your_turn(room: Room, team: Team) -> Ruling | str:
    now = room.on_the_clock
    if now is None:
        return refuse(TurnRefusal.EVERY_TURN_MADE, "T0.02")
    holder = room.team_at(now)
    if holder.pk == team.pk:
        return f"The turn this page was made for is no longer open: {team.name} is on the clock with {room.label(now)}."
    turn, who, subject = room.label(now), holder.name, team.pk
    return refuse(
        TurnRefusal.NOT_ITS_TURN, "T0.18", subject=subject, team=team.name, holder=who, turn=turn, overall=now
    )


def _standing(room: Room, turn: int) -> dict[str, object] | None:
    """What a turn that T0.18 opened again held before."""
    if not room.draft.reopened:
        return None
    pick = Pick.objects.filter(draft=room.draft, overall=turn).first()
    return pick_facts(pick) if pick is not None and not pick.is_skipped else None
