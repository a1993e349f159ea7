"""Card sets with players and ballparks, and uploaded card files that a worker loads."""

from django.db import models

from seasons.card_facts import has_hitter_card
from seasons.players_and_parks import ALL_LEAGUES
from tournaments.long_work import LongWork


class CardSet(models.Model):
    """A pool of cards based on a real season or on a file of printed cards."""

    class Source(models.TextChoices):
        SEASON = "season", "Real season"
        FILE = "file", "Imported file"

    name = models.CharField(max_length=80, unique=True)
    source = models.CharField(max_length=10, choices=Source)
    system = models.CharField(max_length=20, blank=True)  # the game of these cards, or "" for any game
    season = models.PositiveSmallIntegerField(null=True, blank=True)
    league = models.CharField(max_length=10, blank=True)
    note = models.CharField(max_length=300, blank=True)
    # The uploader's access, or None for sets that any staff member can change. It isn't a foreign key, because a
    # tournament file includes its card sets but not the access records of other tournaments.
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
        """Return the league of a single-league pool, such as AL, or "" for other pools."""
        return "" if self.league == ALL_LEAGUES else self.league

    @property
    def in_words(self) -> str:
        """Return the name, followed by the league for a single-league pool."""
        return f"{self.name}, one league only: {self.only_league}" if self.only_league else self.name


class CardUpload(LongWork):
    """A card file that takes too long to load during a request."""

    name = models.CharField(max_length=80)
    replace = models.BooleanField(default=False)
    system = models.CharField(max_length=20, default="strat_o_matic")
    league = models.CharField(max_length=10, blank=True)  # load only this league's cards, or all cards if ""
    file_name = models.CharField(max_length=200)
    uploaded_by = models.BigIntegerField(null=True, blank=True, editable=False)
    is_private = models.BooleanField(default=False, db_default=False)
    # stored in the database because web server and worker may run on different machines; deleted after loading
    content = models.BinaryField(null=True, blank=True, editable=False)
    rows_done = models.PositiveIntegerField(default=0)
    rows_total = models.PositiveIntegerField(default=0)
    faults = models.JSONField(default=list, blank=True)  # the displayed ones: text, sheet, row, column, heading
    fault_count = models.PositiveIntegerField(default=0)
    card_set = models.ForeignKey(CardSet, null=True, blank=True, on_delete=models.SET_NULL, related_name="uploads")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Cards in the file {self.file_name}"


STAND_IN_CODE = "1wr"
STAND_IN_NAME = "Stand-in pitcher (1WR)"


class DraftableCards(models.Manager["PlayerCard"]):
    """All cards except stand-ins, which can't be drafted."""

    def get_queryset(self) -> models.QuerySet["PlayerCard"]:
        return super().get_queryset().filter(is_stand_in=False)


class PlayerCard(models.Model):
    """A player's card with real statistics. Innings pitched are stored as outs.

    `is_stand_in` marks the 1WR reliever who pitches for a team without other pitchers (T25.3). A set has at most one
    stand-in, created when the stand-in first pitches.
    """

    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="cards")
    code = models.CharField(max_length=20)  # the player ID from the season source or the file
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

    # games by position, such as {"SS": 140, "2B": 12}; OF if the source doesn't split outfield games
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

    # range, error, arm, hold, POW, steal lead; empty unless set by a file or the card generator
    ratings = models.JSONField(default=dict, blank=True)
    # ratings from the season's generated card that a sheet doesn't include
    made_ratings = models.JSONField(default=dict, blank=True, db_default=models.Value({}, models.JSONField()))

    objects = DraftableCards()
    including_hidden = models.Manager["PlayerCard"]()

    class Meta:
        ordering = ["card_set_id", "sort_name", "pk"]
        constraints = [models.UniqueConstraint(fields=["card_set", "code"], name="card_once_in_a_set")]

    def __str__(self) -> str:
        return self.name

    @property
    def has_hitter_card(self) -> bool:
        return has_hitter_card(vars(self))


class Ballpark(models.Model):
    """A ballpark on the chart. The four numbers are chances in 20, or empty if the source doesn't list them."""

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
