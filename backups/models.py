"""The database version, and tournament files that the worker imports."""

from django.db import models

from tournaments.long_work import LongWork


class DatabaseVersion(models.Model):
    """The single row that records which versions of Pennant can use this database."""

    written_by = models.CharField(max_length=40)
    oldest_version = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"written by {self.written_by}, for {self.oldest_version} and later"


class ArrivingFile(LongWork):
    """A tournament file that waits for import until the organizer has checked its contents."""

    resumes_alone = False  # a file that crashed its worker could crash the next one too
    mark = models.UUIDField(unique=True)  # the id under which the file waited
    title = models.CharField(max_length=200)
    actor = models.CharField(max_length=120)
    access_id = models.PositiveBigIntegerField(null=True, blank=True)
    # stored in the database, because web server and worker may run on different machines; deleted after the import
    content = models.BinaryField(null=True, blank=True, editable=False)
    steps_done = models.PositiveSmallIntegerField(default=0)
    address = models.CharField(max_length=200, blank=True)  # URL of the imported tournament

    class Meta:
        app_label = "weekend"  # its table and migrations were created in that app
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title
