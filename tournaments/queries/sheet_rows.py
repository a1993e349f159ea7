"""Rows of imported spreadsheets: their errors, and the teams in them."""

from collections.abc import Iterable
from typing import NamedTuple

from rules_engine.names import name_words
from rules_engine.rulings import Ruling
from tournaments.models import Team


class RowFault(NamedTuple):
    """An error in a row."""

    row: int
    ruling: Ruling


class TeamFinder:
    """Finder for teams by name or manager. Requires teams with prefetched managers."""

    def __init__(self, teams: Iterable[Team]) -> None:
        self._team_by_name: dict[str, Team] = {}
        for team in teams:
            self._team_by_name[name_words(team.name)] = team
            for manager in team.managers.all():
                self._team_by_name.setdefault(name_words(manager.name), team)

    def find(self, text: str) -> Team | None:
        return self._team_by_name.get(name_words(text))
