"""The shootout: a quick way to break a tie of two, with a new pitcher every inning (T32.0)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.competition.rolls import RollOrder, roll_order
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card, may_start_by_card
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

FIRST_DECIDING_INNING = 3
STARTERS_ONLY_THROUGH = 2
INNINGS_A_TURN = 8  # every pitcher is fresh again for the ninth, and for the seventeenth
_MIDDLE = 10

CLOSER_RULE_APPLIES = False  # T32.0(7)
PITCHERS_TIRE = False  # T32.0(7)


class ShootoutFinding(Finding):
    """Who may pitch, leave and bat in a shootout."""

    STARTER = "Inning {inning}: a starter."
    STARTER_OR_RELIEVER = "Inning {inning}: starter or reliever."
    STARTERS_INNING = "Inning {inning} is a starter's: {start}."
    NEITHER_STARTER_NOR_RELIEVER = "Neither starter nor reliever: {start}; {relief}."
    HAS_PITCHED = "He pitched inning {pitched}: one inning each, fresh again for the {fresh}."
    HAS_PINCH_HIT = "He pinch hit in inning {batted} and is fresh again for the {fresh}."
    INJURED_LEAVES = "An injured player leaves."
    ONLY_INJURED = "A position player leaves only if he is injured."
    NEW_PITCHER_EVERY_INNING = "A new pitcher is named for every inning."
    STAYS_TO_THE_END = "The pitcher stays until the end of the inning."
    ONLY_FOR_THE_PITCHER = "Only the pitcher may be pinch hit for."
    ONCE_EACH_TIME_THROUGH = "The pitcher's place was pinch hit for this time through the order."
    MAY_PINCH_HIT = "The pitcher may be pinch hit for each time through the order."


@dataclass(frozen=True, slots=True)
class ShootoutResult:
    """`winner` is "visitor", "home" or None while it goes on; `after_inning` the inning that decided it."""

    winner: str | None
    after_inning: int | None


def shootout_park(first: ParkNumbers, second: ParkNumbers) -> ParkNumbers:
    """T32.0(1): each number the mean of the two parks, halves rounded towards ten."""
    return ParkNumbers(*(_mean(*pair) for pair in zip(first, second, strict=True)))


def bats_last(rolls: Mapping[str, Sequence[int]], better_seed: str | None = None) -> tuple[str | None, RollOrder[str]]:
    """T32.0(2): the better seed where there is a seeding, else the high roll; None while the rolls are level."""
    order = roll_order(rolls)
    return (better_seed if better_seed is not None else order.first), order


def shootout_result(scores: Sequence[tuple[int, int]], top_of_next: tuple[int, int] | None = None) -> ShootoutResult:
    """T32.0(3): the first to lead after an inning from the third on.

    `scores` are (visitor, home) after each complete inning; `top_of_next` after the visitor's half of the one in
    play, when the home team leading from the third on need not bat.
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
    """T32.0(4)(5): whether this pitcher may be named for an inning, given the innings he pitched or pinch hit in."""
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
    """T32.0(4)(6): a position player leaves only injured; a pitcher stays to the end of his one inning."""
    if injured:
        return allow(ShootoutFinding.INJURED_LEAVES, "T32.0(6)")
    if not pitcher:
        return refuse(ShootoutFinding.ONLY_INJURED, "T32.0(6)")
    if inning_over:
        return allow(ShootoutFinding.NEW_PITCHER_EVERY_INNING, "T32.0(4)")
    return refuse(ShootoutFinding.STAYS_TO_THE_END, "T32.0(4)")


def may_pinch_hit(*, for_pitcher: bool, already_this_time_through: bool = False) -> Ruling:
    """T32.0(6): for the pitcher, once each time through the order; for nobody else."""
    if not for_pitcher:
        return refuse(ShootoutFinding.ONLY_FOR_THE_PITCHER, "T32.0(6)")
    if already_this_time_through:
        return refuse(ShootoutFinding.ONCE_EACH_TIME_THROUGH, "T32.0(6)")
    return allow(ShootoutFinding.MAY_PINCH_HIT, "T32.0(6)")


def named_starter_still_pitches(*, inning: int, top: bool) -> bool:
    """T32.0(6): the visitors' starter pitches the bottom of the 1st though he was pinch hit for in the top."""
    return inning == 1 and top


def _mean(first: int, second: int) -> int:
    half, odd = divmod(first + second, 2)
    return half + 1 if odd and half < _MIDDLE else half


def _fresh(turn: int) -> str:
    return f"{(turn + 1) * INNINGS_A_TURN + 1}th"
