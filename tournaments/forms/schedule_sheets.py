"""The form of a schedule from a sheet."""

from django import forms

from core.imports.sheet_forms import SheetForm
from tournaments.queries.schedule_sheets import TARGETS


class ScheduleSheetForm(SheetForm):
    """The rounds and pairings of a division."""

    targets = TARGETS

    reason = forms.CharField(required=False, max_length=500, label="Reason", help_text="Shown in the log.")
