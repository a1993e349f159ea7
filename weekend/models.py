"""Long work that a worker does for a tournament, with its progress: print packs and imports."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from tournaments.models import Series, Tournament


def silent_after() -> timedelta:
    """A worker that says nothing for so long is taken for dead."""
    return timedelta(seconds=settings.PRINT_PACK_SILENT_SECONDS)


class PrintPack(models.Model):
    """All sheets of a round in one PDF. Parts already made are kept, so that another worker can go on."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for the worker"
        RUNNING = "running", "Being made"
        DONE = "done", "Ready"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="print_packs")
    stage = models.CharField(max_length=15, choices=Series.Stage, default=Series.Stage.ROUND_ROBIN)
    round = models.PositiveSmallIntegerField(default=1)
    address = models.CharField(max_length=200, blank=True)  # of the site, as phones reach it: QR codes begin with it
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    parts_done = models.PositiveSmallIntegerField(default=0)
    parts_total = models.PositiveSmallIntegerField(default=0)
    fault = models.CharField(max_length=500, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    beat_at = models.DateTimeField(null=True, blank=True)  # when the worker last reported
    finished_at = models.DateTimeField(null=True, blank=True)
    # kept in the database: web server and worker may be on different machines
    content = models.BinaryField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        stage = "" if self.stage == Series.Stage.ROUND_ROBIN else f"{self.get_stage_display().lower()} "
        return f"Print pack of {stage}round {self.round}"

    @property
    def is_open(self) -> bool:
        return self.state in (self.State.WAITING, self.State.RUNNING)

    def is_silent(self, now: datetime) -> bool:
        """Whether it is open and has heard nothing from a worker for too long."""
        return self.is_open and (self.beat_at or self.asked_at) < now - silent_after()


class PrintPackPart(models.Model):
    """One finished document of a pack that is still being made."""

    pack = models.ForeignKey(PrintPack, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["pack_id", "number"]
        constraints = [models.UniqueConstraint(fields=["pack", "number"], name="pack_part_once")]

    def __str__(self) -> str:
        return f"{self.pack}, part {self.number}"
