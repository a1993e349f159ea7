"""When a player drops out of a round robin: cover, takeover, records and pitching sheets (T0.08)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rules_engine.rulings import Finding, Ruling, allow, refuse


class DropoutFinding(Finding):
    """Who plays on for a player who drops out, and what becomes of the sheets of those he met."""

    EVERYBODY_ELSE_PLAYS = "everybody else in an even division is playing: replacements come from outside it"
    FROM_OUTSIDE = "replacements come from outside the division"
    COMPENSATION = "compensation is at the Tournament Director's discretion"
    OF_THE_SAME_DIVISION = "{name} is in the dropped player's division"
    ADVANCING_HIMSELF = "{name} is advancing or in the shoot-out with his own team"
    COVERED_AND_FREE = "{name} covered from outside and is free"
    NO_CHANCE_TO_ADVANCE = "the team has no chance to advance: nobody takes it over"
    NOBODY_MAY = "nobody who played for it may take it over: it is out and the next best team advances"
    ONLY_ONE_MAY = "only {name} may take it over"
    PLAY_GOES_ON = "the d20 is thrown after division play has concluded"
    STILL_TO_ROLL = "{names:commas} must still roll the d20"
    LEVEL_ROLLS = "{names:and} tied at {high}: they roll again"
    HIGH_ROLL = "{name} has the high roll, {high}"
    COVERED = "the schedule is completed by others"
    NEVER_MET = "{name} never met the dropped player: his games are byes"
    MET_LAST = "{name} met him last: that series becomes a bye"
    MET_EARLIER = "{name} met him earlier: his final rotation takes that slot"


class CoveringPlayer(NamedTuple):
    """Someone who has played games for the dropped team."""

    name: str
    same_division: bool
    already_advancing: bool  # or in the shoot-out round, with his own team


class Takeover(NamedTuple):
    """Who continues with the dropped team: a name, or None with those who still have to roll."""

    name: str | None
    to_roll: tuple[str, ...]
    ruling: Ruling


SheetChange = Literal["none", "erase"]


class SheetAdjustment(NamedTuple):
    """T0.08 items 1-3: what happens to one team's sheet, and whether its final rotation is bound."""

    item: int  # 0 when the schedule is completed by others
    change: SheetChange
    remaining_games_are_byes: bool
    final_series_bound: bool
    ruling: Ruling


def may_replace_in_even_division(*, from_same_division: bool) -> Ruling:
    """T0.08: in an even division replacements come from outside it."""
    if from_same_division:
        return refuse(DropoutFinding.EVERYBODY_ELSE_PLAYS, "T0.08")
    return allow(DropoutFinding.FROM_OUTSIDE, "T0.08")


def may_be_compensated(offered_by_director: bool) -> Ruling:
    """T0.08: paying replacements is the director's to decide."""
    return (allow if offered_by_director else refuse)(DropoutFinding.COMPENSATION, "T0.08")


def may_take_over(player: CoveringPlayer) -> Ruling:
    """T0.08: an outsider who has played for the team and is not advancing with his own."""
    if player.same_division:
        return refuse(DropoutFinding.OF_THE_SAME_DIVISION, "T0.08", name=player.name)
    if player.already_advancing:
        return refuse(DropoutFinding.ADVANCING_HIMSELF, "T0.08", name=player.name)
    return allow(DropoutFinding.COVERED_AND_FREE, "T0.08", name=player.name)


def takeover(
    covering: Sequence[CoveringPlayer],
    rolls: dict[str, int],
    *,
    has_chance_to_advance: bool,
    division_play_concluded: bool = True,
) -> Takeover:
    """T0.08: who adopts the dropped team. `rolls`: d20 by name, thrown once division play is over.

    Nobody and no roll outstanding means that the team is out and the next best of its division advances.
    """
    if not has_chance_to_advance:
        return Takeover(None, (), refuse(DropoutFinding.NO_CHANCE_TO_ADVANCE, "T0.08"))
    able = [player.name for player in covering if may_take_over(player)]
    if not able:
        return Takeover(None, (), refuse(DropoutFinding.NOBODY_MAY, "T0.08"))
    if len(able) == 1:
        return Takeover(able[0], (), allow(DropoutFinding.ONLY_ONE_MAY, "T0.08", name=able[0]))
    if not division_play_concluded:
        return Takeover(None, tuple(able), refuse(DropoutFinding.PLAY_GOES_ON, "T0.08"))
    return _by_roll(able, rolls)


def _by_roll(able: Sequence[str], rolls: dict[str, int]) -> Takeover:
    if missing := tuple(name for name in able if name not in rolls):
        return Takeover(None, missing, refuse(DropoutFinding.STILL_TO_ROLL, "T0.08", names=missing))
    high = max(rolls[name] for name in able)
    leaders = tuple(name for name in able if rolls[name] == high)
    if len(leaders) > 1:
        return Takeover(None, leaders, refuse(DropoutFinding.LEVEL_ROLLS, "T0.08", names=leaders, high=high))
    return Takeover(leaders[0], (), allow(DropoutFinding.HIGH_ROLL, "T0.08", name=leaders[0], high=high))


def sheet_adjustment(player: str, opponents_of_dropped: Sequence[str], *, covered: bool) -> SheetAdjustment:
    """T0.08 items 1-3 for one player. opponents_of_dropped: those who had begun a series with him, in order [R-08g]."""
    if covered:
        return SheetAdjustment(0, "none", False, False, allow(DropoutFinding.COVERED, "T0.08"))
    if player not in opponents_of_dropped:
        return SheetAdjustment(1, "none", True, False, allow(DropoutFinding.NEVER_MET, "T0.08", name=player))
    if opponents_of_dropped[-1] == player:
        return SheetAdjustment(2, "erase", False, False, allow(DropoutFinding.MET_LAST, "T0.08", name=player))
    return SheetAdjustment(3, "none", False, True, allow(DropoutFinding.MET_EARLIER, "T0.08", name=player))
