"""Which teams are not legal as drafted, and what the director said when he let them play all the same."""

from collections.abc import Set

from drafts.models import Draft
from drafts.queries.rosters import load_rosters_by_team
from drafts.refusals import TeamRefusal
from rules_engine.eligibility.requirements import Requirement, admitted_by_director
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament


def illegal_teams(tournament: Tournament) -> dict[int, list[Ruling]]:
    """T0.02, T10.2, T31.10: by number, the teams of the finished drafts that are not legal, with what each lacks."""
    refused: dict[int, list[Ruling]] = {}
    for team_id, roster in load_rosters_by_team(tournament).items():
        if roster.room.draft.state != Draft.State.FINISHED:
            continue
        team = next(team for team in roster.room.teams if team.pk == team_id)
        if team.forfeits_turns:
            continue  # T0.02: it does not play
        for ruling in roster.rulings:
            if not ruling:
                why = refuse(TeamRefusal.NOT_LEGAL, ruling.rule, subject=team_id, team=team.name, why=ruling)
                refused.setdefault(team_id, []).append(why)
    return refused


def requirements_waived(tournament: Tournament) -> dict[int, list[Requirement]]:
    """Return what teams lack that play although they are not legal, with the director's reason, in the round robin."""
    waived = _waived(tournament) if tournament.stage == Tournament.Stage.ROUND_ROBIN else {}
    if not waived:
        return {}
    return {
        team_id: [admitted_by_director(ruling, reason) for ruling in rulings]
        for team_id, rulings in illegal_teams(tournament).items()
        if (reason := waived.get(team_id) or waived.get(None))
    }


def teams_needing_waiver(tournament: Tournament, team_ids: Set[int]) -> dict[int, list[Ruling]]:
    """T10.2, T31.10: those of these teams that are not legal by now and that no reason has let in."""
    if not team_ids:
        return {}
    waived = _waived(tournament)
    return {
        team_id: rulings
        for team_id, rulings in illegal_teams(tournament).items()
        if team_id in team_ids and team_id not in waived and None not in waived
    }


def _waived(tournament: Tournament) -> dict[int | None, str]:
    """The director's reason by team, at the gate of the round robin or since; None: for every team, of old logs."""
    acts = Action.objects.filter(tournament=tournament, undone_by=None).exclude(reason="")
    gate = acts.filter(verb=Verb.MOVE_STAGE, public__stage=Tournament.Stage.ROUND_ROBIN).order_by("-pk").first()
    waived: dict[int | None, str] = {}
    if gate is not None:
        waived |= dict.fromkeys(gate.public.get("teams", [None]), gate.reason)
    since = acts.filter(verb=Verb.LET_TEAM_PLAY).order_by("pk")
    return waived | {act.public["team"]: act.reason for act in since}
