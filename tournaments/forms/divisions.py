"""Names and first tables of the divisions as typed."""

from collections.abc import Mapping

from tournaments.forms.refusals import typed_number
from tournaments.models import Division
from tournaments.services.divisions import DivisionEntry


def typed_divisions(divisions: list[Division], typed: Mapping[str, str]) -> list[DivisionEntry]:
    """One entry for each division; what is no number reads as -1 and is refused by the service."""
    return [
        DivisionEntry(
            division.pk,
            typed.get(f"name_{division.pk}", division.name),
            typed_number(typed.get(f"table_{division.pk}", "").strip()),
        )
        for division in divisions
    ]
