"""Form for starting a mock draft."""

from typing import Any

from django import forms

from drafts.queries.mock_drafts import FEWEST_TEAMS


class MockDraftForm(forms.Form):
    """The number of teams and the manager's draft position."""

    team_count = forms.IntegerField(label="Teams", min_value=FEWEST_TEAMS)
    position = forms.IntegerField(label="Your draft position", min_value=1)

    def __init__(self, *args: Any, most_teams: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["max"] = most_teams
            field.widget.attrs["class"] = "n"
