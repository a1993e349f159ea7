"""People who exist beyond a tournament, and what a club keeps about them and its seasons."""

import secrets
from fractions import Fraction

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse

from rules_engine.competition.points import Finish
from rules_engine.competition.standings import record_text
from tournaments.models import Team, Tournament
from tournaments.models.tournament import check_timezone

FORMER_MEMBER = "Former member"
FIRST_YEAR, LAST_YEAR = 1950, 2200
PROVISIONAL_DEVIATION = 110


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
        return self.current().filter(is_listed=True)


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
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = People.as_manager()

    class Meta:
        verbose_name_plural = "people"
        ordering = ["name", "pk"]
        indexes = [
            models.Index(fields=["name"], condition=Q(is_listed=True), name="listed_people_by_name"),
        ]

    def __str__(self) -> str:
        return self.name or FORMER_MEMBER

    def get_absolute_url(self) -> str:
        return reverse("club_person", args=[self.pk])

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


class ClubTournament(models.Model):
    """What the club decides about a tournament, and how far its log has been read."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="club_facts")
    is_counted = models.BooleanField("counts for season points", default=True)
    is_regional = models.BooleanField("Regional", default=False)
    is_face_to_face = models.BooleanField("played face to face", default=True)
    # saved by the organizer; until then, the series tell whether they are played over the internet
    is_chosen = models.BooleanField(default=False, db_default=False)
    read_through = models.PositiveBigIntegerField(default=0)  # number of the newest action that was read

    class Meta:
        ordering = ["tournament_id"]

    def __str__(self) -> str:
        return f"Club facts of {self.tournament}"


class TeamFinish(models.Model):
    """A team's results in a finished tournament, computed from its series. The worker renews it."""

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="finish")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="finishes")
    wins = models.PositiveSmallIntegerField()
    losses = models.PositiveSmallIntegerField()
    ties = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    playoff_wins = models.PositiveSmallIntegerField()
    champions_wins = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    entrants = models.PositiveSmallIntegerField()
    longest_streak = models.PositiveSmallIntegerField(default=0)  # games won in a row, playoffs included
    shutouts = models.PositiveSmallIntegerField(default=0)
    runs_allowed = models.PositiveIntegerField(default=0, db_default=0)
    games_with_runs = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # final games with a score, forfeits excluded
    points_key = models.CharField(max_length=120, blank=True)  # name key of the manager who gets the points

    class Meta:
        ordering = ["tournament_id", "pk"]

    def __str__(self) -> str:
        return f"{self.team}: {self.wins}-{self.losses}"

    @property
    def runs_a_game(self) -> float:
        """Runs allowed in each game with a score; 0 if there is none."""
        return self.runs_allowed / max(1, self.games_with_runs)

    @property
    def finish(self) -> Finish:
        return Finish(
            wins=self.wins,
            losses=self.losses,
            games=self.games,
            playoff_wins=self.playoff_wins,
            champions_wins=self.champions_wins,
            place=self.place,
            entrants=self.entrants,
        )


class Ballplayer(models.Model):
    """A baseball player of one season's cards, whatever card sets they are in.

    Namesakes differ by the code of their cards. It is empty if only the name is known.
    """

    name = models.CharField(max_length=80)
    code = models.CharField(max_length=20, blank=True)
    season = models.PositiveSmallIntegerField(default=0)  # of the cards; 0 if the card set has none

    class Meta:
        ordering = ["name", "season", "pk"]
        constraints = [models.UniqueConstraint(fields=["name", "code", "season"], name="ballplayer_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.season})" if self.season else self.name

    def get_absolute_url(self) -> str:
        return reverse("ballplayer", args=[self.pk])


class PlayerCounts(models.Model):
    """What a player did at bat and as a pitcher.

    Typed pitching lines have outs, and often runs. All other counts come from games with a box score, so
    `box_outs` are the outs to which earned runs belong.
    """

    games = models.PositiveIntegerField(default=0)
    plate_appearances = models.PositiveIntegerField(default=0)
    at_bats = models.PositiveIntegerField(default=0)
    runs = models.PositiveIntegerField(default=0)
    hits = models.PositiveIntegerField(default=0)
    doubles = models.PositiveIntegerField(default=0)
    triples = models.PositiveIntegerField(default=0)
    homeruns = models.PositiveIntegerField(default=0)
    runs_batted_in = models.PositiveIntegerField(default=0)
    walks = models.PositiveIntegerField(default=0)
    hit_by_pitch = models.PositiveIntegerField(default=0)
    sacrifice_flies = models.PositiveIntegerField(default=0)
    strikeouts = models.PositiveIntegerField(default=0)
    stolen_bases = models.PositiveIntegerField(default=0)
    pitching_games = models.PositiveIntegerField(default=0)
    games_started = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    saves = models.PositiveIntegerField(default=0)
    outs = models.PositiveIntegerField(default=0)
    box_outs = models.PositiveIntegerField(default=0)
    hits_allowed = models.PositiveIntegerField(default=0)
    runs_allowed = models.PositiveIntegerField(default=0)
    earned_runs = models.PositiveIntegerField(default=0)
    walks_allowed = models.PositiveIntegerField(default=0)
    strikeouts_made = models.PositiveIntegerField(default=0)
    homeruns_allowed = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def average(self) -> float | None:
        return self.hits / self.at_bats if self.at_bats else None

    @property
    def on_base(self) -> float | None:
        chances = self.at_bats + self.walks + self.hit_by_pitch + self.sacrifice_flies
        return (self.hits + self.walks + self.hit_by_pitch) / chances if chances else None

    @property
    def total_bases(self) -> int:
        return self.hits + self.doubles + 2 * self.triples + 3 * self.homeruns

    @property
    def slugging(self) -> float | None:
        return self.total_bases / self.at_bats if self.at_bats else None

    @property
    def earned_run_average(self) -> float | None:
        return 27 * self.earned_runs / self.box_outs if self.box_outs else None


class TournamentLine(PlayerCounts):
    """What a player did for a team in a finished tournament. The worker renews it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="player_lines")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="player_lines")
    player = models.ForeignKey(Ballplayer, on_delete=models.CASCADE, related_name="lines")

    class Meta:
        ordering = ["tournament_id", "team_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="player_line_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.team}"


class PlayerTotals(PlayerCounts):
    """What a player did in all tournaments of a year, or ever. The worker adds up his lines."""

    ALL_YEARS = 0

    player = models.ForeignKey(Ballplayer, on_delete=models.CASCADE, related_name="totals")
    year = models.PositiveSmallIntegerField(default=ALL_YEARS)  # of the tournaments
    teams = models.PositiveIntegerField()  # his lines: one for each team

    class Meta:
        verbose_name_plural = "player totals"
        ordering = ["year", "pk"]
        constraints = [models.UniqueConstraint(fields=["year", "player"], name="player_totals_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.year or 'all years'}"


class PointsCorrection(models.Model):
    """Points added to or taken from a person's year, with the reason."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="corrections")
    year = models.PositiveSmallIntegerField(validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)])
    points = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.CharField(max_length=200)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.points:+} for {self.person} in {self.year}"

    @property
    def amount(self) -> Fraction:
        return Fraction(self.points)


class PastResult(models.Model):
    """A person's result in a tournament, or in a whole year, from a club's own records.

    Numbers that the records don't have are None. `finish` is what they say, such as "Semifinal".
    """

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="past_results")
    change = models.ForeignKey(ClubChange, on_delete=models.CASCADE, related_name="past_results")
    year = models.PositiveSmallIntegerField(validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)])
    tournament = models.CharField(max_length=120, blank=True)  # empty for a whole year
    wins = models.PositiveSmallIntegerField(null=True)
    losses = models.PositiveSmallIntegerField(null=True)
    ties = models.PositiveSmallIntegerField(default=0)
    playoff_wins = models.PositiveSmallIntegerField(null=True)
    entrants = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(default=0)  # 1 champion, 2 runner-up, else 0
    finish = models.CharField(max_length=40, blank=True)
    points = models.DecimalField(max_digits=7, decimal_places=2, null=True)

    class Meta:
        ordering = ["-year", "tournament", "pk"]
        indexes = [models.Index(fields=["year"])]

    def __str__(self) -> str:
        return f"{self.person}: {self.title}, {self.year}"

    @property
    def title(self) -> str:
        return self.tournament or "Whole year"

    @property
    def record(self) -> str:
        """Such as "17-11"; "" if it isn't known."""
        if self.wins is None or self.losses is None:
            return ""
        return record_text(self.wins, self.losses, self.ties)

    @property
    def place_text(self) -> str:
        return {1: "Champion", 2: "Runner-up"}.get(self.place, self.finish)

    @property
    def known_finish(self) -> Finish:
        """What the formula of the year needs, as far as it is known."""
        wins, losses = self.wins or 0, self.losses or 0
        playoff_wins = self.playoff_wins or 0
        games = wins + losses + self.ties
        return Finish(wins, losses, games, playoff_wins, playoff_wins, self.place, self.entrants or 0)


class SeasonFormula(models.Model):
    """The points formula of a year, where it differs from the published one."""

    year = models.PositiveSmallIntegerField(
        unique=True, validators=[MinValueValidator(FIRST_YEAR), MaxValueValidator(LAST_YEAR)]
    )
    numbers = models.JSONField(default=dict)  # of a PointsFormula, and the name of a "plugin"

    class Meta:
        ordering = ["year"]

    def __str__(self) -> str:
        return f"Points formula of {self.year}"


class PersonRating(models.Model):
    """A person's Glicko-2 rating in one kind of play. The worker computes all of them from the first game on."""

    class Kind(models.TextChoices):
        FACE_TO_FACE = "face_to_face", "Face to face"
        ONLINE = "online", "Online"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    kind = models.CharField(max_length=15, choices=Kind)
    rating = models.FloatField()
    deviation = models.FloatField()  # two of them on either side hold the true strength in 19 of 20 cases
    volatility = models.FloatField()
    games = models.PositiveIntegerField()
    tournaments = models.PositiveIntegerField()
    last_played_on = models.DateField()

    class Meta:
        ordering = ["kind", "-rating", "pk"]
        constraints = [models.UniqueConstraint(fields=["person", "kind"], name="one_rating_of_a_kind")]
        indexes = [models.Index(fields=["kind", "-rating"])]

    def __str__(self) -> str:
        return f"{self.person}: {self.shown}"

    @property
    def shown(self) -> str:
        """Rating and deviation, such as "1620 ± 55". Not every rating system has a deviation."""
        if not self.deviation:
            return f"{self.rating:.0f}"
        return f"{self.rating:.0f} ± {self.deviation:.0f}"

    @property
    def rounded_rating(self) -> float:
        return round(self.rating, 1)

    @property
    def rounded_deviation(self) -> float:
        return round(self.deviation, 1)

    @property
    def is_provisional(self) -> bool:
        """Whether too few games, or too old ones, make the rating unsure."""
        return self.deviation > PROVISIONAL_DEVIATION


class RatingRun(models.Model):
    """The single row that says how, and from which state of the club, the ratings were computed."""

    key = models.CharField(max_length=200)
    plugin = models.CharField(max_length=40, blank=True, db_default="")  # name of the chosen system; "": Glicko-2
    problem = models.CharField(max_length=500, blank=True, db_default="")  # why Glicko-2 replaced the chosen system
    computed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Ratings of {self.computed_at}"
