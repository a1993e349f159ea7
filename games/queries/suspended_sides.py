"""The two teams in a suspended game (T33.0), with eligible pitchers and their innings left at resumption."""

from dataclasses import dataclass

from core.tables import FilledTable
from games.models import Suspension
from games.queries.carry_over import CarryoverRules, usage_windows_of
from games.queries.resuming_pitchers import RESUMING_PITCHERS, GameWindow, ResumingPitcher
from games.queries.resumption import MoundPitchers, stopped_game
from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import StaffMember, StoppedGame, relief_left_in_suspended_game
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.pitching import Cells, cell_of, relieved_outs
from rules_engine.eligibility.resumption import combine_resumed_outs, longest_windows_with_game
from rules_engine.eligibility.suspended_games import (
    may_appoint_stand_in,
)
from rules_engine.innings import format_innings
from rules_engine.rulings import Ruling
from tournaments.models import Team


@dataclass(frozen=True, slots=True)
class SuspendedSide:
    """A team in a suspended game."""

    team: Team
    column: int  # the suspended game's column on the team's sheet
    pitchers: list[ResumingPitcher]
    hitters: list[tuple[int, str]]  # card ID and name of all other players, by name
    removed: list[str]  # names of the players who left the game
    line_up: str  # on a single line
    stand_in: str
    agrees: bool  # agrees to finish the game (T33.0)
    is_missing: bool
    appointing: Ruling

    @property
    def in_order(self) -> list[ResumingPitcher]:
        """Return the pitchers, with eligible pitchers first."""
        return sorted(self.pitchers, key=lambda pitcher: not pitcher.ruling)

    @property
    def table(self) -> FilledTable[ResumingPitcher]:
        return RESUMING_PITCHERS.filled(
            self.in_order,
            caption=f"Game {self.column} on its sheet",
            label=f"Pitchers of {self.team}",
        )


def suspended_side(
    team: Team,
    suspension: Suspension,
    usage: TeamUsage,
    mounds: MoundPitchers,
    games_to_finish: int,
    carryover: CarryoverRules,
) -> SuspendedSide:
    """Return a team in a suspended game, with each pitcher's remaining innings."""
    game = suspension.game
    is_home = team.pk == game.home_id
    column = len(usage.columns)
    for game_column in usage.columns:
        if game_column.game_id == game.pk:
            column = game_column.number
    window = UsageWindow(1, 1)
    if usage.columns:
        window = usage_windows_of(usage, carryover)[column - 1]
    stopped = stopped_game(game.pk, team.pk, column, mounds, suspension.left_game)
    pitchers = []
    hitters = []
    for player in usage.pitchers.values():
        if player.card is not None:
            member = StaffMember(player.card, window.counted(player.cells))
            pitchers.append(_resuming_pitcher(player, member, stopped, carryover))
        elif not player.is_stand_in:
            hitters.append((player.card_id, player.name))
    removed = [player.name for player in usage.pitchers.values() if player.card_id in suspension.left_game]
    return SuspendedSide(
        team=team,
        column=column,
        pitchers=pitchers,
        hitters=hitters,
        removed=removed,
        line_up=_join_lines(suspension.home_line_up if is_home else suspension.away_line_up),
        stand_in=suspension.home_stand_in if is_home else suspension.away_stand_in,
        agrees=suspension.home_agrees if is_home else suspension.away_agrees,
        is_missing=team.is_absent or team.dropped_after_round is not None,
        appointing=may_appoint_stand_in(games_to_finish),
    )


def _join_lines(text: str) -> str:
    lines = [line.strip().rstrip(",;") for line in text.splitlines()]
    return ", ".join(line for line in lines if line)


def _resuming_pitcher(
    pitcher: Pitcher,
    member: StaffMember,
    stopped: StoppedGame,
    carryover: CarryoverRules,
) -> ResumingPitcher:
    cells = member.cells
    column = stopped.column
    profile = carryover.profile
    cell = cell_of(cells, column)
    allowance = relief_left_in_suspended_game(str(pitcher.card_id), member, stopped, profile)
    max_cell_outs = None
    if allowance.ruling:
        outs_pitched = 0 if cell is None else cell.outs
        max_cell_outs = combine_resumed_outs(outs_pitched, allowance.outs).outs
    windows = longest_windows_with_game(column, len(cells), profile)
    later_games = [
        _outing_label(cells, game) for game in range(column + 1, len(cells) + 1) if cell_of(cells, game) is not None
    ]
    return ResumingPitcher(
        card_id=pitcher.card_id,
        name=pitcher.name,
        pitched=None if cell is None else cell.outs,
        ruling=allowance.ruling,
        outs_left=allowance.outs,
        runs=[_game_window(cells, window) for window in windows],
        max_cell_outs=max_cell_outs,
        later=later_games,
    )


def _game_window(cells: Cells, window: range) -> GameWindow:
    outs = sum(relieved_outs(cell_of(cells, game)) for game in window)
    return GameWindow(window[0], window[-1], outs)


def _outing_label(cells: Cells, game: int) -> str:
    cell = cell_of(cells, game)
    assert cell is not None
    return f"game {game}: {cell.role} of {format_innings(cell.outs)}"
