"""Contents of a team's calendar: its series, void series that had a time, and proposed times."""

from django.db.models import Q

from tournaments.models import Series, Team, TimeProposal
from tournaments.queries.timetable import series_with_days


def calendar_series(team: Team) -> list[Series]:
    return series_with_days(team.tournament, team.pk)


def void_series_with_times(team: Team) -> list[Series]:
    void = Series.objects.filter(Q(home=team) | Q(away=team), status=Series.Status.VOID)
    timed = void.filter(agreed_time__starts_at__isnull=False).select_related("home", "away", "agreed_time")
    return list(timed.order_by("pk"))


def open_proposals_of(team: Team) -> list[TimeProposal]:
    """Return the open proposals for the team's series that haven't started."""
    proposals = TimeProposal.objects.filter(
        Q(series__home=team) | Q(series__away=team),
        state=TimeProposal.State.OPEN,
        series__status=Series.Status.SCHEDULED,
        series__home_place=None,
    )
    return list(proposals.select_related("team", "series__home", "series__away").order_by("pk"))
