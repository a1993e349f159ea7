"""Showing a service's refusal beside the field it is about; numbers and rolls as a form carries them."""

import re

from django import forms

from core.errors import Refused


def show_refusal(form: forms.BaseForm, refused: Refused) -> None:
    """Adds the sentence to the form; what was typed is kept."""
    form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def typed_number(text: str | None) -> int:
    """A number that a form carries along; -1, which is no version and no row, for anything else."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else -1


def typed_rolls(text: str, field: str) -> list[int]:
    """A d20, and the next behind a level one: 12 or 12, 17. Raises Refused."""
    parts = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise Refused(f"“{text}” is not a roll; type 1 to 20, the next behind a level one.", field=field)
    return [int(part) for part in parts]
