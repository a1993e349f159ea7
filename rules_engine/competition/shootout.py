"""The shootout, a quick way to break a tie between two teams with a new pitcher every inning (T32.0)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.competition.rolls import RollOrder, roll_order
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card, may_start_by_card
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

FIRST_DECIDING_INNING = 3
STARTERS_ONLY_THROUGH = 2
INNINGS_A_TURN = 8  # every pitcher is available again in the ninth and the seventeenth
_MIDDLE = 10

CLOSER_RULE_APPLIES = False  # T32.0(7)
PITCHERS_TIRE = False  # T32.0(7)


class ShootoutFinding(Finding):
    """Findings on who may pitch, leave or pinch-hit in a shootout."""

    STARTER = "Inning {inning}: a starter."
    STARTER_OR_RELIEVER = "Inning {inning}: starter or reliever."
    STARTERS_INNING = "Only a starter can pitch inning {inning}: {start}."
    NEITHER_STARTER_NOR_RELIEVER = "He is neither a starter nor a reliever: {start}; {relief}."
    HAS_PITCHED = "He pitched inning {pitched}. Pitchers pitch one inning each. He can pitch again in the {fresh}."
    HAS_PINCH_HIT = "He pinch hit in inning {batted} and can pitch again in the {fresh}."
    INJURED_LEAVES = "An injured player must leave."
    ONLY_INJURED = "A position player can leave only if he is injured."
    NEW_PITCHER_EVERY_INNING = "Each inning needs a new pitcher."
    STAYS_TO_THE_END = "The pitcher stays until the end of the inning."
    ONLY_FOR_THE_PITCHER = "Only the pitcher may be pinch hit for."
    ONCE_EACH_TIME_THROUGH = "The pitcher has already been pinch hit for this time through the order."
    MAY_PINCH_HIT = "The pitcher may be pinch hit for each time through the order."


@dataclass(frozen=True, slots=True)
class ShootoutResult:
    """The winner ("visitor", "home" or None) and the inning that decided the shootout."""

    winner: str | None
    after_inning: int | None


def shootout_park(first: ParkNumbers, second: ParkNumbers) -> ParkNumbers:
    """T32.0(1): Return the averages of both parks' numbers, with halves rounded toward ten."""
    return ParkNumbers(*(_mean(*pair) for pair in zip(first, second, strict=True)))


def bats_last(rolls: Mapping[str, Sequence[int]], better_seed: str | None = None) -> tuple[str | None, RollOrder[str]]:
    """T32.0(2): Return the better seed if there are seeds, otherwise the high roll, or None if the rolls are tied."""
    order = roll_order(rolls)
    return (better_seed if better_seed is not None else order.first), order


def shootout_result(scores: Sequence[tuple[int, int]], top_of_next: tuple[int, int] | None = None) -> ShootoutResult:
    """T32.0(3): Return the first team to lead after an inning, from the third on.

    Args:
        scores: (visitor, home) after each complete inning.
        top_of_next: The score after the top of the current inning. A home team with the lead doesn't have to bat.
    """
    for inning, (visitor, home) in enumerate(scores, start=1):
        if inning >= FIRST_DECIDING_INNING and visitor != home:
            return ShootoutResult("visitor" if visitor > home else "home", inning)
    inning = len(scores) + 1
    if top_of_next and inning >= FIRST_DECIDING_INNING and top_of_next[1] > top_of_next[0]:
        return ShootoutResult("home", inning)
    return ShootoutResult(None, None)


def may_pitch_inning(
    inning: int,
    card: PitchingRoles,
    profile: Profile,
    *,
    pitched: Collection[int] = (),
    pinch_hit: Collection[int] = (),
) -> Ruling:
    """T32.0(4)(5): Rule on naming this pitcher for an inning, given the innings in which he pitched or pinch-hit."""
    start = may_start_by_card(card, profile)
    if inning <= STARTERS_ONLY_THROUGH and not start:
        return refuse(ShootoutFinding.STARTERS_INNING, "T32.0(4)", inning=inning, start=start)
    if not start and not (relieve := may_relieve_by_card(card, profile)):
        return refuse(ShootoutFinding.NEITHER_STARTER_NOR_RELIEVER, "T32.0(4)", start=start, relief=relieve)
    turn = (inning - 1) // INNINGS_A_TURN
    rule = "T32.0(5)" if turn else "T32.0(4)"
    if already := [pitched_in for pitched_in in pitched if (pitched_in - 1) // INNINGS_A_TURN == turn]:
        return refuse(ShootoutFinding.HAS_PITCHED, rule, pitched=already[0], fresh=_fresh(turn))
    if spent := [hit_in for hit_in in pinch_hit if (hit_in - 1) // INNINGS_A_TURN == turn]:
        return refuse(ShootoutFinding.HAS_PINCH_HIT, rule, batted=spent[0], fresh=_fresh(turn))
    if inning > STARTERS_ONLY_THROUGH:
        return allow(ShootoutFinding.STARTER_OR_RELIEVER, rule, inning=inning)
    return allow(ShootoutFinding.STARTER, rule, inning=inning)


def may_leave(*, pitcher: bool, injured: bool, inning_over: bool = False) -> Ruling:
    """T32.0(4)(6): Let a position player leave only if injured, and a pitcher only after his inning."""
    if injured:
        return allow(ShootoutFinding.INJURED_LEAVES, "T32.0(6)")
    if not pitcher:
        return refuse(ShootoutFinding.ONLY_INJURED, "T32.0(6)")
    if inning_over:
        return allow(ShootoutFinding.NEW_PITCHER_EVERY_INNING, "T32.0(4)")
    return refuse(ShootoutFinding.STAYS_TO_THE_END, "T32.0(4)")


def may_pinch_hit(*, for_pitcher: bool, already_this_time_through: bool = False) -> Ruling:
    """T32.0(6): Allow a pinch hitter only for the pitcher, once per time through the order."""
    if not for_pitcher:
        return refuse(ShootoutFinding.ONLY_FOR_THE_PITCHER, "T32.0(6)")
    if already_this_time_through:
        return refuse(ShootoutFinding.ONCE_EACH_TIME_THROUGH, "T32.0(6)")
    return allow(ShootoutFinding.MAY_PINCH_HIT, "T32.0(6)")


def named_starter_still_pitches(*, inning: int, top: bool) -> bool:
    """T32.0(6): Let the visitors' starter pitch the bottom of the 1st even if he was pinch-hit for in the top."""
    return inning == 1 and top


def _mean(first: int, second: int) -> int:
    half, odd = divmod(first + second, 2)
    return half + 1 if odd and half < _MIDDLE else half


def _fresh(turn: int) -> str:
    return f"{(turn + 1) * INNINGS_A_TURN + 1}th"
