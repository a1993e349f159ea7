"""The version of the database, and tournament files that the worker imports."""

from django.db import models

from tournaments.long_work import LongWork


class DatabaseVersion(models.Model):
    """The one row that states which versions of Pennant can use this database."""

    written_by = models.CharField(max_length=40)
    oldest_version = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"written by {self.written_by}, for {self.oldest_version} and later"


class ArrivingFile(LongWork):
    """A tournament file that waits for import until the organizer has checked its contents."""

    resumes_alone = False  # a file that ended its worker could end the next one too
    mark = models.UUIDField(unique=True)  # under which the file waited
    title = models.CharField(max_length=200)
    actor = models.CharField(max_length=120)
    access_id = models.PositiveBigIntegerField(null=True, blank=True)
    # kept in the database: web server and worker may be on different machines; gone once it is read
    content = models.BinaryField(null=True, blank=True, editable=False)
    steps_done = models.PositiveSmallIntegerField(default=0)
    address = models.CharField(max_length=200, blank=True)  # of the tournament that came out of it

    class Meta:
        app_label = "weekend"  # its table and migrations were there first
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title
