"""Show refusals next to form fields, and read numbers and rolls."""

import re

from django import forms

from core.errors import Refused
from tournaments.refusals import PlayoffRefusal


def show_refusal(form: forms.BaseForm, refused: Refused) -> None:
    """Add the refusal to the form and keep what was entered."""
    form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def typed_number(text: str | None) -> int:
    """Return a number from a form; -1, which is no version and no id, for anything else."""
    return int(text) if text and text.isdecimal() and len(text) < 10 else -1


def typed_rolls(text: str, field: str) -> list[int]:
    """Read a d20 and further rolls after ties, such as 12 or 12, 17. Raises Refused."""
    parts = re.split(r"[\s,]+", text.strip()) if text.strip() else []
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise Refused(PlayoffRefusal.NOT_ROLLS, field=field, text=text)
    return [int(part) for part in parts]
