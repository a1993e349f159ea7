"""Baseball players' statistics in the tournaments, based on the cards that teams drafted."""

from django.db import models
from django.urls import reverse

from tournaments.models import Team, Tournament


class Ballplayer(models.Model):
    """A baseball player from one season's cards, across all card sets.

    Card codes distinguish players with the same name. The code is empty if only the name is known.
    """

    name = models.CharField(max_length=80)
    code = models.CharField(max_length=20, blank=True)
    season = models.PositiveSmallIntegerField(default=0)  # season of the cards; 0 if the card set has none

    class Meta:
        ordering = ["name", "season", "pk"]
        constraints = [models.UniqueConstraint(fields=["name", "code", "season"], name="ballplayer_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.season})" if self.season else self.name

    def get_absolute_url(self) -> str:
        return reverse("ballplayer", args=[self.pk])


class PlayerCounts(models.Model):
    """A player's batting and pitching counts.

    Manually entered pitching lines have outs, and often runs. All other counts come from games with a box score, so
    `box_outs` are the outs that match the earned runs. Pitching counts are null until a game provides them.
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
    wins = models.PositiveIntegerField(null=True)
    losses = models.PositiveIntegerField(null=True)
    saves = models.PositiveIntegerField(null=True)
    outs = models.PositiveIntegerField(default=0)
    box_outs = models.PositiveIntegerField(default=0)
    hits_allowed = models.PositiveIntegerField(null=True)
    runs_allowed = models.PositiveIntegerField(null=True)
    earned_runs = models.PositiveIntegerField(null=True)
    walks_allowed = models.PositiveIntegerField(null=True)
    strikeouts_made = models.PositiveIntegerField(null=True)
    homeruns_allowed = models.PositiveIntegerField(null=True)

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
        return 27 * (self.earned_runs or 0) / self.box_outs if self.box_outs else None


class TournamentLine(PlayerCounts):
    """A player's counts for a team in a finished tournament. The worker updates them."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="player_lines")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="player_lines")
    player = models.ForeignKey(Ballplayer, on_delete=models.CASCADE, related_name="lines")

    class Meta:
        ordering = ["tournament_id", "team_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="player_line_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.team}"


class PlayerTotals(PlayerCounts):
    """A player's counts in all tournaments of one year, or of all years. The worker adds up the lines."""

    ALL_YEARS = 0

    player = models.ForeignKey(Ballplayer, on_delete=models.CASCADE, related_name="totals")
    year = models.PositiveSmallIntegerField(default=ALL_YEARS)  # year of the tournaments
    teams = models.PositiveIntegerField()  # number of lines, one per team

    class Meta:
        verbose_name_plural = "player totals"
        ordering = ["year", "pk"]
        constraints = [models.UniqueConstraint(fields=["year", "player"], name="player_totals_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.year or 'all years'}"
