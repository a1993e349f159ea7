"""Forms for a manager's own list: a pasted ranking and a player note."""

from typing import Any

from django import forms

from core.imports.sheet_forms import SheetForm
from drafts.queries.ranking_plan import LEAVE_OUT, RankingQuestion
from drafts.queries.ranking_rows import LONGEST_NOTE, TARGETS


class RankingForm(SheetForm):
    """A ranking, uploaded or pasted. It is parsed as text because blank lines separate tiers."""

    targets = TARGETS

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("file") and "table" in data:
            data["text"] = data["table"].sheet_as_text()
        return data


class ScoutingForm(forms.Form):
    """A manager's private assessment of a player."""

    is_favorite = forms.BooleanField(required=False, label="Favorite")
    note = forms.CharField(required=False, max_length=LONGEST_NOTE, label="Note")


def answer_choices(question: RankingQuestion) -> list[tuple[str, str]]:
    """Return the cards to choose from, plus the choice to skip the row."""
    choices = []
    for card in question.cards:
        facts = (card.name, card.label, card.clubs, f"born {card.birth_year}" if card.birth_year else "")
        choices.append((str(card.id), ", ".join(filter(None, facts))))
    return [("", "Choose"), *choices, (LEAVE_OUT, "None of these: leave the row out")]
