"""Form for the director's card set and clock settings of a division's draft."""

from collections.abc import Iterable
from typing import Any

from django import forms

from drafts.models import TIME_UNITS, CardSet, Draft, largest_unit
from drafts.queries.card_sets import game_of
from drafts.services.clock import LONGEST_BANK, LONGEST_CLOCK, ClockSettings

_UNITS = [(length, f"{name}s") for length, name in reversed(TIME_UNITS)]


class DraftSettingsForm(forms.Form):
    card_set = forms.Field()
    seconds_per_pick = forms.IntegerField(
        label="Time per pick", min_value=0, max_value=LONGEST_CLOCK, initial=60, help_text="0 means no clock."
    )
    unit = forms.TypedChoiceField(
        label="in", choices=_UNITS, coerce=int, empty_value=None, required=False, help_text="Maximum: 7 days."
    )
    on_expiry = forms.ChoiceField(
        label="When time runs out", choices=Draft.OnExpiry.choices, initial=Draft.OnExpiry.NOTHING
    )
    time_bank_seconds = forms.IntegerField(
        label="Time bank for each team, in seconds",
        min_value=0,
        max_value=LONGEST_BANK,
        initial=0,
        required=False,
        help_text="A pick that runs over uses the team's time bank. 0 means none.",
    )
    trades_allowed = forms.BooleanField(
        required=False,
        label="Managers can trade picks and players until the first series starts",
    )
    clock_from = forms.TimeField(
        label="Clock runs from",
        required=False,
        help_text="For multi-day drafts. Enter a time such as 09:00. Blank: around the clock.",
    )
    clock_until = forms.TimeField(label="until", required=False)

    def __init__(self, *args: Any, card_sets: Iterable[CardSet], draft: Draft | None = None, **kwargs: Any) -> None:
        if draft is not None:
            unit, _ = largest_unit(draft.seconds_per_pick)
            kwargs["initial"] = {
                "card_set": draft.card_set_id,
                "seconds_per_pick": draft.seconds_per_pick // unit,
                "unit": unit,
                "on_expiry": draft.on_expiry,
                "time_bank_seconds": draft.time_bank_seconds,
                "trades_allowed": draft.trades_allowed,
                "clock_from": draft.clock_from,
                "clock_until": draft.clock_until,
            }
        super().__init__(*args, **kwargs)
        sets = {str(card_set.pk): card_set for card_set in card_sets}
        choices = [(key, f"{card_set.in_words}, {game_of(card_set)}") for key, card_set in sets.items()]
        self.fields["card_set"] = forms.TypedChoiceField(label="Cards", choices=choices, coerce=sets.__getitem__)
        for name in ("clock_from", "clock_until"):
            self.fields[name].widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def settings(self) -> ClockSettings:
        data = self.cleaned_data
        return ClockSettings(
            seconds_per_pick=data["seconds_per_pick"] * (data["unit"] or 1),
            on_expiry=data["on_expiry"],
            time_bank_seconds=data["time_bank_seconds"] or 0,
            trades_allowed=data["trades_allowed"],
            clock_from=data["clock_from"],
            clock_until=data["clock_until"],
        )
