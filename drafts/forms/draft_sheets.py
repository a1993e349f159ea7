"""Form for importing a draft held elsewhere."""

from django import forms

from core.imports.sheet_forms import SheetForm
from drafts.queries.draft_sheets import LEAVE_OUT, NO_CARD, TARGETS, PickQuestion


class DraftSheetForm(SheetForm):
    """The draft's picks."""

    targets = TARGETS

    reason = forms.CharField(
        required=False,
        max_length=500,
        label="Reason",
        help_text="Required if a player isn't eligible. It's shown in the log.",
    )


def answer_choices(question: PickQuestion) -> list[tuple[str, str]]:
    """Return the cards to choose from, plus the choice to skip the row."""
    choices = [(str(card.id), f"{card.name}, {card.label} {card.clubs}".strip()) for card in question.cards]
    if not choices:
        return [("", "Choose"), (NO_CARD, "Player without a card: keep the name"), (LEAVE_OUT, "Leave the row out")]
    return [("", "Choose"), *choices, (LEAVE_OUT, "None of these: leave the row out")]
