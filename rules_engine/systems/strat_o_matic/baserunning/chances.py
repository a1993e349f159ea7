"""Safe chances of runners: running rating, arm, hold, outs and throw added up, with each term kept for the log.

A chance n means safe on a d20 of n or less. The catcher may block the plate (13.63).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules_engine.baseball.bases import BATTER, FIRST, HOME, SECOND, THIRD
from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.strat_o_matic.rulesets.ruleset import HitRules, Ruleset
from rules_engine.systems.strat_o_matic.situation import Situation

LEAST, MOST = 1, 19  # 13.1
_LOCATION = {"rf": 2, "lf": -2}  # 13.4: throws to third base


@dataclass(frozen=True, slots=True)
class SafeChance:
    """A safe chance and its terms, as (name, amount) in the order of the rule."""

    safe: int
    rule: str
    terms: tuple[tuple[str, int], ...]

    def has(self, name: str) -> bool:
        return any(term == name for term, _ in self.terms)

    def __str__(self) -> str:
        sums = " ".join(f"{amount:+d} {name}" for name, amount in self.terms[1:])
        return f"{self.terms[0][1]} {self.terms[0][0]} {sums} = {self.safe}".replace("  ", " ")


def chance(rule: str, *terms: tuple[str, int], clamp: bool = True) -> SafeChance:
    """13.1: add up the terms and clamp the sum to 1..19."""
    total = sum(amount for _, amount in terms)
    return SafeChance(max(LEAST, min(MOST, total)) if clamp else total, rule, tuple(terms))


def throw_location_adjustment(outfielder: str, target: int) -> int:
    """13.4: +2 on a throw from right field to third base, -2 from left field."""
    return _LOCATION.get(outfielder, 0) if target == THIRD else 0


def lead_chance(ruleset: Ruleset, situation: Situation, start: int, target: int, outfielder: str) -> SafeChance:
    """2.2, 2.22, 13.1, 13.2, 13.4: the lead runner tries for an extra base on an open hit."""
    hits = ruleset.hits
    terms = [("running", situation.running[start])]
    if situation.outs == 2:
        terms.append(("two outs", 2))
    terms += _arm_and_hold(hits, situation, outfielder, start, situation.has_hold(start))
    terms += _location(hits, outfielder, target)
    return chance("13.1" if hits.outfield_arm else "2.2", *terms, clamp=hits.outfield_arm)


def trail_chance(
    ruleset: Ruleset, situation: Situation, start: int, target: int, outfielder: str, *, lead: int, lead_target: int
) -> SafeChance:
    """13.621: a runner behind the lead runner, or the batter, tries for an extra base on the throw."""
    hits = ruleset.hits
    terms = [("running", situation.running[start])]
    if lead_target == HOME or not hits.minus_five_only_to_home:
        terms.append(("trail", -5))
    if situation.outs == 2 and start != BATTER and hits.two_outs_for_trail:
        terms.append(("two outs", 2))
    terms += _arm_and_hold(hits, situation, outfielder, start, has_hold(situation, start, lead))
    terms += _location(hits, outfielder, target)
    return chance("13.621", *terms)


def has_hold(situation: Situation, start: int, lead: int) -> bool:
    """13.2: whether a runner counts as held; behind a runner from second, the runner from first shares his hold."""
    return start != BATTER and situation.has_hold(SECOND if start == FIRST and lead == SECOND else start)


def _arm_and_hold(
    hits: HitRules, situation: Situation, outfielder: str, start: int, hold: bool
) -> Iterator[tuple[str, int]]:
    """13.1, 13.2, 22.3, 23.85, SS2.3: the outfielder's arm, and whether a runner from first or second was held."""
    if hits.outfield_arm:
        yield "arm", situation.arm(outfielder)
    if hits.hold_changes_running and start in (FIRST, SECOND):
        if hold:
            yield "held", -1
        elif hits.no_hold_adds:
            yield "not held", hits.no_hold_adds


def _location(hits: HitRules, outfielder: str, target: int) -> Iterator[tuple[str, int]]:
    if hits.throw_location and (change := throw_location_adjustment(outfielder, target)):
        yield "throw to third", change


def fly_query_chance(situation: Situation, outfielder: str) -> SafeChance:
    """14.2: home from third on fly()B?; 21.2 with the outfield in."""
    change = ("outfield in", -7) if situation.outfield_in else ("fly", 2)
    rule = "21.2" if situation.outfield_in else "14.2"
    return chance(rule, ("running", situation.running[THIRD]), ("arm", situation.arm(outfielder)), change)


def fly_right_chance(situation: Situation) -> SafeChance:
    """14.3: second to third on fly(rf)B; above the chance the runner stays, and only a 20 is an out."""
    return chance("14.3", ("running", situation.running[SECOND]), ("arm", situation.arm("rf")), ("throw to third", 2))


def fly_trail_chance(situation: Situation, start: int, outfielder: str) -> SafeChance:
    """14.43: a trailing runner advances on the throw home; holds and outs don't count."""
    terms = [("running", situation.running[start]), ("trail", -5), ("arm", situation.arm(outfielder))]
    if change := throw_location_adjustment(outfielder, start + 1):
        terms.append(("throw to third", change))
    return chance("14.43", *terms)


def f2_chance(situation: Situation, outfielder: str) -> SafeChance:
    """16.7: second to third on F2 of the Super Advanced chart, without the -5."""
    terms = [("running", situation.running[SECOND]), ("arm", situation.arm(outfielder))]
    if change := throw_location_adjustment(outfielder, THIRD):
        terms.append(("throw to third", change))
    return chance("16.7", *terms)


def decide_chance(running: int, fielder_range: int) -> SafeChance:
    """T15.0 Decide: the lead runner tries to advance on a groundball; at most 19."""
    return chance("T15.0", ("running", running), ("groundball", -4), ("range", fielder_range))


_SAFE_AGAINST = (2, 6, 10, 14, 18)  # 13.63: by catcher's range 1..5


def catcher_may_block(ruleset: Ruleset, safe: int, rolled: int) -> bool:
    """13.63: whether the roll of a throw from the outfield to the plate calls for the catcher's roll."""
    return ruleset.hits.block_the_plate and rolled in (safe, safe + 1)


def safe_against_catcher(catcher_range: int, rolled: int) -> bool:
    """13.63: compare the second d20 with the catcher's range, 1..5."""
    return rolled <= _SAFE_AGAINST[catcher_range - 1]


def is_safe_at_home(game_input: GameInput, ruleset: Ruleset, name: str, safe: int, catcher_range: int) -> bool:
    """13.63: roll a throw from the outfield to the plate, and the catcher's block if the rule is in force."""
    rolled = game_input.roll(name, 20)
    if catcher_may_block(ruleset, safe, rolled):
        return safe_against_catcher(catcher_range, game_input.roll("plate", 20))
    return rolled <= safe
