"""Start times for series: proposed and agreed times, round deadlines, and team calendars."""

import secrets
from datetime import datetime

from django.db import models
from django.utils import timezone

from tournaments.models.people import Team
from tournaments.models.series import Series
from tournaments.models.tournament import Tournament, check_timezone


def new_calendar_key() -> str:
    return secrets.token_urlsafe(16)


class TimeProposal(models.Model):
    """A team's proposed times for a series, as ISO 8601 text in UTC. A series has at most one open proposal."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"
        REPLACED = "replaced", "Replaced"

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="time_proposals")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    times = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series"], condition=models.Q(state="open"), name="one_open_proposal_of_a_series"
            )
        ]

    def __str__(self) -> str:
        return f"{self.team}'s times for {self.series}"

    @property
    def moments(self) -> list[datetime]:
        """The proposed times, earliest first."""
        return [datetime.fromisoformat(text) for text in self.times]


class SeriesTime(models.Model):
    """The start time that both managers agreed on. `sequence` counts the agreements, for calendar programs.

    A series without an agreed time also has a row once its managers have been reminded.
    """

    series = models.OneToOneField(Series, on_delete=models.CASCADE, related_name="agreed_time")
    starts_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    sequence = models.PositiveIntegerField(default=0)
    reminded_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Time of {self.series}"


class RoundDeadline(models.Model):
    """The last day for playing a round's series, in the tournament's time zone."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="round_deadlines")
    stage = models.CharField(max_length=15, choices=Series.Stage)
    round = models.PositiveSmallIntegerField()
    last_day = models.DateField()

    class Meta:
        ordering = ["last_day", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "stage", "round"], name="one_deadline_of_a_round")]

    def __str__(self) -> str:
        return f"{self.stage} {self.round} until {self.last_day}"


class TeamCalendar(models.Model):
    """The managers' time zone, and the key in their calendar's secret URL. Both are private."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="calendar")
    time_zone = models.CharField(max_length=60, blank=True, validators=[check_timezone])
    key = models.CharField(max_length=32, default=new_calendar_key, editable=False)

    def __str__(self) -> str:
        return f"Calendar of {self.team}"
