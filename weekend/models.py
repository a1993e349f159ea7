"""Long work that a worker does for a tournament, with its progress: print packs and imports."""

from django.db import models

from tournaments.models import Tournament


class PrintPack(models.Model):
    """All sheets of a round in one PDF. Parts already made are kept, so that another worker can go on."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for the worker"
        RUNNING = "running", "Being made"
        DONE = "done", "Ready"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="print_packs")
    round = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    parts_done = models.PositiveSmallIntegerField(default=0)
    parts_total = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    beat_at = models.DateTimeField(null=True, blank=True)  # when the worker last reported
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Print pack of round {self.round}"
