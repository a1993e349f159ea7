"""When players may leave, enter, move or bat for one another: T0.15, T10.11, S10.1, and when a starter may go."""

from typing import Final, Literal

from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, first_refusal, refuse

UNLOCKED_FROM: Final = 6  # the inning from which starters and batting spots are free (T10.11)
Reason = Literal["pinch_hitter", "pinch_runner", "out_of_innings", "other"]


def may_move_fielders(
    *,
    with_substitution: bool,
    beginning_of_half_inning: bool,
    involves_pitcher: bool = False,
    hitters_pitching_card: bool = False,
    dice_thrown: bool = False,
) -> Ruling:
    """T0.15: fielders change places after a substitution, or at the beginning of a half-inning.

    While a position player pitches (T25.3) moves that involve him may be made in mid-inning too.
    """
    if dice_thrown:
        return refuse("T29.13", "no change once the roll has been begun")
    if with_substitution:
        return allow("T0.15", "any legal moves may follow a substitution")
    if beginning_of_half_inning:
        return allow("T0.15", "beginning of a half-inning")
    if hitters_pitching_card and involves_pitcher:
        return allow("T25.3", "a position player pitches and the move involves him")
    return refuse("T0.15", "moves without a substitution are made only at the beginning of a half-inning")


def may_leave(
    *,
    inning: int,
    started: bool,
    injured: bool = False,
    new_opposing_pitcher_on_mound: bool = False,
    positions_coverable: bool = True,
) -> Ruling:
    """T10.11, S10.1: whether a position player may be replaced.

    started: he began the game. new_opposing_pitcher_on_mound: the opponent has changed pitchers in this game and the
    new one has taken the mound, which lifts the lock for the rest of the game [R-1011a].
    """
    if injured:
        return allow("T25.2", "he is injured")
    lock = may_replace_starter_in_field(inning, started, new_opposing_pitcher_on_mound)
    return first_refusal(positions_stay_covered(positions_coverable), lock)


def may_replace_starter_in_field(inning: int, started: bool, new_opposing_pitcher_on_mound: bool) -> Ruling:
    """T10.11: a position player who started stays until the sixth, or until a new opposing pitcher is on the mound."""
    if not started:
        return allow("T10.11", "he came in as a substitute and is not locked")
    if inning >= UNLOCKED_FROM:
        return allow("T10.11", f"inning {inning}: free from inning {UNLOCKED_FROM} on")
    if new_opposing_pitcher_on_mound:
        return allow("T10.11", "the opponent's new pitcher has taken the mound")
    return refuse("T10.11", f"inning {inning}: who started stays until inning {UNLOCKED_FROM}")


def positions_stay_covered(coverable: bool) -> Ruling:
    """S10.1, T10.11: no substitution after which some position has no legal cover."""
    if coverable:
        return allow("S10.1", "every position can still be covered")
    return refuse("S10.1", "a position could no longer be legally covered")


def may_remove_last_pitcher(reason: Reason, *, injured: bool = False) -> Ruling:
    """S10.1, T10.11: the last eligible pitcher may be pinch hit or run for, and goes when his innings are used up
    (T10.2); then a position player pitches (T25.3)."""
    if injured or reason != "other":
        return allow("S10.1", "a position player must pitch next (T25.3)", next_pitcher="position player")
    return refuse("S10.1", "he leaves only injured, out of innings or for a pinch hitter or runner")


def reliever_batting_spot(
    inning: int,
    spot_of_replaced_pitcher: int,
    proposed_spot: int,
    *,
    injured_players_spot: int | None = None,
    pinch_hitter_covers_injured: bool = False,
) -> Ruling:
    """T10.11: before the sixth a reliever bats in the replaced pitcher's spot, or in an injured player's when he who
    hit or ran for the pitcher can play the injured player's position."""
    if proposed_spot == spot_of_replaced_pitcher:
        return allow("T10.11", f"spot {proposed_spot} was the replaced pitcher's")
    if inning >= UNLOCKED_FROM:
        return allow("T10.11", f"inning {inning}: any spot from inning {UNLOCKED_FROM} on")
    if proposed_spot == injured_players_spot and pinch_hitter_covers_injured:
        return allow("T10.11", "the pitcher's pinch hitter covers the injured player's position")
    return refuse("T10.11", f"inning {inning}: must bat in spot {spot_of_replaced_pitcher}")


def may_pinch_hit(*, pitcher_hits: bool, for_pitcher: bool) -> Ruling:
    """T10.11: a pitcher may pinch hit for a pitcher only."""
    if pitcher_hits and not for_pitcher:
        return refuse("T10.11", "a pitcher may not pinch hit for a position player")
    return allow("T10.11", "may pinch hit")


def starter_may_leave(outs: int, runs: int, profile: Profile, *, injured: bool = False) -> Ruling:
    """T10.2: a starting pitcher stays until five innings or four runs, earned or not, unless injured."""
    rules = profile.pitching
    if injured:
        return allow("T10.2", "he is injured")
    line = f"{format_innings(outs)} innings and {runs} run{'' if runs == 1 else 's'}"
    needed = f"{format_innings(rules.starter_stays_outs)} innings or {rules.starter_stays_runs} runs free him"
    free = outs >= rules.starter_stays_outs or runs >= rules.starter_stays_runs
    return (allow if free else refuse)("T10.2", f"{line}: {needed}")
