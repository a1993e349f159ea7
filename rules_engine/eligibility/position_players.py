"""Position players as pitchers (T25.3): only if no pitcher is left, and within the limits for relievers."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from rules_engine.eligibility.pitching import Appearance, Cells, find_relief_left
from rules_engine.eligibility.sheet import check_relief_outs
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class NoPitcherReason(StrEnum):
    """Reasons why no pitcher eligible by the sheet was available."""

    USED_UP = "used_up"
    HURT = "hurt"
    HIT_FOR = "hit_for"


class PositionPlayerFinding(Finding):
    """Findings on whether a position player may pitch."""

    NOBODY_LEFT = "no pitcher was left, according to the sheet"
    REASON_GIVEN = "the remaining pitchers were {reason}"
    STILL_ELIGIBLE = "{eligible:list} could still pitch, according to the sheet: used up, injured or hit for?"


NO_PITCHER_REASON_TEXT: Final[Mapping[NoPitcherReason, str]] = {
    NoPitcherReason.USED_UP: "used up",
    NoPitcherReason.HURT: "hurt",
    NoPitcherReason.HIT_FOR: "hit for or run for",
}


def may_position_player_pitch(eligible: Sequence[str], reason: NoPitcherReason | None = None) -> Ruling:
    """T25.3: Allow it only after the last available pitcher is used up, injured, pinch-hit for or pinch-run for.

    Args:
        eligible: Names of unused pitchers who were eligible by the sheet.
        reason: Why they weren't available, if a reason was entered.
    """
    if not eligible:
        return allow(PositionPlayerFinding.NOBODY_LEFT, "T25.3")
    if reason is None:
        return refuse(PositionPlayerFinding.STILL_ELIGIBLE, "T25.3", eligible=list(eligible))
    return allow(PositionPlayerFinding.REASON_GIVEN, "T25.3", reason=NO_PITCHER_REASON_TEXT[reason])


def position_player_within(
    cells: Cells, game: int, appearance: Appearance, profile: Profile, bullpen_from: int = 1
) -> Ruling:
    """T10.2, T27.64: Limit him to four innings in four games, and never four games in a row [R-253a]."""
    relief = find_relief_left(cells, game, profile, bullpen_from)
    if not relief.ruling:
        return relief.ruling
    return check_relief_outs(appearance, relief.outs, relief.ruling)
