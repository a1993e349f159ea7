"""Hit-and-run: when it is allowed, and the runners in motion."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.bases import FIRST, SECOND, is_on, occupied
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation

MAX_PER_GAME: Final = 2  # per team and game
ALLOWED_BASES: Final = (occupied(1), occupied(1, 2), occupied(1, 3))


class HitAndRun(Finding):
    """Findings on whether a hit-and-run is allowed."""

    ALLOWED = "The team may use it {left:# more} in this game."
    TWO_OUT = "Two are out."
    STATE = "It needs runners on first only, on first and second, or on first and third."
    USED_UP = "A team may use it {most:# time} a game."
    PITCHER = "A pitcher on base takes no part."
    RATING = "The runner on {base} may not go, because of his SBO."


def hit_and_run_ruling(occupied: int, outs: int, used: int, going: Mapping[int, bool]) -> Ruling:
    """PTHR1, PTHR2: Rule on whether the hit-and-run is allowed: twice per game, with fewer than two outs.

    `going` maps moving runners' bases to whether their SBO permits it.
    It is empty if the only runner is a pitcher.
    """
    if outs == 2:
        return refuse(HitAndRun.TWO_OUT, "PTHR1")
    if occupied not in ALLOWED_BASES:
        return refuse(HitAndRun.STATE, "PTHR1")
    if used >= MAX_PER_GAME:
        return refuse(HitAndRun.USED_UP, "PTHR1", most=MAX_PER_GAME)
    if not going:
        return refuse(HitAndRun.PITCHER, "PTHR2")
    for base, permitted in going.items():
        if not permitted:
            return refuse(HitAndRun.RATING, "PTHR1", base="first" if base == FIRST else "second")
    return allow(HitAndRun.ALLOWED, "PTHR1", left=MAX_PER_GAME - used)


def moving_bases(situation: PlaySituation) -> tuple[int, ...]:
    """PTHR2: Return the bases of runners in motion, lead runner first. Pitchers stay."""
    return tuple(
        base for base in (SECOND, FIRST) if is_on(situation.occupied, base) and situation.runner(base).is_hitter
    )


def moving_permissions(situation: PlaySituation) -> Mapping[int, bool]:
    """PTHR1: Return moving bases -> whether the runner's SBO permits a hit-and-run."""
    rows = situation.setup.charts.steal_opportunity
    return {base: rows[situation.runner(base).steal_opportunity].hit_and_run for base in moving_bases(situation)}


def stealing_base(going: tuple[int, ...], occupied: int) -> int:
    """PTHR5: Return the lead runner's base for the steal after a strikeout, or 0 if blocked."""
    return 0 if not going or is_on(occupied, going[0] + 1) else going[0]
