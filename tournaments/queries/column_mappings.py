"""Find the column choices a user made for earlier sheets with the same headings."""

from collections.abc import Mapping, Sequence

from tournaments.access.same_person import STAFF, links_of_same_person
from tournaments.access.viewers import Viewers
from tournaments.models import Access, ColumnMapping


def staff_accesses(viewers: Viewers) -> list[Access]:
    """Return the staff links a device is signed in with, most recently used first."""
    return [access for access in viewers.all() if access.role in STAFF]


def remembered_columns(viewers: Viewers, purpose: str) -> Mapping[str, Sequence[str]]:
    """Map the fingerprint of each heading row to its columns' fields."""
    staff = staff_accesses(viewers)
    if not staff:
        return {}
    owners = Access.objects.filter(links_of_same_person(staff))
    mappings = ColumnMapping.objects.filter(access__in=owners, purpose=purpose).order_by("saved_at")
    return {mapping.fingerprint: mapping.targets for mapping in mappings}
