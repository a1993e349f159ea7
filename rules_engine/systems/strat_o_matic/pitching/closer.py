"""The closer rule: closer situations, and when a reliever's closer endurance applies (section 28)."""

from typing import Final

from rules_engine.baseball.bases import runners
from rules_engine.systems.strat_o_matic.pitching.fatigue import StratAppearance
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import EnduranceRules

FIRST_INNING: Final = 9  # 28.2


def is_closer_situation(inning: int, lead: int, state: int) -> bool:
    """28.2: return whether this is a closer situation.

    The team must lead in the ninth inning or later, with the tying run on base or at bat. `state` is a bases int.
    """
    return inning >= FIRST_INNING and 1 <= lead <= len(runners(state)) + 1


def first_late_inning(rules: EnduranceRules) -> int:
    """27.54, 28.2: return the first inning in which facing a batter can by itself tire a pitcher."""
    after = rules.starter_tired_after_inning
    return min(FIRST_INNING, after + 1) if after else FIRST_INNING


def may_switch_to_closer(rules: EnduranceRules, appearance: StratAppearance) -> bool:
    """28.32: return whether a closer hasn't switched to his closer endurance yet."""
    return rules.closer and appearance.closer is not None and not appearance.on_closer


def switch_to_closer(rules: EnduranceRules, appearance: StratAppearance, *, closer_situation: bool) -> None:
    """28.32, 28.33, 28.36: switch to the closer endurance in a closer situation.

    Call this on entry and before every batter. The switch lasts to the end of the appearance (28.34). Fatigue from the
    previous play already counts and takes precedence (T31.7).
    """
    if not closer_situation or not may_switch_to_closer(rules, appearance):
        return
    appearance.on_closer = True
    if appearance.closer == "N":
        appearance.tire("28.36")
