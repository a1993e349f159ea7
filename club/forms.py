"""Forms of the club's pages."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms

from club.models import Person

if TYPE_CHECKING:
    _PersonForm = forms.ModelForm[Person]
else:
    _PersonForm = forms.ModelForm

FIELDS = ("name", "home_town", "region", "time_zone", "email")


class PersonForm(_PersonForm):
    """What the organizer keeps about a person."""

    class Meta:
        model = Person
        fields = (*FIELDS, "is_listed")
        labels: ClassVar = {"is_listed": "List this person publicly"}
        help_texts: ClassVar = {
            "email": "Private. Only organizers and this person see it.",
            "is_listed": "Only with the person's consent.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.attrs["list"] = "zones"

    def values(self) -> dict[str, str]:
        return {name: self.cleaned_data[name] for name in FIELDS}
