"""Managers' private preparation: pick queue, ranking, mock draft and lineups."""

from django.db import models
from django.db.models import Q

from drafts.models.card_sets import Ballpark, CardSet, PlayerCard
from tournaments.models import Team


class QueuedPlayer(models.Model):
    """An entry in a team's private pick queue."""

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
    """A manager's private ranking of the card set, made up of the team's scouted players who have a rank.

    `previous` stores the ranking from before the last import, such as [{"card": 12, "tier": 1}], best first.
    """

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="ranking")
    is_followed = models.BooleanField("the program follows it after the queue", default=True, db_default=True)
    previous = models.JSONField(default=list, db_default=[], blank=True)

    def __str__(self) -> str:
        return f"Ranking of {self.team}"


class ScoutedPlayer(models.Model):
    """A manager's private view of a player: rank and tier in the ranking, favorite mark, and note."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="scouted_players")
    card = models.ForeignKey(PlayerCard, on_delete=models.CASCADE, related_name="scouted_by")
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # 1 is the best player
    tier = models.PositiveSmallIntegerField(null=True, blank=True)
    is_favorite = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        ordering = ["team_id", "rank", "pk"]
        constraints = [models.UniqueConstraint(fields=["team", "card"], name="player_scouted_once")]

    def __str__(self) -> str:
        return f"{self.team}: {self.card}"


class MockDraft(models.Model):
    """A manager's private practice draft against autopick, using the real draft's cards.

    `selections` has an entry per completed pick, such as {"card": 12, "park": null}. Both values are null if a team
    had nothing left to select.
    """

    team = models.OneToOneField(Team, on_delete=models.CASCADE, related_name="mock_draft")
    card_set = models.ForeignKey(CardSet, on_delete=models.CASCADE, related_name="mock_drafts")
    team_count = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    selections = models.JSONField(default=list, db_default=[], blank=True)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"Mock draft for {self.team}"


class LineUp(models.Model):
    """A starting lineup saved by a team's manager, against left-handed, right-handed or all starters."""

    class Against(models.TextChoices):
        ANY = "any", "Against anyone"
        LEFT = "L", "Against left-handed starters"
        RIGHT = "R", "Against right-handed starters"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    against = models.CharField(max_length=3, choices=Against, default=Against.ANY)
    # in batting order: [card code, position]; the code at "p" is "", for the day's starter
    spots = models.JSONField(default=list)

    class Meta:
        ordering = ["team_id", "against"]
        constraints = [models.UniqueConstraint(fields=["team", "against"], name="line_up_once_for_a_hand")]

    def __str__(self) -> str:
        return f"{self.team}, {self.get_against_display().lower()}"
