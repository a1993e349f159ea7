"""Models for games played in the browser: the game, its two seats, and a row for each action at the table."""

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
# Large game fields that are needed only to prepare or rebuild the game.
LARGE_FIELDS: Final = ("start", "cards", "lineups")


def new_public_id() -> str:
    return random_code(_PUBLIC_ID_LETTERS)


def new_secret() -> str:
    return secrets.token_hex(_SECRET_BYTES)


def new_nonce() -> str:
    return secrets.token_hex(8)


class TableGame(models.Model):
    """A game at the play table, either a friendly or part of a tournament series.

    A tournament game's clubs are its team names. `entered_as` is the game's number in the series once its result is
    entered there, even as a suspended game. `entry_failure` is the reason why the result couldn't be entered.

    While `question_team` is set, play stops and that team waits for the director's answer to `question`. `scorekeeper`
    is the number of the team whose device acts for both teams.

    `season` is the year of both teams' cards, or None. The sources are set if a friendly's teams aren't two clubs of
    that season. See `queries/sources.py`. `situation` is set for a game that starts in progress.

    `secret` determines the committed dice and stays on the server until the game is over. `start` is the saved game
    before its first event. `cards` has both clubs' cards, compressed. `lineups` has each team's proposed lineup for
    each available starter.

    `people_number` counts changes that don't make answers stale, such as a reconnected seat or a phrase. `away_seating`
    and `home_seating` count device changes. Each change closes the seat's event streams. `clock_question_by` is the
    team that asked the director about the opponent's clock. It is cleared when the director answers.
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
    created_by = models.CharField(max_length=64, db_index=True)  # keyed hash of the visitor's network
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
        """The SHA-256 hash of the secret, published before the first pitch."""
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
        """The name of the team in a pending clock question, or ""."""
        return "" if self.clock_question_by is None else self.names[1 - self.clock_question_by]

    @property
    def bank_minutes(self) -> int:
        """Each seat's time bank in minutes, or 0 without a clock."""
        return int(self.pace) if self.pace.isdigit() else 0


class VisitorCardSet(models.Model):
    """A visitor's own cards for a single game system. Games keep a copy of their cards, so old files are deleted."""

    public_id = models.CharField(max_length=16, unique=True, default=new_public_id)
    name = models.CharField(max_length=100)
    system = models.CharField(max_length=30)
    teams = models.JSONField(default=list)
    cards = models.BinaryField()  # compressed, in the format of `SeasonPlay.club_cards`
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=64, db_index=True)  # keyed hash of the visitor's network

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name


class Seat(models.Model):
    """A team's seat in a game.

    Anyone with the seat's link can sit down on a device and act for this team. The previous device loses the seat.
    `part` is the manager's own random value for the committed dice. `lineup` has nine (player, position) pairs in
    batting order, with "" for the pitcher. It is empty if the manager uses the proposed lineup. All three are hidden
    from the opponent: the starter and lineup until the first pitch, the random value until the last out.

    `seen_at` is the time of the seat's last request, accurate to a few seconds. A volunteer has a name and plays on a
    separate device. `manager_key` is then the key of the manager's device, which gets the seat back later.
    `volunteer_nonce` is the secret in the volunteer's link. `phrase` is the manager's last stock phrase. `style` is the
    computer's managing style, a key of `manager_styles`.
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
        """Return whether a person has this seat or the computer manages the team."""
        return bool(self.device_key) or not self.is_person


class SeatAbsence(models.Model):
    """A period when a seat was disconnected in a game with a clock. It is stored when the seat reconnects."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="absences")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering = ("seat", "since")

    def __str__(self) -> str:
        return f"{self.seat}, absent since {self.since}"


class TableEvent(models.Model):
    """An action at the table, with all its effects.

    `number` counts from 1 in each game. Each action includes the number that its page showed. `log` has the events
    appended to the game's log. `rolls` has the committed rolls. `readings` describes how the program read each new
    play, keyed by the play's number in the log. `position` is the table's state after the action: the play in progress,
    a pending undo request, unconfirmed dice, whose turn it is and since which action, and the seconds that each seat
    has used.
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
    team = models.PositiveSmallIntegerField(null=True)  # None for the program
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
    """Data that a worker computes about a game: win probabilities during play, luck and dice after the last out.

    `win_table` is compressed (rules_engine/odds/win_table.py). `run_values` has the expected runs for the 24 base-out
    states. `luck` has both teams' counts. `dice` has the committed rolls for each kind of die: sides, lowest face and
    the count for each face. Recorded dice that were used again after an undo count only once.
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
