"""Create and close notices, in the caller's transaction."""

from django.utils import timezone

from tournaments.models import Notice, Team, Tournament


def create_notice(
    *,
    tournament: Tournament,
    team: Team | None,
    kind: str,
    sentence: str,
    address: str,
    link_text: str,
    about: str,
) -> Notice:
    """Create a notice for a team, or for the director if `team` is None."""
    return Notice.objects.create(
        tournament=tournament,
        team=team,
        kind=kind,
        sentence=sentence[:500],
        address=address,
        act=link_text,
        about=about,
    )


def close_notices(*about: str, team: Team | None = None) -> None:
    """Close the notices about these subjects, for everyone or for a single team."""
    rows = Notice.objects.filter(about__in=about, answered_at=None)
    (rows.filter(team=team) if team else rows).update(answered_at=timezone.now())
