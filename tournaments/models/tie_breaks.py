"""Rolls that decided between tied teams: part of the proof, so they are kept."""

from django.db import models

from tournaments.models.people import Division
from tournaments.models.tournament import Tournament


class TieBreakRoll(models.Model):
    """One round of d20 rolls among tied teams, as thrown; level rolls are followed by another round."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_break_rolls")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tie_break_rolls")
    rolls = models.JSONField()  # {"<team id>": roll}
    thrown_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Tie-break rolls of {self.division}"
