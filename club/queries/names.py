"""Names as the public may read them: of people who agreed to be listed, and of teams that name no one else."""

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
    """What lists show of a person. Everyone may read it if `is_public`."""

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
    """Return the names of people by id. One query."""
    is_public = ExpressionWrapper(PUBLIC_PERSON, output_field=BooleanField())
    people = Person.objects.filter(pk__in=ids).order_by()
    rows = people.values_list("pk", "name", "region", "removed_at", is_public)
    return {row[0]: PersonName(*row) for row in rows}


def manager_names(*prefixes: str) -> "list[Prefetch[Any]]":
    """Return what to prefetch for the names of teams' managers. Prefixes lead to the teams, such as "home__"."""
    facts = ("name", "is_listed", "removed_at", "merged_into")  # of the person
    managers = Manager.objects.only("team", "name")
    links = ManagerLink.objects.select_related("person").only(
        "team", "name_key", *(f"person__{name}" for name in facts)
    )
    prefetches = []
    for prefix in prefixes:
        prefetches += [Prefetch(f"{prefix}managers", managers), Prefetch(f"{prefix}person_links", links)]
    return prefetches


def key_text(name: str) -> str:
    """Return the key by which a manager's name is stored and compared."""
    return "|".join(name_key(name))[:120]


def public_name(person: Person | PersonName | None) -> str:
    """Return the name of a listed person, or the word for everyone else."""
    return person.name if person is not None and person.is_public else UNLISTED


def public_team_name(team: Team, hidden_names: Iterable[str]) -> str:
    """Return a team's name, unless it contains a word of a name that isn't listed."""
    return UNNAMED_TEAM if has_name(team.name, hidden_names) else team.name


def public_team_names(teams: QuerySet[Team]) -> dict[int, str]:
    """Return the names of teams by id as the club's pages show them. Three queries."""
    rows = teams.only("name").prefetch_related(*manager_names(""))
    return {team.pk: public_team_name(team, hidden_names_of(team)) for team in rows}


def has_name(text: str, names: Iterable[str]) -> bool:
    """Whether a text contains a word of these names, also with an "s" at its end."""
    words = set(name_words(text).split())
    words |= {word.removesuffix("s") for word in words}
    return any(words & {word for word in name_words(name).split() if len(word) >= _SHORTEST_WORD} for name in names)


def hidden_names_of(team: Team) -> list[str]:
    """Return the names of a team's managers who aren't listed. Prefetch `manager_names`."""
    persons = persons_by_key(team)
    return [manager.name for manager in team.managers.all() if not _is_public(persons, manager)]


def _is_public(persons: dict[str, Person], manager: Manager) -> bool:
    person = persons.get(key_text(manager.name))
    return person is not None and person.is_public


def persons_by_key(team: Team) -> dict[str, Person]:
    """Return the people behind a team's managers by name key. Prefetch `manager_names`."""
    return {link.name_key: link.person for link in team.person_links.all()}


def listed_managers(team: Team) -> str:
    """Return the listed managers of a team in words; "" if none is listed. Prefetch `manager_names`."""
    persons = persons_by_key(team)
    return " and ".join(manager.name for manager in team.managers.all() if _is_public(persons, manager))


def public_managers(team: Team) -> str:
    """Return a team's managers in words, each listed or not. Prefetch `manager_names`."""
    persons = persons_by_key(team)
    names = [public_name(persons.get(key_text(manager.name))) for manager in team.managers.all()]
    return " and ".join(names) or UNLISTED
