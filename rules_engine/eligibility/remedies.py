"""Mistakes and their remedies, T31.1 to T31.11: what the offended manager may choose, and what follows."""

from typing import Final, Literal, NamedTuple

from rules_engine.eligibility.board import Staff, StaffMember, after_game, eligibility_board
from rules_engine.eligibility.pitching import Outing
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, refuse

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


class Remedy(NamedTuple):
    """What a mistake leads to.

    reset: where the game is taken back to, if the offended manager wants that. may_accept: he may let it stand.
    penalty: somebody is worse off. treated_as_injury: an accepted removal is handled by T25.2.
    """

    rule: str
    reset: Reset
    may_accept: bool
    penalty: bool
    reason: str
    treated_as_injury: bool = False
    footnote: bool = False


class LastThird(NamedTuple):
    """T31.1: outs entered for a stretch, those beyond the allowance, and whether the pitcher must go."""

    outs_entered: int
    extra_thirds: int
    must_leave: bool
    penalty: bool = False


class LineupRepair(NamedTuple):
    """T31.4: how an accepted illegal line-up is made legal; with `worst_defence` where it cannot be."""

    batting_spots_kept: bool
    removed_may_return: bool
    worst_defence: bool


class UnannouncedDefence(NamedTuple):
    """T31.6: what an unannounced replacement counts as playing; resets and penalties as in Remedy."""

    remedy: Remedy
    assumed_in_replaced_position: bool
    worst_defence_for_the_play: bool
    changes_allowed: bool
    must_be_made_legal: bool


class UnannouncedPitcher(NamedTuple):
    """T31.11: who is taken to be pitching; None when the game is reset and the pitcher named."""

    assumed: Literal["pinch_hitter", "only_pitcher"] | None
    hitters_pitching_card: bool
    remedy: Remedy


NO_MISTAKE: Final = "no batter faced: the pitcher is simply not allowed"


def last_third(outs_left: int, outs_on_play: int) -> LastThird:
    """T31.1: a double or triple play from a reliever's last third is no fault; every out is entered [R-311a]."""
    return LastThird(outs_on_play, max(0, outs_on_play - outs_left), outs_on_play >= outs_left)


def ineligible_pitcher_used(
    batters_faced: int, *, was_eligible: bool = True, lifted_for_hitter: bool = False
) -> Remedy:
    """T31.2: reset to his last legal out (to his entry, if he never was eligible), or accept with a footnote."""
    if lifted_for_hitter:
        return Remedy("T31.11", "point_of_mistake", False, False, "he had been lifted for a pinch hitter: T31.11")
    if batters_faced == 0:
        return Remedy("T31.2", "none", False, False, NO_MISTAKE)
    reset: Reset = "last_legal_out" if was_eligible else "entry"
    faced = f"faced {batters_faced} batter{'' if batters_faced == 1 else 's'} while not eligible"
    return Remedy("T31.2", reset, True, True, faced, footnote=True)


def removed_player_reentered() -> Remedy:
    """T31.3: reset, or accept: he is replaced as though injured."""
    reason = "a player who has left does not come back"
    return Remedy("T31.3", "point_of_mistake", True, True, reason, treated_as_injury=True)


def illegal_starting_lineup() -> Remedy:
    """T31.4: start over, or accept and make the line-up legal (lineup_repair)."""
    return Remedy("T31.4", "start_of_game", True, True, "the line-up was not legal")


def lineup_repair(*, can_be_made_legal: bool) -> LineupRepair:
    """T31.4: substitutions; who stays keeps his batting spot, who goes stays out."""
    return LineupRepair(batting_spots_kept=True, removed_may_return=False, worst_defence=not can_be_made_legal)


def uncoverable_substitution() -> Remedy:
    """T31.5: reset to the removal, or accept: the removed man counts as injured."""
    return Remedy("T31.5", "removal", True, True, "a locked player was removed", treated_as_injury=True)


def defence_not_announced(
    *, needed_for_defence: bool, batted_in_later_inning: bool, can_play_replaced_position: bool
) -> UnannouncedDefence:
    """T31.6: the team of a pinch hitter or runner did not say who plays where."""
    if not needed_for_defence and not batted_in_later_inning:
        found_in_time = Remedy("T31.6", "none", False, False, "found before it mattered: change freely")
        return UnannouncedDefence(found_in_time, False, False, True, True)
    if can_play_replaced_position:
        plays_on = Remedy("T31.6", "none", False, False, "he counts as playing the replaced man's position")
        return UnannouncedDefence(plays_on, True, False, False, False)
    if batted_in_later_inning:
        reason = "he has batted since and cannot play the replaced man's position"
        batted = Remedy("T31.6", "first_illegal_plate_appearance", True, True, reason)
        return UnannouncedDefence(batted, True, needed_for_defence, True, True)
    worst = Remedy("T31.6", "none", False, True, "he counts as playing there, with the worst defence for that play")
    return UnannouncedDefence(worst, True, True, True, True)


def misread_play(*, both_agree: bool, recognised_in_time: bool) -> Ruling:
    """T31.8: reset to before the mistake if both agree on it before the first batter of the next half-inning."""
    if not both_agree:
        return refuse("T31.8", "no mistake has occurred unless both managers agree", occurred=False)
    if not recognised_in_time:
        return refuse("T31.8", "recognised after the first batter of the next half-inning", occurred=True)
    return allow("T31.8", "both agree and it was recognised in time", occurred=True)


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
    none = Remedy("T31.11", "none", False, False, "the pitcher can only be the one assumed")
    if last_eligible_pitcher_lifted:
        return UnannouncedPitcher("pinch_hitter", True, none)
    if pinch_hitter_may_pitch and not pinch_hitter_needed_to_start:
        return UnannouncedPitcher("pinch_hitter", False, none)
    if pitchers_who_may_pitch == 1:
        return UnannouncedPitcher("only_pitcher", False, none)
    reason = "several pitchers could have been meant"
    return UnannouncedPitcher(None, False, Remedy("T31.11", "point_of_mistake", False, False, reason))


def needed_to_start(name: str, staff: Staff, next_game: int, profile: Profile, games: int = 3) -> Ruling:
    """T31.11: whether the next games have no legal starters without him."""
    others = {other: member for other, member in staff.items() if other != name}
    starters = _starters_for(others, next_game, games, profile)
    if starters is None:
        return allow("T31.11", f"without {name} the next {games} games cannot all be started")
    return refuse("T31.11", f"{', '.join(starters)} can start the next {games} games", starters=tuple(starters))


def _starters_for(staff: Staff, game: int, games: int, profile: Profile) -> list[str] | None:
    """Names that can start `games` games from `game` on, tried out in the staff's order; None when nobody can."""
    if games == 0:
        return []
    for name, able in eligibility_board(staff, game, profile).items():
        if able.start:
            started = Outing("start", 0)
            then = {
                other: StaffMember(member.card, after_game(member.cells, game, started if other == name else None))
                for other, member in staff.items()
            }
            later = _starters_for(then, game + 1, games - 1, profile)
            if later is not None:
                return [name, *later]
    return None


def dealt_with() -> str:
    """T31.0: both managers are responsible; a mistake is dealt with at once, whoever recognises it."""
    return "immediately"
