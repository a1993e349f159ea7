"""Describe a dropout's effect on every team's record and pitching sheet (T0.08)."""

from collections.abc import Iterator, Sequence

from rules_engine.eligibility.dropout import sheet_adjustment
from tournaments.models import Series, Team
from tournaments.queries.dropout_branches import (
    NOBODY,
    Consequence,
    DropOut,
    DropOutSeries,
    LostCover,
)
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.schedule import has_started

_NEVER_FACED = 1  # numbers from T0.08's list of pitching sheet adjustments
_FACED_LAST = 2


def consequences(drop: DropOut, division_play: Sequence[Series]) -> Iterator[Consequence]:
    """Yield sentences for each affected team, in the order they play the dropped team.

    Args:
        division_play: Every round-robin series that isn't void.
    """
    for lost in drop.lost_covers:
        yield _lost_cover(drop, lost)
    if drop.branch == NOBODY:
        yield from _uncovered_dropout(drop, division_play)
        return
    for entry in drop.left:
        yield from _covered_series(drop, entry)


def _lost_cover(drop: DropOut, lost: LostCover) -> Consequence:
    round_number = lost.series.round
    old_cover = lost.old_cover.name
    if lost.old_cover == drop.team:
        cause = f"{old_cover} can no longer cover round {round_number}"
    else:
        cause = f"{old_cover} can't cover round {round_number}, because it must play for {drop.team.name}"
    if lost.new_cover is not None:
        remedy = f"{lost.new_cover.name} is on bye and will cover it"
    else:
        remedy = "no team in the division is free. Choose an outside team, or let the director enter the results"
    return Consequence(lost.earlier_dropout, f"dropped out earlier. {cause}, and {remedy}")


def _covered_series(drop: DropOut, entry: DropOutSeries) -> Iterator[Consequence]:
    round_number = entry.series.round
    dropped = drop.team.name
    if entry.is_cover_unchanged and entry.cover is not None:
        sentence = (
            f"dropped out earlier, but {entry.cover.name} still plays round {round_number} for it, "
            "and the director enters the other side"
        )
        yield Consequence(entry.opponent, sentence)
        return
    cover = "an outside team" if entry.cover is None else entry.cover.name
    sentence = f"plays round {round_number} against {cover}, covering for {dropped}, and it counts as usual"
    yield Consequence(entry.opponent, sentence)
    if entry.cover is not None:
        sentence = (
            f"covers round {round_number} for {dropped} against {entry.opponent.name}, "
            "but its own record and sheet don't change"
        )
        yield Consequence(entry.cover, sentence)


def _uncovered_dropout(drop: DropOut, division_play: Sequence[Series]) -> Iterator[Consequence]:
    faced = [str(entry.opponent.pk) for entry in drop.series if entry.has_faced]
    for entry in drop.series:
        adjustment = sheet_adjustment(str(entry.opponent.pk), faced, covered=False)
        sentence = _sheet_sentence(drop, entry, adjustment.item, division_play)
        yield Consequence(entry.opponent, sentence)


def _sheet_sentence(drop: DropOut, entry: DropOutSeries, item: int, division_play: Sequence[Series]) -> str:
    round_number = entry.series.round
    if item == _NEVER_FACED:
        return f"never faced it: round {round_number} becomes a bye, and the sheet doesn't change"
    if item == _FACED_LAST:
        return f"faced it last: the round {round_number} series is erased from the sheet and becomes a bye"
    final = _final_series(entry.opponent, drop.team, division_play)
    unchanged = f"faced it earlier, so the columns for round {round_number} stay"
    if final is None or not _is_after_drop(final, drop):
        return f"{unchanged}. It has no series left in which to repeat that rotation"
    opponent = final.opponent_of(entry.opponent.pk)
    last_series = f"In the last series, round {final.round} against {opponent.name}"
    return (
        f"{unchanged}. {last_series}, starters are checked as if it took the place of round {round_number}, "
        f"and relievers by the games actually played{_playoff_note(drop)}"
    )


def _is_after_drop(series: Series, drop: DropOut) -> bool:
    """Return whether the series is in a later round or was postponed."""
    return series.round > drop.after_round or not has_started(series)


def _playoff_note(drop: DropOut) -> str:
    tournament = drop.team.tournament
    carries_over = tournament.pitching_carries_over and tournament.profile.pitching.starts_carry_over
    return ". In the playoffs, starters are counted from the second-to-last series" if carries_over else ""


def _final_series(team: Team, dropped: Team, division_play: Sequence[Series]) -> Series | None:
    """Return the team's last series against an opponent that still plays."""
    remaining = [series for series in division_play if series.has_team(team.pk) and not series.has_team(dropped.pk)]
    return in_order_of_play(remaining, team.pk)[-1] if remaining else None
