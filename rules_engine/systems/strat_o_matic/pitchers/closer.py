"""The closer rule: when it is a closer situation, and how a reliever goes over to his closer endurance (section 28)."""

from typing import Final, Literal

from rules_engine.baseball.bases import runners
from rules_engine.systems.strat_o_matic.editions.edition_sections import EnduranceRules
from rules_engine.systems.strat_o_matic.pitchers.fatigue import Outing

FIRST_INNING: Final = 9  # 28.2
InUse = Literal["starter_pow", "pow", "closer_endurance"]


def is_closer_situation(inning: int, lead: int, state: int) -> bool:
    """28.2: his team leads in the ninth or later and the tying run is on base or at bat. `state` is a bases int."""
    return inning >= FIRST_INNING and 1 <= lead <= len(runners(state)) + 1


def first_late_inning(rules: EnduranceRules) -> int:
    """27.54, 28.2: the first inning in which facing a batter may itself change something for a pitcher."""
    after = rules.starter_tired_after_inning
    return min(FIRST_INNING, after + 1) if after else FIRST_INNING


def endurance_in_use(outing: Outing) -> InUse:
    """28.31-28.34: which of his numbers counts now."""
    if outing.started:
        return "starter_pow"
    return "closer_endurance" if outing.on_closer else "pow"


def closer_outs_left(outing: Outing) -> int | Literal["N"] | None:
    """28.33, 28.35: outs until his first hit or walk tires him; None while he goes by his POW."""
    if not outing.on_closer or outing.closer is None or outing.closer == "N":
        return "N" if outing.on_closer and outing.closer == "N" else None
    return max(0, outing.closer - outing.outs)


def may_go_over(rules: EnduranceRules, outing: Outing) -> bool:
    """28.32: a closer who has not yet begun to pitch by his closer endurance."""
    return rules.closer and outing.closer is not None and not outing.on_closer


def before_batter(rules: EnduranceRules, outing: Outing, *, closer_situation: bool) -> None:
    """28.32, 28.33, 28.36: on entry and before every batter. Once begun it lasts to the end of the outing (28.34).

    What tired him on the play before has been settled by then, and comes first (T31.7).
    """
    if not closer_situation or not may_go_over(rules, outing):
        return
    outing.on_closer = True
    if outing.closer == "N":
        outing.tire("28.36")
