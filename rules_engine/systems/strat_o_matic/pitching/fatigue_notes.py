"""Notes for a manager on his pitcher's endurance before a batter."""

from collections.abc import Iterator

from rules_engine.innings import OUTS_PER_INNING
from rules_engine.systems.strat_o_matic.pitching.fatigue import (
    IN_ONE_INNING,
    IN_TWO_INNINGS,
    StratAppearance,
    closer_outs_left,
    numbered,
    vulnerable_after_outs,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import EnduranceRules


def endurance_notes(rules: EnduranceRules, appearance: StratAppearance, inning: int) -> Iterator[str]:
    """27.3, 27.4, 28.35, T27.54: yield notes on the counts that may tire the pitcher, and on when he must leave."""
    if rules.fatigue:
        if appearance.on_closer:
            if closer_outs_left(appearance) == 0:
                yield "the next hit or walk tires him (28.35)"
        elif appearance.started:
            yield from _count_by_innings(rules, appearance, inning)
        elif rules.reliever_window == "fixed_blocks":
            yield from _count_by_innings(rules, appearance, appearance.outs // OUTS_PER_INNING + 1)
        else:
            yield from _count_by_outs(rules, appearance)
    if appearance.started and inning == rules.starter_leaves_after_inning:
        yield "must leave after this inning (T27.54)"
    last = appearance.pow + rules.starter_innings_from_pow - 1
    if rules.starter_innings_from_pow and appearance.started and inning == last:
        yield "must leave after this inning (SS10.1C)"


def _count_by_innings(rules: EnduranceRules, appearance: StratAppearance, inning: int) -> Iterator[str]:
    """27.3A, 27.3B: yield the hits and walks of this inning and the previous one that count."""
    if inning < appearance.pow:
        return
    innings = appearance.counted
    if not appearance.started:
        innings = [outs // OUTS_PER_INNING + 1 for outs in innings]
    latest = innings.count(inning)
    both = latest + (innings.count(inning - 1) if inning > appearance.pow else 0)
    yield f"{_hits_and_walks(latest)} of {IN_ONE_INNING} this inning ({numbered(rules, '27.3A')})"
    if both > latest:
        yield f"{both} of {IN_TWO_INNINGS} in two innings ({numbered(rules, '27.3B')})"


def _count_by_outs(rules: EnduranceRules, appearance: StratAppearance) -> Iterator[str]:
    """27.4, 27.3B: yield the hits and walks that count within three outs and within six."""
    first = vulnerable_after_outs(appearance.pow)
    if appearance.outs < first:
        return
    counted = [outs for outs in appearance.counted if outs >= first]
    latest = sum(appearance.outs - outs < OUTS_PER_INNING for outs in counted)
    both = sum(appearance.outs - outs < 2 * OUTS_PER_INNING for outs in counted)
    yield f"{_hits_and_walks(latest)} of {IN_ONE_INNING} within three outs ({numbered(rules, '27.4')})"
    if both > latest and rules.reliever_window == "rolling":
        yield f"{both} of {IN_TWO_INNINGS} within six outs (27.3B)"


def _hits_and_walks(count: int) -> str:
    return f"hits and walks that tire him: {count}"
