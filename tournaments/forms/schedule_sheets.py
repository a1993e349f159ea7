"""Form for importing a schedule from a spreadsheet."""

from django import forms

from core.imports.sheet_forms import SheetForm
from tournaments.queries.schedule_sheets import TARGETS


class ScheduleSheetForm(SheetForm):
    """Form for a division's rounds and pairings."""

    targets = TARGETS

    reason = forms.CharField(required=False, max_length=500, label="Reason", help_text="Shown in the log.")
