"""Injured players, and who may play where when nobody is left for a position: T25.1, T25.2, T26.0."""

from typing import Literal, NamedTuple

from rules_engine.innings import OUTS_PER_INNING, format_innings
from rules_engine.rulings import Ruling, allow, refuse

Resort = Literal["non-pitcher", "pitcher", "stand-in"]


class PitcherInjury(NamedTuple):
    """T25.2: what an injured pitcher must or may do. `may_stay`: weak, and to the end of `last_inning` at most."""

    leaves_at_once: bool
    may_stay: bool
    weak: bool
    last_inning: int
    reason: str


def pitcher_injured(starter: bool, outs: int, stays_outs: int) -> PitcherInjury:
    """T25.2: relievers, and starters past five innings, leave at once; after exactly five he may stay [R-252a].

    outs: his own when he was hurt. stays_outs: those of the five innings; 0 where the rules let nobody stay.
    """
    if not stays_outs:
        return PitcherInjury(True, False, False, 0, "a pitcher leaves at once")
    if not starter:
        return PitcherInjury(True, False, False, 0, "a relief pitcher leaves at once")
    pitched, last = format_innings(outs), stays_outs // OUTS_PER_INNING
    if outs > stays_outs:
        reason = f"{pitched} innings, more than {format_innings(stays_outs)}: leaves at once"
        return PitcherInjury(True, False, False, 0, reason)
    return PitcherInjury(False, True, True, last, f"{pitched} innings: may stay, weak, through inning {last}")


def may_field_off_card(
    proposed: Resort, *, non_pitchers_available: int, pitchers_available: int = 0, already_left: bool = False
) -> Ruling:
    """T25.2: who takes a position that nobody has on his card: a non-pitcher, else a pitcher, else a stand-in.

    non_pitchers_available: in the game without a position of their own, or unused on the bench. A pitcher need not
    be eligible to pitch; pitchers_available: those who have not left the game.
    """
    if already_left:
        return refuse("T25.2", "he has left the game")
    if proposed == "non-pitcher":
        return allow("T25.2", "any non-pitcher in the game or unused on the bench")
    if non_pitchers_available:
        return refuse("T25.2", f"{non_pitchers_available} non-pitchers are available: they come first")
    if proposed == "stand-in" and pitchers_available:
        return refuse("T25.2", f"{pitchers_available} pitchers are available: they come before a stand-in")
    return allow("T25.2", f"nobody comes before a {proposed}")


def may_move_again(*, position_on_card: bool, another_injury: bool) -> Ruling:
    """T25.2: who plays off his card stays there, unless a further injury lets him move to a position on his card."""
    if not another_injury:
        return refuse("T25.2", "he stays there for the rest of the game unless his team suffers another injury")
    if not position_on_card:
        return refuse("T25.2", "he may move only to a position on his card")
    return allow("T25.2", "another injury lets him move to a position on his card")
