"""Allow a team to play even though it became illegal after the round robin started (T31.10)."""

from core.errors import Refused
from drafts.queries.legal_teams import teams_needing_waiver
from drafts.refusals import TeamRefusal
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament


def let_team_play(*, team: Team, reason: str, actor: Actor) -> None:
    """Allow an illegal team to play (T10.2, T31.10). Its sheet shows the violation and the director's reason."""
    reason = reason.strip()[:300]
    with writing(team.tournament_id) as tournament:
        objections = teams_needing_waiver(tournament, {team.pk}).get(team.pk)
        if tournament.stage not in (Tournament.Stage.ROUND_ROBIN, Tournament.Stage.PLAYOFFS):
            raise Refused(TeamRefusal.WRONG_STAGE)
        if not objections:
            raise Refused(TeamRefusal.NOTHING_TO_WAIVE, subject=team.pk, team=team.name)
        if not reason:
            raise Refused(TeamRefusal.NO_REASON, field="reason")
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.LET_TEAM_PLAY,
            subject=f"team:{team.pk}",
            sentence=f"{team} can play even though {objections[0].reason}.",
            reason=reason,
            public={"team": team.pk},
        )


def undo_let_team_play(tournament: Tournament, action: Action) -> list[str]:
    """Return the changes. The waiver exists only in the log, so no row changes."""
    team = Team.objects.get(pk=action.public["team"])
    return [f"{team} is no longer allowed to play, and its sheet no longer shows a reason."]
