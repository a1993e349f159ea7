"""Link managers to people, and merge and split people. Tournament data never changes."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError

from club.models import ClubChange, ManagerLink, PastResult, Person
from club.queries.linking import UnlinkedManager, unlinked_managers
from club.queries.names import key_text
from club.refusals import ClubUndoRefusal, LinkRefusal, PersonRefusal
from club.services.changes import club_writing, links_state, merged_state, past_results_state, record_change
from club.services.history import remove_imported
from core.errors import Refused
from core.names import clean_name, folded
from rules_engine.names import split_name
from tournaments.action_log.writing import Actor
from tournaments.models import Manager, SignUp, Tournament

_EDITED_FIELDS = ("name", "home_town", "region", "time_zone", "email")


def link_managers(tournament: Tournament | None = None) -> int:
    """Link the managers in one tournament, or in all, who need no decision. Return the number of new links.

    A manager whose name matches one person is linked to that person, unless their regions differ. A new name creates a
    person.
    """
    linked = 0
    with club_writing():
        new_persons: dict[str, Person] = {}
        for unlinked in unlinked_managers(tournament):
            if unlinked.is_question:
                continue
            key = key_text(unlinked.manager.name)
            person = unlinked.match or new_persons.get(key)
            if person is None:
                person = new_persons[key] = _create_person(unlinked)
            elif not _fits_new_person(unlinked, person):
                continue
            _link(unlinked, person)
            linked += 1
    return linked


def _fits_new_person(unlinked: UnlinkedManager, person: Person) -> bool:
    """Return False if a second new manager has the same name but a different region, so the organizer decides."""
    return UnlinkedManager(unlinked.manager, [person]).match is not None


def answer_link(*, manager_id: int, name: str, person_id: int | None, actor: Actor) -> ManagerLink:
    """Link a manager to a person, or to a new person if `person_id` is None."""
    with club_writing():
        manager = Manager.objects.filter(pk=manager_id).select_related("team__tournament").first()
        if manager is None:
            raise Refused(LinkRefusal.NO_SUCH_MANAGER, manager=name)
        unlinked = next((row for row in unlinked_managers(manager.team.tournament) if row.manager == manager), None)
        if unlinked is None:
            raise Refused(LinkRefusal.ALREADY_LINKED, manager=manager.name)
        candidates = {person.pk: person for person in unlinked.candidates}
        if person_id is not None and person_id not in candidates:
            raise Refused(LinkRefusal.NOT_A_CANDIDATE, field="person")
        person = _create_person(unlinked) if person_id is None else candidates[person_id]
        link = _link(unlinked, person)
        record_change(kind=ClubChange.Kind.LINK, actor=actor, person=person, after={"links": {str(link.pk): person.pk}})
    return link


def _create_person(unlinked: UnlinkedManager) -> Person:
    manager = unlinked.manager
    name = split_name(manager.name).shown
    return Person.objects.create(name=name, home_town=manager.home_town, region=manager.region)


def _link(unlinked: UnlinkedManager, person: Person) -> ManagerLink:
    _fill_in(person, unlinked.manager, unlinked.sign_up)
    return ManagerLink.objects.create(
        person=person, team=unlinked.manager.team, name_key=key_text(unlinked.manager.name)
    )


def _fill_in(person: Person, manager: Manager, sign_up: SignUp | None) -> None:
    """Fill in a person's missing data. The newest sign-up determines the listing until someone chooses it."""
    person.home_town = person.home_town or manager.home_town
    person.region = person.region or manager.region
    if sign_up is not None:
        person.time_zone = person.time_zone or sign_up.time_zone
        person.email = person.email or sign_up.email
        if not person.is_listing_chosen:
            person.is_listed = sign_up.is_listed
    person.save()


def edit_person(*, person: Person, actor: Actor, values: dict[str, str], is_listed: bool) -> Person:
    """Change a person's data and listing."""
    with club_writing():
        person = current_person(person.pk)
        for field in _EDITED_FIELDS:
            setattr(person, field, clean_name(values.get(field, "")))
        if not person.name:
            raise Refused(PersonRefusal.NO_NAME, field="name")
        _refuse_invalid(person)
        person.is_listed, person.is_listing_chosen = is_listed, True
        person.save()
        record_change(kind=ClubChange.Kind.EDIT, actor=actor, person=person)
    return person


def _refuse_invalid(person: Person) -> None:
    try:
        person.clean_fields(exclude=["merged_into"])
    except ValidationError as invalid:
        field, sentences = next(iter(invalid.message_dict.items()))
        raise Refused(PersonRefusal.INVALID_FIELD, field=field, fault=sentences[0]) from None


def current_person(person_id: int) -> Person:
    """Return a person who is about to change. Raise Refused if the person was merged or removed."""
    person = Person.objects.get(pk=person_id)
    if person.removed_at is not None or person.merged_into_id is not None:
        raise Refused(PersonRefusal.NOT_CURRENT, person=str(person))
    return person


def merge_people(*, person: Person, duplicate: Person | None, actor: Actor) -> ClubChange:
    """Move all of a duplicate's links to a person. The two can't have played in the same tournament."""
    if duplicate is None or person.pk == duplicate.pk:
        raise Refused(PersonRefusal.SAME_PERSON, field="duplicate")
    with club_writing():
        person, duplicate = current_person(person.pk), current_person(duplicate.pk)
        _refuse_same_tournament(person, duplicate)
        moved = list(duplicate.links.values_list("pk", flat=True))
        results = list(duplicate.past_results.values_list("pk", flat=True))
        before = _merge_state(moved, results, duplicate)
        ManagerLink.objects.filter(pk__in=moved).update(person=person)
        PastResult.objects.filter(pk__in=results).update(person=person)
        duplicate.merged_into = person
        duplicate.save(update_fields=["merged_into"])
        after = _merge_state(moved, results, duplicate)
        return record_change(kind=ClubChange.Kind.MERGE, actor=actor, person=person, before=before, after=after)


def _merge_state(link_ids: list[int], result_ids: list[int], duplicate: Person) -> dict[str, Any]:
    """Return the people for these links and imported results, and the person into whom the duplicate is merged."""
    return {
        "links": links_state(link_ids),
        "past_results": past_results_state(result_ids),
        "merged": merged_state([duplicate.pk]),
    }


def _refuse_same_tournament(person: Person, duplicate: Person) -> None:
    tournaments = person.links.values("team__tournament")
    shared = duplicate.links.filter(team__tournament__in=tournaments).select_related("team__tournament").first()
    if shared is not None:
        raise Refused(PersonRefusal.SAME_TOURNAMENT, field="duplicate", tournament=shared.team.tournament.name)
    past_tournaments = {(folded(result.tournament), result.year) for result in person.past_results.all()}
    for result in duplicate.past_results.all():
        if (folded(result.tournament), result.year) in past_tournaments:
            title, year = result.title, result.year
            raise Refused(PersonRefusal.SAME_RESULT, field="duplicate", tournament=title, year=year)


def split_person(*, person: Person, link_ids: Collection[int], actor: Actor) -> Person:
    """Move some of a person's links to a new person with the same name. The new person isn't listed."""
    with club_writing():
        person = current_person(person.pk)
        links = list(person.links.filter(pk__in=link_ids).values_list("pk", flat=True))
        if not links:
            raise Refused(PersonRefusal.NOTHING_CHOSEN, field="links")
        if len(links) == person.links.count():
            raise Refused(PersonRefusal.EVERYTHING_CHOSEN, field="links", person=person.name)
        new_person = Person.objects.create(name=person.name)
        before = {"links": links_state(links), "merged": {str(new_person.pk): person.pk}}
        ManagerLink.objects.filter(pk__in=links).update(person=new_person)
        after = {"links": links_state(links), "merged": {str(new_person.pk): None}}
        record_change(kind=ClubChange.Kind.SPLIT, actor=actor, person=person, before=before, after=after)
    return new_person


def undo_change(*, change: ClubChange, actor: Actor) -> ClubChange:
    """Undo a merge, a split or an import of past results. Raise Refused if the same links changed later."""
    with club_writing():
        change = ClubChange.objects.get(pk=change.pk)
        if change.kind not in ClubChange.UNDOABLE:
            raise Refused(ClubUndoRefusal.NOT_POSSIBLE)
        if ClubChange.objects.filter(undoes=change).exists():
            raise Refused(ClubUndoRefusal.ALREADY_UNDONE)
        if change.kind == ClubChange.Kind.IMPORT:
            remove_imported(change)
            return record_change(kind=ClubChange.Kind.UNDO, actor=actor, before=change.after, undoes=change)
        if not _holds(change.after):
            raise Refused(ClubUndoRefusal.CHANGED_SINCE)
        _restore(change.before)
        if _is_linked_to_merged():
            raise Refused(ClubUndoRefusal.CHANGED_SINCE)
        facts = {"before": change.after, "after": change.before, "undoes": change}
        return record_change(kind=ClubChange.Kind.UNDO, actor=actor, person=change.person, **facts)


def _is_linked_to_merged() -> bool:
    """Return whether a team or an imported result belongs to someone who was merged into a different person."""
    merged = {"person__merged_into__isnull": False}
    return ManagerLink.objects.filter(**merged).exists() or PastResult.objects.filter(**merged).exists()


def _holds(state: dict[str, Any]) -> bool:
    """Return whether the people and the remaining links are in this state. Removed people can't be restored."""
    links, merged = state.get("links", {}), state.get("merged", {})
    results = state.get("past_results", {})
    persons = {*map(int, merged), *links.values(), *results.values()}
    if Person.objects.filter(pk__in=persons, removed_at__isnull=False).exists():
        return False
    present_links = links_state([int(link) for link in links])
    present_merged = merged_state([int(person) for person in merged])
    present_results = past_results_state([int(result) for result in results])
    return (
        present_merged == merged
        and all(links[link] == person for link, person in present_links.items())
        and all(results[result] == person for result, person in present_results.items())
    )


def _restore(state: dict[str, Any]) -> None:
    for link, person in state.get("links", {}).items():
        ManagerLink.objects.filter(pk=int(link)).update(person=person)
    for result, person in state.get("past_results", {}).items():
        PastResult.objects.filter(pk=int(result)).update(person=person)
    for person, target in state.get("merged", {}).items():
        Person.objects.filter(pk=int(person)).update(merged_into=target)
