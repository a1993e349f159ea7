"""A position player on the mound: T25.3."""

from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Ruling, allow, refuse

Hand = Literal["left", "right"]
Bats = Literal["left", "right", "switch"]


class EmergencyReliever(NamedTuple):
    """T25.3: nobody left on the bench: he pitches to the end, without a limit."""

    card: str = "1WR right-handed"
    pitches_until_over: bool = True
    four_inning_rule: bool = False


class NextPitcher(NamedTuple):
    kind: Literal["pitcher", "position player", "emergency reliever"]
    reason: str


EMERGENCY_RELIEVER: Final = EmergencyReliever()


def next_pitcher(eligible_pitchers: int, bench_position_players: int) -> NextPitcher:
    """T25.3: a position player pitches when, and only when, no pitcher is left who may."""
    if eligible_pitchers:
        return NextPitcher("pitcher", f"{eligible_pitchers} pitchers may still pitch")
    if bench_position_players:
        return NextPitcher("position player", "no pitcher is left who may pitch")
    return NextPitcher("emergency reliever", "no pitcher and no position player is left on the bench")


def position_player_may_pitch(eligible_pitchers: int, *, relieved_before: bool = False) -> Ruling:
    """T25.3: never while a pitcher may; who was relieved as pitcher may not pitch again in that game."""
    if relieved_before:
        return refuse("T25.3", "he was relieved as pitcher and may not pitch again in this game")
    if eligible_pitchers:
        return refuse("T25.3", f"{eligible_pitchers} pitchers may still pitch")
    return allow("T25.3", "no pitcher is left who may pitch")


def throwing_hand(bats: Bats) -> Hand:
    """T25.3: left-handed batters throw left, right-handed and switch hitters right."""
    return "left" if bats == "left" else "right"
