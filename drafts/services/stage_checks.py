"""What the drafts say to moving a tournament from stage to stage."""

from drafts.models import Draft, Pick
from tournaments.models import Tournament
from tournaments.services.stages import Obstacle


def drafts_finished(tournament: Tournament) -> list[Obstacle]:
    """Before the round robin: every division has drafted. The director may go on over it, with a reason."""
    states = dict(Draft.objects.filter(division__tournament=tournament).values_list("division_id", "state"))
    return [
        Obstacle(f"The draft of {division.name} is not finished.", can_be_waived=True)
        for division in tournament.divisions.all()
        if states.get(division.pk) != Draft.State.FINISHED
    ]


def picks_made(tournament: Tournament) -> list[Obstacle]:
    """Before going back to sign-up: nobody has picked."""
    made = Pick.objects.filter(draft__division__tournament=tournament).count()
    what = "One pick has" if made == 1 else f"{made} picks have"
    return [Obstacle(f"{what} been made; take them back first.")] if made else []
