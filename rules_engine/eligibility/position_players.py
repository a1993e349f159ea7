"""A position player on the mound (T25.3): only where no pitcher is left, and within what holds for relievers."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from rules_engine.eligibility.pitching import Appearance, Cells, find_relief_left
from rules_engine.eligibility.sheet import check_relief_outs
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class NoPitcherReason(StrEnum):
    """Why nobody was left of those whom the sheet would let pitch."""

    USED_UP = "used_up"
    HURT = "hurt"
    HIT_FOR = "hit_for"


class PositionPlayerFinding(Finding):
    """Whether a position player may pitch."""

    NOBODY_LEFT = "no pitcher was left by the sheet"
    SAID = "the pitchers who were left were {reason}"
    STILL_ELIGIBLE = "{eligible:list} could still pitch by the sheet: used up, hurt or hit for?"


NO_PITCHER_REASON_TEXT: Final[Mapping[NoPitcherReason, str]] = {
    NoPitcherReason.USED_UP: "used up",
    NoPitcherReason.HURT: "hurt",
    NoPitcherReason.HIT_FOR: "hit for or run for",
}


def may_position_player_pitch(eligible: Sequence[str], want: NoPitcherReason | None = None) -> Ruling:
    """T25.3: only when the last available pitcher is used up, hurt, hit for or run for.

    eligible: names of the pitchers who had not been in the game and whom the sheet would have let pitch. want: what
    is said of them.
    """
    if not eligible:
        return allow(PositionPlayerFinding.NOBODY_LEFT, "T25.3")
    if want is None:
        return refuse(PositionPlayerFinding.STILL_ELIGIBLE, "T25.3", eligible=list(eligible))
    return allow(PositionPlayerFinding.SAID, "T25.3", reason=NO_PITCHER_REASON_TEXT[want])


def position_player_within(
    cells: Cells, game: int, outing: Appearance, profile: Profile, bullpen_from: int = 1
) -> Ruling:
    """T10.2, T27.64: four innings in four games and never four games in a row hold for him too [R-253a]."""
    allowance = find_relief_left(cells, game, profile, bullpen_from)
    return check_relief_outs(outing, allowance.outs, allowance.ruling) if allowance.ruling else allowance.ruling
