"""Forms for the club's pages."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms

from club.models import FIRST_YEAR, LAST_YEAR, Person
from club.queries.history_sheets import LEAVE_OUT, NEW_PERSON, SAME_PERSON, TARGETS, PersonQuestion
from core.imports.sheet_forms import SheetForm

if TYPE_CHECKING:
    _PersonForm = forms.ModelForm[Person]
else:
    _PersonForm = forms.ModelForm

FIELDS = ("name", "home_town", "region", "time_zone", "email")


class PersonForm(_PersonForm):
    """The data that an organizer can edit for a person."""

    class Meta:
        model = Person
        fields = (*FIELDS, "is_listed")
        labels: ClassVar = {"home_town": "Hometown", "email": "Email", "is_listed": "List this person publicly"}
        help_texts: ClassVar = {
            "email": "Private. Only organizers and this person see it.",
            "is_listed": "Only with the person's consent.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.attrs["list"] = "zones"

    def values(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in FIELDS}


class HistorySheetForm(SheetForm):
    """A form for importing past results."""

    targets = TARGETS

    year = forms.IntegerField(
        label="Year for rows without a year",
        required=False,
        min_value=FIRST_YEAR,
        max_value=LAST_YEAR,
        help_text="Leave blank if the sheet has a Year column, or if each sheet's title is its year.",
    )


def person_choices(question: PersonQuestion, earlier_place: str) -> list[tuple[str, str]]:
    """Return the people to choose from, plus the options to create a new person and to leave the rows out."""
    choices = [("", "Choose")]
    for person in question.candidates:
        home = f", {person.home}" if person.home else ""
        choices.append((str(person.pk), f"{person.name}{home} (person {person.pk})"))
    if question.earlier_row:
        choices.append((SAME_PERSON, f"Same person as in {earlier_place}"))
    return [*choices, (NEW_PERSON, "A new person"), (LEAVE_OUT, "Leave out")]
