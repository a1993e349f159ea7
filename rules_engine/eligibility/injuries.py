"""Injured players, and emergency fielders when no one is left for a position: T25.1, T25.2, T26.0."""

from typing import Literal, NamedTuple

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.rulings import Finding, Ruling, allow, refuse

EmergencyFielder = Literal["non-pitcher", "pitcher", "stand-in"]


class InjuryFinding(Finding):
    """Findings on what an injury requires or permits."""

    PITCHER_LEAVES = "a pitcher must leave at once"
    RELIEVER_LEAVES = "a relief pitcher must leave at once"
    STARTER_LEAVES = "{pitched:innings} innings, more than {most:innings}: must leave at once"
    STARTER_MAY_STAY = "{pitched:innings} innings: may stay, weak, through inning {last}"
    HAS_LEFT_THE_GAME = "he has left the game"
    ANY_NON_PITCHER = "any non-pitcher in the game or unused on the bench"
    NON_PITCHERS_FIRST = "{available} non-pitchers are available: they come first"
    PITCHERS_BEFORE_A_STAND_IN = "{available} pitchers are available: they come before a stand-in"
    NOBODY_COMES_BEFORE = "no one else is available: a {proposed} may play"
    STAYS_WHERE_HE_PLAYS = "he stays there for the rest of the game unless his team suffers another injury"
    ONLY_TO_A_POSITION_ON_HIS_CARD = "he may move only to a position on his card"
    ANOTHER_INJURY = "another injury lets him move to a position on his card"


class PitcherInjury(NamedTuple):
    """T25.2: The ruling on whether an injured pitcher may stay in, weak, through `last_inning` at the latest."""

    ruling: Ruling
    last_inning: int

    @property
    def may_stay(self) -> bool:
        return self.ruling.allowed


def check_injured_pitcher(starter: bool, outs: int, stays_outs: int) -> PitcherInjury:
    """T25.2: Remove relievers, and starters past five innings. After exactly five, a starter may stay [R-252a].

    Args:
        outs: Outs he had pitched when he was injured.
        stays_outs: Five innings in outs, or 0 if the rules let no one stay.
    """
    if not stays_outs:
        return PitcherInjury(refuse(InjuryFinding.PITCHER_LEAVES, "T25.2"), 0)
    if not starter:
        return PitcherInjury(refuse(InjuryFinding.RELIEVER_LEAVES, "T25.2"), 0)
    if outs > stays_outs:
        return PitcherInjury(refuse(InjuryFinding.STARTER_LEAVES, "T25.2", pitched=outs, most=stays_outs), 0)
    last = stays_outs // OUTS_PER_INNING
    return PitcherInjury(allow(InjuryFinding.STARTER_MAY_STAY, "T25.2", pitched=outs, last=last), last)


def may_field_off_card(
    proposed: EmergencyFielder, *, non_pitchers_available: int, pitchers_available: int = 0, already_left: bool = False
) -> Ruling:
    """T25.2: Fill a position that no one has on his card with a non-pitcher, then a pitcher, then a stand-in.

    Args:
        non_pitchers_available: Players in the game without a position of their own, or unused on the bench.
        pitchers_available: Pitchers who haven't left the game. They don't have to be eligible to pitch.
    """
    if already_left:
        return refuse(InjuryFinding.HAS_LEFT_THE_GAME, "T25.2")
    if proposed == "non-pitcher":
        return allow(InjuryFinding.ANY_NON_PITCHER, "T25.2")
    if non_pitchers_available:
        return refuse(InjuryFinding.NON_PITCHERS_FIRST, "T25.2", available=non_pitchers_available)
    if proposed == "stand-in" and pitchers_available:
        return refuse(InjuryFinding.PITCHERS_BEFORE_A_STAND_IN, "T25.2", available=pitchers_available)
    return allow(InjuryFinding.NOBODY_COMES_BEFORE, "T25.2", proposed=proposed)


def may_return_to_card(*, position_on_card: bool, another_injury: bool) -> Ruling:
    """T25.2: Leave an emergency fielder in place until another injury lets him move to a position on his card."""
    if not another_injury:
        return refuse(InjuryFinding.STAYS_WHERE_HE_PLAYS, "T25.2")
    if not position_on_card:
        return refuse(InjuryFinding.ONLY_TO_A_POSITION_ON_HIS_CARD, "T25.2")
    return allow(InjuryFinding.ANOTHER_INJURY, "T25.2")
