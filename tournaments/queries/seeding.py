"""Who qualifies and in what order by the standings, so that a correction can tell what it would change."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tournaments.models import Tournament
from tournaments.queries.best_ofs import in_seed_order, open_points, qualifiers_of
from tournaments.queries.standings import standings_of


class Seeding(NamedTuple):
    """Qualifiers by name in groups of level records, best first; `open`: what the standings still wait for."""

    groups: tuple[frozenset[str], ...]
    open: tuple[str, ...]

    @property
    def qualified(self) -> frozenset[str]:
        return frozenset().union(*self.groups)


def is_seeded(tournament: Tournament) -> bool:
    return tournament.teams.filter(seed__isnull=False).exists()


def seeding_by_standings(tournament: Tournament) -> Seeding:
    """As the best-ofs would be seeded now; level records of one place in their divisions are one group."""
    tables = standings_of(tournament)
    ranked = groupby(qualifiers_of(tables), key=in_seed_order)
    groups = tuple(frozenset(str(one.team) for one in level) for _, level in ranked)
    return Seeding(groups, tuple(map(str, open_points(tables))))


def seeding_changes(before: Seeding, after: Seeding) -> list[str]:
    """What is different, a sentence each; empty where the same teams would be seeded in the same order."""
    told = []
    gained, lost = sorted(after.qualified - before.qualified), sorted(before.qualified - after.qualified)
    if gained or lost:
        told.append(f"{_names(gained)} would qualify, {_names(lost)} would not.")
    elif after.groups != before.groups:
        told.append(f"The seeding by these standings would be {_order(after)}; it was {_order(before)}.")
    return told + [one for one in after.open if one not in before.open]


def changes_since_seeding(seeds: Sequence[str], now: Seeding) -> list[str]:
    """How the standings as corrected since differ from the seeding in force; level teams may stand either way."""
    left, groups = list(seeds), []
    for group in now.groups:
        groups.append(frozenset(left[: len(group)]))
        del left[: len(group)]
    return seeding_changes(Seeding((*groups, frozenset(left)), ()), now._replace(groups=(*now.groups, frozenset())))


def _names(teams: Sequence[str]) -> str:
    return " and ".join(teams) or "nobody else"


def _order(seeding: Seeding) -> str:
    place, told = 1, []
    for group in seeding.groups:
        level = " (level: a d20)" if len(group) > 1 else ""
        told.append(f"{place} {_names(sorted(group))}{level}")
        place += len(group)
    return ", ".join(told)
