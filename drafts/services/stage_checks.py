"""Draft-related obstacles to a tournament's next stage."""

from drafts.models import Draft, Pick
from drafts.queries.legal_teams import illegal_teams
from tournaments.models import Tournament
from tournaments.queries.schedule import divisions_that_play
from tournaments.services.stages import Obstacle


def drafts_finished(tournament: Tournament) -> list[Obstacle]:
    """Return the unfinished drafts of the active divisions. The director can waive them with a reason."""
    drafts = Draft.objects.filter(division__tournament=tournament)
    state_by_division = dict(drafts.values_list("division_id", "state"))
    return [
        Obstacle(f"The {division.name} draft is not finished.", can_be_waived=True, page="draft")
        for division in divisions_that_play(tournament)
        if state_by_division.get(division.pk) != Draft.State.FINISHED
    ]


def teams_legal(tournament: Tournament) -> list[Obstacle]:
    """Return the violations that make drafted teams illegal before the round robin (T0.02, T10.2, T31.10)."""
    obstacles = []
    for team_id, rulings in illegal_teams(tournament).items():
        for ruling in rulings:
            obstacles.append(Obstacle(ruling, can_be_waived=True, team_id=team_id))
    return obstacles


def picks_made(tournament: Tournament) -> list[Obstacle]:
    """Return an obstacle to reopening sign-up if any pick has been made."""
    count = Pick.objects.filter(draft__division__tournament=tournament).count()
    if not count:
        return []
    picks = "One pick has been made. Undo it" if count == 1 else f"{count} picks have been made. Undo them"
    return [Obstacle(f"{picks} first.")]
