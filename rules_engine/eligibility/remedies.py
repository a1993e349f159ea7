"""Mistakes and their remedies, T31.1 to T31.11: what the offended manager may choose, and what follows."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from rules_engine.eligibility.board import NO_USAGE_WINDOWS, Staff, StaffMember, cells_after_game, member_ruling
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import DropoutSlot
from rules_engine.eligibility.pitching import Appearance
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

GAMES_TO_START: Final = 3  # T31.11: games that a pinch hitter must not be needed to start

Reset = Literal[
    "none",
    "last_legal_out",
    "entry",
    "point_of_mistake",
    "start_of_game",
    "removal",
    "first_illegal_plate_appearance",
    "before_mistake",
]


class MistakeFinding(Finding):
    """What was found to have been done."""

    LIFTED_FOR_A_HITTER = "he had been lifted for a pinch hitter: T31.11"
    NO_BATTER_FACED = "no batter faced: the pitcher is simply not allowed"
    PITCHED_NOT_ELIGIBLE = "faced {batters:# batter} while not eligible"
    NO_FAULT = "a double or triple play from the last third is no fault"
    REENTERED = "a player who has left does not come back"
    ILLEGAL_LINEUP = "the line-up was not legal"
    LOCKED_PLAYER_REMOVED = "a locked player was removed"
    FOUND_IN_TIME = "found before it mattered: change freely"
    CAN_PLAY_POSITION = "he counts as playing the replaced man's position"
    HAS_BATTED_SINCE = "he has batted since and cannot play the replaced man's position"
    PLAYS_AT_WORST_DEFENSE = "he counts as playing there, with the worst defence for that play"
    NOT_AGREED = "no mistake has occurred unless both managers agree"
    TOO_LATE = "recognised after the first batter of the next half-inning"
    AGREED_IN_TIME = "both agree and it was recognised in time"
    ONLY_ONE_PITCHER = "the pitcher can only be the one assumed"
    SEVERAL_PITCHERS = "several pitchers could have been meant"
    NEEDED_TO_START = "without {name} the next {games} games cannot all be started"
    OTHERS_CAN_START = "{starters:commas} can start the next {games} games"


class Remedy(NamedTuple):
    """What a mistake leads to.

    ruling: on what was done. reset: where the game is taken back to, if the offended manager wants that.
    may_accept: he may let it stand.
    penalty: somebody is worse off. treated_as_injury: an accepted removal is handled by T25.2.
    """

    ruling: Ruling
    reset: Reset
    may_accept: bool
    penalty: bool
    treated_as_injury: bool = False
    footnote: bool = False


class LastThird(NamedTuple):
    """T31.1: outs entered for a stretch, those beyond the allowance, and whether the pitcher must go."""

    ruling: Ruling
    outs_entered: int
    extra_thirds: int
    must_leave: bool
    penalty: bool = False


class LineupRepair(NamedTuple):
    """T31.4: how an accepted illegal line-up is made legal; with `worst_defense` where it cannot be."""

    batting_spots_kept: bool
    removed_may_return: bool
    worst_defense: bool


class UnannouncedDefense(NamedTuple):
    """T31.6: what an unannounced replacement counts as playing; resets and penalties as in Remedy.

    continues_at_worst: no substitution can make the lineup legal, so he keeps the position with the worst defense.
    """

    remedy: Remedy
    assumed_in_replaced_position: bool
    worst_defense_on_play: bool
    changes_allowed: bool
    must_be_made_legal: bool
    continues_at_worst: bool = False


class UnannouncedPitcher(NamedTuple):
    """T31.11: who is taken to be pitching; None when the game is reset and the pitcher named."""

    assumed: Literal["pinch_hitter", "only_pitcher"] | None
    hitters_pitching_card: bool
    remedy: Remedy


def last_third(outs_left: int, outs_on_play: int) -> LastThird:
    """T31.1: a double or triple play from a reliever's last third is no fault; every out is entered [R-311a]."""
    ruling = allow(MistakeFinding.NO_FAULT, "T31.1")
    return LastThird(ruling, outs_on_play, max(0, outs_on_play - outs_left), outs_on_play >= outs_left)


def ineligible_pitcher_used(
    batters_faced: int, *, was_eligible: bool = True, lifted_for_hitter: bool = False
) -> Remedy:
    """T31.2: reset to his last legal out (to his entry, if he never was eligible), or accept with a footnote."""
    if lifted_for_hitter:
        return Remedy(refuse(MistakeFinding.LIFTED_FOR_A_HITTER, "T31.11"), "point_of_mistake", False, False)
    if batters_faced == 0:
        return Remedy(allow(MistakeFinding.NO_BATTER_FACED, "T31.2"), "none", False, False)
    reset: Reset = "last_legal_out" if was_eligible else "entry"
    ruling = refuse(MistakeFinding.PITCHED_NOT_ELIGIBLE, "T31.2", batters=batters_faced)
    return Remedy(ruling, reset, True, True, footnote=True)


def removed_player_reentered() -> Remedy:
    """T31.3: reset, or accept: he is replaced as though injured."""
    ruling = refuse(MistakeFinding.REENTERED, "T31.3")
    return Remedy(ruling, "point_of_mistake", True, True, treated_as_injury=True)


def illegal_starting_lineup() -> Remedy:
    """T31.4: start over, or accept and make the line-up legal (lineup_repair)."""
    return Remedy(refuse(MistakeFinding.ILLEGAL_LINEUP, "T31.4"), "start_of_game", True, True)


def lineup_repair(*, can_be_made_legal: bool) -> LineupRepair:
    """T31.4: substitutions; who stays keeps his batting spot, who goes stays out."""
    return LineupRepair(batting_spots_kept=True, removed_may_return=False, worst_defense=not can_be_made_legal)


def uncoverable_substitution() -> Remedy:
    """T31.5: reset to the removal, or accept: the removed man counts as injured."""
    ruling = refuse(MistakeFinding.LOCKED_PLAYER_REMOVED, "T31.5")
    return Remedy(ruling, "removal", True, True, treated_as_injury=True)


def defense_not_announced(
    *,
    needed_for_defence: bool,
    batted_in_later_inning: bool,
    can_play_replaced_position: bool,
    can_be_made_legal: bool = True,
) -> UnannouncedDefense:
    """T31.6: the team of a pinch hitter or runner did not announce its defense.

    can_be_made_legal: substitutions can make the lineup legal after the play.
    """
    if not needed_for_defence and not batted_in_later_inning:
        found_in_time = Remedy(allow(MistakeFinding.FOUND_IN_TIME, "T31.6"), "none", False, False)
        return UnannouncedDefense(found_in_time, False, False, True, True)
    if can_play_replaced_position:
        plays_on = Remedy(allow(MistakeFinding.CAN_PLAY_POSITION, "T31.6"), "none", False, False)
        return UnannouncedDefense(plays_on, True, False, False, False)
    if batted_in_later_inning:
        ruling = refuse(MistakeFinding.HAS_BATTED_SINCE, "T31.6")
        batted = Remedy(ruling, "first_illegal_plate_appearance", True, True)
        return UnannouncedDefense(batted, True, needed_for_defence, True, can_be_made_legal, not can_be_made_legal)
    worst = Remedy(refuse(MistakeFinding.PLAYS_AT_WORST_DEFENSE, "T31.6"), "none", False, True)
    return UnannouncedDefense(worst, True, True, True, can_be_made_legal, not can_be_made_legal)


def check_misread_play(*, both_agree: bool, recognised_in_time: bool) -> Ruling:
    """T31.8: reset to before the mistake if both agree on it before the first batter of the next half-inning."""
    if not both_agree:
        return refuse(MistakeFinding.NOT_AGREED, "T31.8", occurred=False)
    if not recognised_in_time:
        return refuse(MistakeFinding.TOO_LATE, "T31.8", occurred=True)
    return allow(MistakeFinding.AGREED_IN_TIME, "T31.8", occurred=True)


def new_pitcher_not_announced(
    *,
    pinch_hitter_may_pitch: bool,
    pinch_hitter_needed_to_start: bool = False,
    last_eligible_pitcher_lifted: bool = False,
    pitchers_who_may_pitch: int,
) -> UnannouncedPitcher:
    """T31.11: a pitcher was hit for and nobody named his successor.

    pinch_hitter_may_pitch: he is an eligible reliever or swing man; pinch_hitter_needed_to_start: in the next three
    games (needed_to_start). last_eligible_pitcher_lifted: the position player who hit for him pitches.
    """
    none = Remedy(allow(MistakeFinding.ONLY_ONE_PITCHER, "T31.11"), "none", False, False)
    if last_eligible_pitcher_lifted:
        return UnannouncedPitcher("pinch_hitter", True, none)
    if pinch_hitter_may_pitch and not pinch_hitter_needed_to_start:
        return UnannouncedPitcher("pinch_hitter", False, none)
    if pitchers_who_may_pitch == 1:
        return UnannouncedPitcher("only_pitcher", False, none)
    ruling = refuse(MistakeFinding.SEVERAL_PITCHERS, "T31.11")
    return UnannouncedPitcher(None, False, Remedy(ruling, "point_of_mistake", False, False))


def needed_to_start(
    name: str,
    staff: Staff,
    next_game: int,
    profile: Profile,
    games: int = GAMES_TO_START,
    windows: Mapping[int, UsageWindow] = NO_USAGE_WINDOWS,
    slot: DropoutSlot | None = None,
) -> Ruling:
    """T31.11: whether the next games have no legal starters without him. `windows` and `slot`: as in member_ruling."""
    others = {other: member for other, member in staff.items() if other != name}

    def may_start(member: StaffMember, game: int) -> bool:
        return bool(member_ruling(member, game, profile, windows, slot).start)

    starters = _starters_for(others, next_game, games, may_start)
    if starters is None:
        return allow(MistakeFinding.NEEDED_TO_START, "T31.11", name=name, games=games)
    return refuse(MistakeFinding.OTHERS_CAN_START, "T31.11", starters=tuple(starters), games=games)


def _starters_for(
    staff: Staff, game: int, games: int, may_start: Callable[[StaffMember, int], bool]
) -> list[str] | None:
    """Names that can start `games` games from `game` on, tried in the staff's order; None if there are none."""
    if games == 0:
        return []
    for name, member in staff.items():
        if may_start(member, game):
            started = Appearance("start", 0)
            then = {
                other: StaffMember(one.card, cells_after_game(one.cells, game, started if other == name else None))
                for other, one in staff.items()
            }
            later = _starters_for(then, game + 1, games - 1, may_start)
            if later is not None:
                return [name, *later]
    return None
