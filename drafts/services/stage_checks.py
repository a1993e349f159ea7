"""What the drafts say to moving a tournament from stage to stage."""

from drafts.models import Draft, Pick
from drafts.queries.legal_teams import illegal_teams
from tournaments.models import Tournament
from tournaments.services.stages import Obstacle


def drafts_finished(tournament: Tournament) -> list[Obstacle]:
    """Before the round robin: every division has drafted. The director may go on over it, with a reason."""
    states = dict(Draft.objects.filter(division__tournament=tournament).values_list("division_id", "state"))
    return [
        Obstacle(f"The draft of {division.name} is not finished.", can_be_waived=True, page="draft")
        for division in tournament.divisions.all()
        if states.get(division.pk) != Draft.State.FINISHED
    ]


def teams_legal(tournament: Tournament) -> list[Obstacle]:
    """T0.02, T10.2, T31.10: before the round robin every team that has drafted is a legal one, or let in by name."""
    return [
        Obstacle(ruling, can_be_waived=True, team_id=team_id)
        for team_id, rulings in illegal_teams(tournament).items()
        for ruling in rulings
    ]


def picks_made(tournament: Tournament) -> list[Obstacle]:
    """Before going back to sign-up: nobody has picked."""
    made = Pick.objects.filter(draft__division__tournament=tournament).count()
    what = "One pick has" if made == 1 else f"{made} picks have"
    return [Obstacle(f"{what} been made; take them back first.")] if made else []
