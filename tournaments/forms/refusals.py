"""Show errors next to form fields, and parse numbers and rolls."""

import re

from django import forms

from core.errors import Refused
from tournaments.refusals import PlayoffRefusal


def show_refusal(form: forms.BaseForm, refused: Refused) -> None:
    """Add the error to the form, without discarding the user's input."""
    form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def typed_number(text: str | None) -> int:
    """Return a form field's number, or -1 if the text isn't a number. No version or ID is -1."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else -1


def typed_rolls(text: str, field: str) -> list[int]:
    """Parse a d20 roll and any rerolls after ties, such as "12" or "12, 17". Raise Refused if that fails."""
    parts = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise Refused(PlayoffRefusal.NOT_ROLLS, field=field, text=text)
    return [int(part) for part in parts]
