"""The cross table of a division: what came of every pairing, in the order of the standings, on page and paper."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition, linked
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
    """One series as this team met it. `is_home`: at home in game 1; None while the d20 has to say (T0.16)."""

    record: str  # games won and lost; "" before the first
    is_home: bool | None
    is_open: bool
    is_won: bool

    @property
    def text(self) -> str:
        """As paper has it: h for home, a dash for what is not begun, a dot for what goes on."""
        if not self.record:
            return "–"
        return self.record + ("h" if self.is_home else "") + ("…" if self.is_open else "")

    @property
    def cell(self) -> str:
        """Nothing in it comes from people: a record is made of numbers."""
        if not self.record:
            return '<span class="quiet" title="not begun">–</span>'
        home = '<abbr title="at home in game 1">h</abbr>' if self.is_home else ""
        goes_on = '<abbr title="not finished">…</abbr>' if self.is_open else ""
        return f"{f'<b>{self.record}</b>' if self.is_won else self.record}{home}{goes_on}"


@dataclass(frozen=True)
class CrossLine:
    line: StandingsLine
    met: dict[int, list[Met]]  # by opponent

    def written(self, opponent: int) -> str:
        return " ".join(met.text for met in self.met.get(opponent, ()))

    def cell(self, opponent: int) -> SafeString:
        if opponent == self.line.team.pk:
            return SafeString('<span class="self"></span>')
        met = self.met.get(opponent, ())
        return SafeString(met[0].cell if len(met) == 1 else "<br>".join([one.cell for one in met]))


def _met(series: SeriesRow) -> tuple[Met, Met]:
    """The series as the home team met it, and as the visitors did."""
    tally, is_open = series.tally, series.status != Series.Status.COMPLETE
    if not tally.outcomes:
        return _not_begun(series.home_decided, is_open)
    return _result(tally.home_wins, tally.away_wins, tally.ties, is_open)


@cache
def _not_begun(home_decided: bool, is_open: bool) -> tuple[Met, Met]:
    home, away = (True, False) if home_decided else (None, None)
    return Met("", home, is_open, is_won=False), Met("", away, is_open, is_won=False)


@lru_cache(maxsize=1000)
def _result(home_wins: int, away_wins: int, ties: int, is_open: bool) -> tuple[Met, Met]:
    """Kept, for a page of many divisions has thousands of cells and few results that differ."""
    return (
        Met(record_text(home_wins, away_wins, ties), True, is_open, not is_open and home_wins > away_wins),
        Met(record_text(away_wins, home_wins, ties), False, is_open, not is_open and away_wins > home_wins),
    )


def cross_table(table: DivisionStandings, viewer: Viewer | None = None) -> FilledTable[CrossLine]:
    """Every team's games against every other, its own first; the heads are the teams' places."""
    met: dict[int, dict[int, list[Met]]] = defaultdict(lambda: defaultdict(list))
    for series in table.series:
        home, away = series.tally.home, series.tally.away
        of_home, of_away = _met(series)
        met[home][away].append(of_home)
        met[away][home].append(of_away)
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
                *("name", "Against", lambda cross: cross.line.team.name, _READ, Align.LEFT, _NAMES),
                cell=lambda cross: linked(cross.line.team_page, cross.line.team.name),
                names_row=True,
            ),
            *(_against(line, width) for line in lines),
        ),
    )


def _against(opponent: StandingsLine, width: float) -> Column[CrossLine]:
    team = opponent.team.pk
    return Column(
        *("met", str(opponent.place), lambda cross: cross.written(team), _READ, Align.CENTER, width),
        cell=lambda cross: cross.cell(team),
        meaning=f"against {opponent.team.name}",
    )


_READ = Place.PAGE | Place.PAPER
