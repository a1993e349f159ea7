"""Notices that need an answer."""

from django.db import models

from tournaments.models.people import Team
from tournaments.models.tournament import Tournament


class Notice(models.Model):
    """A notice to a team, or to the director if `team` is None. `about` is a key such as "mistake:12"."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="notices")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="notices")
    kind = models.CharField(max_length=40)
    sentence = models.CharField(max_length=500)
    address = models.CharField(max_length=200)
    act = models.CharField(max_length=60)
    about = models.CharField(max_length=60, db_index=True)
    at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return self.sentence
