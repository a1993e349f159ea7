"""Load a team's requirements that follow from rulings, for pages, printouts and the API."""

from collections.abc import Iterator

from games.queries.carry_over import CarryoverRules, coming_usage_windows
from games.queries.usage import TeamUsage
from games.queries.void_series import VoidSeries
from rules_engine.eligibility.board import StaffMember, StoppedGame, last_game_counted_against
from rules_engine.eligibility.requirements import (
    Games,
    LastSeries,
    Requirement,
    bye_after_dropout,
    last_series_follows,
    next_round_follows,
    rest_after_accepted,
    series_erased,
    suspended_game_counts,
)
from tournaments.models import Series, Tournament

_ROUND_ROBIN = Series.Stage.ROUND_ROBIN


def requirements_of(usage: TeamUsage, carryover: CarryoverRules) -> list[Requirement]:
    """Return the requirements from T0.08, T31.2 and T33.0 for a team before its next game, in that order.

    A requirement ends with the affected series, the required rest, or the suspended game.
    """
    if carryover.stage == Tournament.Stage.FINISHED:
        return []
    return [
        *_after_dropouts(usage, carryover),
        *_after_accepted(usage, carryover),
        *_of_suspended_games(usage, carryover),
    ]


def _after_dropouts(usage: TeamUsage, carryover: CarryoverRules) -> Iterator[Requirement]:
    in_division_play = carryover.stage == Tournament.Stage.ROUND_ROBIN
    for void in usage.void_series if in_division_play else ():
        if not void.was_played and not _is_past(usage, void):
            yield bye_after_dropout(void.round, void.opponent)
        elif void.was_played and not void.keeps_results and _is_ahead(usage, void.next_series):
            yield series_erased(void.round, void.opponent)
    last = _last_series(usage)
    if last is None or usage.final_slot is None:
        return
    if _is_ahead(usage, usage.final_slot.final_series):
        staff = [pitcher.card for pitcher in usage.pitchers.values() if pitcher.card is not None]
        yield last_series_follows(last, staff, carryover.profile)
    carries_over = carryover.carries_into_best_ofs and carryover.profile.pitching.starts_carry_over
    if carries_over and last.before is not None and (in_division_play or _is_before_its_next_round(usage)):
        yield next_round_follows(last.before)


def _is_past(usage: TeamUsage, void: VoidSeries) -> bool:
    """Return whether the team has played any games since a bye."""
    return any(column.stage != _ROUND_ROBIN or column.round > void.round for column in usage.columns)


def _is_ahead(usage: TeamUsage, series_id: int | None) -> bool:
    """Return whether a series has games left. Without a series, the requirement ends with the stage."""
    return series_id is None or series_id in usage.open_series


def _is_before_its_next_round(usage: TeamUsage) -> bool:
    """Return whether the team's first bracket series is unfinished."""
    brackets = [column.series_id for column in usage.columns if column.stage in Series.BRACKETS]
    if brackets:
        return brackets[0] in usage.open_series
    return any(ahead.stage != _ROUND_ROBIN for ahead in usage.open_series.values())


def _last_series(usage: TeamUsage) -> LastSeries | None:
    """T0.08 item 3: return the final series as columns of the sheet."""
    slot, final_slot = usage.slot, usage.final_slot
    met = _columns_of(usage, final_slot.met_series) if final_slot is not None else None
    if slot is None or final_slot is None or met is None:
        return None
    *_, before = [(0, 0), *final_slot.before.items()]
    planned = slot.final_from - before[1], slot.final_from - 1
    games = (_columns_of(usage, before[0]) or planned) if before[1] else None
    return LastSeries((slot.final_from, slot.final_to), met, games, before[0] not in usage.open_series)


def _columns_of(usage: TeamUsage, series_id: int) -> Games | None:
    """Return the first and last columns of a series if all its games have started."""
    numbers = [column.number for column in usage.columns if column.series_id == series_id]
    if not numbers or series_id in usage.open_series:
        return None
    return numbers[0], numbers[-1]


def _after_accepted(usage: TeamUsage, carryover: CarryoverRules) -> Iterator[Requirement]:
    """T31.2: yield the rest that accepted appearances require."""
    windows = coming_usage_windows(usage, carryover)
    for pitcher in usage.pitchers.values():
        accepted = [number for number, cell in enumerate(pitcher.cells, start=1) if cell is not None and cell.footnote]
        if accepted and pitcher.card is not None:
            member = StaffMember(pitcher.card, pitcher.cells)
            ahead = usage.next_game, carryover.profile, usage.slot, windows
            for played in accepted:
                yield from rest_after_accepted(pitcher.name, member, played, *ahead)


def _of_suspended_games(usage: TeamUsage, carryover: CarryoverRules) -> Iterator[Requirement]:
    """T33.0: yield the limits on later games that suspended games impose."""
    for column in usage.columns:
        if column.suspended:
            last = last_game_counted_against(StoppedGame(column.number), carryover.profile)
            yield suspended_game_counts(column.number, usage.opponents.get(column.opponent_id, ""), last)
