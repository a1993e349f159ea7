"""Dropouts from a round robin: covering managers, takeover and pitching sheets (T0.08)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rules_engine.rulings import Finding, Ruling, allow, refuse


class DropoutFinding(Finding):
    """Findings on the dropout's substitutes and his opponents' pitching sheets."""

    DIVISION_IS_PLAYING = "everyone else in an even division is playing: replacements come from outside it"
    FROM_OUTSIDE = "replacements come from outside the division"
    COMPENSATION = "compensation is at the Tournament Director's discretion"
    SAME_DIVISION = "{name} is in the dropped player's division"
    ALREADY_ADVANCING = "{name} is advancing or in the shootout with his own team"
    COVERED_AND_FREE = "{name} covered games from outside the division and is free"
    NO_CHANCE_TO_ADVANCE = "the team has no chance to advance: no one takes it over"
    NOBODY_ELIGIBLE = "no one who covered its games may take it over: it is out and the next best team advances"
    ONLY_ONE_ELIGIBLE = "only {name} may take it over"
    DIVISION_PLAY_UNFINISHED = "roll the d20 after division play is over"
    ROLLS_MISSING = "{names:commas} must roll the d20 first"
    TIED_ROLLS = "{names:and} tied at {high}: they roll again"
    HIGH_ROLL = "{name} has the high roll, {high}"
    COVERED = "covering managers complete the schedule"
    NEVER_MET = "{name} never met the dropped player: his games are byes"
    MET_LAST = "{name} met him last: that series becomes a bye"
    MET_EARLIER = "{name} met him earlier: his final rotation takes that slot"


class CoveringPlayer(NamedTuple):
    """A person who has played games for the dropped team."""

    name: str
    same_division: bool
    already_advancing: bool  # or in the shootout round, with his own team


class Takeover(NamedTuple):
    """The manager who takes over the dropped team, or None and the managers who still have to roll."""

    name: str | None
    to_roll: tuple[str, ...]
    ruling: Ruling


SheetChange = Literal["none", "erase"]


class SheetAdjustment(NamedTuple):
    """T0.08 items 1-3: The change to a team's sheet, and whether its final rotation is fixed."""

    item: int  # 0 if covering managers complete the schedule
    change: SheetChange
    remaining_games_are_byes: bool
    final_series_bound: bool
    ruling: Ruling


def may_replace_in_even_division(*, from_same_division: bool) -> Ruling:
    """T0.08: In an even division, use replacements from outside it."""
    if from_same_division:
        return refuse(DropoutFinding.DIVISION_IS_PLAYING, "T0.08")
    return allow(DropoutFinding.FROM_OUTSIDE, "T0.08")


def may_be_compensated(offered_by_director: bool) -> Ruling:
    """T0.08: Let the director decide whether to pay replacements."""
    rule = allow if offered_by_director else refuse
    return rule(DropoutFinding.COMPENSATION, "T0.08")


def may_take_over(player: CoveringPlayer) -> Ruling:
    """T0.08: Require a covering manager from outside the division who isn't advancing with his own team."""
    if player.same_division:
        return refuse(DropoutFinding.SAME_DIVISION, "T0.08", name=player.name)
    if player.already_advancing:
        return refuse(DropoutFinding.ALREADY_ADVANCING, "T0.08", name=player.name)
    return allow(DropoutFinding.COVERED_AND_FREE, "T0.08", name=player.name)


def takeover(
    covering: Sequence[CoveringPlayer],
    rolls: dict[str, int],
    *,
    has_chance_to_advance: bool,
    division_play_concluded: bool = True,
) -> Takeover:
    """T0.08: Decide who takes over the dropped team. `rolls` has each d20 by name, rolled after division play.

    If no one takes over and no roll is missing, the team is out and the next best in its division advances.
    """
    if not has_chance_to_advance:
        return Takeover(None, (), refuse(DropoutFinding.NO_CHANCE_TO_ADVANCE, "T0.08"))
    eligible = [player.name for player in covering if may_take_over(player)]
    if not eligible:
        return Takeover(None, (), refuse(DropoutFinding.NOBODY_ELIGIBLE, "T0.08"))
    if len(eligible) == 1:
        return Takeover(eligible[0], (), allow(DropoutFinding.ONLY_ONE_ELIGIBLE, "T0.08", name=eligible[0]))
    if not division_play_concluded:
        return Takeover(None, tuple(eligible), refuse(DropoutFinding.DIVISION_PLAY_UNFINISHED, "T0.08"))
    return _by_roll(eligible, rolls)


def _by_roll(eligible: Sequence[str], rolls: dict[str, int]) -> Takeover:
    if missing := tuple(name for name in eligible if name not in rolls):
        return Takeover(None, missing, refuse(DropoutFinding.ROLLS_MISSING, "T0.08", names=missing))
    high = max(rolls[name] for name in eligible)
    leaders = tuple(name for name in eligible if rolls[name] == high)
    if len(leaders) > 1:
        return Takeover(None, leaders, refuse(DropoutFinding.TIED_ROLLS, "T0.08", names=leaders, high=high))
    return Takeover(leaders[0], (), allow(DropoutFinding.HIGH_ROLL, "T0.08", name=leaders[0], high=high))


def sheet_adjustment(player: str, opponents_of_dropped: Sequence[str], *, covered: bool) -> SheetAdjustment:
    """T0.08 items 1-3: Return the change to one player's sheet.

    Args:
        opponents_of_dropped: Players who had started a series against the dropped player, in order [R-08g].
    """
    if covered:
        return SheetAdjustment(0, "none", False, False, allow(DropoutFinding.COVERED, "T0.08"))
    if player not in opponents_of_dropped:
        return SheetAdjustment(1, "none", True, False, allow(DropoutFinding.NEVER_MET, "T0.08", name=player))
    if opponents_of_dropped[-1] == player:
        return SheetAdjustment(2, "erase", False, False, allow(DropoutFinding.MET_LAST, "T0.08", name=player))
    return SheetAdjustment(3, "none", False, True, allow(DropoutFinding.MET_EARLIER, "T0.08", name=player))
