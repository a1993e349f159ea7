"""The hit and run: when it may be put on, and who goes."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.bases import FIRST, SECOND, is_on, occupied
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.scorebook.moment import Moment

MOST: Final = 2  # a team and game
STATES: Final = (occupied(1), occupied(1, 2), occupied(1, 3))


class HitAndRun(Finding):
    """Whether a hit and run may be put on."""

    ALLOWED = "{left:# more} may be put on in this game."
    TWO_OUT = "Two are out."
    STATE = "It takes a man on first, or one on first and another on second or third."
    USED_UP = "A team may put it on {most:# time} a game."
    PITCHER = "A pitcher on base takes no part."
    RATING = "The man on {base} may not go by his SBO."


def hit_and_run_ruling(occupied: int, outs: int, used: int, going: Mapping[int, bool]) -> Ruling:
    """PTHR1, PTHR2: fewer than two outs, a man on first, twice a game; `going`: who goes, and whether his SBO lets him.

    Not with a pitcher alone on first, who takes no part.
    """
    if outs == 2:
        return refuse(HitAndRun.TWO_OUT, "PTHR1")
    if occupied not in STATES:
        return refuse(HitAndRun.STATE, "PTHR1")
    if used >= MOST:
        return refuse(HitAndRun.USED_UP, "PTHR1", most=MOST)
    if not going:
        return refuse(HitAndRun.PITCHER, "PTHR2")
    for base, may_go in going.items():
        if not may_go:
            return refuse(HitAndRun.RATING, "PTHR1", base="first" if base == FIRST else "second")
    return allow(HitAndRun.ALLOWED, "PTHR1", left=MOST - used)


def who_goes(moment: Moment) -> tuple[int, ...]:
    """PTHR2: the bases of the men on second and first who go, the lead man first; pitchers stay."""
    return tuple(
        base for base in (SECOND, FIRST) if is_on(moment.occupied, base) and moment.runner(base).pitching is None
    )


def may_go(moment: Moment) -> Mapping[int, bool]:
    """PTHR1: the bases of those who would go, and whether the row of their SBO has a hit and run."""
    rows = moment.book.charts.steal_opportunity
    return {base: rows[moment.runner(base).opportunity].hit_and_run for base in who_goes(moment)}


def who_steals(going: tuple[int, ...], occupied: int) -> int:
    """PTHR5: the base from which the lead man of those who go steals after a strikeout; 0 where his way is barred."""
    return 0 if not going or is_on(occupied, going[0] + 1) else going[0]
