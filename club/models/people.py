"""People who exist beyond a tournament, the teams they managed, and the changes of the club's records."""

import secrets

from django.db import models
from django.db.models import Q

from core.addresses import page_address
from tournaments.models import Team
from tournaments.models.tournament import check_timezone

FORMER_MEMBER = "Former member"
PUBLIC_PERSON = Q(is_listed=True, removed_at=None, merged_into=None)  # everyone may read the name and the page


def new_person_key() -> str:
    return secrets.token_urlsafe(16)


class ClubLock(models.Model):
    """The single row that every change of the club locks, so that changes stay in order."""

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
    # chosen by the person or the organizer; until then the newest sign-up decides
    is_listing_chosen = models.BooleanField(default=False)
    key = models.CharField(max_length=32, default=new_person_key, editable=False)  # signed into the person's own link
    # without an index, because SQLite would read the list of people by it
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
        """Home town and region, such as "Akron, OH"."""
        return ", ".join(filter(None, (self.home_town, self.region)))

    @property
    def is_public(self) -> bool:
        """Whether everyone may read the person's name and page."""
        return self.is_listed and self.removed_at is None and self.merged_into_id is None


class ManagerLink(models.Model):
    """The person behind a team's manager.

    A team's manager is addressed by name, because a correction of the team replaces the manager's row.
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
    """One change of the club's records. It holds ids only, so a removed person leaves no name behind."""

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
        """The corrected points, such as "2.00 in 2026"; "" for other changes."""
        facts = self.after or self.before
        return f"{facts['points']} in {facts['year']}" if "points" in facts else ""

    @property
    def number(self) -> str:
        """The number of imported results, such as "31 results"; "" for other changes."""
        results = self.after.get("results", 0) if self.kind == self.Kind.IMPORT else 0
        return f"{results} result{'' if results == 1 else 's'}" if results else ""

    @property
    def can_be_undone(self) -> bool:
        """Whether it can be undone and has not been. Later changes may still forbid it."""
        return self.kind in self.UNDOABLE and not hasattr(self, "undone_by")
