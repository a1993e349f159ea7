"""Rules on leaving, entering, moving and pinch hitting (T0.15, T10.11, S10.1), and on a starter's early exit."""

from typing import Final, Literal

from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse

UNLOCKED_FROM: Final = 6  # the inning from which starters and batting spots are unlocked (T10.11)
RemovalReason = Literal["pinch_hitter", "pinch_runner", "out_of_innings", "other"]


class SubstitutionFinding(Finding):
    """Findings that allow or reject a substitution or a move."""

    ROLL_BEGUN = "no changes after the roll has started"
    AFTER_A_SUBSTITUTION = "any legal moves may follow a substitution"
    HALF_INNING_BEGINS = "beginning of a half-inning"
    POSITION_PLAYER_PITCHES = "a position player pitches and the move involves him"
    ONLY_AS_A_HALF_INNING_BEGINS = "moves without a substitution are made only at the beginning of a half-inning"
    INJURED = "he is injured"
    CAME_IN_AS_A_SUBSTITUTE = "he came in as a substitute and is not locked"
    UNLOCKED = "inning {inning}: free substitutions from inning {free_from} on"
    NEW_PITCHER_ON_THE_MOUND = "the opponent's new pitcher has taken the mound"
    LOCKED = "inning {inning}: starters stay in until inning {free_from}"
    EVERY_POSITION_COVERED = "every position can still be covered"
    POSITION_UNCOVERED = "not every position could still be legally covered"
    POSITION_PLAYER_PITCHES_NEXT = "a position player must pitch next (T25.3)"
    LAST_PITCHER_STAYS = (
        "the last pitcher leaves only if injured, out of innings or replaced by a pinch hitter or runner"
    )
    REPLACED_PITCHERS_SPOT = "the replaced pitcher batted in spot {spot}"
    ANY_SPOT = "inning {inning}: any spot is allowed from inning {free_from} on"
    PINCH_HITTER_COVERS = "the pitcher's pinch hitter covers the injured player's position"
    MUST_BAT_IN_HIS_SPOT = "inning {inning}: must bat in spot {spot}"
    PITCHER_FOR_A_POSITION_PLAYER = "a pitcher may not pinch hit for a position player"
    MAY_PINCH_HIT = "may pinch hit"
    STARTERS_LINE = (
        "{pitched:innings} innings and {runs:# run}: the starter may leave after {stays:innings} innings "
        "or {stays_runs} runs"
    )
    WEAK = "he is weak"


def may_move_fielders(
    *,
    with_substitution: bool,
    beginning_of_half_inning: bool,
    involves_pitcher: bool = False,
    hitters_pitching_card: bool = False,
    dice_rolled: bool = False,
) -> Ruling:
    """T0.15: Allow fielders to change places after a substitution, or at the beginning of a half-inning.

    While a position player pitches (T25.3), moves that involve him are allowed during an inning too.
    """
    if dice_rolled:
        return refuse(SubstitutionFinding.ROLL_BEGUN, "T29.13")
    if with_substitution:
        return allow(SubstitutionFinding.AFTER_A_SUBSTITUTION, "T0.15")
    if beginning_of_half_inning:
        return allow(SubstitutionFinding.HALF_INNING_BEGINS, "T0.15")
    if hitters_pitching_card and involves_pitcher:
        return allow(SubstitutionFinding.POSITION_PLAYER_PITCHES, "T25.3")
    return refuse(SubstitutionFinding.ONLY_AS_A_HALF_INNING_BEGINS, "T0.15")


def may_leave(
    *,
    inning: int,
    started: bool,
    injured: bool = False,
    new_opposing_pitcher_on_mound: bool = False,
    positions_coverable: bool = True,
) -> Ruling:
    """T10.11, S10.1: Rule on replacing a position player.

    Args:
        started: Whether he started the game.
        new_opposing_pitcher_on_mound: Whether a new opposing pitcher has entered this game, which unlocks
            starters for the rest of the game [R-1011a].
    """
    if injured:
        return allow(SubstitutionFinding.INJURED, "T25.2")
    lock = may_replace_starting_fielder(inning, started, new_opposing_pitcher_on_mound)
    return first_refusal(check_positions_covered(positions_coverable), lock)


def may_replace_starting_fielder(inning: int, started: bool, new_opposing_pitcher_on_mound: bool) -> Ruling:
    """T10.11: Keep a starting fielder in until the sixth, or until a new opposing pitcher is in the game."""
    if not started:
        return allow(SubstitutionFinding.CAME_IN_AS_A_SUBSTITUTE, "T10.11")
    if inning >= UNLOCKED_FROM:
        return allow(SubstitutionFinding.UNLOCKED, "T10.11", inning=inning, free_from=UNLOCKED_FROM)
    if new_opposing_pitcher_on_mound:
        return allow(SubstitutionFinding.NEW_PITCHER_ON_THE_MOUND, "T10.11")
    return refuse(SubstitutionFinding.LOCKED, "T10.11", inning=inning, free_from=UNLOCKED_FROM)


def check_positions_covered(coverable: bool) -> Ruling:
    """S10.1, T10.11: Reject a substitution that leaves a position without legal cover."""
    if coverable:
        return allow(SubstitutionFinding.EVERY_POSITION_COVERED, "S10.1")
    return refuse(SubstitutionFinding.POSITION_UNCOVERED, "S10.1")


def may_remove_last_pitcher(reason: RemovalReason, *, injured: bool = False) -> Ruling:
    """S10.1, T10.11: Allow removing the last eligible pitcher for a pinch hitter or runner, or out of innings (T10.2).

    Then a position player pitches (T25.3).
    """
    if injured or reason != "other":
        return allow(SubstitutionFinding.POSITION_PLAYER_PITCHES_NEXT, "S10.1")
    return refuse(SubstitutionFinding.LAST_PITCHER_STAYS, "S10.1")


def check_reliever_batting_spot(
    inning: int,
    spot_of_replaced_pitcher: int,
    proposed_spot: int,
    *,
    injured_players_spot: int | None = None,
    pinch_hitter_covers_injured: bool = False,
    free_from: int = UNLOCKED_FROM,
) -> Ruling:
    """T10.11: Before the sixth, make a reliever bat in the replaced pitcher's spot.

    He can take an injured player's spot if the pitcher's pinch hitter or runner can play the injured player's
    position. Later editions unlock the spot earlier.
    """
    if proposed_spot == spot_of_replaced_pitcher:
        return allow(SubstitutionFinding.REPLACED_PITCHERS_SPOT, "T10.11", spot=proposed_spot)
    if inning >= free_from:
        return allow(SubstitutionFinding.ANY_SPOT, "T10.11", inning=inning, free_from=free_from)
    if proposed_spot == injured_players_spot and pinch_hitter_covers_injured:
        return allow(SubstitutionFinding.PINCH_HITTER_COVERS, "T10.11")
    return refuse(SubstitutionFinding.MUST_BAT_IN_HIS_SPOT, "T10.11", inning=inning, spot=spot_of_replaced_pitcher)


def may_pinch_hit(*, pitcher_hits: bool, for_pitcher: bool, for_anyone: bool = False) -> Ruling:
    """T10.11: Let a pitcher pinch-hit only for a pitcher, unless the edition lets him hit `for_anyone`."""
    if pitcher_hits and not for_pitcher and not for_anyone:
        return refuse(SubstitutionFinding.PITCHER_FOR_A_POSITION_PLAYER, "T10.11")
    return allow(SubstitutionFinding.MAY_PINCH_HIT, "T10.11")


def may_starter_leave(outs: int, runs: int, profile: Profile, *, injured: bool = False, weak: bool = False) -> Ruling:
    """T10.2: Keep a starting pitcher in for five innings or four runs, earned or not, unless injured.

    If he is `weak` (past his point of weakness), he may leave in some editions (T27.54).
    """
    rules = profile.pitching
    if injured:
        return allow(SubstitutionFinding.INJURED, "T10.2")
    if weak and rules.weak_starter_may_leave:
        return allow(SubstitutionFinding.WEAK, "T27.54")
    may_leave_now = outs >= rules.starter_stays_outs or runs >= rules.starter_stays_runs
    rule = allow if may_leave_now else refuse
    return rule(
        SubstitutionFinding.STARTERS_LINE,
        "T10.2",
        pitched=outs,
        runs=runs,
        stays=rules.starter_stays_outs,
        stays_runs=rules.starter_stays_runs,
    )
