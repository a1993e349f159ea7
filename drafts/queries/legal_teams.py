"""Which teams are not legal as drafted, and what the director said when he let them play all the same."""

from drafts.models import Draft
from drafts.queries.rosters import rosters_by_team
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament


class TeamRefusal(Finding):
    """What stands against a team as drafted."""

    NOT_LEGAL = "{team} is not a legal team: {why}"


def illegal_teams(tournament: Tournament) -> dict[int, list[Ruling]]:
    """T0.02, T10.2, T31.10: by number, the teams of the finished drafts that are not legal, with what each lacks."""
    refused: dict[int, list[Ruling]] = {}
    for team_id, roster in rosters_by_team(tournament).items():
        if roster.room.draft.state != Draft.State.FINISHED:
            continue
        name = next(team.name for team in roster.room.teams if team.pk == team_id)
        for ruling in roster.rulings:
            if not ruling:
                why = refuse(TeamRefusal.NOT_LEGAL, ruling.rule, subject=team_id, team=name, why=ruling)
                refused.setdefault(team_id, []).append(why)
    return refused


def let_in(tournament: Tournament) -> dict[int, list[str]]:
    """What the sheet of a team carries that plays though it is not legal: its lack, and the director's reason."""
    into = {"stage": Tournament.Stage.ROUND_ROBIN}
    moves = Action.objects.filter(tournament=tournament, verb=Verb.MOVE_STAGE, undone_by=None, public=into)
    reason = moves.exclude(reason="").values_list("reason", flat=True).order_by("-pk").first()
    if reason is None:
        return {}
    return {
        team_id: [f"{ruling} Let in by the director: {reason}" for ruling in rulings]
        for team_id, rulings in illegal_teams(tournament).items()
    }
