"""A team that is no longer legal after the round robin has begun: the director lets it play, with a reason (T31.10)."""

from core.errors import Refused
from drafts.queries.legal_teams import teams_needing_waiver
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament


def let_team_play(*, team: Team, reason: str, actor: Actor) -> None:
    """T10.2, T31.10: its sheet carries what it lacks and the reason. Raises Refused where nothing stands against it."""
    reason = reason.strip()[:300]
    with writing(team.tournament_id) as tournament:
        lacks = teams_needing_waiver(tournament, {team.pk}).get(team.pk)
        if tournament.stage not in (Tournament.Stage.ROUND_ROBIN, Tournament.Stage.PLAYOFFS):
            raise Refused("Teams are let in on the way to the round robin, or once it is on.")
        if not lacks:
            raise Refused(f"Nothing stands against {team}: it is legal, or has been let in.")
        if not reason:
            raise Refused("Write the reason: the sheet of the team carries it.", field="reason")
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.LET_TEAM_PLAY,
            subject=f"team:{team.pk}",
            sentence=f"{team} plays though {lacks[0].reason}.",
            reason=reason,
            public={"team": team.pk},
        )


def undo_let_team_play(tournament: Tournament, action: Action) -> list[str]:
    """Nothing but the log says that it was let in."""
    team = Team.objects.get(pk=action.public["team"])
    return [f"{team} is not let in any more, and its sheet does not say so."]
