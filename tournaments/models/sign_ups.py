"""Sign-ups, which the director later confirms as teams."""

import secrets

from django.core.validators import MinValueValidator
from django.db import models

from tournaments.models.people import Team
from tournaments.models.tournament import Tournament, check_timezone


def new_sign_up_key() -> str:
    return secrets.token_urlsafe(16)


class SignUpPage(models.Model):
    """Settings for a tournament's public sign-up page."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="sign_up_page")
    is_open = models.BooleanField("people can sign up", default=False)
    code = models.CharField("code on the door", max_length=20, blank=True)  # If empty, anyone with the URL can sign up.
    capacity = models.PositiveSmallIntegerField(
        "places for teams", null=True, blank=True, validators=[MinValueValidator(1)]
    )
    note = models.CharField("note for people who sign up", max_length=300, blank=True)

    def __str__(self) -> str:
        return f"Sign-up page for {self.tournament}"


class SignUp(models.Model):
    """A person who wants to play. The email address is private and never leaves this installation."""

    class Venue(models.TextChoices):
        TABLE = "table", "At the table"
        ONLINE = "online", "Online"
        EITHER = "either", "Either"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sign_ups")
    team = models.OneToOneField(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="sign_up")
    name = models.CharField("your name", max_length=80)
    team_name = models.CharField("team name", max_length=80, blank=True)
    home_town = models.CharField(max_length=80, blank=True)
    region = models.CharField("state or region", max_length=40, blank=True)
    partner = models.CharField("partner", max_length=80, blank=True)
    time_zone = models.CharField(max_length=60, blank=True, validators=[check_timezone])
    email = models.EmailField("e-mail", blank=True)
    venue = models.CharField("where you can play", max_length=10, choices=Venue, default=Venue.TABLE)
    keep_apart_from = models.CharField("relatives to keep apart", max_length=80, blank=True)
    is_listed = models.BooleanField("show my name on the public list", default=True)
    has_paid = models.BooleanField("fee paid", default=False)
    declined_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    key = models.CharField(max_length=32, default=new_sign_up_key, editable=False)  # signed into the person's own link
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def name_for_team(self) -> str:
        """The team's name, or the person's own name if the team has none."""
        return self.team_name or self.name
