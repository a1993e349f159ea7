"""Series between two teams, with a tally of games for the standings."""

from datetime import datetime
from functools import cache

from django.db import models

from core.addresses import page_address
from rules_engine.competition.bracket import round_name
from rules_engine.competition.home import ALTERNATING, home_pattern, pattern_of_best_of
from tournaments.models.people import Division, Team
from tournaments.models.tournament import Tournament


class Series(models.Model):
    class Stage(models.TextChoices):
        ROUND_ROBIN = "round_robin", "Round robin"
        TIE_BREAK = "tie_break", "Tie-break"
        PLAYOFF = "playoff", "Playoff"
        CONSOLATION = "consolation", "Consolation"  # for teams that didn't advance

    class Status(models.TextChoices):
        SCHEDULED = "scheduled", "Scheduled"
        PLAYING = "playing", "Being played"
        SUSPENDED = "suspended", "Suspended"  # only suspended games are open (T33.0)
        COMPLETE = "complete", "Complete"
        VOID = "void", "Void"  # against a dropped team (T0.08)

    BRACKETS = (Stage.PLAYOFF, Stage.CONSOLATION)  # stages whose winners advance to the next round
    NOTHING_TO_PLAY = (Status.COMPLETE, Status.VOID)  # no game is left to start or finish
    NOTHING_TO_BEGIN = (*NOTHING_TO_PLAY, Status.SUSPENDED)  # no game is left to start

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="series")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, null=True, blank=True, related_name="series")
    stage = models.CharField(max_length=15, choices=Stage, default=Stage.ROUND_ROBIN)
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    bracket_place = models.CharField(max_length=20, blank=True)  # round and place in the bracket, such as R1-2
    # The home team in game 1 once the d20 is rolled (T0.16). Until then, this is the team listed first.
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="home_series")
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="away_series")
    home_rolls = models.JSONField(default=list, blank=True)  # pairs of [home, away] in the order rolled
    home_decided = models.BooleanField(default=False)
    # T0.08: The team whose manager plays for a dropped team. If None, the director enters the series.
    covered_by = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="covered_series"
    )
    games_planned = models.PositiveSmallIntegerField()
    is_best_of = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.SCHEDULED)
    started_at = models.DateTimeField(null=True, blank=True)
    # T10.2: This series' place in each team's order of play. Empty until the series starts.
    home_place = models.PositiveIntegerField(null=True, blank=True)
    away_place = models.PositiveIntegerField(null=True, blank=True)
    # Set when someone starts the series with the button or at the play table. The series then stays started, even
    # without results.
    is_started_by_hand = models.BooleanField(default=False, db_default=False)
    completed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    # The tally, saved with the games: H, A or T for each decided game, in order of play.
    outcomes = models.CharField(max_length=9, blank=True)
    # The home team's runs minus the visitors' in each final game, for a capped run difference.
    margins = models.JSONField(default=list, blank=True, editable=False)
    home_wins = models.PositiveSmallIntegerField(default=0)
    away_wins = models.PositiveSmallIntegerField(default=0)
    ties = models.PositiveSmallIntegerField(default=0)
    suspended = models.CharField(max_length=9, blank=True)  # numbers of the suspended games, such as 2 (T33.0)
    never_begun = models.PositiveSmallIntegerField(default=0)  # tied games without a single inning
    home_runs = models.PositiveSmallIntegerField(default=0)
    away_runs = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name_plural = "series"
        ordering = ["tournament_id", "stage", "round", "table", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(home=models.F("away")), name="two_different_teams"),
            models.UniqueConstraint(
                fields=["tournament", "stage", "round", "table"],
                condition=models.Q(table__isnull=False),
                name="no_table_twice_in_a_round",
            ),
        ]
        indexes = [
            models.Index(fields=["division", "stage", "round"]),
            models.Index(fields=["-completed_at", "-id"], name="newest_results"),
        ]

    def __str__(self) -> str:
        return f"{self.away} at {self.home}, {self.round_title.lower()}"

    def get_absolute_url(self) -> str:
        return page_address("series", self.tournament.slug, self.pk)

    @property
    def round_title(self) -> str:
        if not self.in_bracket:  # This saves a query, because many pages load series without their tournament.
            return _regular_round(self.stage, self.round)
        return round_title(self.tournament, self.stage, self.round)

    @property
    def starts_at(self) -> datetime | None:
        """The start time that both managers agreed on, or None. Requires select_related("agreed_time")."""
        agreed_time = getattr(self, "agreed_time", None)
        return agreed_time.starts_at if agreed_time is not None else None

    @property
    def in_bracket(self) -> bool:
        return self.stage in self.BRACKETS

    @property
    def is_started(self) -> bool:
        return self.home_place is not None

    def place_for(self, team_id: int) -> int | None:
        """Return the series' place in this team's order of play, or None until it starts."""
        return self.home_place if team_id == self.home_id else self.away_place

    def swap_home_and_away(self) -> None:
        """Swap home and away in game 1. Each team's rolls and places move with it."""
        self.home, self.away = self.away, self.home
        self.home_place, self.away_place = self.away_place, self.home_place
        self.home_rolls = [[away, home] for home, away in self.home_rolls]

    @property
    def score(self) -> str:
        """Games won by visitors and home team, such as "3-1", or "3-1-1" with ties.

        It is "" before the first result.
        """
        if not self.outcomes:
            return ""
        return f"{self.away_wins}-{self.home_wins}" + (f"-{self.ties}" if self.ties else "")

    @property
    def suspended_games(self) -> str:
        """The suspended games, such as "game 2" or "games 1 and 3", or "" if there are none."""
        if len(self.suspended) < 2:
            return f"game {self.suspended}" if self.suspended else ""
        return f"games {', '.join(self.suspended[:-1])} and {self.suspended[-1]}"

    @property
    def suspended_line(self) -> str:
        """The games left to finish, such as "Game 2, Salem at Tacoma (round 3)"."""
        place = f"round {self.round}" if self.stage == self.Stage.ROUND_ROBIN else self.get_stage_display().lower()
        return f"{'; '.join(self._game_title(int(number)) for number in self.suspended)} ({place})"

    def _game_title(self, number: int) -> str:
        home, _ = self.home_and_away(number, self.tournament.home_pattern if self.in_bracket else "")
        home_first = (self.home, self.away) if home == self.home_id else (self.away, self.home)
        return game_title(number, *home_first)

    def home_and_away(self, number: int, choice: str) -> tuple[int, int]:
        """Return the IDs of the home and visiting teams in this game (T0.16).

        `choice` is the tournament's home pattern, which applies only to the playoffs.
        """
        games = _at_home(choice if self.in_bracket else ALTERNATING, self.games_planned)
        as_listed = games[number - 1] if 0 < number <= len(games) else number % 2 == 1
        return (self.home_id, self.away_id) if as_listed else (self.away_id, self.home_id)

    @property
    def home_by_game(self) -> list[int]:
        """The home team's ID in each planned game. For a bracket, this requires select_related("tournament")."""
        choice = self.tournament.home_pattern if self.in_bracket else ""
        return [self.home_and_away(number, choice)[0] for number in range(1, self.games_planned + 1)]

    def teams(self) -> tuple[Team, Team]:
        return self.home, self.away

    def opponent_of(self, team_id: int) -> Team:
        return self.away if team_id == self.home_id else self.home

    def has_team(self, team_id: int | None) -> bool:
        """Return whether the team plays in this series."""
        return team_id is not None and team_id in (self.home_id, self.away_id)

    @property
    def covered_team(self) -> Team | None:
        """The dropped team that the covering team plays for (T0.08), or None."""
        if self.covered_by_id is None:
            return None
        return next((team for team in self.teams() if team.dropped_after_round is not None), None)

    def side_for(self, team_id: int | None) -> int | None:
        """Return the side that this team's manager acts for: its own team, the team it covers (T0.08), or None."""
        if team_id is None or team_id in (self.home_id, self.away_id):
            return team_id
        covered = self.covered_team if team_id == self.covered_by_id else None
        return covered.pk if covered is not None else None

    def manager_of(self, side: Team) -> Team:
        """Return the team whose manager plays and signs for this side: the team itself or its covering team (T0.08)."""
        covered = self.covered_team
        return self.covered_by if self.covered_by is not None and side == covered else side

    @property
    def playing_team_ids(self) -> tuple[int | None, ...]:
        """The IDs of teams whose managers can enter this series."""
        return (
            self.home_id,
            self.away_id,
            self.covered_by_id if self.covered_team is not None else None,
        )


class TieBreakRoll(models.Model):
    """A round of d20 rolls among tied teams. If a tie remains, they roll another round."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_break_rolls")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tie_break_rolls")
    rolls = models.JSONField()  # {"<team id>": roll}
    thrown_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Tiebreaker rolls for {self.division}"


@cache
def _at_home(choice: str, games: int) -> tuple[bool, ...]:
    return home_pattern(pattern_of_best_of(choice, games), games)


def game_title(number: int, home: Team, away: Team) -> str:
    """Return a game's title, such as "Game 2, Salem at Tacoma"."""
    return f"Game {number}, {away} at {home}"


def round_title(tournament: Tournament, stage: str, number: int) -> str:
    """Return a round's title, such as "Round 3", "Final", or a tiebreaker game's title."""
    if stage == Series.Stage.CONSOLATION:
        return bracket_round_title(stage, number, tournament.consolation_size)
    if stage == Series.Stage.PLAYOFF:
        return bracket_round_title(stage, number, tournament.seeded) if tournament.seeded > 1 else "Playoffs"
    return _regular_round(stage, number)


def _regular_round(stage: str, number: int) -> str:
    return "Tiebreaker game" if stage == Series.Stage.TIE_BREAK else f"Round {number}"


def bracket_round_title(stage: str, number: int, field: int) -> str:
    """Return a bracket round's title, such as "Final" or "Consolation, final"."""
    name = round_name(number, field)
    return f"Consolation, {name.lower()}" if stage == Series.Stage.CONSOLATION else name
