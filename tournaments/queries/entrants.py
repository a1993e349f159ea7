"""Entered teams, and checks of new entrants before they are saved."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from core.contacts import find_contacts
from core.names import folded
from rules_engine.names import name_key, name_words
from rules_engine.rulings import Ruling, refuse
from tournaments.models import Team, Tournament
from tournaments.refusals import EntrantFault

LONGEST_NAME = 80
LONGEST_REGION = 40
MOST_TEAMS = 200


@dataclass(frozen=True, slots=True)
class Person:
    """A manager as entered. The club's report includes home town and region."""

    name: str
    home_town: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team as entered in a form or on a line of a list. Line numbers start at 1."""

    team: str
    managers: tuple[Person, ...]
    proxy: str = ""
    line: int = 0
    is_imputed: bool = False
    awaits_manager: bool = False
    crest: str = ""  # letters and colors of a previously chosen crest
    palette: str = ""


_PLACEHOLDERS = frozenset(("", "tbd", "tba", "n a", "none", "vacant", "no manager", "no manager yet", "unknown"))


def without_placeholders(entrant: Entrant) -> Entrant:
    """Remove placeholder managers such as "TBD". A team with only placeholders still needs a manager."""
    named = tuple(person for person in entrant.managers if name_words(person.name) not in _PLACEHOLDERS)
    has_entries = any(person.name.strip() for person in entrant.managers)
    awaits_manager = entrant.awaits_manager or (has_entries and not named)
    return replace(entrant, managers=named, awaits_manager=awaits_manager and not named)


@dataclass(frozen=True, slots=True)
class CheckedEntrant:
    """An entrant with its errors. `already` marks a team that was entered earlier."""

    entrant: Entrant
    faults: tuple[Ruling, ...] = ()
    already: bool = False


def teams_of(tournament: Tournament) -> QuerySet[Team]:
    """Return the teams ordered by division and draft position, with their divisions and managers."""
    return (
        tournament.teams.select_related("division", "apart_from")
        .prefetch_related("managers", "slot_rolls")
        .order_by("division__position", "slot", "pk")
    )


def check_entrants(
    tournament: Tournament, entrants: Sequence[Entrant], *, editing: Team | None = None
) -> list[CheckedEntrant]:
    """Return every entrant with its errors: missing, overlong and duplicate names.

    Case and accents are ignored. The team being edited doesn't conflict with itself.
    """
    existing = _ExistingNames(team for team in teams_of(tournament) if team != editing)
    teams = Counter(folded(entrant.team) for entrant in entrants)
    people = Counter(name_key(person.name) for entrant in entrants for person in entrant.managers)
    return [_check_entrant(entrant, existing, teams, people) for entrant in entrants]


class _ExistingNames:
    def __init__(self, teams: Iterable[Team]) -> None:
        self.teams = {folded(team.name): team for team in teams}
        self.managers = {
            name_key(manager.name): team for team in self.teams.values() for manager in team.managers.all()
        }


def _check_entrant(
    entrant: Entrant,
    existing: _ExistingNames,
    teams: Counter[str],
    people: Counter[tuple[str, str, str]],
) -> CheckedEntrant:
    same_name = existing.teams.get(folded(entrant.team))
    if same_name is not None and _has_same_managers(same_name, entrant) and teams[folded(entrant.team)] == 1:
        return CheckedEntrant(entrant, already=True)
    faults = [*form_faults(entrant)]
    if entrant.team and teams[folded(entrant.team)] > 1:
        times = teams[folded(entrant.team)]
        faults.append(refuse(EntrantFault.TEAM_LISTED_TWICE, "", team=_shorten(entrant.team), times=times))
    if entrant.team and same_name is not None:
        faults.append(refuse(EntrantFault.TEAM_EXISTS, "", team=_shorten(same_name.name)))
    for person in entrant.managers:
        if people[name_key(person.name)] > 1:
            times = people[name_key(person.name)]
            faults.append(refuse(EntrantFault.PERSON_LISTED_TWICE, "", person=_shorten(person.name), times=times))
        if (managed_team := existing.managers.get(name_key(person.name))) is not None:
            person_name = _shorten(person.name)
            faults.append(refuse(EntrantFault.MANAGES_ANOTHER, "", person=person_name, team=managed_team.name))
    return CheckedEntrant(entrant, tuple(faults))


def form_faults(entrant: Entrant) -> list[Ruling]:
    """Return the errors in a single entrant, without comparing it to any others."""
    faults: list[Ruling] = []
    if not entrant.team:
        faults.append(refuse(EntrantFault.NO_NAME, ""))
    if not entrant.managers and not (entrant.is_imputed or entrant.awaits_manager):
        faults.append(refuse(EntrantFault.NO_MANAGER, ""))
    if len(entrant.managers) > 2:
        faults.append(refuse(EntrantFault.TOO_MANY_MANAGERS, "T0.08", managers=len(entrant.managers)))
    for name in (entrant.team, entrant.proxy, *(person.name for person in entrant.managers)):
        if contacts := find_contacts(name):
            faults.append(refuse(EntrantFault.CONTACT_DETAILS, "", text=_shorten(contacts[0])))
    texts = [entrant.team, entrant.proxy]
    for manager in entrant.managers:
        texts += [manager.name, manager.home_town]
    faults += _length_faults(texts, LONGEST_NAME)
    faults += _length_faults([manager.region for manager in entrant.managers], LONGEST_REGION)
    return faults


def _length_faults(texts: Iterable[str], limit: int) -> list[Ruling]:
    return [
        refuse(EntrantFault.TOO_LONG, "", text=_shorten(text), length=len(text), longest=limit)
        for text in texts
        if len(text) > limit
    ]


def _has_same_managers(team: Team, entrant: Entrant) -> bool:
    current_keys = [name_key(manager.name) for manager in team.managers.all()]
    return current_keys == [name_key(person.name) for person in entrant.managers]


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
