"""People who take part in several tournaments, the teams they managed, and changes to the club's records."""

import secrets

from django.db import models
from django.db.models import Q

from core.addresses import page_address
from tournaments.models import Team
from tournaments.models.tournament import check_timezone

FORMER_MEMBER = "Former member"
PUBLIC_PERSON = Q(is_listed=True, removed_at=None, merged_into=None)  # everyone can see the name and the page


def new_person_key() -> str:
    return secrets.token_urlsafe(16)


class ClubLock(models.Model):
    """The single row that every club change locks, so that changes stay in order."""

    def __str__(self) -> str:
        return "Lock of the club"


class People(models.QuerySet["Person"]):
    def current(self) -> "People":
        """Return the people who are neither removed nor merged into another person."""
        return self.filter(removed_at=None, merged_into=None)

    def listed(self) -> "People":
        """Return the people who agreed to be listed publicly."""
        return self.filter(PUBLIC_PERSON)


class Person(models.Model):
    """A person who manages teams. The e-mail address is private and never leaves this installation."""

    name = models.CharField(max_length=80)
    home_town = models.CharField(max_length=80, blank=True)
    region = models.CharField("state or region", max_length=40, blank=True)
    time_zone = models.CharField(max_length=60, blank=True, validators=[check_timezone])
    email = models.EmailField("e-mail", blank=True)
    is_listed = models.BooleanField("listed publicly", default=False)
    # set by the person or the organizer; until then, the newest sign-up decides
    is_listing_chosen = models.BooleanField(default=False)
    # part of the person's own signed link
    key = models.CharField(max_length=32, default=new_person_key, editable=False)
    # no index, because SQLite would use it to read the list of people
    merged_into = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    removed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = People.as_manager()

    class Meta:
        verbose_name_plural = "people"
        ordering = ["name", "pk"]
        indexes = [
            models.Index(
                fields=["name"],
                condition=PUBLIC_PERSON,
                name="public_people_by_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name or FORMER_MEMBER

    def get_absolute_url(self) -> str:
        return page_address("club_person", self.pk)

    @property
    def home(self) -> str:
        """Return the home town and region, such as "Akron, OH"."""
        return ", ".join(filter(None, (self.home_town, self.region)))

    @property
    def is_public(self) -> bool:
        """Return whether everyone can see the person's name and page."""
        return self.is_listed and self.removed_at is None and self.merged_into_id is None


class ManagerLink(models.Model):
    """The person behind a team's manager.

    A manager is identified by name, because correcting a team replaces the manager's row.
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="links")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="person_links")
    name_key = models.CharField(max_length=120)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["team", "name_key"], name="one_person_for_a_manager")]

    def __str__(self) -> str:
        return f"{self.person}: {self.team}"


class ClubChange(models.Model):
    """A change to the club's records. It contains only ids, so a removed person's name does not remain in it."""

    class Kind(models.TextChoices):
        LINK = "link", "Linked"
        MERGE = "merge", "Merged"
        SPLIT = "split", "Split"
        EDIT = "edit", "Changed"
        REMOVE = "remove", "Removed"
        CORRECT = "correct", "Corrected points"
        SETTINGS = "settings", "Changed a season"
        IMPORT = "import", "Imported past results"
        UNDO = "undo", "Undone"

    UNDOABLE = (Kind.MERGE, Kind.SPLIT, Kind.IMPORT)

    kind = models.CharField(max_length=10, choices=Kind)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, blank=True, related_name="changes")
    actor = models.CharField(max_length=120)
    # {"links": {id: person}, "past_results": {id: person}, "merged": {person: person or None}}
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    undoes = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="undone_by")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} by {self.actor}"

    @property
    def points(self) -> str:
        """Return the corrected points, such as "2.00 in 2026", or "" for other changes."""
        facts = self.after or self.before
        return f"{facts['points']} in {facts['year']}" if "points" in facts else ""

    @property
    def number(self) -> str:
        """Return the number of imported results, such as "31 results", or "" for other changes."""
        results = self.after.get("results", 0) if self.kind == self.Kind.IMPORT else 0
        return f"{results} result{'' if results == 1 else 's'}" if results else ""

    @property
    def can_be_undone(self) -> bool:
        """Return whether the change can be undone and has not been undone yet. Later changes may still prevent it."""
        return self.kind in self.UNDOABLE and not hasattr(self, "undone_by")
