"""The shootout: a quick way to break a tie of two, with a new pitcher every inning (T32.0)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rules_engine.competition.rolls import RollOrder, roll_order
from rules_engine.draft.ballpark import ParkNumbers
from rules_engine.eligibility.cards import PitcherCard, may_relieve_by_card, may_start_by_card
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

FIRST_DECIDING_INNING = 3
STARTERS_ONLY_THROUGH = 2
INNINGS_A_TURN = 8  # every pitcher is fresh again for the ninth, and for the seventeenth
_MIDDLE = 10

CLOSER_RULE_APPLIES = False  # T32.0(7)
PITCHERS_TIRE = False  # T32.0(7)


@dataclass(frozen=True, slots=True)
class ShootoutResult:
    """`winner` is "visitor", "home" or None while it goes on; `after_inning` the inning that decided it."""

    winner: str | None
    after_inning: int | None


def shootout_park(one: ParkNumbers, other: ParkNumbers) -> ParkNumbers:
    """T32.0(1): each number the mean of the two parks, halves rounded towards ten."""
    return ParkNumbers(*(_mean(*pair) for pair in zip(one, other, strict=True)))


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
    card: PitcherCard,
    profile: Profile,
    *,
    pitched: Collection[int] = (),
    pinch_hit: Collection[int] = (),
) -> Ruling:
    """T32.0(4)(5): whether this pitcher may be named for an inning, given the innings he pitched or pinch hit in."""
    start = may_start_by_card(card, profile)
    if inning <= STARTERS_ONLY_THROUGH and not start:
        return refuse("T32.0(4)", f"Inning {inning} is a starter's: {start.reason}.")
    if not start and not (relieve := may_relieve_by_card(card, profile)):
        return refuse("T32.0(4)", f"Neither starter nor reliever: {start.reason}; {relieve.reason}.")
    turn = (inning - 1) // INNINGS_A_TURN
    rule = "T32.0(5)" if turn else "T32.0(4)"
    if already := [one for one in pitched if (one - 1) // INNINGS_A_TURN == turn]:
        return refuse(rule, f"He pitched inning {already[0]}: one inning each, fresh again for the {_fresh(turn)}.")
    if spent := [one for one in pinch_hit if (one - 1) // INNINGS_A_TURN == turn]:
        return refuse(rule, f"He pinch hit in inning {spent[0]} and is fresh again for the {_fresh(turn)}.")
    return allow(rule, f"Inning {inning}: {'starter or reliever' if inning > STARTERS_ONLY_THROUGH else 'a starter'}.")


def may_leave(*, pitcher: bool, injured: bool, inning_over: bool = False) -> Ruling:
    """T32.0(4)(6): a position player leaves only injured; a pitcher stays to the end of his one inning."""
    if injured:
        return allow("T32.0(6)", "An injured player leaves.")
    if not pitcher:
        return refuse("T32.0(6)", "A position player leaves only if he is injured.")
    if inning_over:
        return allow("T32.0(4)", "A new pitcher is named for every inning.")
    return refuse("T32.0(4)", "The pitcher stays until the end of the inning.")


def may_pinch_hit(*, for_pitcher: bool, already_this_time_through: bool = False) -> Ruling:
    """T32.0(6): for the pitcher, once each time through the order; for nobody else."""
    if not for_pitcher:
        return refuse("T32.0(6)", "Only the pitcher may be pinch hit for.")
    if already_this_time_through:
        return refuse("T32.0(6)", "The pitcher's place was pinch hit for this time through the order.")
    return allow("T32.0(6)", "The pitcher may be pinch hit for each time through the order.")


def named_starter_still_pitches(*, inning: int, top: bool) -> bool:
    """T32.0(6): the visitors' starter pitches the bottom of the 1st though he was pinch hit for in the top."""
    return inning == 1 and top


def _mean(one: int, other: int) -> int:
    half, odd = divmod(one + other, 2)
    return half + 1 if odd and half < _MIDDLE else half


def _fresh(turn: int) -> str:
    return f"{(turn + 1) * INNINGS_A_TURN + 1}th"
