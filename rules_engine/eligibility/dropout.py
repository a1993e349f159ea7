"""When a player drops out of a round robin: cover, takeover, records and pitching sheets (T0.08)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rules_engine.rulings import Ruling, allow, refuse


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
    reason: str


def may_replace_in_even_division(*, from_same_division: bool) -> Ruling:
    """T0.08: in an even division replacements come from outside it."""
    if from_same_division:
        return refuse("T0.08", "everybody else in an even division is playing: replacements come from outside it")
    return allow("T0.08", "replacements come from outside the division")


def may_be_compensated(offered_by_director: bool) -> Ruling:
    """T0.08: paying replacements is the director's to decide."""
    return (allow if offered_by_director else refuse)(
        "T0.08", "compensation is at the Tournament Director's discretion"
    )


def may_take_over(player: CoveringPlayer) -> Ruling:
    """T0.08: an outsider who has played for the team and is not advancing with his own."""
    if player.same_division:
        return refuse("T0.08", f"{player.name} is in the dropped player's division")
    if player.already_advancing:
        return refuse("T0.08", f"{player.name} is advancing or in the shoot-out with his own team")
    return allow("T0.08", f"{player.name} covered from outside and is free")


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
        return Takeover(None, (), refuse("T0.08", "the team has no chance to advance: nobody takes it over"))
    able = [player.name for player in covering if may_take_over(player)]
    if not able:
        out = "nobody who played for it may take it over: it is out and the next best team advances"
        return Takeover(None, (), refuse("T0.08", out))
    if len(able) == 1:
        return Takeover(able[0], (), allow("T0.08", f"only {able[0]} may take it over"))
    if not division_play_concluded:
        return Takeover(None, tuple(able), refuse("T0.08", "the d20 is thrown after division play has concluded"))
    return _by_roll(able, rolls)


def _by_roll(able: Sequence[str], rolls: dict[str, int]) -> Takeover:
    if missing := tuple(name for name in able if name not in rolls):
        return Takeover(None, missing, refuse("T0.08", f"{', '.join(missing)} must still roll the d20"))
    high = max(rolls[name] for name in able)
    leaders = tuple(name for name in able if rolls[name] == high)
    if len(leaders) > 1:
        return Takeover(None, leaders, refuse("T0.08", f"{' and '.join(leaders)} tied at {high}: they roll again"))
    return Takeover(leaders[0], (), allow("T0.08", f"{leaders[0]} has the high roll, {high}"))


def sheet_adjustment(player: str, opponents_of_dropped: Sequence[str], *, covered: bool) -> SheetAdjustment:
    """T0.08 items 1-3 for one player. opponents_of_dropped: those who had begun a series with him, in order [R-08g]."""
    if covered:
        return SheetAdjustment(0, "none", False, False, "the schedule is completed by others")
    if player not in opponents_of_dropped:
        return SheetAdjustment(1, "none", True, False, f"{player} never met the dropped player: his games are byes")
    if opponents_of_dropped[-1] == player:
        return SheetAdjustment(2, "erase", False, False, f"{player} met him last: that series becomes a bye")
    return SheetAdjustment(3, "none", False, True, f"{player} met him earlier: his final rotation takes that slot")
