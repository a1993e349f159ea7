"""A series between two teams. It keeps the tally of its games, so that standings read one table."""

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
        PLAYOFF = "playoff", "Play-off"
        CONSOLATION = "consolation", "Consolation"  # of those who did not advance

    class Status(models.TextChoices):
        SCHEDULED = "scheduled", "Scheduled"
        PLAYING = "playing", "Being played"
        SUSPENDED = "suspended", "Suspended"  # nothing is open but suspended games (T33.0)
        COMPLETE = "complete", "Complete"
        VOID = "void", "Void"  # against a dropped team (T0.08)

    BRACKETS = (Stage.PLAYOFF, Stage.CONSOLATION)  # a best-of, with a winner who goes on
    NOTHING_TO_BEGIN = (Status.COMPLETE, Status.VOID, Status.SUSPENDED)  # every game of it was begun or is void

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="series")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, null=True, blank=True, related_name="series")
    stage = models.CharField(max_length=15, choices=Stage, default=Stage.ROUND_ROBIN)
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    bracket_place = models.CharField(max_length=20, blank=True)  # such as R1-2: round and place in the best-ofs
    # home in game 1 once the d20 has been rolled (T0.16); before that simply the team named first
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="home_series")
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="away_series")
    home_rolls = models.JSONField(default=list, blank=True)  # pairs as thrown, [home, away], ties first
    home_decided = models.BooleanField(default=False)
    # T0.08: whose manager plays it for the one of the two that dropped out; nobody where the desk enters it
    covered_by = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="covered_series"
    )
    games_planned = models.PositiveSmallIntegerField()
    is_best_of = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.SCHEDULED)
    started_at = models.DateTimeField(null=True, blank=True)
    # T10.2: its place in each team's order of play, recorded when it starts and empty before
    home_place = models.PositiveIntegerField(null=True, blank=True)
    away_place = models.PositiveIntegerField(null=True, blank=True)
    # started with the button or at the play table: it stays started when it has no results
    is_started_by_hand = models.BooleanField(default=False, db_default=False)
    completed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    # the tally, written with the games; H, A, T for each decided game in order of play
    outcomes = models.CharField(max_length=9, blank=True)
    # home runs less away runs of each final game, for editions that cap the run difference
    margins = models.JSONField(default=list, blank=True, editable=False)
    home_wins = models.PositiveSmallIntegerField(default=0)
    away_wins = models.PositiveSmallIntegerField(default=0)
    ties = models.PositiveSmallIntegerField(default=0)
    suspended = models.CharField(max_length=9, blank=True)  # numbers of its suspended games, such as 2 (T33.0)
    never_begun = models.PositiveSmallIntegerField(default=0)  # ties of which no inning was begun
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
        indexes = [models.Index(fields=["division", "stage", "round"])]

    def __str__(self) -> str:
        return f"{self.away} at {self.home}, {self.round_title.lower()}"

    def get_absolute_url(self) -> str:
        return page_address("series", self.tournament.slug, self.pk)

    @property
    def round_title(self) -> str:
        if not self.in_bracket:  # the tournament is not asked: a page may hold many series that were read without it
            return _regular_round(self.stage, self.round)
        return round_title(self.tournament, self.stage, self.round)

    @property
    def in_bracket(self) -> bool:
        return self.stage in self.BRACKETS

    @property
    def is_started(self) -> bool:
        return self.home_place is not None

    def place_for(self, team_id: int) -> int | None:
        """Its place in this team's order of play; None until it starts."""
        return self.home_place if team_id == self.home_id else self.away_place

    def swap_home_and_away(self) -> None:
        """Name the other team as home in game 1; rolls and places in the order of play stay with their teams."""
        self.home, self.away = self.away, self.home
        self.home_place, self.away_place = self.away_place, self.home_place
        self.home_rolls = [[away, home] for home, away in self.home_rolls]

    @property
    def score(self) -> str:
        """Games won by the visitors and the home team, such as 3-1 or, with ties, 3-1-1; "" before the first."""
        if not self.outcomes:
            return ""
        return f"{self.away_wins}-{self.home_wins}" + (f"-{self.ties}" if self.ties else "")

    @property
    def suspended_games(self) -> str:
        """Its suspended games in words, such as "game 2" or "games 1 and 3"; "" where there are none."""
        if len(self.suspended) < 2:
            return f"game {self.suspended}" if self.suspended else ""
        return f"games {', '.join(self.suspended[:-1])} and {self.suspended[-1]}"

    @property
    def suspended_line(self) -> str:
        """What is left to finish, such as "Game 2, Salem at Tacoma (round 3)"."""
        place = f"round {self.round}" if self.stage == self.Stage.ROUND_ROBIN else self.get_stage_display().lower()
        return f"{'; '.join(self._game_title(int(number)) for number in self.suspended)} ({place})"

    def _game_title(self, number: int) -> str:
        home, _ = self.home_and_away(number, self.tournament.home_pattern if self.in_bracket else "")
        home_first = (self.home, self.away) if home == self.home_id else (self.away, self.home)
        return game_title(number, *home_first)

    def home_and_away(self, number: int, choice: str) -> tuple[int, int]:
        """T0.16: the numbers of home and visiting team in this game. `choice`: the tournament's, for best-ofs."""
        games = _at_home(choice if self.in_bracket else ALTERNATING, self.games_planned)
        as_listed = games[number - 1] if 0 < number <= len(games) else number % 2 == 1
        return (self.home_id, self.away_id) if as_listed else (self.away_id, self.home_id)

    def teams(self) -> tuple[Team, Team]:
        return self.home, self.away

    def opponent_of(self, team_id: int) -> Team:
        return self.away if team_id == self.home_id else self.home

    def is_of(self, team_id: int | None) -> bool:
        """Whether the team plays in it."""
        return team_id is not None and team_id in (self.home_id, self.away_id)

    @property
    def covered_team(self) -> Team | None:
        """T0.08: the dropped team that `covered_by` plays for."""
        if self.covered_by_id is None:
            return None
        return next((team for team in self.teams() if team.dropped_after_round is not None), None)

    def side_played_by(self, team_id: int | None) -> int | None:
        """The team this team's manager acts for here: his own, or the one he covers (T0.08); None for neither."""
        if team_id is None or team_id in (self.home_id, self.away_id):
            return team_id
        covered = self.covered_team if team_id == self.covered_by_id else None
        return covered.pk if covered is not None else None

    def manager_of(self, side: Team) -> Team:
        """The team whose manager plays and signs for this side: its own, or the one that covers for it (T0.08)."""
        covered = self.covered_team
        return self.covered_by if self.covered_by is not None and side == covered else side

    @property
    def may_be_played_by(self) -> tuple[int | None, ...]:
        """The teams whose managers may enter this series."""
        return self.home_id, self.away_id, self.covered_by_id if self.covered_team is not None else None


class TieBreakRoll(models.Model):
    """One round of d20 rolls among tied teams, as thrown; level rolls are followed by another round."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tie_break_rolls")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="tie_break_rolls")
    rolls = models.JSONField()  # {"<team id>": roll}
    thrown_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Tie-break rolls of {self.division}"


@cache
def _at_home(choice: str, games: int) -> tuple[bool, ...]:
    return home_pattern(pattern_of_best_of(choice, games), games)


def game_title(number: int, home: Team, away: Team) -> str:
    """A game of a series as every page names it."""
    return f"Game {number}, {away} at {home}"


def round_title(tournament: Tournament, stage: str, number: int) -> str:
    """What is played: Round 3 of the round robin, the Final of the best-ofs, a play-off for a tie."""
    if stage == Series.Stage.CONSOLATION:
        return bracket_round_title(stage, number, tournament.consoled)
    if stage == Series.Stage.PLAYOFF:
        return bracket_round_title(stage, number, tournament.seeded) if tournament.seeded > 1 else "Best-ofs"
    return _regular_round(stage, number)


def _regular_round(stage: str, number: int) -> str:
    return "Play-off for a tie" if stage == Series.Stage.TIE_BREAK else f"Round {number}"


def bracket_round_title(stage: str, number: int, field: int) -> str:
    """A round of a bracket of so many teams, such as Final or Consolation, final."""
    name = round_name(number, field)
    return f"Consolation, {name.lower()}" if stage == Series.Stage.CONSOLATION else name
