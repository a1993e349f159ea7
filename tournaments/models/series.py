"""A series between two teams. It keeps the tally of its games, so that standings read one table."""

from django.db import models
from django.urls import reverse

from tournaments.models.people import Division, Team
from tournaments.models.tournament import Tournament


class Series(models.Model):
    class Stage(models.TextChoices):
        ROUND_ROBIN = "round_robin", "Round robin"
        TIE_BREAK = "tie_break", "Tie-break"
        PLAYOFF = "playoff", "Play-off"

    class Status(models.TextChoices):
        SCHEDULED = "scheduled", "Scheduled"
        PLAYING = "playing", "Being played"
        COMPLETE = "complete", "Complete"
        VOID = "void", "Void"  # against a dropped team (T0.08)

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
    games_planned = models.PositiveSmallIntegerField()
    is_best_of = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.SCHEDULED)
    started_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    # the tally, written with the games; H, A, T for each decided game in order of play
    outcomes = models.CharField(max_length=9, blank=True)
    home_wins = models.PositiveSmallIntegerField(default=0)
    away_wins = models.PositiveSmallIntegerField(default=0)
    ties = models.PositiveSmallIntegerField(default=0)
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
        return f"{self.away} at {self.home}, round {self.round}"

    def get_absolute_url(self) -> str:
        return reverse("series", args=[self.tournament.slug, self.pk])

    def teams(self) -> tuple[Team, Team]:
        return self.home, self.away
