"""Pitching sheet signatures by the opposing manager at the end of a series (T10.2), and photos of printed sheets."""

from django.db import models

from tournaments.models import Access, Series, Team


class SignOff(models.Model):
    """A team's part of a series sheet, signed by the opponent. The seal is a hash of the content."""

    class By(models.TextChoices):
        PHONE = "phone", "On the manager's own device"
        PIN = "pin", "With a PIN on the director's device"
        DIRECTOR = "director", "By the director, for a team without a manager here"

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="sign_offs")
    # T33.0: numbers of the final games, such as "12", if others were suspended; empty if it covers all games
    games = models.CharField(max_length=9, blank=True)
    sheet_of = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="signed_sheets")
    signed_by = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="signatures")
    signer = models.CharField(max_length=120)
    how = models.CharField(max_length=10, choices=By)
    pin_set_by = models.CharField("who of the desk had set that PIN", max_length=120, blank=True)
    signed_at = models.DateTimeField()
    seal = models.CharField(max_length=64)
    code = models.CharField(max_length=16, unique=True)  # printed on the sheet; opens the public page that checks it
    content = models.JSONField()  # signed content, never changed
    # Series and card numbers at signing if the tournament was imported. See signed_numbers.
    numbers = models.JSONField(default=dict, blank=True)
    # The installation's public key and its signature of the seal. Empty in seals from earlier versions.
    public_key = models.CharField(max_length=50, blank=True, default="", db_default="")
    key_signature = models.CharField(max_length=100, blank=True, default="", db_default="")
    broken_at = models.DateTimeField(null=True, blank=True)
    broken_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["series_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "sheet_of"],
                condition=models.Q(broken_at__isnull=True, games=""),
                name="one_standing_seal",
            ),
            models.UniqueConstraint(
                fields=["series", "sheet_of"],
                condition=models.Q(broken_at__isnull=True) & ~models.Q(games=""),
                name="one_standing_seal_of_a_part",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet_of}, signed by {self.signer}"

    @property
    def is_imported(self) -> bool:
        """Return whether the signature was imported with a tournament file."""
        return bool(self.numbers)

    @property
    def games_label(self) -> str:
        """Return the covered games in words, or "" if the signature covers all games (T33.0)."""
        if not self.games:
            return ""
        if len(self.games) == 1:
            return f"game {self.games} alone"
        return f"games {' and '.join(self.games)} alone"

    @property
    def staff_pin_label(self) -> str:
        """Name the staff member who set the PIN, or return "" if the team set its own."""
        return f"PIN set by {self.pin_set_by} (staff)" if self.pin_set_by else ""

    @property
    def method_label(self) -> str:
        """Return the signing method, including who set the PIN if the team didn't."""
        method = self.get_how_display().lower()
        if self.pin_set_by:
            return f"{method}, a PIN set by {self.pin_set_by} (staff)"
        return method


class SheetPhoto(models.Model):
    """A photo of a signed sheet for the staff and both teams. It is a JPEG without metadata."""

    sign_off = models.ForeignKey(SignOff, on_delete=models.CASCADE, related_name="photos")
    content = models.BinaryField(editable=False)
    uploader = models.ForeignKey(Access, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    uploaded_by = models.CharField(max_length=120)
    uploaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Photo of {self.sign_off}"
