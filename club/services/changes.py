"""Save changes to the club. Each runs in one transaction and adds a row with the actor."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from club.models import ClubChange, ClubLock, ManagerLink, PastResult, Person
from core.errors import Refused
from core.standby import new_leader_address
from tournaments.action_log.writing import Actor
from tournaments.refusals import LeaderRefusal


@contextmanager
def club_writing() -> Iterator[None]:
    """Open a transaction that locks the club, so that two changes can't create the same person twice.

    Raises:
        Refused: The standby computer has taken over.
    """
    with transaction.atomic():
        ClubLock.objects.get_or_create(pk=1)
        ClubLock.objects.select_for_update().get(pk=1)
        if address := new_leader_address():
            raise Refused(LeaderRefusal.HANDED_OVER, address=address)
        yield


def record_change(
    *,
    kind: ClubChange.Kind,
    actor: Actor,
    person: Person | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    undoes: ClubChange | None = None,
) -> ClubChange:
    """Save a change record. It contains only ids, never a name."""
    return ClubChange.objects.create(
        kind=kind, actor=actor.name[:120], person=person, before=before or {}, after=after or {}, undoes=undoes
    )


def links_state(link_ids: list[int]) -> dict[str, int]:
    """Return the person for each of these links, by the link's id as text."""
    rows = ManagerLink.objects.filter(pk__in=link_ids).values_list("pk", "person_id")
    return {str(link): person for link, person in rows}


def past_results_state(result_ids: list[int]) -> dict[str, int]:
    """Return the person for each of these imported results, by the result's id as text."""
    rows = PastResult.objects.filter(pk__in=result_ids).values_list("pk", "person_id")
    return {str(result): person for result, person in rows}


def merged_state(person_ids: list[int]) -> dict[str, int | None]:
    """Return the person into whom each of these people was merged, by id as text."""
    rows = Person.objects.filter(pk__in=person_ids).values_list("pk", "merged_into_id")
    return {str(person): target for person, target in rows}
