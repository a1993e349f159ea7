"""A manager who was late is disqualified during the draft, and what becomes of his team then (T0.02)."""

from core.errors import Refused
from drafts.models import Draft
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.services.corrections import pause_for_open_turns, require_unplayed
from drafts.services.program import run_automatic_turns
from drafts.services.turns import find_team, save_draft
from rules_engine.rulings import Finding, refuse
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.way import round_robin_of
from tournaments.services.undo import put_rows_back


class DisqualificationRefusal(Finding):
    """Why nobody can be disqualified for being late."""

    DRAFT_IS_OVER = "the draft is over, so nobody is late for it. A team that leaves now drops out (T0.08)."
    NO_MANAGER = "{team} has no manager who could be late: it is drafted by the program."
    IS_OUT = "{team}'s manager is disqualified already."


def may_be_disqualified(room: Room) -> list[Team]:
    """Teams of the division with a manager who is still in."""
    return [team for team in room.teams if team.kind == Team.Kind.MANAGED and not team.disqualified]


def disqualify_manager(*, draft_id: int, team_id: int, turns: str, reason: str, actor: Actor) -> Team:
    """T0.02: his turns are skipped, those left open too, and the team does not play; or the program makes them.

    `turns`: a Team.Disqualified. A team that does not play is off the schedule, and whoever would meet it has a bye.
    Raises Refused.
    """
    reason = reason.strip()[:300]
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = _team(room, team_id)
        if turns not in Team.Disqualified.values:
            raise Refused("Say what becomes of his turns.", field="turns")
        if not reason:
            raise Refused("Write the reason: the log keeps it.", field="reason")
        series = round_robin_of(team) if turns == Team.Disqualified.SKIPPED else []
        before = snapshot([team, *series])
        Series.objects.filter(pk__in=[one.pk for one in series]).delete()
        team.disqualified = turns
        if team.forfeits_turns:
            team.dropped_after_round = 0
        team.save(update_fields=["disqualified", "dropped_after_round"])
        was, becomes = only_changes(before, {**dict.fromkeys(before), **snapshot([team])})
        then = "its turns are skipped and it does not play" if team.forfeits_turns else "the program drafts for it"
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.DISQUALIFY_MANAGER,
            subject=f"team:{team.pk}",
            sentence=f"{team.name}: its manager was late for the draft and is disqualified; {then} (T0.02).",
            reason=reason,
            before=was,
            after=becomes,
            public={"team": team.pk},
        )
        _settle(room, tournament)
        return team


def _team(room: Room, team_id: int) -> Team:
    team = find_team(room, team_id)
    if team is None:
        raise Refused("This team does not draft in this division.", field="team")
    if room.draft.state == Draft.State.FINISHED:
        raise Refused(refuse(DisqualificationRefusal.DRAFT_IS_OVER, "T0.02"))
    require_unplayed(room)
    if team.kind == Team.Kind.IMPUTED:
        raise Refused(refuse(DisqualificationRefusal.NO_MANAGER, "T0.12", team=team.name), field="team")
    if team.disqualified:
        raise Refused(refuse(DisqualificationRefusal.IS_OUT, "T0.02", team=team.name), field="team")
    return team


def _settle(room: Room, tournament: Tournament) -> None:
    """The draft goes by what the team is now: turns that are open, the one on the clock, and whether it is over."""
    now = load_room(draft_with_division(pk=room.draft.pk))
    pause_for_open_turns(now)
    save_draft(now)
    run_automatic_turns(now, tournament)


def undo_disqualification(tournament: Tournament, action: Action) -> list[str]:
    """He is back, and turns that were skipped may be made up; what the program picked stands, with undo of its own.

    The other way round as well. Raises Refused once the division has begun to play.
    """
    draft = Draft.objects.filter(division__teams=int(action.subject.removeprefix("team:"))).first()
    room = load_room(draft_with_division(pk=draft.pk)) if draft is not None else None
    if room is not None:
        require_unplayed(room)
    changes = put_rows_back(tournament, action)
    if room is not None:
        _settle(room, tournament)
    return changes
