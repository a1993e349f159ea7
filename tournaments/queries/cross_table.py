"""The cross table of a division: what came of every pairing, in the order of the standings, on page and paper."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from rules_engine.competition.standings import record_text
from tournaments.access.viewers import Viewer
from tournaments.models import Series
from tournaments.queries.division_table import DivisionStandings, SeriesRow
from tournaments.queries.standings_table import StandingsLine

_NAMES = 118.0  # points on paper for a team's name, and for its number
_NUMBER = 16.0
_WIDEST, _NARROWEST = 34.0, 21.0  # of a result
_WIDTH = 552.0


class Met(NamedTuple):
    """One series as a team met it: `text` as paper has it, `cell` as a page does."""

    text: str
    cell: SafeString


@dataclass(frozen=True, slots=True)
class CrossLine:
    line: StandingsLine
    met: dict[int, Met]  # by opponent

    def written(self, opponent: int) -> str:
        return self.met[opponent].text if opponent in self.met else ""

    def cell(self, opponent: int) -> SafeString:
        return self.met[opponent].cell if opponent in self.met else _NEVER


_NEVER = SafeString("")
_SELF = Met("", SafeString('<span class="self"></span>'))
_NOT_BEGUN = Met("–", SafeString('<span class="quiet" title="not begun">–</span>'))


def _met(series: SeriesRow) -> tuple[Met, Met]:
    """The series as the home team met it, and as the visitors did."""
    tally = series.tally
    if not tally.outcomes:
        return _NOT_BEGUN, _NOT_BEGUN
    return _result(tally.home_wins, tally.away_wins, tally.ties, series.status != Series.Status.COMPLETE)


@lru_cache(maxsize=1000)
def _result(home_wins: int, away_wins: int, ties: int, is_open: bool) -> tuple[Met, Met]:
    """Kept, for a page of many divisions has thousands of cells and few results that differ."""
    return (
        _as_met(record_text(home_wins, away_wins, ties), True, is_open, not is_open and home_wins > away_wins),
        _as_met(record_text(away_wins, home_wins, ties), False, is_open, not is_open and away_wins > home_wins),
    )


def _as_met(record: str, is_home: bool, is_open: bool, is_won: bool) -> Met:
    """h for at home in game 1, dots for what goes on; nothing comes from people, for a record is made of numbers."""
    home = ' <abbr title="at home in game 1">h</abbr>' if is_home else ""
    goes_on = ' <abbr title="not finished">…</abbr>' if is_open else ""
    cell = SafeString(f"{f'<b>{record}</b>' if is_won else record}{home}{goes_on}")
    return Met(record + " h" * is_home + " …" * is_open, cell)


def _both(earlier: Met, later: Met) -> Met:
    return Met(f"{earlier.text} {later.text}", SafeString(f"{earlier.cell}<br>{later.cell}"))


def cross_table(table: DivisionStandings, viewer: Viewer | None = None) -> FilledTable[CrossLine]:
    """Every team's games against every other, its own first; the heads are the teams' places."""
    met: dict[int, dict[int, Met]] = {line.team.pk: {line.team.pk: _SELF} for line in table.lines}
    for series in table.series:
        home, away = series.tally[:2]
        at_home, on_the_road = _met(series)
        for team, opponent, result in ((home, away, at_home), (away, home, on_the_road)):
            there = met[team].get(opponent)
            met[team][opponent] = _both(there, result) if there else result
    mine = viewer.team_id if viewer else None
    rows = [
        Entry(CrossLine(line, met[line.team.pk]), is_cut=line.is_cut, is_mine=line.team.pk == mine)
        for line in table.lines
    ]
    caption = f"Every pairing of {table.division}: games won and lost by the team of the line, h at home in game 1"
    return FilledTable(_defined(table.lines), rows, caption=caption, is_captioned_unseen=True)


def _defined(lines: list[StandingsLine]) -> TableDefinition[CrossLine]:
    """A column for each team, so that the table is defined by those who play in it."""
    width = max(_NARROWEST, min(_WIDEST, (_WIDTH - _NAMES - _NUMBER) / max(1, len(lines))))
    return TableDefinition(
        "cross",
        (
            Column("place", "", lambda cross: cross.line.place, _READ, width=_NUMBER),
            Column(
                "name",
                "Against",
                lambda cross: cross.line.team.name,
                _READ,
                Align.LEFT,
                _NAMES,
                cell=lambda cross: cross.line.team_linked,
                names_row=True,
            ),
            *(_against(line, width) for line in lines),
        ),
    )


def _against(opponent: StandingsLine, width: float) -> Column[CrossLine]:
    team = opponent.team.pk
    return Column(
        "met",
        str(opponent.place),
        lambda cross: cross.written(team),
        _READ,
        Align.CENTER,
        width,
        cell=lambda cross: cross.cell(team),
        meaning=f"against {opponent.team.name}",
    )


_READ = Place.PAGE | Place.PAPER
