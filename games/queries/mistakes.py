"""Find a tournament's mistakes, and the teams a viewer can choose for."""

from django.db.models import QuerySet

from games.models import Mistake
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind
from tournaments.access.viewers import Viewer
from tournaments.models import Team, Tournament


def mistakes_of(tournament: Tournament) -> QuerySet[Mistake]:
    """Return a tournament's mistakes, newest first. Anyone can view them."""
    mistakes = Mistake.objects.filter(series__tournament=tournament)
    return mistakes.select_related("series__home", "series__away", "offended", "card")


def teams_to_answer(mistake: Mistake) -> tuple[Team, ...]:
    """Return the teams that must choose: the offended team, or both teams for misread dice (T31.8)."""
    return (
        mistake.series.teams() if MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].both_at_fault else (mistake.offended,)
    )


def answerable_teams(mistake: Mistake, viewer: Viewer) -> list[Team]:
    """Return the viewer's teams that must still choose and have not agreed yet."""
    undecided = [team for team in teams_to_answer(mistake) if team.pk not in mistake.agreed]
    return [team for team in undecided if viewer.is_staff or viewer.team_id == team.pk]
