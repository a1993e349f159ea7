"""Make a pick: a manager, a proxy or the director selects a player or a ballpark."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from core.dates import format_clock
from core.errors import Refused, Stale
from drafts.models import Draft, Pick
from drafts.queries.published import selection_name
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.refusals import DraftRefusal, TurnRefusal
from drafts.services.expiry import settle_if_expired
from drafts.services.program import confirm_pick, run_automatic_turns
from drafts.services.selections import Selection, check_selection, find_choice
from drafts.services.turns import TurnChoice, find_team, pick_facts, record_pick, save_pick
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.writing import Actor, writing
from tournaments.models import Team


@dataclass(frozen=True, slots=True)
class MadePick:
    """A completed pick. `is_repeat` is set if the same form was already submitted, so nothing changed."""

    pick: Pick
    label: str
    name: str
    is_repeat: bool = False


def make_pick(
    *,
    draft_id: int,
    team_id: int,
    selection: Selection,
    actor: Actor,
    made_by: str,
    overall: int | None = None,
    override: str = "",
) -> MadePick:
    """Make a pick for a team (T0.02, T0.18). Automatic picks follow in the same transaction.

    Args:
        overall: The pick that the form was rendered for. None means the team's next pick.
        override: The director's reason for overriding the roster check.

    Raises:
        Refused: A rule doesn't allow the pick.
        Stale: The pick was used for a different selection. Repeating the same selection isn't an error.
    """
    tournament_id = settle_if_expired(draft_id=draft_id, now=timezone.now())
    with writing(tournament_id) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = _require_team(room, team_id)
        choice = find_choice(room, selection)
        repeated_pick = _find_repeated_pick(room, team, overall, choice)
        if repeated_pick is not None:
            return repeated_pick
        turn = _turn_to_make(room, team, overall, made_by)
        check_selection(room, team, turn, choice, override=override)
        replaced_facts = _facts_of_reopened_pick(room, turn)
        pick = save_pick(room, turn, choice, made_by)
        record_pick(room, tournament, actor, pick, reason=override, before=replaced_facts)
        run_automatic_turns(room, tournament)
        return MadePick(pick, room.label(turn), choice.name)


def keep_pick(*, draft_id: int, team_id: int, actor: Actor, made_by: str) -> MadePick:
    """Confirm the selection of a pick reopened by a rescission (T0.18)."""
    tournament_id = settle_if_expired(draft_id=draft_id, now=timezone.now())
    with writing(tournament_id) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = _require_team(room, team_id)
        turn = _turn_to_make(room, team, None, made_by)
        reopened = room.reopened
        if reopened is None or not reopened.may_keep or reopened.overall != turn:
            raise Refused(TurnRefusal.NOTHING_TO_KEEP, "T0.18", subject=team.pk)
        pick = Pick.objects.select_related("park", "team").get(draft=room.draft, overall=turn)
        confirm_pick(room, tournament, actor, pick)
        run_automatic_turns(room, tournament)
        return MadePick(pick, room.label(turn), selection_name(room, pick))


def _require_team(room: Room, team_id: int) -> Team:
    team = find_team(room, team_id)
    if team is None:
        raise Refused(DraftRefusal.NOT_IN_THIS_DRAFT, subject=team_id)
    return team


_AUTOMATIC_MAKERS = {Pick.MadeBy.PROGRAM: " by the program", Pick.MadeBy.QUEUE: " from the queue"}


def _find_repeated_pick(room: Room, team: Team, overall: int | None, choice: TurnChoice) -> MadePick | None:
    """Return the pick if the same form was submitted before.

    Raises:
        Stale: The pick has a different selection.
    """
    if overall is None or overall in room.open_turns_of(team.pk):
        return None
    pick = Pick.objects.select_related("park", "team").filter(draft=room.draft, overall=overall).first()
    if pick is None or pick.is_skipped:
        return None
    if pick.team_id == team.pk and _is_pick_of(pick, choice):
        return MadePick(pick, room.label(overall), selection_name(room, pick), is_repeat=True)
    ruling = refuse(
        TurnRefusal.TURN_IS_MADE,
        "",
        subject=overall,
        turn=room.label(overall),
        made_by=_AUTOMATIC_MAKERS.get(Pick.MadeBy(pick.made_by), ""),
        time=_local_time(room, pick.made_at),
        team=pick.team.name,
        selection=selection_name(room, pick),
    )
    raise Stale(ruling)


def _local_time(room: Room, moment: datetime) -> str:
    return format_clock(moment.astimezone(room.hours.zone).time(), with_seconds=True)


def _is_pick_of(pick: Pick, choice: TurnChoice) -> bool:
    card_id = choice.card.id if choice.card else None
    park_id = choice.park.pk if choice.park else None
    return (pick.card_id, pick.park_id, pick.designed_park) == (card_id, park_id, choice.design)


def _turn_to_make(room: Room, team: Team, overall: int | None, made_by: str) -> int:
    """Return the overall number of the pick to make.

    Raises:
        Refused: The draft isn't running, or the team isn't on the clock (T0.18).
    """
    state = room.draft.state
    if state == Draft.State.WAITING:
        raise Refused(DraftRefusal.NOT_STARTED)
    if state == Draft.State.PAUSED and made_by != Pick.MadeBy.DIRECTOR:
        raise Refused(DraftRefusal.PAUSED)
    turns = room.open_turns_of(team.pk)
    if overall is None and turns:
        return turns[0]
    if overall is not None and overall in turns:
        return overall
    raise Refused(_no_turn_ruling(room, team))


def _no_turn_ruling(room: Room, team: Team) -> Ruling:
    current_turn = room.on_the_clock
    if current_turn is None:
        return refuse(TurnRefusal.EVERY_TURN_MADE, "T0.02")
    label = room.label(current_turn)
    holder = room.team_at(current_turn)
    if holder.pk == team.pk:
        return refuse(TurnRefusal.TURN_IS_CLOSED, "", subject=team.pk, team=team.name, turn=label)
    return refuse(
        TurnRefusal.NOT_ITS_TURN,
        "T0.18",
        subject=team.pk,
        team=team.name,
        holder=holder.name,
        turn=label,
        overall=current_turn,
    )


def _facts_of_reopened_pick(room: Room, turn: int) -> dict[str, object] | None:
    """Return the data of the reopened pick's earlier selection (T0.18), or None."""
    if not room.draft.reopened:
        return None
    pick = Pick.objects.filter(draft=room.draft, overall=turn).first()
    if pick is None or pick.is_skipped:
        return None
    return pick_facts(pick)
