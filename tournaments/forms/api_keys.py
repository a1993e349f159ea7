"""Form for creating an API key."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone

from tournaments.models import Access, ApiKey
from tournaments.services.api_keys import LONGEST_NAME, scopes_of


class ApiKeyForm(forms.Form):
    """Form for a new key with one of the device's roles."""

    name = forms.CharField(
        label="Name", max_length=LONGEST_NAME, help_text="For example, the name of the app that uses it."
    )
    access = forms.ChoiceField(label="Acts as")
    scope = forms.ChoiceField(label="Access", choices=ApiKey.Scope.choices, initial=ApiKey.Scope.READ)
    ends_on = forms.DateField(
        label="Expiration date",
        required=False,
        help_text="Blank: the key works until you or the director revokes it.",
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def __init__(self, accesses: Sequence[Access], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._access_by_id = {str(access.pk): access for access in accesses}
        roles = self.fields["access"]
        assert isinstance(roles, forms.ChoiceField)
        roles.choices = [(number, role_in_words(access)) for number, access in self._access_by_id.items()]
        allowed = {scope for access in accesses for scope in scopes_of(access)}
        scopes = self.fields["scope"]
        assert isinstance(scopes, forms.ChoiceField)
        scopes.choices = [choice for choice in ApiKey.Scope.choices if choice[0] in allowed]

    @property
    def holder(self) -> Access:
        return self._access_by_id[self.cleaned_data["access"]]

    @property
    def ends_at(self) -> datetime | None:
        """The end of the key's last day, in the current time zone."""
        day = self.cleaned_data["ends_on"]
        return timezone.make_aware(datetime.combine(day, time.max)) if day else None


def role_in_words(access: Access) -> str:
    """Return a role with its tournament, such as "Director, Spring Classic"."""
    return f"{access}, {access.tournament}" if access.tournament else str(access)
