"""Divisions, their teams and the teams' managers."""

from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse

from core.crests import MAX_LETTERS, Crest, team_crest
from tournaments.models.tournament import Tournament


class Division(models.Model):
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=60)
    position = models.PositiveSmallIntegerField()
    first_table = models.PositiveSmallIntegerField(default=1)
    # The division's sign-up and rolls end when its draft starts, even if each division has its own day.
    draft_started = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["tournament_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="division_position_once"),
            models.UniqueConstraint("tournament", Lower("name"), name="division_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Teams(models.QuerySet["Team"]):
    def playing(self) -> "Teams":
        """Return the teams in divisions, except teams whose picks are skipped (T0.02)."""
        return self.filter(division__isnull=False).exclude(disqualified=Team.Disqualified.SKIPPED)


def dropout_time(after_round: int | None) -> str:
    """Describe when a team dropped out: "after round 3", "before the first round" for 0, or "" for None (T0.08)."""
    if after_round is None:
        return ""
    return f"after round {after_round}" if after_round else "before the first round"


class Team(models.Model):
    """A team, starting at sign-up. Rolls determine its division and draft position."""

    class Kind(models.TextChoices):
        MANAGED = "managed", "Managed"
        IMPUTED = "imputed", "Imputed"  # T0.12: drafted by the program

    class Attendance(models.TextChoices):
        """A team's attendance, as entered by staff at check-in."""

        EXPECTED = "expected", "Not here yet"
        HERE = "here", "Here"
        ABSENT = "absent", "Absent"

    class Disqualified(models.TextChoices):
        """The treatment of a team's picks if its manager is disqualified for being late to the draft (T0.02)."""

        SKIPPED = "skipped", "His turns are skipped, and the team does not play"
        PROGRAM = "program", "The program drafts for the team, and it plays without a manager"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    division = models.ForeignKey(Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="teams")
    slot = models.PositiveSmallIntegerField("draft position", null=True, blank=True)
    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.MANAGED)
    is_absent = models.BooleanField("absent: no manager is here", default=False)
    is_checked_in = models.BooleanField("checked in at the door", default=False, db_default=False)
    # The director's decision. None means that the program drafts only for absent teams (T0.02).
    program_drafts = models.BooleanField("drafted by the program", null=True, default=None)
    disqualified = models.CharField("manager disqualified", max_length=10, blank=True, choices=Disqualified)
    proxy = models.CharField("proxy who rolls and picks", max_length=80, blank=True)
    # Another team, such as a relative's, that can't share this team's division. One entry applies to both teams.
    apart_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    seed = models.PositiveSmallIntegerField("seed in the playoffs", null=True, blank=True)
    consolation_seed = models.PositiveSmallIntegerField("seed in the consolation tourney", null=True, blank=True)
    pin_hash = models.CharField(max_length=128, blank=True)
    pin_set_by = models.CharField("who of the desk set the PIN", max_length=120, blank=True)  # empty if the team set it
    pin_set_at = models.DateTimeField(null=True, blank=True)
    pin_is_known = models.BooleanField("the team has seen that the desk set its PIN", default=False)
    dropped_after_round = models.PositiveSmallIntegerField(null=True, blank=True)
    # T0.08: The director's offer to covering managers, as free text.
    compensation = models.CharField("compensation for who plays for it", max_length=120, blank=True)
    # T0.08: After division play, the manager who takes over the dropped team, or a note that the next best team
    # advances.
    taken_over_by = models.CharField("taken over by", max_length=80, blank=True)
    is_passed_over = models.BooleanField("out: nobody may take it over", default=False)
    # The chosen crest. Empty values are derived from the name (core/crests.py).
    crest = models.CharField("letters of its crest", max_length=MAX_LETTERS, blank=True)
    colours = models.CharField(max_length=8, blank=True)
    entered_at = models.DateTimeField(auto_now_add=True)

    objects = Teams.as_manager()

    class Meta:
        ordering = ["tournament_id", "division_id", "slot", "pk"]
        constraints = [
            models.UniqueConstraint("tournament", Lower("name"), name="team_name_once"),
            models.UniqueConstraint(fields=["division", "slot"], name="slot_once"),
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once"),
            models.UniqueConstraint(fields=["tournament", "consolation_seed"], name="consolation_seed_once"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team", args=[self.tournament.slug, self.pk])

    @property
    def badge(self) -> Crest:
        """The crest to show."""
        return team_crest(self.name, self.crest, self.colours)

    @property
    def departure(self) -> str:
        """A description of the team's or manager's departure (T0.02, T0.08), or "" if both still play."""
        if self.disqualified:
            return "disqualified"
        return "" if self.dropped_after_round is None else f"dropped out {self.dropped_when}"

    @property
    def dropped_when(self) -> str:
        return dropout_time(self.dropped_after_round)

    @property
    def picks_by_program(self) -> bool:
        """Return whether the program drafts for the team, even if its manager is present."""
        if self.disqualified:
            return self.disqualified == self.Disqualified.PROGRAM
        decision = self.program_drafts
        return self.kind == self.Kind.IMPUTED or (self.is_auto_drafted_by_default if decision is None else decision)

    @property
    def forfeits_turns(self) -> bool:
        """Return whether its picks are skipped and it doesn't play (T0.02)."""
        return self.disqualified == self.Disqualified.SKIPPED

    @property
    def has_automatic_turns(self) -> bool:
        """Return whether its picks take no time, because they are automatic or skipped."""
        return self.picks_by_program or self.forfeits_turns

    @property
    def is_auto_drafted_by_default(self) -> bool:
        """Return whether the program drafts for it by default: an absent manager without a proxy."""
        return self.is_absent and not self.proxy

    @property
    def has_manager_here(self) -> bool:
        """Return whether someone can sign for it.

        Imputed, absent, disqualified and dropped teams have no one to sign.
        """
        has_left = self.is_absent or self.disqualified or self.dropped_after_round is not None
        return self.kind == self.Kind.MANAGED and not has_left


class Manager(models.Model):
    """A manager who runs a team, with or without a partner (T0.08)."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="managers")
    name = models.CharField(max_length=80)
    home_town = models.CharField(max_length=80, blank=True)
    region = models.CharField(max_length=40, blank=True)
    position = models.PositiveSmallIntegerField(default=1)
    gets_points = models.BooleanField("of two who play together: gets the season points", default=False)

    class Meta:
        ordering = ["team_id", "position"]
        constraints = [models.UniqueConstraint(fields=["team", "position"], name="manager_position_once")]

    def __str__(self) -> str:
        return self.name


class SlotRoll(models.Model):
    """A roll for the order of choosing draft positions (T0.02). Ties roll again with the next attempt number."""

    class RolledBy(models.TextChoices):
        PROGRAM = "program", "Rolled by the program"
        TABLE = "table", "Rolled at the table"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="slot_rolls")
    attempt = models.PositiveSmallIntegerField(default=1)
    value = models.PositiveSmallIntegerField()
    thrown_by = models.CharField(max_length=10, choices=RolledBy)

    class Meta:
        ordering = ["team_id", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["team", "attempt"], name="one_roll_each_attempt"),
            models.CheckConstraint(condition=models.Q(value__gte=1), name="slot_roll_is_thrown"),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.value}"
