"""Who may act: one row for each invitation link, which is a signature and never stored; and who tried wrongly."""

from django.db import models
from django.utils import timezone

from tournaments.models.people import Team
from tournaments.models.tournament import Tournament


class Role(models.TextChoices):
    ORGANISER = "organiser", "Organiser"  # of this installation: director of every tournament, may create them
    DIRECTOR = "director", "Director"
    ASSISTANT = "assistant", "Assistant"
    MANAGER = "manager", "Manager"


class Access(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="accesses")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="accesses")
    role = models.CharField(max_length=10, choices=Role)
    label = models.CharField(max_length=80, blank=True)
    nonce = models.CharField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "accesses"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role="organiser", tournament__isnull=True)
                | (~models.Q(role="organiser") & models.Q(tournament__isnull=False)),
                name="only_organisers_have_no_tournament",
            ),
            models.CheckConstraint(
                condition=models.Q(role="manager", team__isnull=False)
                | (~models.Q(role="manager") & models.Q(team__isnull=True)),
                name="managers_have_a_team",
            ),
        ]

    def __str__(self) -> str:
        return self.label or self.get_role_display()


class FailedAttempt(models.Model):
    """A wrong link, PIN or code. It counts for a quarter of an hour under the hash of whoever it is counted for."""

    counted_for = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["counted_for", "at"]), models.Index(fields=["at"])]

    def __str__(self) -> str:
        return f"{self.counted_for[:8]} at {self.at}"
