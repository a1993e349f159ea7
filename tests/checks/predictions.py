"""Compare the board's next eligible game for a pitcher with the slow checker, which tests each future game.

The random sheets use the internet edition, with a fresh bullpen for every four-game series, and the season edition,
with best-of series that start fresh if pitching doesn't carry over.
"""

import random
from dataclasses import replace
from typing import Final

from games.queries.carry_over import CarryoverRules
from games.queries.columns import GameColumn
from games.queries.usage import OpenSeries, Pitcher, TeamUsage
from pitching.queries.board import build_board
from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.profile import load_profile
from tests.checks.sheets import INTERNET, SEASON, cell_of_outing, random_sheet
from tests.checks.slow_sheets import Printed, Sheet, SlowChecker
from tournaments.models import Series

EDITIONS: Final = {"purestrat@1": SEASON, "purestrat_internet@1": INTERNET}
LOOKED_AHEAD: Final = 7


def differences(edition: str, seed: int) -> list[str]:
    dice = random.Random(f"predictions {edition} {seed}")
    printed, profile = EDITIONS[edition], load_profile(edition)
    sheet = random_sheet(printed, dice)
    sheet.slot = None
    played = len(sheet.series)
    best_ofs_from = _extend(sheet, dice)
    carries_over = dice.random() < 0.5
    usage = _usage(sheet, played, best_ofs_from)
    [row] = build_board(usage, CarryoverRules(profile, carries_over)).rows
    fresh_from = best_ofs_from if best_ofs_from and not carries_over else 0
    coming = range(played + 1, played + 1 + LOOKED_AHEAD)
    starts = next((game for game in coming if _slow(printed, sheet, game, fresh_from).can_start(game)), None)
    relieves = next((game for game in coming if _slow(printed, sheet, game, fresh_from).can_relieve(game)), None)
    pairs = (
        ("starts from", played + 1 if row.can_start else row.earliest_start, starts),
        ("relieves from", played + 1 if row.can_relieve else row.earliest_relief, relieves),
    )
    return [
        f"{edition}, seed {seed}, {name} game: the board says {ours}, the slow checker {theirs}"
        for name, ours, theirs in pairs
        if ours != theirs
    ]


def _extend(sheet: Sheet, dice: random.Random) -> int:
    """Add future series to the sheet. Return the first column of the best-of series, or 0 if there are none."""
    last = max(sheet.series)
    first, length = sheet.series[last]
    rest = range(last + 1, first + length)
    sheet.series |= dict.fromkeys(rest, (first, length))
    following = first + length
    best_ofs_from = following if dice.random() < 0.5 else 0
    length = 5 if best_ofs_from else 4
    for start in range(following, following + 3 * length, length):
        sheet.series |= dict.fromkeys(range(start, start + length), (start, length))
    return best_ofs_from


def _slow(printed: Printed, sheet: Sheet, game: int, fresh_from: int) -> SlowChecker:
    """Return a checker with the appearances that count for this game."""
    if not fresh_from or game < fresh_from:
        return SlowChecker(printed, sheet)
    counted = {column: outing for column, outing in sheet.outings.items() if column >= fresh_from}
    return SlowChecker(printed, replace(sheet, outings=counted))


def _usage(sheet: Sheet, played: int, best_ofs_from: int) -> TeamUsage:
    columns: list[GameColumn] = []
    ahead: dict[int, OpenSeries] = {}
    for column in sorted(sheet.series):
        first, length = sheet.series[column]
        is_best_of = bool(best_ofs_from) and column >= best_ofs_from
        stage = Series.Stage.PLAYOFF if is_best_of else Series.Stage.ROUND_ROBIN
        if column <= played:
            columns.append(
                GameColumn(*(column, column - first + 1), stage=stage, round=1, series_id=first, games_in_series=length)
            )
        else:
            started = max(0, played - first + 1)
            ahead.setdefault(first, OpenSeries(first, stage, 1, 2, length, started))
    card = PitchingRoles(sheet.card.starts, sheet.card.relieves, sheet.card.outs)
    cells = [cell_of_outing(sheet.outings.get(column)) for column in range(1, played + 1)]
    return TeamUsage(1, "Team", columns, {1: Pitcher(1, "Pitcher", "", "R", card, cells)}, ahead)
