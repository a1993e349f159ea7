"""Managers in all tournaments who aren't linked to a person, and the people who match."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from club.models import ManagerLink, Person
from club.queries.names import key_text
from rules_engine.names import folded
from tournaments.models import Manager, SignUp, Tournament


@dataclass(frozen=True, slots=True)
class UnlinkedManager:
    """A manager without a person, and the people with the same name."""

    manager: Manager
    candidates: Sequence[Person]
    sign_up: SignUp | None = None

    @property
    def match(self) -> Person | None:
        """Return the only person who certainly matches, or None."""
        if len(self.candidates) != 1:
            return None
        return self.candidates[0] if regions_agree(self.manager.region, self.candidates[0].region) else None

    @property
    def is_question(self) -> bool:
        """Return whether the organizer has to choose the person."""
        return bool(self.candidates) and self.match is None


def regions_agree(region: str, other_region: str) -> bool:
    """Return whether two regions are the same. An unknown region matches every region."""
    return not region or not other_region or folded(region) == folded(other_region)


def unlinked_managers(tournament: Tournament | None = None) -> list[UnlinkedManager]:
    """Return the managers without a person, in one tournament or in all except practice weekends. Four queries."""
    managers = Manager.objects.filter(team__tournament__is_practice=False).select_related("team__tournament")
    if tournament is not None:
        managers = managers.filter(team__tournament=tournament)
    linked_keys = set(_links_of(tournament).values_list("team_id", "name_key"))
    unlinked = [
        manager
        for manager in managers.order_by("team__tournament_id", "team_id", "position")
        if (manager.team_id, key_text(manager.name)) not in linked_keys
    ]
    if not unlinked:
        return []
    persons = persons_by_name_key()
    sign_ups = _sign_ups_by_manager(unlinked)
    return [_unlinked(manager, persons, sign_ups) for manager in unlinked]


def _links_of(tournament: Tournament | None) -> QuerySet[ManagerLink]:
    links = ManagerLink.objects.order_by()
    return links if tournament is None else links.filter(team__tournament=tournament)


def _unlinked(
    manager: Manager, persons: Mapping[str, list[Person]], sign_ups: Mapping[tuple[int, str], SignUp]
) -> UnlinkedManager:
    key = key_text(manager.name)
    return UnlinkedManager(manager, persons.get(key, []), sign_ups.get((manager.team_id, key)))


def persons_by_name_key() -> dict[str, list[Person]]:
    """Return the current people by name key. One query."""
    persons: dict[str, list[Person]] = defaultdict(list)
    for person in Person.objects.current():
        persons[key_text(person.name)].append(person)
    return persons


def _sign_ups_by_manager(managers: Iterable[Manager]) -> dict[tuple[int, str], SignUp]:
    teams = {manager.team_id for manager in managers}
    sign_ups = SignUp.objects.filter(team__in=teams, withdrawn_at=None)
    return {(sign_up.team_id, key_text(sign_up.name)): sign_up for sign_up in sign_ups if sign_up.team_id is not None}
