"""People's choices about their own data: their listing and their removal."""

from django.utils import timezone

from club.models import ClubChange, Person
from club.refusals import PersonRefusal
from club.services.changes import club_writing, record_change
from club.services.people import current_person
from core.errors import Refused
from tournaments.action_log.writing import Actor

OWN_LINK = Actor("Own link")


def choose_listing(*, person: Person, is_listed: bool, actor: Actor) -> Person:
    """List or unlist a person publicly. Later sign-ups don't change the choice."""
    with club_writing():
        person = current_person(person.pk)
        person.is_listed, person.is_listing_chosen = is_listed, True
        person.save(update_fields=["is_listed", "is_listing_chosen"])
        record_change(kind=ClubChange.Kind.EDIT, actor=actor, person=person)
    return person


def remove_person(*, person: Person, actor: Actor, is_confirmed: bool) -> None:
    """Erase the data about a person and their merged duplicates. The results stay without a name.

    This can't be undone.
    """
    if not is_confirmed:
        raise Refused(PersonRefusal.NOT_CONFIRMED, field="confirm")
    with club_writing():
        person = current_person(person.pk)
        erased = {"name": "", "home_town": "", "region": "", "time_zone": "", "email": "", "key": ""}
        facts = {**erased, "is_listed": False, "is_listing_chosen": True, "removed_at": timezone.now()}
        merged = _merged_into(person)
        Person.objects.filter(pk__in=[person.pk, *merged]).update(**facts)
        person.corrections.update(reason="")
        record_change(kind=ClubChange.Kind.REMOVE, actor=actor, person=person)


def _merged_into(person: Person) -> list[int]:
    """Return the ids of a person's duplicates, including the duplicates' own duplicates."""
    merged: list[int] = []
    newest = [person.pk]
    while newest:
        newest = list(Person.objects.filter(merged_into__in=newest).values_list("pk", flat=True))
        merged += newest
    return merged
