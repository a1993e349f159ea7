"""Who has entered: the people page's rows, and what is wrong with a list of entrants before anything is written."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from core.contacts import find_contacts
from core.names import folded
from rules_engine.names import name_key, name_words
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.models import Team, Tournament

LONGEST_NAME = 80
MOST_TEAMS = 200


@dataclass(frozen=True, slots=True)
class Person:
    """A manager as entered; home town and region are for the report to the club."""

    name: str
    home_town: str = ""
    region: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A team as entered, from a form or a line of a list (`line` counts from 1).

    `awaits_manager`: nobody manages it yet, and that is said.
    """

    team: str
    managers: tuple[Person, ...]
    proxy: str = ""
    line: int = 0
    is_imputed: bool = False
    awaits_manager: bool = False


_NOBODY_YET = frozenset(("", "tbd", "tba", "n a", "none", "vacant", "no manager", "no manager yet", "unknown"))


def without_placeholders(entrant: Entrant) -> Entrant:
    """Leave out managers such as "TBD"; a team that has only those has no manager yet."""
    named = tuple(person for person in entrant.managers if name_words(person.name) not in _NOBODY_YET)
    were_written = any(person.name.strip() for person in entrant.managers)
    awaits_manager = entrant.awaits_manager or (were_written and not named)
    return replace(entrant, managers=named, awaits_manager=awaits_manager and not named)


@dataclass(frozen=True, slots=True)
class CheckedEntrant:
    """An entrant with everything that stands against writing it; `already` marks one that has been entered before."""

    entrant: Entrant
    faults: tuple[Ruling | str, ...] = ()
    already: bool = False


def teams_of(tournament: Tournament) -> QuerySet[Team]:
    """Teams in order of division and slot, with division and managers."""
    return (
        tournament.teams.select_related("division", "apart_from")
        .prefetch_related("managers", "slot_rolls")
        .order_by("division__position", "slot", "pk")
    )


class EntrantFinding(Finding):
    """What no entrant can be."""

    TOO_MANY_MANAGERS = "{managers} managers: a team has one or two ({rule})."


def check_entrants(
    tournament: Tournament, entrants: Sequence[Entrant], *, editing: Team | None = None
) -> list[CheckedEntrant]:
    """Every entrant with its faults: names missing, too long or used twice, whatever their case and accents.

    A team that is being edited does not stand in its own way.
    """
    known = _Known(team for team in teams_of(tournament) if team != editing)
    teams = Counter(folded(entrant.team) for entrant in entrants)
    people = Counter(name_key(person.name) for entrant in entrants for person in entrant.managers)
    return [_checked(entrant, known, teams, people) for entrant in entrants]


class _Known:
    def __init__(self, teams: Iterable[Team]) -> None:
        self.teams = {folded(team.name): team for team in teams}
        self.managers = {name_key(m.name): team for team in self.teams.values() for m in team.managers.all()}


def _checked(
    entrant: Entrant, known: _Known, teams: Counter[str], people: Counter[tuple[str, str, str]]
) -> CheckedEntrant:
    there = known.teams.get(folded(entrant.team))
    if there is not None and _same(there, entrant) and teams[folded(entrant.team)] == 1:
        return CheckedEntrant(entrant, already=True)
    faults = [*form_faults(entrant)]
    if entrant.team and teams[folded(entrant.team)] > 1:
        faults.append(f"The team “{_short(entrant.team)}” is in this list {teams[folded(entrant.team)]} times.")
    if entrant.team and there is not None:
        faults.append(f"There is already a team “{_short(there.name)}”.")
    for person in entrant.managers:
        if people[name_key(person.name)] > 1:
            faults.append(f"{_short(person.name)} is in this list {people[name_key(person.name)]} times.")
        if (other := known.managers.get(name_key(person.name))) is not None:
            faults.append(f"{_short(person.name)} already manages {other.name}.")
    return CheckedEntrant(entrant, tuple(faults))


def form_faults(entrant: Entrant) -> list[Ruling | str]:
    """What is wrong with one entrant by itself."""
    faults: list[Ruling | str] = []
    if not entrant.team:
        faults.append("The name of the team is missing.")
    if not entrant.managers and not (entrant.is_imputed or entrant.awaits_manager):
        faults.append("The manager is missing.")
    if len(entrant.managers) > 2:
        faults.append(refuse(EntrantFinding.TOO_MANY_MANAGERS, "T0.08", managers=len(entrant.managers)))
    for name in (entrant.team, entrant.proxy, *(person.name for person in entrant.managers)):
        if contacts := find_contacts(name):
            faults.append(f"“{_short(contacts[0])}” is not a name. Names are public: enter the name without it.")
    texts = [entrant.team, entrant.proxy, *(t for p in entrant.managers for t in (p.name, p.home_town))]
    faults += [f"“{_short(t)}” has {len(t)} characters, {LONGEST_NAME} fit." for t in texts if len(t) > LONGEST_NAME]
    faults += [
        f"“{_short(p.region)}” has {len(p.region)} characters, 40 fit." for p in entrant.managers if len(p.region) > 40
    ]
    return faults


def _same(team: Team, entrant: Entrant) -> bool:
    mine = [name_key(manager.name) for manager in team.managers.all()]
    return mine == [name_key(person.name) for person in entrant.managers]


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
