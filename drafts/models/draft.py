"""Drafts with their clock, picks and trades."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from drafts.models.card_sets import Ballpark, CardSet, PlayerCard
from tournaments.long_work import LongWork
from tournaments.models import Division, Team

SLOW_TURN_SECONDS = 1800  # picks in multi-day drafts have at least this much time


TIME_UNITS = ((3600, "hour"), (60, "minute"), (1, "second"))  # units for entering and displaying the time per pick


def largest_unit(seconds: int) -> tuple[int, str]:
    """Return the length and name of the largest unit that evenly divides the time. Use seconds up to a minute."""
    return next(
        ((length, name) for length, name in TIME_UNITS if seconds > 60 and seconds % length == 0), TIME_UNITS[-1]
    )


def format_duration(seconds: int) -> str:
    """Format a duration in its largest unit, such as "8 hours"."""
    length, name = largest_unit(seconds)
    plural = "" if seconds == length else "s"
    return f"{seconds // length} {name}{plural}"


class ReopenedTurn(NamedTuple):
    """A pick reopened by a rescission (T0.18).

    `may_keep` is set if the team can confirm its earlier selection. `not_card` is the card that the rescinding team
    can't select again.
    """

    overall: int
    may_keep: bool = False
    not_card: int | None = None


class Draft(models.Model):
    """A division's draft. The clock is a stored deadline, so it survives restarts."""

    class State(models.TextChoices):
        WAITING = "waiting", "Not started"
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        FINISHED = "finished", "Finished"

    class OnExpiry(models.TextChoices):
        NOTHING = "nothing", "Keep waiting"
        AUTO_PICK = "auto_pick", "Autopick"
        SKIP = "skip", "Skip the turn; it can be made up later"

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="draft")
    card_set = models.ForeignKey(CardSet, on_delete=models.PROTECT, related_name="drafts")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    seconds_per_pick = models.PositiveIntegerField(default=60)  # 0 means no clock
    on_expiry = models.CharField(max_length=10, choices=OnExpiry, default=OnExpiry.NOTHING)
    # each team's extra time for the whole draft, used when the time for a pick runs out; 0 means none
    time_bank_seconds = models.PositiveIntegerField(default=0, db_default=0)
    time_bank_used = models.JSONField(default=list, db_default=[], blank=True)  # such as [{"team": 5, "seconds": 40}]
    turn_bank = models.PositiveIntegerField(default=0, db_default=0)  # time bank seconds included in the deadline
    trades_allowed = models.BooleanField("managers may trade", default=False, db_default=False)
    # picks owned by a team other than their draft position's team, such as [{"overall": 12, "team": 5}]
    traded_turns = models.JSONField(default=list, db_default=[], blank=True)
    clock_from = models.TimeField("clock runs from", null=True, blank=True)
    clock_until = models.TimeField("clock runs until", null=True, blank=True)
    next_overall = models.PositiveSmallIntegerField(default=1)  # the pick on the clock
    # teams that joined after the first pick, in the last draft positions; they pick at the end of every round
    late_teams = models.PositiveSmallIntegerField(default=0, db_default=0)
    reopened = models.JSONField(default=list, blank=True)  # ReopenedTurn entries; load with `reopened_turns`
    deadline = models.DateTimeField(null=True, blank=True)
    seconds_left_when_paused = models.PositiveIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"Draft of {self.division}"

    @property
    def is_on(self) -> bool:
        """Return whether picks can be made. While the draft is paused, only the director can pick."""
        return self.state in (self.State.RUNNING, self.State.PAUSED)

    @property
    def turn_duration(self) -> str:
        """Return the time per pick, such as "60 seconds", "20 minutes" or "8 hours"."""
        return format_duration(self.seconds_per_pick)

    @property
    def time_bank(self) -> str:
        """Return the length of every team's time bank, such as "5 minutes"."""
        return format_duration(self.time_bank_seconds)

    @property
    def is_slow(self) -> bool:
        """Return whether a pick can last overnight, so that deadlines must show the day."""
        return self.seconds_per_pick >= SLOW_TURN_SECONDS or self.clock_from is not None

    @property
    def reopened_turns(self) -> list[ReopenedTurn]:
        """Return the reopened picks in order."""
        return [ReopenedTurn(**turn) for turn in self.reopened]

    def reopen_turns(self, turns: Iterable[ReopenedTurn]) -> None:
        self.reopened = [turn._asdict() for turn in turns]


class ProgramRun(LongWork):
    """A background run that makes all remaining picks at the director's request.

    With `own_teams_only`, the run starts automatically and makes only the next picks of teams without a manager.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, related_name="program_run")
    asked_by = models.CharField(max_length=120)
    access_id = models.PositiveBigIntegerField(null=True, blank=True)  # the requester's access, as in the log
    own_teams_only = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"Autopick for {self.draft}"


class Pick(models.Model):
    """A pick: a card, a ballpark from the chart, a designed ballpark, or nothing if the pick was skipped.

    In a draft held elsewhere, `team` may have acquired the pick in a trade. `origin` then names the original team or
    is "compensation".
    """

    class Unused(models.TextChoices):
        """The reason why a pick in a draft held elsewhere has no card and isn't open."""

        PASSED = "passed", "did not use"
        NO_CARD = "no_card", "no card"

    class MadeBy(models.TextChoices):
        MANAGER = "manager", "Manager"
        PROXY = "proxy", "Proxy"
        DIRECTOR = "director", "Director"
        QUEUE = "queue", "Queue"
        PROGRAM = "program", "Program"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="picks")
    overall = models.PositiveSmallIntegerField()
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="picks")
    card = models.ForeignKey(PlayerCard, on_delete=models.PROTECT, null=True, blank=True, related_name="picks")
    park = models.ForeignKey(Ballpark, on_delete=models.PROTECT, null=True, blank=True, related_name="picks")
    # T0.02: name and numbers of the first designed ballpark, such as {"name": ..., "singles": 10, "homeruns": 10}
    designed_park = models.JSONField(null=True, blank=True)
    made_by = models.CharField(max_length=10, choices=MadeBy)
    made_at = models.DateTimeField()
    origin = models.CharField(max_length=100, blank=True, db_default="")
    unused = models.CharField(max_length=10, choices=Unused, blank=True, db_default="")
    uncarded_name = models.CharField(max_length=80, blank=True, db_default="")  # the name of a player without a card

    class Meta:
        ordering = ["draft_id", "overall"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "overall"], name="pick_once"),
            models.UniqueConstraint(fields=["draft", "card"], name="card_once_in_a_division"),
            models.UniqueConstraint(fields=["draft", "park"], name="park_once_in_a_division"),
            models.UniqueConstraint(
                fields=["draft"], condition=Q(designed_park__isnull=False), name="one_designed_park_in_a_division"
            ),
        ]
        indexes = [models.Index(fields=["team", "overall"])]

    def __str__(self) -> str:
        return f"{self.overall}. {self.team}"

    @property
    def is_skipped(self) -> bool:
        """Return whether the team selected nothing with this pick."""
        return self.card_id is None and self.park_id is None and self.designed_park is None


class Trade(models.Model):
    """An offer to trade draft picks. A completed pick represents the selected player or ballpark.

    `offered` lists the offering team's picks, and `requested` lists the partner's. Both are snapshots from the time of
    the offer, such as [{"overall": 12, "card": 34, "park": null}].
    """

    class State(models.TextChoices):
        OPEN = "open", "Offered"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"
        UNDONE = "undone", "Undone"

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="trades")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="trades_offered")
    partner = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="trades_received")
    offered = models.JSONField(default=list, db_default=[])
    requested = models.JSONField(default=list, db_default=[])
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    offered_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.team} and {self.partner}: {self.get_state_display().lower()}"
