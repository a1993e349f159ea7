"""A tournament: its rules edition, its format and its stage."""

from datetime import datetime, timedelta
from functools import cache, cached_property
from typing import Final
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from core.addresses import page_address
from core.dates import check_year
from rules_engine.profile import (
    Profile,
    asking_for_wild_cards,
    available_profiles,
    default_profile,
    load_profile,
    profile_of_text,
)

RECOVERABLE: Final = timedelta(days=30)  # time after a deletion


def check_profile(key: str) -> None:
    if key not in available_profiles():
        raise ValidationError(f"There is no edition “{key}”. Choose from {', '.join(available_profiles())}.")


_time_zones = cache(available_timezones)


def check_timezone(name: str) -> None:
    if name not in _time_zones():
        raise ValidationError(f"“{name}” is not a time zone. Enter one such as America/Chicago.")


class TablePace(models.TextChoices):
    """The time allowed to each manager in a game at the play table. A number is the time bank in minutes."""

    UNTIMED = "", "No clock"
    SLOW = "slow", "Turns over days, without a clock"
    MINUTES_20 = "20", "20 minutes for each manager"
    MINUTES_30 = "30", "30 minutes for each manager"
    MINUTES_45 = "45", "45 minutes for each manager"
    MINUTES_60 = "60", "60 minutes for each manager"
    MINUTES_90 = "90", "90 minutes for each manager"


class Tournament(models.Model):
    class Stage(models.TextChoices):
        SIGN_UP = "signup", "Sign-up"
        DRAFT = "draft", "Draft"
        ROUND_ROBIN = "round_robin", "Round robin"
        PLAYOFFS = "playoffs", "Playoffs"
        FINISHED = "finished", "Finished"

    class Paper(models.TextChoices):
        LETTER = "letter", "Letter"
        A4 = "a4", "A4"

    class HomePattern(models.TextChoices):
        ALTERNATE = "alternate", "Alternating"
        TWO_TWO_ONE = "2-2-1", "2-2-1"
        TWO_THREE_TWO = "2-3-2", "2-3-2"

    class OddsShown(models.TextChoices):
        NOBODY = "nobody", "Directors and assistants"
        BETWEEN_ROUNDS = "between", "Everyone, between rounds"
        ALWAYS = "always", "Everyone, also during a round"

    slug = models.SlugField(unique=True, max_length=80)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts_on = models.DateField(null=True, blank=True, validators=[check_year])
    time_zone = models.CharField(max_length=60, default="America/New_York", validators=[check_timezone])
    profile_key = models.CharField(
        "edition of the rules", max_length=60, default=default_profile, validators=[check_profile]
    )
    # The whole edition as chosen, so that a new release doesn't change any tournament.
    profile_text = models.TextField(blank=True, editable=False)
    stage = models.CharField(max_length=20, choices=Stage, default=Stage.SIGN_UP)
    series_length = models.PositiveSmallIntegerField(
        "games in a series", default=3, validators=[MinValueValidator(1), MaxValueValidator(4)]
    )
    round_robins = models.PositiveSmallIntegerField(
        "series between each pair of teams",
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(2)],
    )
    rounds_played = models.PositiveSmallIntegerField(
        "rounds of the round robin",
        default=0,
        validators=[MaxValueValidator(30)],
        help_text="0 plays them all",
    )
    power_rounds = models.PositiveSmallIntegerField(
        "power rounds after them", default=0, validators=[MaxValueValidator(4)]
    )
    advance_per_division = models.PositiveSmallIntegerField(
        "teams that advance from each division",
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(8)],
    )
    wild_cards = models.PositiveSmallIntegerField(
        "wild cards: teams that advance across the divisions besides",
        default=0,
        validators=[MaxValueValidator(8)],
    )
    best_of = models.CharField(
        "playoff series lengths, first round to final",
        max_length=40,
        default="5,7",
        help_text="such as 5,7 or 3,5,7",
    )
    consolation_best_of = models.CharField(
        "consolation bracket: series lengths, first round to final",
        max_length=40,
        blank=True,
        help_text="for those who do not advance; empty where there is none",
    )
    consolation_counts = models.BooleanField("wins of the consolation tourney count for season points", default=False)
    home_pattern = models.CharField(
        "home games in a playoff series",
        max_length=20,
        choices=HomePattern,
        default=HomePattern.TWO_THREE_TWO,
    )
    pitching_carries_over = models.BooleanField("pitching carries over into the playoffs", default=True)
    suspended_games = models.BooleanField("games may be suspended", default=True)
    shared_scoring = models.BooleanField(
        "managers may score a face-to-face game on one device (T0.03)", default=False, db_default=False
    )
    # Each division rolls, drafts and plays on its own day. The tournament's stage is that of its most advanced
    # division.
    divisions_on_own_days = models.BooleanField("each division has its own day", default=False, db_default=False)
    table_pace = models.CharField(
        "time for games at the play table", max_length=10, choices=TablePace, blank=True, default="", db_default=""
    )
    paper = models.CharField(max_length=10, choices=Paper, default=Paper.LETTER)
    timetable = models.JSONField(default=dict, blank=True)  # read and written only by queries/timetable.py
    announcement = models.CharField(max_length=200, blank=True)  # shown on every page
    # The URL the director chose for phones on the local network, such as http://192.168.1.5:8000. If empty, the program
    # picks the most likely URL.
    phone_address = models.CharField(max_length=200, blank=True, db_default="")
    # The time a phone last reached this computer, and the URL it used. Nothing about the phone is stored.
    phone_reached_at = models.DateTimeField(null=True, blank=True, editable=False)
    phone_reached_address = models.CharField(max_length=200, blank=True, db_default="", editable=False)
    slips_printed_at = models.DateTimeField(null=True, blank=True, editable=False)
    slips_address = models.CharField(max_length=200, blank=True, db_default="", editable=False)
    odds_shown = models.CharField("who sees the odds", max_length=10, choices=OddsShown, default=OddsShown.NOBODY)
    is_practice = models.BooleanField(default=False)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)  # listed in the archive, still public
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)  # visible only to staff
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)  # hidden from everyone until it is removed
    # The new tournament's draft proposes the original's card set and clock.
    copied_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="copies")
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1)
    # Changes after a restore, so that open pages reload.
    epoch = models.CharField(max_length=16, blank=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return page_address("tournament", self.slug)

    @property
    def is_public(self) -> bool:
        """Return whether visitors can see the tournament."""
        return self.hidden_at is None and self.deleted_at is None

    @property
    def removed_at(self) -> datetime | None:
        """The time when a deleted tournament can no longer be recovered and is permanently removed."""
        return None if self.deleted_at is None else self.deleted_at + RECOVERABLE

    @property
    def is_playing(self) -> bool:
        """Return whether series are being played, in the round robin or the playoffs."""
        return self.stage in (self.Stage.ROUND_ROBIN, self.Stage.PLAYOFFS)

    @property
    def profile(self) -> Profile:
        """The stored edition, or the shipped edition if an old undo left a different edition's text."""
        stored = profile_of_text(self.profile_text) if self.profile_text else None
        edition = stored if stored is not None and stored.key == self.profile_key else load_profile(self.profile_key)
        can_be_set = self.wild_cards and self.stage == self.Stage.SIGN_UP
        return asking_for_wild_cards(edition) if can_be_set else edition

    @cached_property
    def seeded(self) -> int:
        """The number of teams in the playoffs, counted once per page."""
        return self.teams.filter(seed__isnull=False).count()

    @cached_property
    def consolation_size(self) -> int:
        """The number of teams in the consolation bracket."""
        return self.teams.filter(consolation_seed__isnull=False).count()

    @property
    def best_of_lengths(self) -> list[int]:
        """The lengths of playoff series.

        The last is the final's, and a short list repeats its first for earlier rounds.
        """
        return [int(length) for length in self.best_of.split(",")]

    @property
    def consolation_lengths(self) -> list[int]:
        """The lengths of consolation series, or an empty list without a consolation bracket."""
        return [int(length) for length in self.consolation_best_of.split(",") if length]
