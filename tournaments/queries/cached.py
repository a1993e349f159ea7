"""Queries that many pages share, cached until the next action (core/cached_reads.py)."""

from collections.abc import Callable, Hashable
from typing import TypeVar

from core.cached_reads import cached_read
from tournaments.models import Tournament
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings import standings_of

Reading = TypeVar("Reading")


def cached_query(tournament: Tournament, newest: int, name: Hashable, make: Callable[[], Reading]) -> Reading:
    """Return a cached query result; `newest` is the newest action number, read before anything else."""
    return cached_read(newest, (tournament.pk, tournament.epoch, name), make)


def cached_standings(tournament: Tournament, newest: int) -> list[DivisionStandings]:
    return cached_query(tournament, newest, "standings", lambda: standings_of(tournament))
