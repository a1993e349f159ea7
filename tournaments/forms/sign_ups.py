"""Forms for signing up, and for opening sign-up as the director."""

import time
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core import signing

from tournaments.models import SignUp, SignUpPage
from tournaments.services.sign_ups import FIELDS_AFTER_CONFIRMATION, SignUpEntry

_SALT: Final = "pennant.sign-up-form"
_FASTEST_PERSON: Final = 2  # seconds between opening and submitting the form
_OLDEST_FORM: Final = 24 * 60 * 60

if TYPE_CHECKING:
    _SignUpForm = forms.ModelForm[SignUp]
    _PageForm = forms.ModelForm[SignUpPage]
else:
    _SignUpForm = _PageForm = forms.ModelForm


class SignUpForm(_SignUpForm):
    """Form for a person's sign-up. `website` is hidden, so only bots fill it in."""

    code = forms.CharField(label="Sign-up code", required=False, max_length=20)
    website = forms.CharField(label="Leave this field empty", required=False)
    opened = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = SignUp
        fields = (
            "name",
            "team_name",
            "home_town",
            "region",
            "partner",
            "venue",
            "time_zone",
            "email",
            "keep_apart_from",
            "is_listed",
        )
        labels = {
            "team_name": "Team name",
            "email": "Email",
            "home_town": "Hometown",
            "venue": "Where can you play?",
            "keep_apart_from": "Keep me apart from",
        }
        help_texts = {
            "team_name": "Leave blank to use your own name.",
            "partner": "A second person who runs the team with you.",
            "email": "Only the director sees it. It's used for tournament news.",
            "keep_apart_from": "A relative's name, if you don't want to share a division.",
            "is_listed": "Other visitors see your name, team and hometown before the director confirms you.",
        }
        widgets = {
            "name": forms.TextInput(attrs={"autocomplete": "name", "size": 30}),
            "time_zone": forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "data-own-zone": ""}),
            "email": forms.EmailInput(attrs={"autocomplete": "email", "size": 30}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.team_id is not None:
            for name in set(self._meta.fields or ()) - {*FIELDS_AFTER_CONFIRMATION}:
                self.fields[name].disabled = True

    def entry(self) -> SignUpEntry:
        return SignUpEntry(**{name: self.cleaned_data[name] for name in self._meta.fields or ()})

    def is_from_a_person(self) -> bool:
        """Return whether a person filled in the form: not instantly, and without the hidden field."""
        try:
            opened_at = int(
                signing.TimestampSigner(salt=_SALT).unsign(self.cleaned_data["opened"], max_age=_OLDEST_FORM)
            )
        except (signing.BadSignature, ValueError):
            return False
        return not self.cleaned_data["website"] and time.time() - opened_at >= _FASTEST_PERSON

    def _post_clean(self) -> None:
        """Leave the instance unchanged. The service fills in and checks the sign-up."""


def opening_time() -> str:
    """Return the current time, signed, to record when a form was opened."""
    return signing.TimestampSigner(salt=_SALT).sign(str(int(time.time())))


class SignUpPageForm(_PageForm):
    class Meta:
        model = SignUpPage
        fields = ("is_open", "code", "capacity", "note")
        labels = {
            "is_open": "Open for sign-ups",
            "code": "Sign-up code",
            "capacity": "Team limit",
            "note": "Note for people who sign up",
        }
        help_texts = {
            "code": "Only people who know it can sign up. The poster's QR code includes it. Blank: no code.",
            "capacity": "Later sign-ups join the waitlist. Blank: no limit.",
            "note": "For example, the entry fee and how to pay it.",
        }
        widgets = {"note": forms.TextInput(attrs={"size": 50})}

    def settings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self._meta.fields or ()}

    def _post_clean(self) -> None:
        """Leave the instance unchanged. The service changes it."""
