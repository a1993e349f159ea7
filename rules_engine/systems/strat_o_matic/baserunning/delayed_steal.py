"""The delayed steal of home with runners on first and third (23.9)."""

from typing import Final

from rules_engine.baseball.bases import HOME, SECOND, THIRD, occupied
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import ABSENT, OUT, Play, settle
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance
from rules_engine.systems.strat_o_matic.baserunning.stealing import NO_RATING
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import StealingRules
from rules_engine.systems.strat_o_matic.situation import Battery

FIRST_AND_THIRD: Final = occupied(1, 3)
HOLD_OR_THROW: Final = (
    Option("throw", "23.91B", "Throw to second."),
    Option("hold_ball", "23.91B", "Hold the ball: the runner takes second, and the runner on third stays."),
)
STAY_OR_GO: Final = (
    Option("stay", "23.91C", "The runner on third stays."),
    Option("go", "23.91C", "The runner on third breaks for home on the throw."),
)
THROUGH_OR_CUT: Final = (
    Option("through", "23.91D", "Let the throw go through to second."),
    Option("cut", "23.91D", "Cut it off and throw home."),
)


class DelayedStealFinding(Finding):
    """Reasons why a delayed steal of home is allowed or not."""

    NOT_USED = "This ruleset has no delayed steal of home."
    WRONG_BASES = "A delayed steal needs runners on first and third, and second base open."
    LEAD_TRIED = "A runner has already rolled for a lead."
    MAY_GO = "Runners are on first and third, and no one has rolled for a lead."


def delayed_steal_ruling(rules: StealingRules, state: int, *, lead_tried: bool) -> Ruling:
    """23.91, T23.9: check that runners are on first and third, and that neither has rolled for a lead.

    `state` is a bases int.
    """
    if not rules.delayed_steal_of_home:
        return refuse(DelayedStealFinding.NOT_USED, "T23.9")
    if state != FIRST_AND_THIRD:
        return refuse(DelayedStealFinding.WRONG_BASES, "23.91")
    if lead_tried:
        return refuse(DelayedStealFinding.LEAD_TRIED, "23.91")
    return allow(DelayedStealFinding.MAY_GO, "23.91")


def delayed_chance_at_second(rating: StealRating | None, battery: Battery) -> SafeChance:
    """23.91A: return the second success number plus the catcher's arm, limited to 1..20."""
    printed = (rating or NO_RATING).second
    return _chance("23.91A", ("second", printed), ("arm", battery.arm))


def delayed_chance_at_home(rating: StealRating | None) -> SafeChance:
    """23.91C: return the second success number minus 5, limited to 1..20."""
    return _chance("23.91C", ("second", (rating or NO_RATING).second), ("delayed", -5))


def _chance(rule: str, *terms: tuple[str, int]) -> SafeChance:
    return SafeChance(max(1, min(20, sum(amount for _, amount in terms))), rule, terms)


def resolve_delayed_steal(game_input: GameInput, outs: int, at_second: SafeChance, at_home: SafeChance) -> Play:
    """23.91B, 23.91C, 23.91D: request the decisions in order, then roll one d20.

    If the defense doesn't throw to a runner's base, he is safe there.
    """
    if game_input.ask("defence", "delayed_steal_throw", HOLD_OR_THROW) == "hold_ball":
        return _play(SECOND, THIRD, "23.91B")
    if game_input.ask("offence", "delayed_steal_home", STAY_OR_GO) == "stay":
        return settle(_play(_safe(game_input, at_second, SECOND), THIRD, "23.91"), outs)
    if game_input.ask("defence", "delayed_steal_cut", THROUGH_OR_CUT) == "cut":
        return settle(_play(SECOND, _safe(game_input, at_home, HOME), "23.91D"), outs)
    return settle(_play(_safe(game_input, at_second, SECOND), HOME, "23.91D"), outs)


def _safe(game_input: GameInput, chance: SafeChance, base: int) -> int:
    return base if game_input.roll("steal", 20) <= chance.safe else OUT


def _play(first: int, third: int, rule: str) -> Play:
    kind = "caught_stealing" if OUT in (first, third) else "stolen_base"
    return Play(kind, (ABSENT, first, ABSENT, third), rule, "c")
