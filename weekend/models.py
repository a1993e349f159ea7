"""Print packs, which a worker creates, with their progress, and a tournament's write-up."""

from typing import ClassVar

from django.db import models
from django.utils.safestring import SafeString

from core.markdown import first_paragraph, markdown_html
from tournaments.long_work import LongWork
from tournaments.models import Series, Tournament


class PrintPack(LongWork):
    """All sheets for a round in one PDF. Finished parts are stored, so another worker can continue."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="print_packs")
    stage = models.CharField(max_length=15, choices=Series.Stage, default=Series.Stage.ROUND_ROBIN)
    round = models.PositiveSmallIntegerField(default=1)
    address = models.CharField(max_length=200, blank=True)  # the site's URL as phones reach it; QR codes start with it
    parts_done = models.PositiveSmallIntegerField(default=0)
    parts_total = models.PositiveSmallIntegerField(default=0)
    # stored in the database, because web server and worker may run on different machines
    content = models.BinaryField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        stage = "" if self.stage == Series.Stage.ROUND_ROBIN else f"{self.get_stage_display().lower()} "
        return f"Print pack of {stage}round {self.round}"


class PrintPackPart(models.Model):
    """A finished document in a print pack."""

    pack = models.ForeignKey(PrintPack, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["pack_id", "number"]
        constraints = [models.UniqueConstraint(fields=["pack", "number"], name="pack_part_once")]

    def __str__(self) -> str:
        return f"{self.pack}, part {self.number}"


class WriteUp(models.Model):
    """The director's report on a tournament, in Markdown. Everyone can read it once it is published."""

    MAX_LENGTH: ClassVar = 40_000

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="write_up")
    text = models.TextField(max_length=MAX_LENGTH)
    is_published = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Write-up of {self.tournament}"

    @property
    def html(self) -> SafeString:
        return markdown_html(self.text)

    @property
    def opening(self) -> SafeString:
        """Return the first paragraph as HTML."""
        return first_paragraph(self.text)
