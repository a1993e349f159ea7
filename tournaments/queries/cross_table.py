"""Cross table for a division: the result of every pairing, in standings order."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.crests import crest_html
from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from rules_engine.competition.standings import record_text
from tournaments.access.viewers import Viewer
from tournaments.models import Series
from tournaments.queries.division_table import DivisionStandings, SeriesRow
from tournaments.queries.standings_table import StandingsLine

_NAME_WIDTH = 118.0  # width of a team's name in the PDF, in points
_NUMBER_WIDTH = 16.0
_MAX_RESULT_WIDTH, _MIN_RESULT_WIDTH = 34.0, 21.0  # width of a result, in points
_TABLE_WIDTH = 552.0


class PairingResult(NamedTuple):
    """A team's result in a series: `text` for the PDF, `cell` for the page."""

    text: str
    cell: SafeString


@dataclass(frozen=True, slots=True)
class CrossLine:
    line: StandingsLine
    results: dict[int, PairingResult]  # keys are opponents

    def text(self, opponent: int) -> str:
        return self.results[opponent].text if opponent in self.results else ""

    def cell(self, opponent: int) -> SafeString:
        return self.results[opponent].cell if opponent in self.results else _NO_CELL


_NO_CELL = SafeString("")
_SELF = PairingResult("", SafeString('<span class="self"></span>'))
_NOT_BEGUN = PairingResult("–", SafeString('<span class="quiet" title="not started">–</span>'))


def _results_of(series: SeriesRow) -> tuple[PairingResult, PairingResult]:
    """Return the results for the home team and the visitors."""
    tally = series.tally
    if not tally.outcomes:
        return _NOT_BEGUN, _NOT_BEGUN
    return _cached_results(tally.home_wins, tally.away_wins, tally.ties, series.status != Series.Status.COMPLETE)


@lru_cache(maxsize=1000)
def _cached_results(home_wins: int, away_wins: int, ties: int, is_open: bool) -> tuple[PairingResult, PairingResult]:
    """Return both results. Cached, because a page has thousands of cells but few distinct results."""
    return (
        _pairing_result(
            record_text(home_wins, away_wins, ties),
            True,
            is_open,
            not is_open and home_wins > away_wins,
        ),
        _pairing_result(
            record_text(away_wins, home_wins, ties),
            False,
            is_open,
            not is_open and away_wins > home_wins,
        ),
    )


def _pairing_result(record: str, is_home: bool, is_open: bool, is_won: bool) -> PairingResult:
    """Return a result, with an "h" for the home team in game 1 and an ellipsis for an unfinished series."""
    home_mark = ' <abbr title="at home in game 1">h</abbr>' if is_home else ""
    unfinished_mark = ' <abbr title="not finished">…</abbr>' if is_open else ""
    cell = SafeString(f"{f'<b>{record}</b>' if is_won else record}{home_mark}{unfinished_mark}")
    return PairingResult(record + " h" * is_home + " …" * is_open, cell)


def _join_results(earlier: PairingResult, later: PairingResult) -> PairingResult:
    return PairingResult(f"{earlier.text} {later.text}", SafeString(f"{earlier.cell}<br>{later.cell}"))


def cross_table(table: DivisionStandings, viewer: Viewer | None = None) -> FilledTable[CrossLine]:
    """Return every team's results against every other team. Columns are numbered by standings place."""
    results: dict[int, dict[int, PairingResult]] = {line.team.pk: {line.team.pk: _SELF} for line in table.lines}
    for series in table.series:
        home, away = series.tally[:2]
        home_result, away_result = _results_of(series)
        for team, opponent, result in ((home, away, home_result), (away, home, away_result)):
            earlier = results[team].get(opponent)
            results[team][opponent] = _join_results(earlier, result) if earlier else result
    own_team = viewer.team_id if viewer else None
    rows = [
        Entry(
            CrossLine(line, results[line.team.pk]),
            is_cut=line.is_cut,
            is_mine=line.team.pk == own_team,
        )
        for line in table.lines
    ]
    caption = f"Every pairing in {table.division}: the row team's wins and losses; h: home in game 1"
    return FilledTable(_table_definition(table.lines), rows, caption=caption, is_caption_hidden=True)


def _table_definition(lines: list[StandingsLine]) -> TableDefinition[CrossLine]:
    """Return a table definition with a column for each team."""
    width = max(
        _MIN_RESULT_WIDTH,
        min(_MAX_RESULT_WIDTH, (_TABLE_WIDTH - _NAME_WIDTH - _NUMBER_WIDTH) / max(1, len(lines))),
    )
    return TableDefinition(
        "cross",
        (
            Column(
                "place", "Place", lambda cross: cross.line.place, _PLACES, width=_NUMBER_WIDTH, is_header_hidden=True
            ),
            Column(
                "name",
                "Against",
                lambda cross: cross.line.team.name,
                _PLACES,
                Align.LEFT,
                _NAME_WIDTH,
                cell=lambda cross: cross.line.team_linked,
                names_row=True,
            ),
            *(_opponent_column(line, width, place) for line in lines for place in (Place.PAGE, Place.PAPER)),
        ),
    )


def _opponent_column(opponent: StandingsLine, width: float, place: Place) -> Column[CrossLine]:
    """Return a team's column, headed by its crest on pages and by its place in the PDF."""
    team, badge = opponent.team.pk, opponent.team.badge
    return Column(
        "met",
        str(opponent.place),
        lambda cross: cross.text(team),
        place,
        Align.CENTER,
        width,
        cell=lambda cross: cross.cell(team),
        head=format_html('{}<span class="hide">{}</span>', crest_html(badge), badge.letters)
        if place is Place.PAGE
        else "",
        meaning=f"against {opponent.team.name}",
    )


_PLACES = Place.PAGE | Place.PAPER
