"""What unsigned sheets say to moving a tournament from stage to stage."""

from pitching.queries.sheets import sheets_to_sign
from tournaments.models import Tournament
from tournaments.services.stages import Obstacle


def sheets_signed(tournament: Tournament) -> list[Obstacle]:
    """Before the end: both managers have signed what was played. The director may go on over it, with a reason."""
    unsigned = len(sheets_to_sign(tournament))
    what = "One series is" if unsigned == 1 else f"{unsigned} series are"
    say = f"{what} played and not signed by both managers."
    return [Obstacle(say, can_be_waived=True, page="signing")] if unsigned else []
