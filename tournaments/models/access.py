"""Models for access to tournaments, and the activity log."""

from django.db import models
from django.utils import timezone

from tournaments.models.people import Team
from tournaments.models.tournament import Tournament


class Role(models.TextChoices):
    ORGANISER = (
        "organiser",
        "Organiser",
    )  # runs this installation and can direct every tournament
    DIRECTOR = "director", "Director"
    ASSISTANT = "assistant", "Assistant"
    MANAGER = "manager", "Manager"
    PROXY = "proxy", "Proxy"  # can only roll and pick for a team


class Access(models.Model):
    """A sign-in link. The link itself is a signature and isn't stored."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="accesses")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, null=True, blank=True, related_name="accesses")
    role = models.CharField(max_length=10, choices=Role)
    label = models.CharField(max_length=80, blank=True)
    # link user's own name, entered on the Home page; replaces the label in the log
    own_name = models.CharField(max_length=80, blank=True, default="", db_default="")
    nonce = models.CharField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)  # The link stops working at this time.
    # hash of a short code that works instead of the link until it is used or expires
    code_hash = models.CharField(max_length=64, blank=True, editable=False)
    code_ends_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name_plural = "accesses"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(role="organiser", tournament__isnull=True)
                | (~models.Q(role="organiser") & models.Q(tournament__isnull=False)),
                name="only_organisers_have_no_tournament",
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=("manager", "proxy"), team__isnull=False)
                | (~models.Q(role__in=("manager", "proxy")) & models.Q(team__isnull=True)),
                name="managers_and_proxies_have_a_team",
            ),
        ]

    def __str__(self) -> str:
        """Return the name shown in the log. A proxy's name includes the team."""
        name = self.own_name or self.label or self.get_role_display()
        return f"{name} for {self.team}" if self.role == Role.PROXY else name


class Device(models.Model):
    """A browser that signed in with a link. Its signed cookie contains the key, which stops working after sign-out."""

    key = models.CharField(max_length=32, db_index=True)
    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="devices")
    browser = models.CharField(max_length=80, blank=True)  # based on its user agent
    signed_in_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-signed_in_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["key", "access"], name="device_once_for_each_access")]

    def __str__(self) -> str:
        return f"{self.access} on {self.browser or 'a browser'}"


class ApiKey(models.Model):
    """A named key that lets a program act for the holder of a sign-in link. Only its hash is stored."""

    class Scope(models.TextChoices):
        READ = "read", "Read only"
        ASSISTANT = "assistant", "What an assistant may do"
        FULL = "full", "Everything that I may do"

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=80)
    scope = models.CharField(max_length=10, choices=Scope)
    key_hash = models.CharField(max_length=64, unique=True, editable=False)
    start = models.CharField(max_length=20, editable=False)  # the key's first characters, so that people recognize it
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class FailedAttempt(models.Model):
    """A wrong link, PIN or code. It counts for 15 minutes under a hashed key."""

    counted_for = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["counted_for", "at"]), models.Index(fields=["at"])]

    def __str__(self) -> str:
        return f"{self.counted_for[:8]} at {self.at}"


class Action(models.Model):
    """A logged action. Its ID is also its live event's ID."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="actions")
    at = models.DateTimeField(auto_now_add=True)
    access = models.ForeignKey(Access, on_delete=models.SET_NULL, null=True, blank=True)
    actor = models.CharField(max_length=120)
    verb = models.CharField(max_length=40)  # the service's name, such as make_pick
    subject = models.CharField(max_length=60, blank=True)  # such as series:12
    sentence = models.CharField(max_length=500)
    reason = models.CharField(max_length=500, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    # sent to every open page, so it must contain nothing private
    public = models.JSONField(default=dict, blank=True)
    undoes = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="undone_by")

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["tournament", "id"]),
            models.Index(fields=["tournament", "verb", "subject"], name="acts_by_what_they_are_about"),
        ]

    def __str__(self) -> str:
        return self.sentence
