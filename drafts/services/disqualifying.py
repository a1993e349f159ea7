"""Disqualify a manager who is late for the draft, and decide the team's fate (T0.02)."""

from core.errors import Refused
from drafts.models import Draft
from drafts.queries.room import Room, draft_tournament_id, draft_with_division, load_room
from drafts.refusals import DisqualificationRefusal, DraftRefusal
from drafts.services.corrections import pause_for_open_turns, require_unplayed
from drafts.services.program import run_automatic_turns
from drafts.services.turns import find_team, save_draft
from tournaments.action_log.snapshots import only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.queries.team_schedule import round_robin_of
from tournaments.services.undo import restore_rows


def teams_with_manager(room: Room) -> list[Team]:
    """Return the division's teams whose manager can be disqualified."""
    return [team for team in room.teams if team.kind == Team.Kind.MANAGED and not team.disqualified]


def disqualify_manager(*, draft_id: int, team_id: int, turns: str, reason: str, actor: Actor) -> Team:
    """Disqualify a team's manager (T0.02).

    Args:
        turns: A Team.Disqualified value. The team's picks, including open picks, are either made by autopick or
            skipped. If they are skipped, the team doesn't play and its opponents get a bye.

    Raises:
        Refused: The manager can't be disqualified, or a field is missing.
    """
    reason = reason.strip()[:300]
    with writing(draft_tournament_id(draft_id)) as tournament:
        room = load_room(draft_with_division(pk=draft_id))
        team = _find_disqualifiable_team(room, team_id)
        if turns not in Team.Disqualified.values:
            raise Refused(DisqualificationRefusal.NO_CHOICE, field="turns")
        if not reason:
            raise Refused(DisqualificationRefusal.NO_REASON, field="reason")
        canceled_series = round_robin_of(team) if turns == Team.Disqualified.SKIPPED else []
        snapshot_before = snapshot([team, *canceled_series])
        Series.objects.filter(pk__in=[series.pk for series in canceled_series]).delete()
        team.disqualified = turns
        if team.forfeits_turns:
            team.dropped_after_round = 0
            consequence = "the team's picks are skipped and it doesn't play"
        else:
            consequence = "autopick drafts for the team"
        team.save(update_fields=["disqualified", "dropped_after_round"])
        snapshot_after = {**dict.fromkeys(snapshot_before), **snapshot([team])}
        before, after = only_changes(snapshot_before, snapshot_after)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.DISQUALIFY_MANAGER,
            subject=f"team:{team.pk}",
            sentence=f"{team.name}'s manager was late for the draft and is disqualified, so {consequence} (T0.02).",
            reason=reason,
            before=before,
            after=after,
            public={"team": team.pk},
        )
        _update_draft(room, tournament)
        return team


def _find_disqualifiable_team(room: Room, team_id: int) -> Team:
    team = find_team(room, team_id)
    if team is None:
        raise Refused(DraftRefusal.NOT_IN_THIS_DRAFT, field="team", subject=team_id)
    if room.draft.state == Draft.State.FINISHED:
        raise Refused(DisqualificationRefusal.DRAFT_IS_OVER, "T0.02")
    require_unplayed(room)
    if team.kind == Team.Kind.IMPUTED:
        raise Refused(DisqualificationRefusal.NO_MANAGER, "T0.12", field="team", team=team.name)
    if team.disqualified:
        raise Refused(DisqualificationRefusal.ALREADY_DISQUALIFIED, "T0.02", field="team", team=team.name)
    return team


def _update_draft(room: Room, tournament: Tournament) -> None:
    """Update open picks, the pick on the clock and the draft's state after the team's status changes."""
    updated_room = load_room(draft_with_division(pk=room.draft.pk))
    pause_for_open_turns(updated_room)
    save_draft(updated_room)
    run_automatic_turns(updated_room, tournament)


def undo_disqualification(tournament: Tournament, action: Action) -> list[str]:
    """Undo or redo a disqualification. Skipped picks can be made up. Autopicks stay.

    Raises:
        Refused: The division has started playing.
    """
    team_id = int(action.subject.removeprefix("team:"))
    draft = Draft.objects.filter(division__teams=team_id).first()
    room = load_room(draft_with_division(pk=draft.pk)) if draft is not None else None
    if room is not None:
        require_unplayed(room)
    changes = restore_rows(tournament, action)
    if room is not None:
        _update_draft(room, tournament)
    return changes
