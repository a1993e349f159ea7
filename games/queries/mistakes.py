"""Mistakes of a tournament, and for whom somebody may answer one."""

from django.db.models import QuerySet

from games.models import Mistake
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind
from tournaments.access.viewers import Viewer
from tournaments.models import Team, Tournament


def mistakes_of(tournament: Tournament) -> QuerySet[Mistake]:
    """Newest first; everybody may read them."""
    every = Mistake.objects.filter(series__tournament=tournament)
    return every.select_related("series__home", "series__away", "offended", "card")


def teams_to_answer(mistake: Mistake) -> tuple[Team, ...]:
    """The offended manager chooses; of misread dice nobody is the offended one, and both must agree (T31.8)."""
    return (
        mistake.series.teams() if MISTAKE_DEFINITIONS[MistakeKind(mistake.kind)].both_at_fault else (mistake.offended,)
    )


def answerable_teams(mistake: Mistake, viewer: Viewer) -> list[Team]:
    """The teams that are asked and have not agreed yet, of those that he acts for."""
    asked = [team for team in teams_to_answer(mistake) if team.pk not in mistake.agreed]
    return [team for team in asked if viewer.is_staff or viewer.team_id == team.pk]
