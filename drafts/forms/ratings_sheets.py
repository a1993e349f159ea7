"""The form of a ratings sheet: the season it rates, and the sheet as a file or pasted."""

from typing import Any, Final

from django import forms

from core.imports.encodings import UndecodableText
from drafts.card_files.ratings_columns import TARGETS
from drafts.card_files.ratings_overlay import LEAVE_OUT, Question
from drafts.card_files.ratings_rows import MOST_ROWS
from drafts.forms.card_sets import LEAGUES, NAME_LENGTH, REPLACE
from seasons.lahman import first_and_last_season
from seasons.players_and_parks import ALL_LEAGUES
from seasons.workbooks import CardFileFaults
from tournaments.uploaded_workbooks import read_uploaded_text

LARGEST_SHEET: Final = 1024 * 1024
_ANSWER: Final = "answer-"
_COLUMN: Final = "column-"


class RatingsSheetForm(forms.Form):
    """A ratings sheet. An uploaded file is read into the text, which the preview sends again."""

    year = forms.IntegerField(label="Season", widget=forms.NumberInput(attrs={"class": "n"}))
    league = forms.ChoiceField(choices=LEAGUES, initial=ALL_LEAGUES)
    name = forms.CharField(max_length=NAME_LENGTH, label="Name of the new card set")
    file = forms.FileField(label="Ratings sheet", required=False, help_text="Excel (.xlsx), CSV or text, up to 1 MB")
    text = forms.CharField(
        label="or paste the cells",
        required=False,
        strip=False,
        max_length=LARGEST_SHEET,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    is_private = forms.BooleanField(required=False, label="Private: only you and the organizer use and download it")
    replace = forms.BooleanField(required=False, label=REPLACE)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["year"].help_text = "{} to {}".format(*first_and_last_season())
        self.guessed_encoding = ""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if upload := data.get("file"):
            if upload.size > LARGEST_SHEET:
                raise forms.ValidationError("The file is larger than 1 MB. Keep one season on the sheet.")
            data["text"], self.guessed_encoding = self._read(upload)
        if not data.get("text", "").strip():
            self.add_error("file", "Choose a file, or paste the cells of the sheet.")
        return data

    @staticmethod
    def _read(upload: Any) -> tuple[str, str]:
        try:
            return read_uploaded_text(upload.read(), upload.name or "The file", most_rows=MOST_ROWS)
        except (UndecodableText, CardFileFaults) as error:
            raise forms.ValidationError(str(error)) from None

    def chosen_columns(self) -> dict[int, str]:
        """Return the targets chosen on the preview by the column's place."""
        known = {target.key for target in TARGETS} | {""}
        chosen = {}
        for name, value in self.data.items():
            place = name.removeprefix(_COLUMN)
            if name.startswith(_COLUMN) and place.isdecimal() and value in known:
                chosen[int(place)] = str(value)
        return chosen

    def answers(self) -> dict[int, str]:
        """Return the code of the card chosen for each row, or LEAVE_OUT."""
        answers = {}
        for name, value in self.data.items():
            row = name.removeprefix(_ANSWER)
            if name.startswith(_ANSWER) and row.isdecimal() and value:
                answers[int(row)] = str(value)
        return answers


def answer_choices(question: Question) -> list[tuple[str, str]]:
    """Return the cards to choose from, and the choice to leave the row out."""
    choices = []
    for card in question.cards:
        facts = (card.clubs, f"born {card.birth_year}" if card.birth_year else "", " ".join(card.positions))
        choices.append((card.code, ", ".join(filter(None, (card.name, *facts)))))
    return [("", "Choose"), *choices, (LEAVE_OUT, "None of these: leave the row out")]
