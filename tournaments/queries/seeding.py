"""Seeding based on the standings, to find out how a correction would change it."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.text import capfirst

from tournaments.models import Tournament
from tournaments.queries.playoffs import in_seed_order, open_seeding_points, qualifiers_of
from tournaments.queries.standings import standings_of


class Seeding(NamedTuple):
    """The qualifiers in groups with equal records, best first, and any open questions."""

    groups: tuple[frozenset[str], ...]
    open: tuple[str, ...]

    @property
    def qualified(self) -> frozenset[str]:
        return frozenset().union(*self.groups)


def is_seeded(tournament: Tournament) -> bool:
    return tournament.teams.filter(seed__isnull=False).exists()


def seeding_by_standings(tournament: Tournament) -> Seeding:
    """Return the seeding based on the current standings."""
    tables = standings_of(tournament)
    ranked = groupby(qualifiers_of(tables), key=in_seed_order)
    groups = tuple(frozenset(str(qualifier.team) for qualifier in group) for _, group in ranked)
    return Seeding(groups, tuple(map(str, open_seeding_points(tables))))


def seeding_changes(before: Seeding, after: Seeding) -> list[str]:
    """Return a sentence for each difference, or an empty list if the seeding stays the same."""
    changes = []
    gained, lost = (
        sorted(after.qualified - before.qualified),
        sorted(before.qualified - after.qualified),
    )
    if gained or lost:
        changes.append(capfirst(f"{_names(gained)} would qualify, {_names(lost)} would not."))
    elif after.groups != before.groups:
        changes.append(f"With these standings, the seeding would be {_order(after)}. It was {_order(before)}.")
    return changes + [need for need in after.open if need not in before.open]


def changes_since_seeding(seeds: Sequence[str], seeding: Seeding) -> list[str]:
    """Return the differences between the corrected standings and the seeding. Tied teams can be in any order."""
    remaining, groups = list(seeds), []
    for group in seeding.groups:
        groups.append(frozenset(remaining[: len(group)]))
        del remaining[: len(group)]
    return seeding_changes(
        Seeding((*groups, frozenset(remaining)), ()),
        seeding._replace(groups=(*seeding.groups, frozenset())),
    )


def _names(teams: Sequence[str]) -> str:
    return " and ".join(teams) or "no one else"


def _order(seeding: Seeding) -> str:
    place, places = 1, []
    for group in seeding.groups:
        tie_note = " (tied, d20 roll)" if len(group) > 1 else ""
        places.append(f"{place} {_names(sorted(group))}{tie_note}")
        place += len(group)
    return ", ".join(places)
