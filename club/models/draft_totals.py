"""Draft totals for baseball players."""

from django.db import models


class PlayerDraftTotals(models.Model):
    """A player's draft totals across all tournaments, by card season. The worker maintains them."""

    name = models.CharField(max_length=80)
    season = models.PositiveSmallIntegerField(default=0)  # season of the cards; 0 if the card set has none
    drafts = models.PositiveIntegerField()
    overall_sum = models.PositiveIntegerField()  # sum of the picks' overall numbers
    earliest = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "draft totals"
        ordering = ["season", "name"]
        constraints = [models.UniqueConstraint(fields=["season", "name"], name="draft_totals_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.season}): {self.drafts}"
