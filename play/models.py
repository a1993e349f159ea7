"""Games played in the browser: the game, its two seats, and one row for each action at the table."""

import secrets
from typing import ClassVar, Final

from django.db import models
from django.urls import reverse

from core.code_letters import random_code
from games.models import RulingRequest
from rules_engine.baseball.committed_dice import secret_hash
from rules_engine.baseball.manager_styles import DEFAULT
from tournaments.models import Series, TablePace

AWAY, HOME = 0, 1
TEAMS: Final = (AWAY, HOME)
_PUBLIC_ID_LETTERS: Final = 10
_SECRET_BYTES: Final = 32
# Fields of a game that are only needed to prepare or rebuild it.
LARGE_FIELDS: Final = ("start", "cards", "lineups")


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

    While `question_team` is set, that team waits for the director's answer to `question`, and play stops. The device
    of the `scorekeeper`, the number of a team, acts for both teams.

    `season` is the year of both teams' cards, or None. The sources say where the teams of a friendly come from if they
    aren't two clubs of that season; see `queries/sources.py`. `situation` is that of a game that starts in the middle.

    `secret` decides the committed dice and stays on the server until the game is over. `start` is the saved game
    before its first event, `cards` the cards of both clubs, compressed. `lineups` has the proposed lineup behind each
    available starter, by team.

    `people_number` counts changes that make no answer stale: a seat that is back, a phrase. `away_seating` and
    `home_seating` count changes of devices, which end the event streams of the seat. `clock_question_by` is the team
    that asked the director about the opponent's clock, until the director answers.
    """

    class State(models.TextChoices):
        PREPARING = "preparing", "Making the cards"
        FAILED = "failed", "Not started"
        LOBBY = "lobby", "Waiting for both managers"
        PLAYING = "playing", "In progress"
        SUSPENDED = "suspended", "Suspended"  # T33.0
        OVER = "over", "Final"

    class Dice(models.TextChoices):
        COMMITTED = "committed", "Rolled by the server"
        REAL = "real", "Real dice, typed in"
        SHARED = "shared", "Real dice, on one device"  # T0.03

    FRIENDLY_DICE: ClassVar = (Dice.COMMITTED, Dice.REAL)

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    state = models.CharField(max_length=10, choices=State, default=State.PREPARING)
    failure = models.TextField(blank=True)
    system = models.CharField(max_length=30)
    ruleset = models.CharField(max_length=255)
    season = models.PositiveSmallIntegerField(null=True)
    away_club = models.CharField(max_length=100)
    home_club = models.CharField(max_length=100)
    away_name = models.CharField(max_length=100)
    home_name = models.CharField(max_length=100)
    series = models.ForeignKey(Series, models.CASCADE, null=True, related_name="table_games")
    entered_as = models.PositiveSmallIntegerField(null=True)
    entry_failure = models.TextField(blank=True)
    away_source = models.CharField(max_length=160, blank=True, db_default="")
    home_source = models.CharField(max_length=160, blank=True, db_default="")
    question = models.ForeignKey(RulingRequest, models.SET_NULL, null=True, related_name="+")
    question_team = models.PositiveSmallIntegerField(null=True)
    scorekeeper = models.PositiveSmallIntegerField(null=True)
    has_designated_hitter = models.BooleanField(default=False)
    situation = models.JSONField(default=dict, blank=True, db_default={})
    dice = models.CharField(max_length=10, choices=Dice, default=Dice.COMMITTED)
    pace = models.CharField(max_length=10, choices=TablePace, blank=True, default="", db_default="")
    people_number = models.PositiveIntegerField(default=0, db_default=0)
    away_seating = models.PositiveIntegerField(default=0, db_default=0)
    home_seating = models.PositiveIntegerField(default=0, db_default=0)
    clock_question_by = models.PositiveSmallIntegerField(null=True)
    clock_question_at = models.DateTimeField(null=True)
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
        teams = f"{self.away_name} at {self.home_name}"
        return f"{teams}, {self.season}" if self.season else teams

    def get_absolute_url(self) -> str:
        return reverse("play_table", args=[self.public_id])

    @property
    def sources(self) -> tuple[str, str]:
        return self.away_source, self.home_source

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

    @property
    def slow_team_name(self) -> str:
        """The team whose clock the director is asked about, or ""."""
        return "" if self.clock_question_by is None else self.names[1 - self.clock_question_by]

    @property
    def bank_minutes(self) -> int:
        """The time bank of each seat; 0 without a clock."""
        return int(self.pace) if self.pace.isdigit() else 0


class VisitorCardSet(models.Model):
    """A visitor's own cards of one game system. Games keep the cards that they use, so old files are deleted."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=100)
    system = models.CharField(max_length=30)
    teams = models.JSONField(default=list)
    cards = models.BinaryField()  # compressed, as `SeasonPlay.club_cards` writes them
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=64, db_index=True)  # a keyed hash of the visitor's network

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """One side of a game.

    Anyone with the seat's link can sit down with a device and then acts as this side; the previous device loses the
    seat. `part` is the manager's own random value for the committed dice. `lineup` has nine pairs of player and
    position in batting order, with "" for the pitcher, or nothing for the proposed lineup. All three are hidden from
    the opponent: starter and lineup until the first pitch, the value until the last out.

    `seen_at` is the last sign of a device with the seat, at most a few seconds late. A volunteer has a name and plays
    on a device of their own; `manager_key` is then the key of the manager's device, which gets the seat back.
    `volunteer_nonce` is the secret of the volunteer's link. `phrase` is the manager's last stock phrase. `style` is how
    a computer manages, a key of `manager_styles`.
    """

    class Manager(models.TextChoices):
        PERSON = "person", "A person"
        COMPUTER = "computer", "The computer"

    game = models.ForeignKey(TableGame, models.CASCADE, related_name="seats")
    team = models.PositiveSmallIntegerField(choices=((AWAY, "Visitors"), (HOME, "Home team")))
    manager = models.CharField(max_length=10, choices=Manager, default=Manager.PERSON)
    style = models.CharField(max_length=30, default=DEFAULT, db_default=DEFAULT)
    nonce = models.CharField(max_length=32, default=new_nonce)
    device_key = models.CharField(max_length=32, blank=True)
    part = models.CharField(max_length=64, blank=True)
    starter = models.CharField(max_length=40, blank=True)
    lineup = models.JSONField(default=list, blank=True, db_default=[])
    is_ready = models.BooleanField(default=False)
    seen_at = models.DateTimeField(null=True)
    extra_minutes = models.PositiveSmallIntegerField(default=0, db_default=0)
    volunteer = models.CharField(max_length=60, blank=True, default="", db_default="")
    volunteer_nonce = models.CharField(max_length=32, blank=True, default="", db_default="")
    manager_key = models.CharField(max_length=32, blank=True, default="", db_default="")
    phrase = models.CharField(max_length=20, blank=True, default="", db_default="")
    phrase_at = models.DateTimeField(null=True)

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


class SeatAbsence(models.Model):
    """A time in which a seat of a game with a clock was not connected. It is stored when the seat is back."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="absences")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering = ("seat", "since")

    def __str__(self) -> str:
        return f"{self.seat}, absent since {self.since}"


class TableEvent(models.Model):
    """One action at the table, with everything that followed from it.

    `number` counts from 1 in each game; an action names the number that its page showed. `log` has the events that
    were appended to the game's log, `rolls` the committed rolls, `readings` how each new play was read, by its number
    in the log, and `position` the table after the action: the play in progress, a pending undo request, dice that wait
    for the opponent's confirmation, whose turn it is since which action, and the seconds that each seat has used.
    """

    class Kind(models.TextChoices):
        PREPARE = "prepare"
        SIT_DOWN = "sit_down"
        SET_LINEUP = "set_lineup"
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
        SET_ORDERS = "set_orders"
        SIGN = "sign"
        ENTER = "enter"
        INVITE_VOLUNTEER = "invite_volunteer"
        SEAT_VOLUNTEER = "seat_volunteer"
        GET_UP = "get_up"
        ASK_ABOUT_CLOCK = "ask_about_clock"
        ANSWER_CLOCK = "answer_clock"
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


class TableReport(models.Model):
    """What a worker computes about a game: chances to win from its first pitch on, luck and dice after its end.

    `win_table` is compressed (rules_engine/odds/win_table.py), `run_values` has the expected runs of the 24 base-out
    states. `luck` has the counts of both teams, `dice` the committed rolls by kind of die: sides, lowest face and the
    count of each face. Recorded dice that were used again after an undo count once.
    """

    game = models.OneToOneField(TableGame, models.CASCADE, related_name="report")
    win_table = models.BinaryField(default=bytes)
    run_values = models.JSONField(default=list)
    luck = models.JSONField(default=list)
    dice = models.JSONField(default=list)
    is_final = models.BooleanField(default=False)
    failure = models.TextField(blank=True)
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Report of {self.game_id}"
