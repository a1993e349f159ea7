"""Form for a ratings sheet and the season it rates."""

from typing import Any

from django import forms

from core.imports.sheet_forms import SheetForm
from drafts.card_files.ratings_columns import TARGETS
from drafts.card_files.ratings_overlay import LEAVE_OUT, Question
from drafts.forms.card_sets import LEAGUES, NAME_LENGTH, REPLACE
from seasons.lahman import first_and_last_season
from seasons.players_and_parks import ALL_LEAGUES


class RatingsSheetForm(SheetForm):
    """A ratings sheet and the card set to make from it."""

    targets = TARGETS

    year = forms.IntegerField(label="Season", widget=forms.NumberInput(attrs={"class": "n"}))
    league = forms.ChoiceField(choices=LEAGUES, initial=ALL_LEAGUES)
    name = forms.CharField(max_length=NAME_LENGTH, label="Name of the new card set")
    is_private = forms.BooleanField(required=False, label="Private: only you and the organizer can use and download it")
    replace = forms.BooleanField(required=False, label=REPLACE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["year"].help_text = "{} to {}".format(*first_and_last_season())


def answer_choices(question: Question) -> list[tuple[str, str]]:
    """Return the cards to choose from, plus the choice to skip the row."""
    choices = []
    for card in question.cards:
        facts = (card.clubs, f"born {card.birth_year}" if card.birth_year else "", " ".join(card.positions))
        choices.append((card.code, ", ".join(filter(None, (card.name, *facts)))))
    return [("", "Choose"), *choices, (LEAVE_OUT, "None of these: leave the row out")]
