"""Who outside the room gets news of the draft: people by mail, and a service such as Discord by a webhook."""

from urllib.parse import urlsplit

from django.db import models

from tournaments.models.access import Access
from tournaments.models.tournament import Tournament


class Follower(models.Model):
    """How far somebody has the news, and what went wrong."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    sent_through = models.BigIntegerField(default=0)  # the newest number of the log that was sent
    sent_at = models.DateTimeField(null=True, blank=True)
    taken_until = models.DateTimeField(null=True, blank=True)  # a worker is at it
    test_asked_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=300, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class MailFollower(Follower):
    """Somebody with a link who wants mail. The address is his and the director's to see, and never travels.

    called_for: the turn for which he was called to the clock.
    """

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField()
    every_pick = models.BooleanField(default=False)
    called_for = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "access"], name="one_mail_address_each")]

    def __str__(self) -> str:
        return f"Mail to {self.access}"


class Webhook(Follower):
    """Where news are posted. The address is a secret of its service: no log, no name and no file holds it.

    One that was taken away or replaced keeps its row, for whoever undoes that.
    """

    address = models.URLField(max_length=500)
    is_in_use = models.BooleanField("in use", default=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Webhook at {self.host}"

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""
