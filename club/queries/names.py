"""Public names: of people who agreed to be listed, and of teams whose names contain no unlisted person's name."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Prefetch, QuerySet

from club.models import FORMER_MEMBER, PUBLIC_PERSON, ManagerLink, Person
from core.addresses import page_address
from rules_engine.names import name_key, name_words
from tournaments.models import Manager, Team

UNLISTED = "Unlisted manager"
UNNAMED_TEAM = "A team"
_SHORTEST_WORD = 3


class PersonName(NamedTuple):
    """A person's name in lists. Everyone can see it if `is_public`."""

    pk: int
    name: str
    region: str
    removed_at: datetime | None
    is_public: bool

    def __str__(self) -> str:
        return self.name or FORMER_MEMBER

    def get_absolute_url(self) -> str:
        return page_address("club_person", self.pk)


def person_names(ids: Iterable[int]) -> dict[int, PersonName]:
    """Return people's names by id. One query."""
    is_public = ExpressionWrapper(PUBLIC_PERSON, output_field=BooleanField())
    people = Person.objects.filter(pk__in=ids).order_by()
    rows = people.values_list("pk", "name", "region", "removed_at", is_public)
    return {row[0]: PersonName(*row) for row in rows}


def manager_names(*prefixes: str) -> "list[Prefetch[Any]]":
    """Return the prefetches for the names of teams' managers.

    Args:
        prefixes: Lookups that lead to the teams, such as "home__".
    """
    facts = ("name", "is_listed", "removed_at", "merged_into")  # fields of the person
    managers = Manager.objects.only("team", "name")
    links = ManagerLink.objects.select_related("person").only(
        "team", "name_key", *(f"person__{name}" for name in facts)
    )
    prefetches = []
    for prefix in prefixes:
        prefetches += [Prefetch(f"{prefix}managers", managers), Prefetch(f"{prefix}person_links", links)]
    return prefetches


def key_text(name: str) -> str:
    """Return the key that identifies a manager's name."""
    return "|".join(name_key(name))[:120]


def public_name(person: Person | PersonName | None) -> str:
    """Return a listed person's name, or the placeholder for everyone else."""
    return person.name if person is not None and person.is_public else UNLISTED


def public_team_name(team: Team, hidden_names: Iterable[str]) -> str:
    """Return a team's name, or a substitute if it contains a word from a hidden name."""
    return UNNAMED_TEAM if has_name(team.name, hidden_names) else team.name


def public_team_names(teams: QuerySet[Team]) -> dict[int, str]:
    """Return teams' names by id as the club's pages show them. Three queries."""
    rows = teams.only("name").prefetch_related(*manager_names(""))
    return {team.pk: public_team_name(team, hidden_names_of(team)) for team in rows}


def has_name(text: str, names: Iterable[str]) -> bool:
    """Return whether a text contains a word from these names, with or without a final "s"."""
    words = set(name_words(text).split())
    words |= {word.removesuffix("s") for word in words}
    return any(words & {word for word in name_words(name).split() if len(word) >= _SHORTEST_WORD} for name in names)


def hidden_names_of(team: Team) -> list[str]:
    """Return the names of a team's managers who aren't listed. Prefetch `manager_names` first."""
    persons = persons_by_key(team)
    return [manager.name for manager in team.managers.all() if not _is_public(persons, manager)]


def _is_public(persons: dict[str, Person], manager: Manager) -> bool:
    person = persons.get(key_text(manager.name))
    return person is not None and person.is_public


def persons_by_key(team: Team) -> dict[str, Person]:
    """Return the people behind a team's managers by name key. Prefetch `manager_names` first."""
    return {link.name_key: link.person for link in team.person_links.all()}


def listed_managers(team: Team) -> str:
    """Return a team's listed managers as text, or "" if none is listed. Prefetch `manager_names` first."""
    persons = persons_by_key(team)
    return " and ".join(manager.name for manager in team.managers.all() if _is_public(persons, manager))


def public_managers(team: Team) -> str:
    """Return a team's managers as text, listed or not. Prefetch `manager_names` first."""
    persons = persons_by_key(team)
    names = [public_name(persons.get(key_text(manager.name))) for manager in team.managers.all()]
    return " and ".join(names) or UNLISTED
