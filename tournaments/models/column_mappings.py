"""Column meanings that a user chose for a spreadsheet, reused for the next sheet with the same headings."""

from django.db import models

from tournaments.models.access import Access


class ColumnMapping(models.Model):
    """The fields for the columns under a heading row, in column order. "" means unused."""

    class Purpose(models.TextChoices):
        TEAMS = "teams", "List of teams"
        DRAFT = "draft", "Draft"
        RATINGS = "ratings", "Ratings sheet"
        CARDS = "cards", "Statistics"
        SCHEDULE = "schedule", "Schedule"
        RESULTS = "results", "Results"
        HISTORY = "history", "Past results"

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="column_mappings")
    purpose = models.CharField(max_length=10, choices=Purpose)
    fingerprint = models.CharField(max_length=64)
    targets = models.JSONField()
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["access", "purpose", "fingerprint"], name="one_mapping_per_headings")
        ]

    def __str__(self) -> str:
        return f"Columns for: {self.get_purpose_display()}"
