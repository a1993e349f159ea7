"""How often baseball players were drafted."""

from django.db import models


class PlayerDraftTotals(models.Model):
    """How often the teams of all tournaments drafted a player of one season's cards. The worker adds it up."""

    name = models.CharField(max_length=80)
    season = models.PositiveSmallIntegerField(default=0)  # of the cards; 0 if the card set has none
    drafts = models.PositiveIntegerField()
    overall_sum = models.PositiveIntegerField()  # of the overall numbers of the picks
    earliest = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "draft totals"
        ordering = ["season", "name"]
        constraints = [models.UniqueConstraint(fields=["season", "name"], name="draft_totals_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.season}): {self.drafts}"
