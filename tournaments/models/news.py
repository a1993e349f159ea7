"""Recipients of draft news: people by mail, and services such as Discord by webhook."""

from urllib.parse import urlsplit

from django.db import models

from tournaments.models.access import Access
from tournaments.models.tournament import Tournament


class Follower(models.Model):
    """A recipient of news, and the outbox of what it hasn't received.

    An action sets `due_at` in its own transaction. A worker holds the row until `taken_until` while it sends.
    `tries` counts the failures since the last success.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="%(class)ss")
    sent_through = models.BigIntegerField(default=0)  # the newest action number sent
    sent_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)
    taken_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    test_asked_at = models.DateTimeField(null=True, blank=True)
    fault = models.CharField(max_length=300, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class MailFollower(Follower):
    """A person with a link who wants mail. The address is private and never exported.

    Until the link in the first mail confirms the address, nothing else is sent to it. `called_for` is the turn of
    the latest on-the-clock mail.
    """

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="mail")
    address = models.EmailField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    every_pick = models.BooleanField(default=False)
    called_for = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "access"], name="one_mail_address_each")]

    def __str__(self) -> str:
        return f"Mail to {self.access}"


class Webhook(Follower):
    """The address that news is posted to. It is secret: no log, name or file contains it.

    A removed or replaced webhook keeps its row for an undo.
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
