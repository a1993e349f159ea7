"""Forms for the people pages."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms

from core.imports.sheet_forms import SheetForm
from core.imports.tables import ImportTable
from tournaments.field_names import division_name_field, first_table_field, team_of_division_field
from tournaments.forms.entrant_lists import TARGETS
from tournaments.forms.refusals import typed_number
from tournaments.models import Division, Team
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.divisions import DivisionEntry

_LIST_FORMAT: Final = (
    "One team per line: team, manager, and second manager if there is one. Add headings for other columns: hometown, "
    "region, proxy. Write TBD for a team without a manager."
)


class EntrantForm(forms.Form):
    """Form for a team. The service checks lengths, so that a long name is shown with its error."""

    team = forms.CharField(label="Team", required=False)
    manager = forms.CharField(label="Manager", required=False)
    home_town = forms.CharField(label="Hometown", required=False)
    region = forms.CharField(label="State or region", required=False, widget=forms.TextInput(attrs={"size": 8}))
    second = forms.CharField(
        label="Second manager",
        required=False,
        help_text="Two people can run one team. They count as one manager (T0.08).",
    )
    second_town = forms.CharField(label="Second manager's hometown", required=False)
    second_region = forms.CharField(label="State or region", required=False, widget=forms.TextInput(attrs={"size": 8}))
    proxy = forms.CharField(
        label="Proxy",
        required=False,
        help_text="The person who rolls and picks for an absent manager.",
    )
    is_absent = forms.BooleanField(
        label="Absent",
        required=False,
        help_text="The team is on autopick unless the director decides otherwise, and the director signs for it.",
    )

    def entrant(self) -> Entrant:
        data = self.cleaned_data
        people = (
            Person(data["manager"], data["home_town"], data["region"]),
            Person(data["second"], data["second_town"], data["second_region"]),
        )
        return Entrant(
            data["team"],
            tuple(person for person in people if person.name.strip()),
            data["proxy"],
        )

    @staticmethod
    def values_of(team: Team) -> dict[str, Any]:
        """Return a stored team's form values."""
        people = [(manager.name, manager.home_town, manager.region) for manager in team.managers.all()]
        first, second = [*people, ("", "", ""), ("", "", "")][:2]
        return {
            "team": team.name,
            **dict(zip(("manager", "home_town", "region"), first, strict=True)),
            **dict(zip(("second", "second_town", "second_region"), second, strict=True)),
            "proxy": team.proxy,
            "is_absent": team.is_absent,
        }


class EntrantListForm(SheetForm):
    """Form for a list of teams. An uploaded file's text can be edited in the preview."""

    targets = TARGETS

    has_headings = forms.BooleanField(required=False, label="The first row has headings")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].label = "List of teams"
        self.fields["text"].help_text = _LIST_FORMAT
        self.fields["file"].label = "or a file"

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if isinstance(table := data.get("table"), ImportTable):
            data["table"] = table.first_sheet()
            data["text"] = table.sheet_as_text() if data.get("file") else data["text"]
        return data


class EndForm(forms.Form):
    """Form for a link's expiration time in the tournament's time zone. If empty, the link never expires."""

    ends_at = forms.DateTimeField(required=False)


def typed_divisions(divisions: list[Division], posted: Mapping[str, str]) -> list[DivisionEntry]:
    """Return one entry per division. Invalid numbers become -1, which the service rejects."""
    return [
        DivisionEntry(
            division.pk,
            posted.get(division_name_field(division.pk), division.name),
            typed_number(posted.get(first_table_field(division.pk), "").strip()),
        )
        for division in divisions
    ]


def chosen_divisions(divisions: Iterable[Division], posted: Mapping[str, str]) -> dict[int, Division | None]:
    """Return each team's chosen division, or None if the team can choose for itself."""
    division_by_id = {str(division.pk): division for division in divisions}
    teams = {name: team_of_division_field(name) for name in posted}
    return {team: division_by_id.get(posted[name]) for name, team in teams.items() if team is not None}
