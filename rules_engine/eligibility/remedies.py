"""Remedies for mistakes, T31.1 to T31.11: the offended manager's choices and the consequences."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, NamedTuple

from rules_engine.eligibility.board import NO_USAGE_WINDOWS, Staff, StaffMember, cells_after_game, member_ruling
from rules_engine.eligibility.carry_over import UsageWindow
from rules_engine.eligibility.dropout_slot import DropoutSlot
from rules_engine.eligibility.pitching import Appearance
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse

GAMES_TO_START: Final = 3  # T31.11: the number of coming games that a pinch hitter must not be needed to start

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
    """Findings from a mistake report."""

    LIFTED_FOR_A_HITTER = "he had been pinch hit for: T31.11"
    NO_BATTER_FACED = "he faced no batter, so he simply can't pitch"
    PITCHED_NOT_ELIGIBLE = "faced {batters:# batter} while ineligible"
    NO_FAULT = "a double or triple play with one third left is not a mistake"
    REENTERED = "a player who has left the game can't come back"
    ILLEGAL_LINEUP = "the lineup was not legal"
    LOCKED_PLAYER_REMOVED = "a locked player was removed"
    FOUND_IN_TIME = "found before it mattered: substitutions are free"
    CAN_PLAY_POSITION = "he counts as playing the replaced player's position"
    HAS_BATTED_SINCE = "he has batted since and can't play the replaced player's position"
    PLAYS_AT_WORST_DEFENSE = "he counts as playing there, with the worst defense for that play"
    NOT_AGREED = "it is not a mistake unless both managers agree"
    TOO_LATE = "found after the first batter of the next half-inning"
    AGREED_IN_TIME = "both managers agree, and it was found in time"
    ONLY_ONE_PITCHER = "only one pitcher could be pitching"
    SEVERAL_PITCHERS = "more than one pitcher could be pitching"
    NEEDED_TO_START = "without {name} the team lacks starters for the next {games} games"
    OTHERS_CAN_START = "{starters:commas} can start the next {games} games"


class Remedy(NamedTuple):
    """The options after a mistake.

    Attributes:
        reset: Where the game restarts if the offended manager chooses a reset.
        may_accept: Whether the offended manager may accept the result.
        penalty: Whether the remedy puts a team at a disadvantage.
        treated_as_injury: Whether T25.2 applies to an accepted removal.
    """

    ruling: Ruling
    reset: Reset
    may_accept: bool
    penalty: bool
    treated_as_injury: bool = False
    footnote: bool = False


class LastThird(NamedTuple):
    """T31.1: The outs entered for a double or triple play, the outs beyond his limit, and whether he must leave."""

    ruling: Ruling
    outs_entered: int
    extra_thirds: int
    must_leave: bool
    penalty: bool = False


class LineupRepair(NamedTuple):
    """T31.4: The terms for making an accepted illegal lineup legal, with `worst_defense` if that is impossible."""

    keeps_batting_spots: bool
    removed_may_return: bool
    worst_defense: bool


class UnannouncedDefense(NamedTuple):
    """T31.6: An unannounced replacement's position, and the remedy.

    Attributes:
        continues_at_worst: Whether he stays at the position with the worst defense because no substitution can make
            the lineup legal.
    """

    remedy: Remedy
    assumed_in_replaced_position: bool
    worst_defense_on_play: bool
    changes_allowed: bool
    must_be_made_legal: bool
    continues_at_worst: bool = False


class UnannouncedPitcher(NamedTuple):
    """T31.11: The pitcher assumed to be pitching, or None if the game is reset and a pitcher is named."""

    assumed: Literal["pinch_hitter", "only_pitcher"] | None
    hitters_pitching_card: bool
    remedy: Remedy


def last_third(outs_left: int, outs_on_play: int) -> LastThird:
    """T31.1: Enter every out of a double or triple play by a reliever with a third of an inning left [R-311a]."""
    ruling = allow(MistakeFinding.NO_FAULT, "T31.1")
    return LastThird(ruling, outs_on_play, max(0, outs_on_play - outs_left), outs_on_play >= outs_left)


def ineligible_pitcher_used(
    batters_faced: int, *, was_eligible: bool = True, lifted_for_hitter: bool = False
) -> Remedy:
    """T31.2: Reset to his last legal out (or his entry, if he was never eligible), or accept with a footnote."""
    if lifted_for_hitter:
        return Remedy(refuse(MistakeFinding.LIFTED_FOR_A_HITTER, "T31.11"), "point_of_mistake", False, False)
    if batters_faced == 0:
        return Remedy(allow(MistakeFinding.NO_BATTER_FACED, "T31.2"), "none", False, False)
    reset: Reset = "last_legal_out" if was_eligible else "entry"
    ruling = refuse(MistakeFinding.PITCHED_NOT_ELIGIBLE, "T31.2", batters=batters_faced)
    return Remedy(ruling, reset, True, True, footnote=True)


def removed_player_reentered() -> Remedy:
    """T31.3: Reset, or accept and replace him as if injured."""
    ruling = refuse(MistakeFinding.REENTERED, "T31.3")
    return Remedy(ruling, "point_of_mistake", True, True, treated_as_injury=True)


def illegal_starting_lineup() -> Remedy:
    """T31.4: Start over, or accept and make the lineup legal (see lineup_repair)."""
    return Remedy(refuse(MistakeFinding.ILLEGAL_LINEUP, "T31.4"), "start_of_game", True, True)


def lineup_repair(*, can_be_made_legal: bool) -> LineupRepair:
    """T31.4: Make substitutions. Players who stay keep their batting spots, and players who leave can't return."""
    return LineupRepair(keeps_batting_spots=True, removed_may_return=False, worst_defense=not can_be_made_legal)


def uncoverable_substitution() -> Remedy:
    """T31.5: Reset to the removal, or accept and treat the removed player as injured."""
    ruling = refuse(MistakeFinding.LOCKED_PLAYER_REMOVED, "T31.5")
    return Remedy(ruling, "removal", True, True, treated_as_injury=True)


def defense_not_announced(
    *,
    fielded_a_play: bool,
    batted_in_later_inning: bool,
    can_play_replaced_position: bool,
    can_be_made_legal: bool = True,
) -> UnannouncedDefense:
    """T31.6: Rule on a team that didn't announce its defense after a pinch hitter or pinch runner.

    Args:
        can_be_made_legal: Whether substitutions can make the lineup legal after the play.
    """
    if not fielded_a_play and not batted_in_later_inning:
        no_remedy = Remedy(allow(MistakeFinding.FOUND_IN_TIME, "T31.6"), "none", False, False)
        return UnannouncedDefense(no_remedy, False, False, True, True)
    if can_play_replaced_position:
        plays_on = Remedy(allow(MistakeFinding.CAN_PLAY_POSITION, "T31.6"), "none", False, False)
        return UnannouncedDefense(plays_on, True, False, False, False)
    if batted_in_later_inning:
        ruling = refuse(MistakeFinding.HAS_BATTED_SINCE, "T31.6")
        batted = Remedy(ruling, "first_illegal_plate_appearance", True, True)
        return UnannouncedDefense(batted, True, fielded_a_play, True, can_be_made_legal, not can_be_made_legal)
    worst = Remedy(refuse(MistakeFinding.PLAYS_AT_WORST_DEFENSE, "T31.6"), "none", False, True)
    return UnannouncedDefense(worst, True, True, True, can_be_made_legal, not can_be_made_legal)


def check_misread_play(*, both_agree: bool, recognized_in_time: bool) -> Ruling:
    """T31.8: Reset to before the mistake if both managers agree before the first batter of the next half-inning."""
    if not both_agree:
        return refuse(MistakeFinding.NOT_AGREED, "T31.8", occurred=False)
    if not recognized_in_time:
        return refuse(MistakeFinding.TOO_LATE, "T31.8", occurred=True)
    return allow(MistakeFinding.AGREED_IN_TIME, "T31.8", occurred=True)


def new_pitcher_not_announced(
    *,
    pinch_hitter_may_pitch: bool,
    pinch_hitter_needed_to_start: bool = False,
    last_eligible_pitcher_lifted: bool = False,
    eligible_pitchers: int,
) -> UnannouncedPitcher:
    """T31.11: Rule on a team that hit for its pitcher and didn't name a new one.

    Args:
        pinch_hitter_may_pitch: Whether the pinch hitter is an eligible reliever or swingman.
        pinch_hitter_needed_to_start: Whether he must start one of the next three games (needed_to_start).
        last_eligible_pitcher_lifted: Whether this was the last eligible pitcher. If so, the position player who hit for
        him pitches.
    """
    no_remedy = Remedy(allow(MistakeFinding.ONLY_ONE_PITCHER, "T31.11"), "none", False, False)
    if last_eligible_pitcher_lifted:
        return UnannouncedPitcher("pinch_hitter", True, no_remedy)
    if pinch_hitter_may_pitch and not pinch_hitter_needed_to_start:
        return UnannouncedPitcher("pinch_hitter", False, no_remedy)
    if eligible_pitchers == 1:
        return UnannouncedPitcher("only_pitcher", False, no_remedy)
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
    """T31.11: Rule on whether the next games have no legal starters without him.

    `windows` and `slot` are the same as in member_ruling.
    """
    teammates = {key: member for key, member in staff.items() if key != name}

    def may_start(member: StaffMember, game: int) -> bool:
        return bool(member_ruling(member, game, profile, windows, slot).start)

    starters = _starters_for(teammates, next_game, games, may_start)
    if starters is None:
        return allow(MistakeFinding.NEEDED_TO_START, "T31.11", name=name, games=games)
    return refuse(MistakeFinding.OTHERS_CAN_START, "T31.11", starters=tuple(starters), games=games)


def _starters_for(
    staff: Staff, game: int, games: int, may_start: Callable[[StaffMember, int], bool]
) -> list[str] | None:
    """Return names that can start `games` games from `game` on, tried in staff order, or None."""
    if games == 0:
        return []
    for name, member in staff.items():
        if may_start(member, game):
            staff_after = _staff_after_start(staff, name, game)
            later = _starters_for(staff_after, game + 1, games - 1, may_start)
            if later is not None:
                return [name, *later]
    return None


def _staff_after_start(staff: Staff, starter: str, game: int) -> Staff:
    """Return the staff after `starter` started game `game`."""
    start = Appearance("start", 0)
    return {
        name: StaffMember(member.card, cells_after_game(member.cells, game, start if name == starter else None))
        for name, member in staff.items()
    }
