"""Check pitching sheets before the tournament moves to another stage."""

from pitching.queries.signatures import unsigned_series
from tournaments.models import Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.services.stages import Obstacle


def check_sheets_signed(tournament: Tournament) -> list[Obstacle]:
    """Return an obstacle if any sheets are unsigned. The director can waive it with a reason."""
    count = len(unsigned_series(TournamentSnapshot(tournament)))
    if not count:
        return []
    subject = "One series was" if count == 1 else f"{count} series were"
    sentence = f"{subject} played but not signed by both managers."
    return [Obstacle(sentence, can_be_waived=True, page="signing")]
