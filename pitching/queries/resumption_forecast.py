"""Forecast how the next games reduce the relief left in a suspended game (T33.0)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from core.tables import Align, Column, FilledTable, Place, TableDefinition
from games.queries.carry_over import CarryoverRules, staff_members, usage_windows_ahead
from games.queries.resumption import staff_on_resumption
from games.queries.usage import TeamUsage
from rules_engine.eligibility.board import (
    ReliefUsed,
    StaffMember,
    StoppedGame,
    last_game_counted_against,
    member_ruling,
    relief_left_in_suspended_game,
    relief_used_by_appearance,
)
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Availability
from rules_engine.innings import OUTS_PER_INNING, format_innings
from rules_engine.profile import Profile

GAMES_SHOWN: Final = 3  # T33.0 counts three games


@dataclass(frozen=True, slots=True)
class ResumptionRow:
    """A pitcher's outs left in the suspended game, and each upcoming game's effect on them."""

    card_id: int
    name: str
    outs: int
    uses: list[str]

    @property
    def innings_left(self) -> str:
        return format_innings(self.outs)


@dataclass(frozen=True, slots=True)
class ResumptionForecast:
    """A suspended game, by its column, and the upcoming games that still count against it."""

    game: int
    games: list[int]
    rows: list[ResumptionRow]

    @property
    def table(self) -> FilledTable[ResumptionRow]:
        caption = f"Relief from suspended game {self.game} that the next games use up (T33.0)"
        return _forecast_table(self.games).filled(
            self.rows,
            empty="No pitcher may return to this game.",
            caption=caption,
            label=caption,
        )


def forecast_resumption(usage: TeamUsage, stopped: StoppedGame, carryover: CarryoverRules) -> ResumptionForecast:
    """Forecast a suspended game for each pitcher who can pitch when it resumes.

    Each column assumes that the pitcher rests in the earlier games.
    """
    profile = carryover.profile
    last = min(
        usage.next_game + GAMES_SHOWN - 1,
        last_game_counted_against(stopped, profile),
    )
    games = list(range(usage.next_game, last + 1))
    staff = staff_members(usage)
    windows = usage_windows_ahead(usage, carryover, len(games))
    rows = []
    for card, member in staff_on_resumption(usage, stopped, carryover).items():
        allowance = relief_left_in_suspended_game(card, member, stopped, profile)
        if not allowance.ruling:
            continue
        uses = []
        for game in games:
            available = member_ruling(staff[card], game, profile, windows, usage.slot)
            uses.append(_relief_uses(card, member, stopped, game, available, profile))
        name = usage.pitchers[int(card)].name
        rows.append(ResumptionRow(int(card), name, allowance.outs, uses))
    return ResumptionForecast(stopped.column, games, rows)


def describe_relief_used(used: ReliefUsed, stopped: StoppedGame) -> str:
    """Return a phrase such as "takes 1.2 from game 3, leaves 2.1"."""
    if not used.outs:
        return f"uses nothing from game {stopped.column}"
    left = format_innings(used.after.outs) if used.after.outs else "nothing"
    return f"uses {format_innings(used.outs)} from game {stopped.column}, leaves {left}"


def _relief_uses(
    card: str,
    member: StaffMember,
    stopped: StoppedGame,
    game: int,
    available: Availability,
    profile: Profile,
) -> str:
    """Describe the outs used by an inning of relief and by a start, as far as the pitcher can do either."""
    appearances = []
    if available.relief and available.relief_outs:
        outs = min(OUTS_PER_INNING, available.relief_outs)
        label = f"{format_innings(outs)} in relief"
        appearances.append((label, Appearance(RELIEF, outs)))
    if available.start:
        appearances.append(("a start", Appearance(START, OUTS_PER_INNING)))
    phrases = []
    for label, appearance in appearances:
        used = relief_used_by_appearance(card, member, stopped, game, appearance, profile)
        phrases.append(f"{label}: {_amount_used(used)}")
    return "; ".join(phrases) or "rests"


def _amount_used(used: ReliefUsed) -> str:
    if not used.outs:
        return "nothing"
    return format_innings(used.outs) if used.after.outs else "all"


def _forecast_table(games: list[int]) -> TableDefinition[ResumptionRow]:
    """Return a table with a column for each upcoming game."""
    name = Column[ResumptionRow](
        "name",
        "Pitcher",
        lambda row: row.name,
        Place.PAGE,
        Align.LEFT,
        names_row=True,
    )
    left = Column[ResumptionRow](
        "left",
        "Left",
        lambda row: row.innings_left,
        Place.PAGE,
    )
    game_columns = [_game_column(index, number) for index, number in enumerate(games)]
    return TableDefinition("goes_on", (name, left, *game_columns))


def _game_column(index: int, number: int) -> Column[ResumptionRow]:
    return Column(
        f"game_{number}",
        f"Game {number} takes",
        _uses_in_game(index),
        Place.PAGE,
        Align.LEFT,
        tone="small",
    )


def _uses_in_game(index: int) -> Callable[[ResumptionRow], str]:
    return lambda row: row.uses[index]
