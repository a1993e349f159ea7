"""Card sets with players and parks, and drafts with picks and queues."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import models
from django.db.models import Q

from seasons.card_facts import has_hitter_card
from seasons.players_and_parks import ALL_LEAGUES
from tournaments.long_work import LongWork
from tournaments.models import Division, Team


class CardSet(models.Model):
    """A pool of cards from a real season, or from a file with printed cards."""

    class Source(models.TextChoices):
        SEASON = "season", "Real season"
        FILE = "file", "Imported file"

    name = models.CharField(max_length=80, unique=True)
    source = models.CharField(max_length=10, choices=Source)
    system = models.CharField(max_length=20, blank=True)  # the game of these cards, or "" for any game
    season = models.PositiveSmallIntegerField(null=True, blank=True)
    league = models.CharField(max_length=10, blank=True)
    note = models.CharField(max_length=300, blank=True)
    # The uploader's access, or None for sets that any staff may change. It's no foreign key, because a tournament's
    # file carries its card sets without the access of another tournament.
    uploaded_by = models.BigIntegerField(null=True, blank=True, editable=False)
    is_private = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-season", "name"]

    def __str__(self) -> str:
        return self.name

    @property
    def only_league(self) -> str:
        """Return the league of a pool of one league, such as AL, or "" for other pools."""
        return "" if self.league == ALL_LEAGUES else self.league

    @property
    def in_words(self) -> str:
        """Return the name, with the league if it is a pool of one league."""
        return f"{self.name}, one league only: {self.only_league}" if self.only_league else self.name


class CardUpload(LongWork):
    """A card file that is too long to be read during the request."""

    name = models.CharField(max_length=80)
    replace = models.BooleanField(default=False)
    system = models.CharField(max_length=20, default="strat_o_matic")
    league = models.CharField(max_length=10, blank=True)  # read only cards of this league, or all cards if ""
    file_name = models.CharField(max_length=200)
    uploaded_by = models.BigIntegerField(null=True, blank=True, editable=False)
    is_private = models.BooleanField(default=False, db_default=False)
    # in the database, because web server and worker may be on different machines; deleted after reading
    content = models.BinaryField(null=True, blank=True, editable=False)
    rows_done = models.PositiveIntegerField(default=0)
    rows_total = models.PositiveIntegerField(default=0)
    faults = models.JSONField(default=list, blank=True)  # the shown faults: text, sheet, row, column, heading
    fault_count = models.PositiveIntegerField(default=0)
    card_set = models.ForeignKey(CardSet, null=True, blank=True, on_delete=models.SET_NULL, related_name="uploads")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Cards of the file {self.file_name}"


STAND_IN_CODE = "1wr"
STAND_IN_NAME = "Stand-in pitcher (1WR)"


class DraftableCards(models.Manager["PlayerCard"]):
    """All cards except stand-ins, which aren't drafted."""

    def get_queryset(self) -> models.QuerySet["PlayerCard"]:
        return super().get_queryset().filter(is_stand_in=False)


class PlayerCard(models.Model):
    """A player's card with real statistics. Innings pitched are in outs.

    `is_stand_in` marks the 1WR reliever who pitches for a team without other pitchers (T25.3). A set has at most one,
    created when he first pitches.
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="cards")
    code = models.CharField(max_length=20)  # the player id of the season source or the file
    name = models.CharField(max_length=80)
    sort_name = models.CharField(max_length=80)
    clubs = models.CharField(max_length=60, blank=True)  # such as CHW or SEA-HOU
    bats = models.CharField(max_length=1, blank=True)  # L, R, S or unknown
    throws = models.CharField(max_length=1, blank=True)  # L, R, S
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)

    games = models.PositiveSmallIntegerField(default=0)
    at_bats = models.PositiveSmallIntegerField(default=0)
    runs = models.PositiveSmallIntegerField(default=0)
    hits = models.PositiveSmallIntegerField(default=0)
    doubles = models.PositiveSmallIntegerField(default=0)
    triples = models.PositiveSmallIntegerField(default=0)
    homeruns = models.PositiveSmallIntegerField(default=0)
    runs_batted_in = models.PositiveSmallIntegerField(default=0)
    walks = models.PositiveSmallIntegerField(default=0)
    strikeouts = models.PositiveSmallIntegerField(default=0)
    hit_by_pitch = models.PositiveSmallIntegerField(default=0)
    sacrifice_hits = models.PositiveSmallIntegerField(default=0)
    sacrifice_flies = models.PositiveSmallIntegerField(default=0)
    double_plays = models.PositiveSmallIntegerField(default=0)
    stolen_bases = models.PositiveSmallIntegerField(default=0)
    caught_stealing = models.PositiveSmallIntegerField(default=0)

    # games by position, such as {"SS": 140, "2B": 12}; OF if the source has no details
    positions = models.JSONField(default=dict, blank=True)
    has_catcher_rating = models.BooleanField(default=False)
    can_be_injured = models.BooleanField(default=True)

    is_pitcher = models.BooleanField("has a pitcher's card", default=False)
    also_hits = models.BooleanField("the file gives a hitter's card too", default=False, db_default=False)
    is_starter = models.BooleanField("starter on the card", default=False)
    is_reliever = models.BooleanField("relief on the card", default=False)
    pitching_games = models.PositiveSmallIntegerField(default=0)
    games_started = models.PositiveSmallIntegerField(default=0)
    outs_pitched = models.PositiveIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    saves = models.PositiveSmallIntegerField(default=0)
    batters_faced = models.PositiveSmallIntegerField(default=0)
    hits_allowed = models.PositiveSmallIntegerField(default=0)
    homeruns_allowed = models.PositiveSmallIntegerField(default=0)
    walks_allowed = models.PositiveSmallIntegerField(default=0)
    strikeouts_made = models.PositiveSmallIntegerField(default=0)
    hit_batters = models.PositiveSmallIntegerField(default=0)
    runs_allowed = models.PositiveSmallIntegerField(default=0)
    earned_runs = models.PositiveSmallIntegerField(default=0)

    is_stand_in = models.BooleanField(default=False, db_default=False)

    # range, error, arm, hold, POW, steal lead; empty unless a file or the card maker sets them
    ratings = models.JSONField(default=dict, blank=True)
    # ratings of the season's made card that a sheet doesn't give
    made_ratings = models.JSONField(default=dict, blank=True, db_default=models.Value({}, models.JSONField()))

    objects = DraftableCards()
    every = models.Manager["PlayerCard"]()

    class Meta:
        ordering = ["card_set_id", "sort_name", "pk"]
        constraints = [models.UniqueConstraint(fields=["card_set", "code"], name="card_once_in_a_set")]

    def __str__(self) -> str:
        return self.name

    @property
    def has_hitter_card(self) -> bool:
        return has_hitter_card(vars(self))


class Ballpark(models.Model):
    """A park of the chart. The four numbers are chances in 20, or empty if the source doesn't give them."""

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="ballparks")
    code = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    club = models.CharField(max_length=60, blank=True)
    singles_left = models.PositiveSmallIntegerField(null=True, blank=True)
    singles_right = models.PositiveSmallIntegerField(null=True, blank=True)
    homeruns_left = models.PositiveSmallIntegerField(null=True, blank=True)
    homeruns_right = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["card_set_id", "name"]
        constraints = [models.UniqueConstraint(fields=["card_set", "code"], name="park_once_in_a_set")]

    def __str__(self) -> str:
        return self.name


SLOW_TURN_SECONDS = 1800  # turns of drafts that take days are this long or longer


TIME_UNITS = ((3600, "hour"), (60, "minute"), (1, "second"))  # for entering and showing the length of a turn


def largest_unit(seconds: int) -> tuple[int, str]:
    """Return length and name of the largest unit that divides the time. Up to a minute stays in seconds."""
    return next(
        ((length, name) for length, name in TIME_UNITS if seconds > 60 and seconds % length == 0), TIME_UNITS[-1]
    )


def format_duration(seconds: int) -> str:
    """Format a duration in its largest unit, such as "8 hours"."""
    length, name = largest_unit(seconds)
    plural = "" if seconds == length else "s"
    return f"{seconds // length} {name}{plural}"


class ReopenedTurn(NamedTuple):
    """A turn that is made again after a pick was rescinded (T0.18).

    `may_keep` if the team may keep its selection. `not_card` is the card the rescinding team may not select again.
    """

    overall: int
    may_keep: bool = False
    not_card: int | None = None


class Draft(models.Model):
    """The draft of one division. The clock is a stored deadline, so it survives restarts."""

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
    seconds_per_pick = models.PositiveIntegerField(default=60)  # 0: no clock
    on_expiry = models.CharField(max_length=10, choices=OnExpiry, default=OnExpiry.NOTHING)
    # each team's own time for all its turns, used when a turn's time is over; 0: none
    time_bank_seconds = models.PositiveIntegerField(default=0, db_default=0)
    time_bank_used = models.JSONField(default=list, db_default=[], blank=True)  # such as [{"team": 5, "seconds": 40}]
    turn_bank = models.PositiveIntegerField(default=0, db_default=0)  # the seconds of the bank within the deadline
    trades_allowed = models.BooleanField("managers may trade", default=False, db_default=False)
    # turns that belong to another team than their draft position says, such as [{"overall": 12, "team": 5}]
    traded_turns = models.JSONField(default=list, db_default=[], blank=True)
    clock_from = models.TimeField("clock runs from", null=True, blank=True)
    clock_until = models.TimeField("clock runs until", null=True, blank=True)
    next_overall = models.PositiveSmallIntegerField(default=1)  # the pick on the clock
    # teams that joined after the first pick, at the last draft positions; they pick at the end of every round
    late_teams = models.PositiveSmallIntegerField(default=0, db_default=0)
    reopened = models.JSONField(default=list, blank=True)  # as ReopenedTurn; read with `reopened_turns`
    deadline = models.DateTimeField(null=True, blank=True)
    seconds_left_when_paused = models.PositiveIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"Draft of {self.division}"

    @property
    def is_on(self) -> bool:
        """Return whether picks can be made. While the draft is paused, only the director can make them."""
        return self.state in (self.State.RUNNING, self.State.PAUSED)

    @property
    def turn_duration(self) -> str:
        """Return the length of a turn, such as "60 seconds", "20 minutes" or "8 hours"."""
        return format_duration(self.seconds_per_pick)

    @property
    def time_bank(self) -> str:
        """Return the length of each team's time bank, such as "5 minutes"."""
        return format_duration(self.time_bank_seconds)

    @property
    def is_slow(self) -> bool:
        """Return whether a turn may last overnight, so that deadlines need a day."""
        return self.seconds_per_pick >= SLOW_TURN_SECONDS or self.clock_from is not None

    @property
    def reopened_turns(self) -> list[ReopenedTurn]:
        """Return the reopened turns in order."""
        return [ReopenedTurn(**turn) for turn in self.reopened]

    def reopen_turns(self, turns: Iterable[ReopenedTurn]) -> None:
        self.reopened = [turn._asdict() for turn in turns]


class ProgramRun(LongWork):
    """A run in which the program makes every turn that is left, at the director's request.

    With `own_teams_only` it makes only the next turns of teams without a manager, without a request.
    """

    draft = models.OneToOneField(Draft, on_delete=models.CASCADE, related_name="program_run")
    asked_by = models.CharField(max_length=120)
    access_id = models.PositiveBigIntegerField(null=True, blank=True)  # of the person who asked, as in the log
    own_teams_only = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"Autopick for {self.draft}"


class Pick(models.Model):
    """A pick: a card, a park of the chart, a designed park, or nothing if the turn was skipped.

    In a draft held elsewhere, `team` may have got the turn in a trade. `origin` then names the team whose turn it was,
    or says "compensation".
    """

    class Unused(models.TextChoices):
        """Why a turn of a draft held elsewhere has no card and isn't open."""

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
    # T0.02: name and numbers of the first designed park, such as {"name": ..., "singles": 10, "homeruns": 10}
    designed_park = models.JSONField(null=True, blank=True)
    made_by = models.CharField(max_length=10, choices=MadeBy)
    made_at = models.DateTimeField()
    origin = models.CharField(max_length=100, blank=True, db_default="")
    unused = models.CharField(max_length=10, choices=Unused, blank=True, db_default="")
    uncarded_name = models.CharField(max_length=80, blank=True, db_default="")  # of a player without a card

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
        """Return whether the team has nobody from this turn."""
        return self.card_id is None and self.park_id is None and self.designed_park is None


class Trade(models.Model):
    """An offer to exchange turns of a draft. A turn that was made means its player or park.

    `offered` are turns of the team that offers, `requested` those of the other, each as it was when the trade was
    offered, such as [{"overall": 12, "card": 34, "park": null}].
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


class QueuedPlayer(models.Model):
    """An entry of a team's private pick queue."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="queue")
    card = models.ForeignKey(PlayerCard, on_delete=models.CASCADE, null=True, blank=True)
    park = models.ForeignKey(Ballpark, on_delete=models.CASCADE, null=True, blank=True)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["team_id", "position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["team", "card"], name="card_once_in_a_queue"),
            models.UniqueConstraint(fields=["team", "park"], name="park_once_in_a_queue"),
            models.CheckConstraint(
                condition=Q(card__isnull=False, park__isnull=True) | Q(card__isnull=True, park__isnull=False),
                name="queue_holds_a_card_or_a_park",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.position}"


class Ranking(models.Model):
    """A manager's private ranking of the card set. Its players are the team's scouted players with a rank.

    `previous` holds the ranking before the last import, such as [{"card": 12, "tier": 1}], best first.
    """

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="ranking")
    is_followed = models.BooleanField("the program follows it after the queue", default=True, db_default=True)
    previous = models.JSONField(default=list, db_default=[], blank=True)

    def __str__(self) -> str:
        return f"Ranking of {self.team}"


class ScoutedPlayer(models.Model):
    """What a manager privately thinks of a player: rank and tier in the ranking, favorite or not, and a note."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="scouted_players")
    card = models.ForeignKey(PlayerCard, on_delete=models.CASCADE, related_name="scouted_by")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # 1 is the best
    tier = models.PositiveSmallIntegerField(null=True, blank=True)
    is_favorite = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        ordering = ["team_id", "rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["team", "card"], name="player_scouted_once")]

    def __str__(self) -> str:
        return f"{self.team}: {self.card}"


class MockDraft(models.Model):
    """A manager's private practice against the program, with the cards of the real draft.

    `selections` has one entry for each turn made, such as {"card": 12, "park": null}. Both are null if a team had
    nothing left to select.
    """

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="mock_draft")
    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="mock_drafts")
    team_count = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    selections = models.JSONField(default=list, db_default=[], blank=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"Mock draft of {self.team}"


class LineUp(models.Model):
    """A starting lineup saved by a team's manager, against left-handed, right-handed or all starters."""

    class Against(models.TextChoices):
        ANY = "any", "Against anyone"
        LEFT = "L", "Against left-handed starters"
        RIGHT = "R", "Against right-handed starters"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    against = models.CharField(max_length=3, choices=Against, default=Against.ANY)
    # in batting order: [code of the card, position]; the code at "p" is "", for the day's starter
    spots = models.JSONField(default=list)

    class Meta:
        ordering = ["team_id", "against"]
        constraints = [models.UniqueConstraint(fields=["team", "against"], name="line_up_once_for_a_hand")]

    def __str__(self) -> str:
        return f"{self.team}, {self.get_against_display().lower()}"
