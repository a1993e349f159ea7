"""Remember and forget the meanings of spreadsheet columns.

A mapping is private to the person who chose it and doesn't change any tournament, so it isn't in the activity log.
"""

from collections.abc import Sequence

from django.db import transaction

from core.imports.headings import Section
from tournaments.access.same_person import links_of_same_person
from tournaments.access.viewers import Viewers
from tournaments.models import Access, ColumnMapping
from tournaments.queries.column_mappings import staff_accesses

MOST_MAPPINGS = 200  # per person; the oldest is removed first


def remember_columns(*, viewers: Viewers, purpose: str, sections: Sequence[Section]) -> None:
    """Store each section's columns if they differ from the proposals. Otherwise, forget any earlier choice."""
    for section in sections:
        if not section.fingerprint:
            continue
        forget_columns(viewers=viewers, purpose=purpose, fingerprint=section.fingerprint)
        if section.targets != section.proposals:
            _store(viewers, purpose, section)


@transaction.atomic
def _store(viewers: Viewers, purpose: str, section: Section) -> None:
    staff = staff_accesses(viewers)
    if not staff:
        return
    ColumnMapping.objects.update_or_create(
        access=staff[0],
        purpose=purpose,
        fingerprint=section.fingerprint,
        defaults={"targets": list(section.targets)},
    )
    own = ColumnMapping.objects.filter(access=staff[0]).order_by("-saved_at")
    surplus = list(own.values_list("pk", flat=True)[MOST_MAPPINGS:])
    ColumnMapping.objects.filter(pk__in=surplus).delete()


def forget_columns(*, viewers: Viewers, purpose: str, fingerprint: str) -> None:
    """Forget the columns of spreadsheets with these headings."""
    staff = staff_accesses(viewers)
    if staff:
        owners = Access.objects.filter(links_of_same_person(staff))
        ColumnMapping.objects.filter(access__in=owners, purpose=purpose, fingerprint=fingerprint).delete()
