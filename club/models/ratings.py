"""People's ratings."""

from django.db import models

from club.models.people import Person

PROVISIONAL_DEVIATION = 110


class PersonRating(models.Model):
    """A person's Glicko-2 rating in one kind of play. The worker recomputes all ratings from the first game."""

    class Kind(models.TextChoices):
        FACE_TO_FACE = "face_to_face", "Face to face"
        ONLINE = "online", "Online"

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    kind = models.CharField(max_length=15, choices=Kind)
    rating = models.FloatField()
    deviation = models.FloatField()  # the true strength is within two deviations of the rating in 19 of 20 cases
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
        """Return the rating and deviation, such as "1620 ± 55". Not every rating system has a deviation."""
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
        """Return whether the rating is uncertain because there are too few recent games."""
        return self.deviation > PROVISIONAL_DEVIATION


class RatingRun(models.Model):
    """The single row that records the rating system and the club state that the ratings are based on."""

    key = models.CharField(max_length=200)
    plugin = models.CharField(max_length=40, blank=True, db_default="")  # name of the chosen system; "" for Glicko-2
    problem = models.CharField(max_length=500, blank=True, db_default="")  # why Glicko-2 replaced the chosen system
    computed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Ratings of {self.computed_at}"
