"""Blocks of columns on a printed sheet, for series that are played, scheduled or not scheduled yet."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.queries.columns import GameColumn
from pitching.sheet.read import SeriesBlock, Sheet, Signature
from rules_engine.competition.bracket import byes
from rules_engine.competition.timetable import RoundToPlay
from tournaments.models import Series, Team, Tournament
from tournaments.models.series import round_title
from tournaments.queries.standings import rounds_of

BLANK, CURRENT, SIGNED = "blank", "current", "signed"
KINDS = (BLANK, CURRENT, SIGNED)
_OPEN_STATUSES = (Series.Status.SCHEDULED, Series.Status.PLAYING)
_SHORT_TITLES: Final = {"Final": "F", "Semifinals": "SF", "Quarterfinals": "QF"}


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """A series' columns. `opponent` is empty if it will be written by hand."""

    heading: str  # such as "Round 3" or "Best of 5"
    short_heading: str  # such as "R3", for narrow columns
    opponent: str
    columns: list[GameColumn]
    signature: Signature | None = None


class BlockCells(NamedTuple):
    """A block, with the sheet's cell index for each of its columns, or None for an empty cell."""

    block: PrintedBlock
    cell_indexes: list[int | None]


class BlockBuilder:
    """Builds the printed blocks for a team's sheet."""

    def __init__(
        self,
        tournament: Tournament,
        sheet: Sheet,
        series: list[Series],
        rounds: list[RoundToPlay],
    ) -> None:
        """Initialize the builder with the team's series in order of play and the format's rounds."""
        self.tournament = tournament
        self.sheet = sheet
        self.team = sheet.team
        self.series = series
        self.rounds = rounds

    def blocks(self, kind: str) -> Iterator[BlockCells]:
        """Yield the blocks in order of play."""
        if kind == SIGNED:
            yield from self._signed_blocks()
            return
        for block_cells in self._series_blocks():
            yield _without_results(block_cells) if kind == BLANK else block_cells
        for block in self._future_blocks():
            yield BlockCells(block, [None] * len(block.columns))

    def _signed_blocks(self) -> Iterator[BlockCells]:
        for block in self.sheet.blocks:
            if block.signature is not None and block.signature.is_valid:
                yield _started_block(block)

    def _series_blocks(self) -> Iterator[BlockCells]:
        """Yield every series on the schedule: series played, in order, then upcoming series.

        A void series keeps its columns (T0.08). They are printed at the position where they were played.
        """
        open_series = {series.pk: series for series in self.series if series.status in _OPEN_STATUSES}
        last = len(self.sheet.columns)
        for block in self.sheet.blocks:
            series = open_series.get(block.series_id)
            if series is not None and block is self.sheet.blocks[-1]:
                open_block = self._open_block(open_series.pop(series.pk), block, last)
                last = max(last, *(column.number for column in open_block.block.columns))
                yield open_block
            else:
                yield _started_block(block)
        for series in open_series.values():
            open_block = self._open_block(series, None, last)
            last += len(open_block.block.columns)
            if open_block.block.columns:
                yield open_block

    def _open_block(self, series: Series, started: SeriesBlock | None, last: int) -> BlockCells:
        """Return a series with games still to play, numbered after game `last`."""
        played = {column.game: column for column in started.columns} if started else {}
        printed_before = {
            column.game
            for block in self.sheet.blocks
            if block.series_id == series.pk and block is not started
            for column in block.columns
        }
        columns: list[GameColumn] = []
        cell_indexes: list[int | None] = []
        games = max([series.games_planned, *played])
        for game in range(1, games + 1):
            if game in printed_before:
                continue
            if game in played:
                columns.append(played[game])
                cell_indexes.append(played[game].number - 1)
            else:
                last += 1
                columns.append(GameColumn(last, game, self._is_at_home(series, game)))
                cell_indexes.append(None)
        title = round_title(self.tournament, series.stage, series.round)
        heading, short_heading = _headings(title, series.stage, series.round)
        opponent = series.away if series.home_id == self.team.pk else series.home
        block = PrintedBlock(
            heading=heading,
            short_heading=short_heading,
            opponent=opponent.name,
            columns=columns,
            signature=started.signature if started else None,
        )
        return BlockCells(block, cell_indexes)

    def _is_at_home(self, series: Series, game: int) -> bool | None:
        if not series.home_decided:
            return None
        home, _ = series.home_and_away(game, self.tournament.home_pattern)
        return home == self.team.pk

    def _future_blocks(self) -> Iterator[PrintedBlock]:
        """Yield empty columns for rounds that aren't on the schedule yet."""
        stages = {series.stage for series in self.series}
        if Series.Stage.ROUND_ROBIN not in stages:
            for coming in self._round_robin_rounds():
                heading, short_heading = _headings(coming.title, coming.stage, coming.number)
                yield _empty_block(heading, short_heading, coming.games)
        if self.tournament.stage in (Tournament.Stage.PLAYOFFS, Tournament.Stage.FINISHED):
            lengths = self._series_lengths_to_come()
        else:
            if Series.Stage.TIE_BREAK not in stages:
                yield _empty_block("Tie-break", "TB", 1)
            lengths = [coming.games for coming in self.rounds if coming.stage == Series.Stage.PLAYOFF]
        for length in lengths:
            yield _empty_block(f"Best of {length}", f"BO{length}", length)

    def _round_robin_rounds(self) -> list[RoundToPlay]:
        """Return the team's round-robin rounds. In a division with an odd number of teams, this includes byes."""
        rounds = [coming for coming in self.rounds if coming.stage == Series.Stage.ROUND_ROBIN]
        if self.team.division is None:
            return rounds
        teams = self.team.division.teams.playing().count()
        team_byes = 0
        if not self.tournament.rounds_played:
            team_byes = self.tournament.round_robins * (teams % 2)
        count = rounds_of(self.tournament, teams) + self.tournament.power_rounds - team_byes
        return rounds[: max(1, count)]

    def _series_lengths_to_come(self) -> list[int]:
        """Return the lengths of the series that the team will play if it keeps winning."""
        stage = Series.Stage.PLAYOFF
        seed = self.team.seed
        field_size = self.tournament.seeded
        if self.team.consolation_seed is not None:
            stage = Series.Stage.CONSOLATION
            seed = self.team.consolation_seed
            field_size = self.tournament.consolation_size
        if seed is None or self.tournament.stage == Tournament.Stage.FINISHED:
            return []
        last = max(
            (series for series in self.series if series.stage == stage),
            key=lambda series: series.round,
            default=None,
        )
        if last is not None and _has_lost(last, self.team):
            return []
        if last is not None:
            rounds_behind = last.round
        else:
            has_bye = field_size > 1 and seed in byes(field_size)
            rounds_behind = int(has_bye)
        return [coming.games for coming in self.rounds if coming.stage == stage and coming.number > rounds_behind]


def _started_block(block: SeriesBlock) -> BlockCells:
    heading, short_heading = _headings(block.title, block.stage, block.round)
    printed = PrintedBlock(
        heading=heading,
        short_heading=short_heading,
        opponent=block.opponent,
        columns=block.columns,
        signature=block.signature,
    )
    return BlockCells(printed, [column.number - 1 for column in block.columns])


def _without_results(block_cells: BlockCells) -> BlockCells:
    """Remove results and signature for a blank sheet."""
    block = block_cells.block
    columns = [column.unplayed() for column in block.columns]
    return block_cells._replace(block=replace(block, columns=columns, signature=None))


def _empty_block(heading: str, short_heading: str, games: int) -> PrintedBlock:
    columns = [GameColumn(0, game) for game in range(1, games + 1)]
    return PrintedBlock(heading, short_heading, "", columns)


def _headings(title: str, stage: str, number: int) -> tuple[str, str]:
    """Return the round's heading, and a short heading for narrow columns."""
    if stage == Series.Stage.TIE_BREAK:
        return "Tie-break", "TB"
    if stage == Series.Stage.CONSOLATION:
        return title, f"C{number}"
    if title in _SHORT_TITLES:
        return title, _SHORT_TITLES[title]
    letters = "BO" if stage == Series.Stage.PLAYOFF else "R"
    return title, f"{letters}{number}"


def _has_lost(series: Series, team: Team) -> bool:
    if series.status != Series.Status.COMPLETE:
        return False
    if series.home_id == team.pk:
        return series.home_wins < series.away_wins
    return series.away_wins < series.home_wins
