"""The director's choice of cards and clock for one division's draft."""

from collections.abc import Iterable
from typing import Any

from django import forms

from drafts.models import CardSet, Draft
from drafts.queries.card_sets import game_of
from drafts.services.clock import LONGEST_CLOCK, ClockSettings


class DraftSettingsForm(forms.Form):
    card_set = forms.Field()
    seconds_per_pick = forms.IntegerField(
        label="Seconds for each turn", min_value=0, max_value=LONGEST_CLOCK, initial=60, help_text="0 means no clock."
    )
    on_expiry = forms.ChoiceField(
        label="When the time is over", choices=Draft.OnExpiry.choices, initial=Draft.OnExpiry.NOTHING
    )
    clock_from = forms.TimeField(
        label="The clock runs from", required=False, help_text="For drafts over days, such as 09:00. Empty: always."
    )
    clock_until = forms.TimeField(label="until", required=False)

    def __init__(self, *args: Any, card_sets: Iterable[CardSet], draft: Draft | None = None, **kwargs: Any) -> None:
        if draft is not None:
            kwargs["initial"] = {
                "card_set": draft.card_set_id,
                "seconds_per_pick": draft.seconds_per_pick,
                "on_expiry": draft.on_expiry,
                "clock_from": draft.clock_from,
                "clock_until": draft.clock_until,
            }
        super().__init__(*args, **kwargs)
        sets = {str(card_set.pk): card_set for card_set in card_sets}
        choices = [(key, f"{card_set}, {game_of(card_set)}") for key, card_set in sets.items()]
        self.fields["card_set"] = forms.TypedChoiceField(label="Cards", choices=choices, coerce=sets.__getitem__)
        for name in ("clock_from", "clock_until"):
            self.fields[name].widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def settings(self) -> ClockSettings:
        return ClockSettings(**{name: value for name, value in self.cleaned_data.items() if name != "card_set"})
