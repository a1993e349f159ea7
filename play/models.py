"""Games played in the browser: the game, its two seats, and one row for each action at the table."""

import secrets
from typing import ClassVar, Final

from django.db import models
from django.urls import reverse

from core.code_letters import random_code
from games.models import RulingRequest
from rules_engine.baseball.committed_dice import secret_hash
from tournaments.models import Series

AWAY, HOME = 0, 1
TEAMS: Final = (AWAY, HOME)
_PUBLIC_ID_LETTERS: Final = 10
_SECRET_BYTES: Final = 32


def new_public_id() -> str:
    return random_code(_PUBLIC_ID_LETTERS)


def new_secret() -> str:
    return secrets.token_hex(_SECRET_BYTES)


def new_nonce() -> str:
    return secrets.token_hex(8)


class TableGame(models.Model):
    """A game at the play table: a friendly, or a game of a tournament's series.

    The clubs of a tournament game are the names of its teams. `entered_as` is its number in the series after its result
    was entered there, also as suspended. `entry_failure` says why that was not possible.

    While `question_team` is set, that team waits for the director's answer to `question`, and nobody moves. The device
    of the `scorekeeper`, the number of a team, acts for both teams.

    `secret` decides the committed dice and stays on the server until the game is over. `start` is the saved game
    before its first event, `cards` the cards of both clubs, compressed. `lineups` has the proposed lineup behind each
    available starter, by team.
    """

    class State(models.TextChoices):
        PREPARING = "preparing", "Making the cards"
        FAILED = "failed", "Not started"
        LOBBY = "lobby", "Waiting for both managers"
        PLAYING = "playing", "In progress"
        SUSPENDED = "suspended", "Suspended"  # T33.0
        OVER = "over", "Final"

    class Dice(models.TextChoices):
        COMMITTED = "committed", "The server rolls, and anyone can check it afterwards"
        REAL = "real", "Real dice, typed in and confirmed by the opponent"
        SHARED = "shared", "Real dice, scored on one device at the table"  # T0.03

    FRIENDLY_DICE: ClassVar = (Dice.COMMITTED, Dice.REAL)

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    failure = models.TextField(blank=True)
    system = models.CharField(max_length=30)
    ruleset = models.CharField(max_length=60)
    season = models.PositiveSmallIntegerField()
    away_club = models.CharField(max_length=100)
    home_club = models.CharField(max_length=100)
    away_name = models.CharField(max_length=100)
    home_name = models.CharField(max_length=100)
    series = models.ForeignKey(Series, models.CASCADE, null=True, related_name="table_games")
    entered_as = models.PositiveSmallIntegerField(null=True)
    entry_failure = models.TextField(blank=True)
    question = models.ForeignKey(RulingRequest, models.SET_NULL, null=True, related_name="+")
    question_team = models.PositiveSmallIntegerField(null=True)
    scorekeeper = models.PositiveSmallIntegerField(null=True)
    has_designated_hitter = models.BooleanField(default=False)
    dice = models.CharField(max_length=10, choices=Dice, default=Dice.COMMITTED)
    secret = models.CharField(max_length=64, default=new_secret)
    start = models.TextField(blank=True)
    cards = models.BinaryField(default=bytes)
    lineups = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=64, db_index=True)  # a keyed hash of the visitor's network
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.away_name} at {self.home_name}, {self.season}"

    def get_absolute_url(self) -> str:
        return reverse("play_table", args=[self.public_id])

    @property
    def clubs(self) -> tuple[str, str]:
        return self.away_club, self.home_club

    @property
    def names(self) -> tuple[str, str]:
        return self.away_name, self.home_name

    @property
    def secret_hash(self) -> str:
        """The SHA-256 of the secret, published before the first pitch."""
        return secret_hash(self.secret)

    @property
    def is_over(self) -> bool:
        return self.state == self.State.OVER

    @property
    def has_started(self) -> bool:
        return self.state in (self.State.PLAYING, self.State.SUSPENDED, self.State.OVER)

    @property
    def waits_for_director(self) -> bool:
        return self.question_team is not None

    @property
    def has_scorekeeper(self) -> bool:
        return self.dice == self.Dice.SHARED

    @property
    def is_tournament_game(self) -> bool:
        return self.series_id is not None


class Seat(models.Model):
    """One side of a game.

    Anyone with the seat's link can sit down with a device and then acts as this side; the previous device loses the
    seat. `part` is the manager's own random value for the committed dice. Both `part` and `starter` are hidden from
    the opponent: the starter until the first pitch, the value until the last out.
    """

    class Manager(models.TextChoices):
        PERSON = "person", "A person"
        COMPUTER = "computer", "The computer"

    game = models.ForeignKey(TableGame, models.CASCADE, related_name="seats")
    team = models.PositiveSmallIntegerField(choices=((AWAY, "Visitors"), (HOME, "Home team")))
    manager = models.CharField(max_length=10, choices=Manager, default=Manager.PERSON)
    nonce = models.CharField(max_length=32, default=new_nonce)
    device_key = models.CharField(max_length=32, blank=True)
    part = models.CharField(max_length=64, blank=True)
    starter = models.CharField(max_length=40, blank=True)
    is_ready = models.BooleanField(default=False)

    class Meta:
        ordering = ("game", "team")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "team"], name="one_seat_per_team")]

    def __str__(self) -> str:
        return f"{self.game}, {self.get_team_display()}"

    @property
    def is_person(self) -> bool:
        return self.manager == self.Manager.PERSON

    @property
    def is_taken(self) -> bool:
        """Whether someone sits here, or the computer manages the team."""
        return bool(self.device_key) or not self.is_person


class TableEvent(models.Model):
    """One action at the table, with everything that followed from it.

    `number` counts from 1 in each game; an action names the number that its page showed. `log` has the events that
    were appended to the game's log, `rolls` the committed rolls, `readings` how each new play was read, by its number
    in the log, and `position` the table after the action: the play in progress, a pending undo request and dice that
    wait for the opponent's confirmation.
    """

    class Kind(models.TextChoices):
        PREPARE = "prepare"
        SIT_DOWN = "sit_down"
        READY = "ready"
        ANSWER = "answer"
        ROLL = "roll"
        ANNOUNCE = "announce"
        SETTLE = "settle"
        CHANGE = "change"
        MOVE_FIELDERS = "move_fielders"
        DOUBLE_SWITCH = "double_switch"
        RETRACT = "retract"
        ENTER_DICE = "enter_dice"
        CONFIRM_DICE = "confirm_dice"
        CHALLENGE_DICE = "challenge_dice"
        REQUEST_UNDO = "request_undo"
        AGREE = "agree"
        DECLINE = "decline"
        CALL_TIME = "call_time"
        RESUME = "resume"
        SIGN = "sign"
        ENTER = "enter"
        REPORT_MISREAD = "report_misread"
        CONFIRM_SCORE = "confirm_score"
        CONCEDE = "concede"
        SUSPEND = "suspend"
        RESUME_GAME = "resume_game"
        ASK_DIRECTOR = "ask_director"
        GIVE_RULING = "give_ruling"

    game = models.ForeignKey(TableGame, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    team = models.PositiveSmallIntegerField(null=True)  # None: the program
    kind = models.CharField(max_length=20, choices=Kind)
    content = models.JSONField(default=dict)
    log = models.JSONField(default=list)
    rolls = models.JSONField(default=list)
    readings = models.JSONField(default=dict)
    position = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("game", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_event_per_number")]

    def __str__(self) -> str:
        return f"{self.game}, {self.number}: {self.kind}"
