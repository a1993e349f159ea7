"""Putting something to a team or to the desk, and closing it once it is answered; inside the caller's transaction."""

from django.utils import timezone

from tournaments.models import Notice, Team, Tournament


def put_notice(
    *, tournament: Tournament, team: Team | None, kind: str, sentence: str, address: str, act: str, about: str
) -> Notice:
    """One row, open until it is answered; `team` None is the desk."""
    return Notice.objects.create(
        tournament=tournament,
        team=team,
        kind=kind,
        sentence=sentence[:500],
        address=address,
        act=act,
        about=about,
    )


def close_notices(*about: str, team: Team | None = None) -> None:
    """What was put about these has been answered: by everybody, or by this team."""
    rows = Notice.objects.filter(about__in=about, answered_at=None)
    (rows.filter(team=team) if team else rows).update(answered_at=timezone.now())
