"""The settings of a tournament."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django import forms

from rules_engine.profile import available_profiles, is_newest, load_profile, newest_profiles
from tournaments.action_log.snapshots import SETTINGS
from tournaments.models import Tournament
from tournaments.services.setup import check_best_of, locked_settings

ZONES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "Europe/London",
    "Europe/Berlin",
    "Asia/Tokyo",
    "Australia/Sydney",
    "UTC",
)


if TYPE_CHECKING:
    _TournamentForm = forms.ModelForm[Tournament]
else:
    _TournamentForm = forms.ModelForm


_LABELS: Final = {
    "starts_on": "Date",
    "is_practice": "Practice tournament",
    "series_length": "Games per series",
    "round_robins": "Times each pair meets",
    "rounds_played": "Round-robin rounds",
    "power_rounds": "Power rounds after the round robin",
    "advance_per_division": "Teams that advance from each division",
    "wild_cards": "Wild cards (best records across divisions)",
    "best_of": "Playoff series lengths, first round to final",
    "consolation_best_of": "Consolation series lengths, first round to final",
    "consolation_counts": "Consolation wins count for season points",
    "home_pattern": "Home games in a playoff series",
    "pitching_carries_over": "Pitching carries over into the playoffs",
}
_HELP_TEXTS: Final = {
    "rounds_played": "0 plays the full schedule",
    "best_of": "Such as 5,7 or 3,5,7",
    "consolation_best_of": "For teams that don't advance. Blank: no consolation bracket.",
}


class SettingsForm(_TournamentForm):
    class Meta:
        model = Tournament
        fields = SETTINGS  # undo restores the same fields
        labels = _LABELS
        help_texts = _HELP_TEXTS
        widgets = {
            "starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "time_zone": forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "data-own-zone": ""}),
            "name": forms.TextInput(attrs={"size": 40}),
            "place": forms.TextInput(attrs={"size": 40}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        default_edition = self.fields["profile_key"].initial
        self.fields["profile_key"] = forms.ChoiceField(
            label="Rules edition",
            choices=partial(_editions, self.initial.get("profile_key") or self.instance.profile_key),
            initial=default_edition,
        )
        self.fields[
            "profile_key"
        ].help_text = (
            "Some editions bring their own format, such as Purestrat online. It applies unless you change it below."
        )
        self.fields[
            "home_pattern"
        ].help_text = (
            "2-3-2 for best of 7, 2-2-1 for best of 5. With 2-2-1, a best of 7 is 2-2-1-1-1. Best of 3 or 9 alternates."
        )
        for name in ("best_of", "consolation_best_of"):
            self.fields[name].validators.append(check_best_of)
        if not self.instance.pk:
            self.fields["time_zone"].initial = ""  # the browser fills in its own zone
            self.fields["time_zone"].help_text = "Where it is played, such as America/Chicago."
        else:
            for name, reason in locked_settings(self.instance).items():
                self.fields[name].disabled = True
                self.fields[name].help_text = f"Locked. {reason}"

    def _post_clean(self) -> None:
        """Leave the instance unchanged; the service applies and checks the settings."""

    def settings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self._meta.fields or ()}


def _editions(current: str) -> list[tuple[str, str]]:
    """Return the newest version of every edition, and the tournament's own if it is older."""
    choices = [(key, f"{load_profile(key).title} ({key})") for key in newest_profiles()]
    if is_newest(current):
        return choices
    if current not in available_profiles():
        return [(current, f"{current} (not installed)"), *choices]
    return [(current, f"{load_profile(current).title} ({current}, earlier version)"), *choices]
