"""Showing a service's refusal beside the field it is about."""

from django import forms

from core.errors import Refused


def show_refusal(form: forms.BaseForm, refused: Refused) -> None:
    """Adds the sentence to the form; what was typed is kept."""
    form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def typed_number(text: str | None) -> int:
    """A number that a form carries along; -1, which is no version and no row, for anything else."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else -1
