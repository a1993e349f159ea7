"""Corrections that a user enters in the preview of a list of teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules_engine.names import split_name
from tournaments.queries.entrants import CheckedEntrant, Entrant, Person

_LEFT_OUT: Final = "yes"


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list.

    Attributes:
        read: The entrant as listed.
        entrant: The entrant with this line's corrections.
        is_corrected: Whether the user corrected this line. The next preview must show the corrections again.
    """

    read: Entrant
    entrant: Entrant
    is_corrected: bool = False
    is_left_out: bool = False

    @property
    def key(self) -> str:
        """A key for the line's original content. If the list is edited, corrections to a different line don't apply."""
        return _key(self.read)


@dataclass(frozen=True, slots=True)
class PreviewedLine:
    """A line with its conflicts, and the names to suggest for the user's answer."""

    line: ListLine
    checked: CheckedEntrant

    @property
    def needs_answer(self) -> bool:
        return bool(self.checked.faults) or self.line.is_corrected

    @property
    def team(self) -> str:
        """The team's name. A team without a name can be named after its manager."""
        return self.line.entrant.team or split_name(self.manager).last

    @property
    def manager(self) -> str:
        return self.line.entrant.managers[0].name if self.line.entrant.managers else ""


def correct_lines(entrants: Sequence[Entrant], sent: Mapping[str, str]) -> list[ListLine]:
    """Return each entrant with the corrections submitted for its line."""
    return [_correct_line(entrant, sent) for entrant in entrants]


def preview_lines(lines: Sequence[ListLine], checked: Sequence[CheckedEntrant]) -> list[PreviewedLine]:
    """Return all lines in order. Lines that the user excluded have no conflicts."""
    checked_by_line = {entrant.entrant.line: entrant for entrant in checked}
    return [PreviewedLine(line, checked_by_line.get(line.read.line, CheckedEntrant(line.entrant))) for line in lines]


def _correct_line(read: Entrant, sent: Mapping[str, str]) -> ListLine:
    number = read.line
    if sent.get(f"line-{number}") != _key(read):
        return ListLine(read, read)
    team = sent.get(f"team-{number}", read.team).strip()
    manager = sent.get(f"manager-{number}", "").strip()
    managers = _with_first_name(read.managers, manager) if manager else read.managers
    entrant = replace(read, team=team, managers=managers, awaits_manager=bool(team) and not managers)
    return ListLine(read, entrant, is_corrected=True, is_left_out=sent.get(f"leave-{number}") == _LEFT_OUT)


def _with_first_name(managers: tuple[Person, ...], name: str) -> tuple[Person, ...]:
    if not managers:
        return (Person(name),)
    return (replace(managers[0], name=name), *managers[1:])


def _key(read: Entrant) -> str:
    return " / ".join((read.team, *(person.name for person in read.managers)))
