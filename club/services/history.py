"""Import past results from a club's own records, and undo the import. Tournaments don't change."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from club.models import ClubChange, PastResult, People, Person
from club.queries.history_sheets import HistoryPlan, plan_history
from club.refusals import HistoryRefusal
from club.services.changes import club_writing, record_change
from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.tables import ImportTable
from tournaments.action_log.writing import Actor

_LONGEST_REGION: Final = 40


@dataclass(frozen=True, slots=True)
class HistorySheet:
    """A sheet with the organizer's choices: the columns, the people, and the year for rows without one."""

    table: ImportTable
    columns: ColumnChoices = field(default_factory=ColumnChoices)
    answers: Mapping[int, str] = field(default_factory=dict)
    year: int | None = None


def preview_history(sheet: HistorySheet) -> HistoryPlan:
    """Return the effects of an import."""
    return plan_history(sheet.table, sheet.columns, sheet.answers, sheet.year)


def import_history(*, sheet: HistorySheet, actor: Actor) -> ClubChange:
    """Store the valid results and the new people, who aren't listed.

    Raises:
        Refused: A question is unanswered, or no row is valid. Nothing was changed.
    """
    with club_writing():
        plan = preview_history(sheet)
        _require_settled(plan)
        people = _create_people(plan)
        facts = {
            "results": len(plan.rows),
            "people": sorted(person.pk for person in people.values()),
            "regions": _fill_in_regions(plan),
        }
        change = record_change(kind=ClubChange.Kind.IMPORT, actor=actor, after=facts)
        for row in plan.rows:
            row.result.person = row.person.person or people[row.person.key]
            row.result.change = change
        PastResult.objects.bulk_create([row.result for row in plan.rows])
    return change


def _require_settled(plan: HistoryPlan) -> None:
    if not plan.has_headings:
        raise Refused(HistoryRefusal.NO_HEADINGS, field="file")
    if plan.questions:
        raise Refused(HistoryRefusal.UNANSWERED, questions=len(plan.questions))
    if not plan.rows:
        raise Refused(HistoryRefusal.NO_ROWS, field="file")


def _create_people(plan: HistoryPlan) -> dict[str, Person]:
    """Create the new people, and return them by their key in the plan."""
    new_people = {row.person.key: row.person for row in plan.rows if row.person.person is None}
    return {key: Person.objects.create(name=person.name, region=person.region) for key, person in new_people.items()}


def _fill_in_regions(plan: HistoryPlan) -> list[int]:
    """Store regions for people whose region is unknown. Return their ids."""
    filled_in = {}
    for row in plan.rows:
        person = row.person.person
        if person is not None and row.person.region and not person.region:
            person.region = row.person.region[:_LONGEST_REGION]
            person.save(update_fields=["region"])
            filled_in[person.pk] = person
    return sorted(filled_in)


def remove_imported(change: ClubChange) -> None:
    """Delete an import's results, any people it created who have no other records, and the regions it filled in.

    A region stays if the person was edited later.
    """
    change.past_results.all().delete()
    later_edits = ClubChange.objects.filter(kind=ClubChange.Kind.EDIT, pk__gt=change.pk).values("person")
    filled_in = Person.objects.filter(pk__in=change.after.get("regions", []))
    filled_in.exclude(pk__in=later_edits).update(region="")
    _unused_people(change.after.get("people", [])).delete()


def _unused_people(ids: Collection[int]) -> People:
    people = Person.objects.filter(pk__in=ids, links=None, past_results=None, corrections=None, changes=None)
    return people.exclude(pk__in=Person.objects.filter(merged_into__isnull=False).values("merged_into"))
