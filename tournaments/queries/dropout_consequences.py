"""What a drop-out means for every team's record and pitching sheet, in words, before anything is written (T0.08)."""

from collections.abc import Iterator, Sequence

from rules_engine.eligibility.dropout import sheet_adjustment
from tournaments.models import Series, Team
from tournaments.queries.dropout_branches import NOBODY, Consequence, DropOut, DropOutSeries, LostCover
from tournaments.queries.order_of_play import in_order_of_play
from tournaments.queries.schedule import has_begun


def consequences(drop: DropOut, played: Sequence[Series]) -> Iterator[Consequence]:
    """One or more sentences for each team concerned, in the order in which they meet the dropped team.

    played: every series of the round robin that is not void, the dropped team's included.
    """
    yield from (_no_longer_covered(drop, lost) for lost in drop.covers_lost)
    if drop.branch != NOBODY:
        for one in drop.left:
            yield from _covered(drop, one)
        return
    faced = [str(one.opponent.pk) for one in drop.series if one.has_faced]
    for one in drop.series:
        item = sheet_adjustment(str(one.opponent.pk), faced, covered=False).item
        yield Consequence(one.opponent, _uncovered(drop, one, item, played))


def _no_longer_covered(drop: DropOut, lost: LostCover) -> Consequence:
    if lost.cover is not None:
        what = f"is played by {lost.cover.name}, on bye then"
    else:
        what = "loses its cover: nobody of the division is free; name somebody from outside, or the desk enters it"
    but = "" if lost.was == drop.team else f" but must play for {drop.team.name} then"
    there = f"dropped out before; round {lost.series.round}, which {lost.was.name} was to play for it{but},"
    return Consequence(lost.dropped_before, f"{there} {what}")


def _covered(drop: DropOut, left: DropOutSeries) -> Iterator[Consequence]:
    number, name = left.series.round, drop.team.name
    if left.cover_stays and left.cover is not None:
        stays = f"dropped out before; {left.cover.name} plays round {number} for it as before"
        yield Consequence(left.opponent, f"{stays}; the desk enters the other side")
        return
    cover = left.cover.name if left.cover is not None else "somebody from outside"
    yield Consequence(left.opponent, f"plays round {number} against {cover} for {name}; it counts as always")
    if left.cover is not None:
        sentence = (
            f"plays round {number} for {name} against {left.opponent.name}; own record and own sheet stay untouched"
        )
        yield Consequence(left.cover, sentence)


def _uncovered(drop: DropOut, left: DropOutSeries, item: int, played: Sequence[Series]) -> str:
    number = left.series.round
    if item == 1:
        return f"never faced it: round {number} becomes a bye and the sheet stays as it is"
    if item == 2:
        return f"faced it last: the series of round {number} is erased from the sheet and treated as a bye"
    final = _final_series(left.opponent, drop.team, played)
    kept = f"faced it earlier: the columns of round {number} stay"
    if final is None or not _is_left(final, drop):
        return f"{kept}; no series is left in which to keep to that rotation"
    other = final.away if final.home_id == left.opponent.pk else final.home
    return (
        f"{kept}; in the last series, round {final.round} against {other.name}, starters are tested as if it stood "
        f"in the place of round {number}, relief by the games really played" + _next_round(drop)
    )


def _is_left(final: Series, drop: DropOut) -> bool:
    """Whether it is played after the drop: a later round, or a postponed series."""
    return final.round > drop.after_round or not has_begun(final)


def _next_round(drop: DropOut) -> str:
    tournament = drop.team.tournament
    if not (tournament.pitching_carries_over and tournament.profile.pitching.starts_carry_over):
        return ""
    return "; in the best-ofs starters are counted from the second-to-last series"


def _final_series(team: Team, dropped: Team, played: Sequence[Series]) -> Series | None:
    mine = [one for one in played if team.pk in (one.home_id, one.away_id)]
    others = [one for one in mine if dropped.pk not in (one.home_id, one.away_id)]
    return in_order_of_play(others, team.pk)[-1] if others else None
