"""Forms for a tournament's settings."""

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms

from rules_engine.profile import available_profiles, is_newest, load_profile, newest_profiles
from rules_engine.rulings import refuse
from tournaments.action_log.snapshots import SETTINGS
from tournaments.forms.format_presets import FEWEST_TEAMS, MOST_TEAMS, PRESETS, USUAL_TEAMS, RoundRobinPlan
from tournaments.models import Tournament
from tournaments.refusals import SettingRefusal
from tournaments.services.setup import check_best_of, is_duplicate, locked_settings

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
    "consolation_counts": "Consolation wins count toward season points",
    "home_pattern": "Home games in a playoff series",
    "pitching_carries_over": "Pitching carries over into the playoffs",
}
_HELP_TEXTS: Final = {
    "starts_on": "Used for the calendar and the season points.",
    "paper": "Paper size for printouts.",
    "is_practice": "Doesn't count toward points, records or ratings.",
    "series_length": "Longer series take more time per round.",
    "round_robins": "If each pair meets twice, the round robin takes twice as long.",
    "rounds_played": "0 plays the full schedule.",
    "power_rounds": "Extra rounds with pairings based on the standings.",
    "advance_per_division": "The top teams in each division advance.",
    "wild_cards": "More teams advance, regardless of division.",
    "best_of": "For example, 5,7 or 3,5,7. The last number is the final.",
    "consolation_best_of": "For teams that don't advance. Blank: no consolation bracket.",
    "consolation_counts": "Otherwise only the round robin and the playoffs count.",
    "pitching_carries_over": "Innings pitched in the last rounds limit pitchers in the first playoff series.",
    "suspended_games": "An unfinished game can be resumed later.",
    "shared_scoring": "One device enters the plays for both teams.",
    "table_pace": "Applies only to games at the play table in the browser.",
}
_MAIN_FIELDS: Final = ("name", "starts_on", "place", "time_zone")
_FIELD_GROUPS: Final = {
    "Rules": ("profile_key", "suspended_games", "shared_scoring", "table_pace"),
    "Round robin": ("series_length", "round_robins", "rounds_played", "power_rounds"),
    "Playoffs": ("advance_per_division", "wild_cards", "best_of", "home_pattern", "pitching_carries_over"),
    "Consolation": ("consolation_best_of", "consolation_counts"),
    "Paper and practice": ("paper", "is_practice"),
}
OWN_FORMAT: Final = "own"


class SettingsForm(_TournamentForm):
    class Meta:
        model = Tournament
        fields = SETTINGS  # Undo restores the same fields.
        labels = _LABELS
        help_texts = _HELP_TEXTS
        error_messages: ClassVar = {
            "name": {"required": "Enter a name for the tournament."},
            "time_zone": {"required": "Enter the tournament's time zone, such as America/Chicago."},
        }
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
            "Some editions have their own format, such as Purestrat online. It applies unless you change it here."
        )
        self.fields[
            "home_pattern"
        ].help_text = (
            "2-3-2 for best of 7, 2-2-1 for best of 5. With 2-2-1, a best of 7 is 2-2-1-1-1. Best of 3 or 9 alternates."
        )
        self._add_validators()
        if not self.instance.pk:
            self.fields["time_zone"].initial = ""  # The browser fills in its own time zone.
            self.fields["time_zone"].help_text = "The tournament's time zone, such as America/Chicago."
        else:
            for name, reason in locked_settings(self.instance).items():
                self.fields[name].disabled = True
                self.fields[name].help_text = f"Locked. {reason}"

    def _add_validators(self) -> None:
        """Check every field in the form, so that all errors are shown at once. The service stops at the first error."""
        for name in ("best_of", "consolation_best_of"):
            self.fields[name].validators.append(check_best_of)
        for model_field in Tournament._meta.fields:
            if model_field.name in SETTINGS and model_field.name != "profile_key":  # Its choices are checked instead.
                field = self.fields[model_field.name]
                field.validators += [check for check in model_field.validators if check not in field.validators]

    def _post_clean(self) -> None:
        """Leave the instance unchanged. The service applies and checks the settings."""

    def settings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self._meta.fields or ()}

    @property
    def main_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in _MAIN_FIELDS]

    @property
    def field_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the remaining settings in groups, each with its heading."""
        return [(title, [self[name] for name in names]) for title, names in _FIELD_GROUPS.items()]

    @property
    def has_error_in_groups(self) -> bool:
        return any(field.errors for _, fields in self.field_groups for field in fields)


class NewTournamentForm(SettingsForm):
    """Form for a new tournament's settings. A preset fills in every setting that the form itself doesn't change."""

    preset = forms.ChoiceField(
        label="Format",
        choices=[(key, preset.title) for key, preset in PRESETS.items()],
        widget=forms.RadioSelect,
        required=False,
    )

    team_count = forms.IntegerField(
        label="Teams in each division",
        initial=USUAL_TEAMS,
        min_value=FEWEST_TEAMS,
        max_value=MOST_TEAMS,
        required=False,
        help_text="Determines the number of games in a series.",
    )

    def __init__(self, *args: Any, source: Tournament | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own_title = f"Same as {source}" if source else "Custom format (under More settings)"
        preset = self.fields["preset"]
        preset.choices += [(OWN_FORMAT, own_title)]  # type: ignore[attr-defined]
        preset.initial = OWN_FORMAT if source else next(iter(PRESETS))

    def clean(self) -> dict[str, Any] | None:
        """Check the name in the form too, so that all errors are shown at once."""
        cleaned = super().clean()
        facts = {name: self.cleaned_data.get(name) for name in ("name", "starts_on", "is_practice")}
        if facts["name"] and is_duplicate(Tournament(**facts)):
            self.add_error("name", str(refuse(SettingRefusal.DUPLICATE_NAME, "")))
        return cleaned

    def settings(self) -> dict[str, Any]:
        chosen = PRESETS.get(self.cleaned_data["preset"])
        preset_values = chosen.settings(self._team_count) if chosen else {}
        unchanged = {name: value for name, value in preset_values.items() if name not in self.changed_data}
        return {**super().settings(), **unchanged}

    @property
    def _team_count(self) -> int:
        return self.cleaned_data["team_count"] or USUAL_TEAMS

    @property
    def schedule(self) -> RoundRobinPlan | None:
        """The chosen preset's round robin, or None if the director chose a different format."""
        chosen = PRESETS.get(self.cleaned_data["preset"])
        return RoundRobinPlan(self._team_count, self.settings()["series_length"]) if chosen else None

    @property
    def schedules(self) -> list[tuple[RoundRobinPlan, RoundRobinPlan]]:
        """The weekend and one-day round robins for each number of teams."""
        return list(zip(PRESETS["weekend"].schedules, PRESETS["one_day"].schedules, strict=True))


def _editions(current: str) -> list[tuple[str, str]]:
    """Return every edition's newest version, and the tournament's own version if it is older."""
    choices = [(key, f"{load_profile(key).title} ({key})") for key in newest_profiles()]
    if is_newest(current):
        return choices
    if current not in available_profiles():
        return [(current, f"{current} (not installed)"), *choices]
    return [(current, f"{load_profile(current).title} ({current}, earlier version)"), *choices]
