"""Safe chances of runners: running rating, arm, hold, outs and throw location added up.

Each chance includes its terms for the log. With a chance of n, the runner is safe if the d20 shows n or less. The
catcher may block the plate (13.63).
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
    """A safe chance and its terms, as (name, amount) pairs in the rule's order."""

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
    """13.4: return +2 for a throw from right field to third base, -2 for one from left field."""
    return _LOCATION.get(outfielder, 0) if target == THIRD else 0


def lead_chance(ruleset: Ruleset, situation: Situation, start: int, target: int, outfielder: str) -> SafeChance:
    """2.2, 2.22, 13.1, 13.2, 13.4: return the lead runner's chance to take an extra base on an open hit."""
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
    """13.621: return the chance of a trail runner, or the batter, to take an extra base on the throw."""
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
    """13.2: return whether a runner counts as held.

    Behind a lead runner from second, the runner from first counts as held if the lead runner is held.
    """
    return start != BATTER and situation.has_hold(SECOND if start == FIRST and lead == SECOND else start)


def _arm_and_hold(
    hits: HitRules, situation: Situation, outfielder: str, start: int, hold: bool
) -> Iterator[tuple[str, int]]:
    """13.1, 13.2, 22.3, 23.85, SS2.3: yield the terms for the outfielder's arm and for a hold on first or second."""
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
    """14.2: return the chance to score from third on fly()B?; 21.2 with the outfield in."""
    change = ("outfield in", -7) if situation.outfield_in else ("fly", 2)
    rule = "21.2" if situation.outfield_in else "14.2"
    return chance(rule, ("running", situation.running[THIRD]), ("arm", situation.arm(outfielder)), change)


def fly_right_chance(situation: Situation) -> SafeChance:
    """14.3: return the chance to go from second to third on fly(rf)B.

    On a higher roll the runner stays at second. Only a 20 is an out.
    """
    return chance("14.3", ("running", situation.running[SECOND]), ("arm", situation.arm("rf")), ("throw to third", 2))


def fly_trail_chance(situation: Situation, start: int, outfielder: str) -> SafeChance:
    """14.43: return a trail runner's chance to advance on the throw home; holds and outs don't count."""
    terms = [("running", situation.running[start]), ("trail", -5), ("arm", situation.arm(outfielder))]
    if change := throw_location_adjustment(outfielder, start + 1):
        terms.append(("throw to third", change))
    return chance("14.43", *terms)


def f2_chance(situation: Situation, outfielder: str) -> SafeChance:
    """16.7: return the chance to go from second to third on F2 of the Super Advanced chart, without the -5."""
    terms = [("running", situation.running[SECOND]), ("arm", situation.arm(outfielder))]
    if change := throw_location_adjustment(outfielder, THIRD):
        terms.append(("throw to third", change))
    return chance("16.7", *terms)


def decide_chance(running: int, fielder_range: int) -> SafeChance:
    """T15.0 Decide: return the lead runner's chance to advance on a groundball, at most 19."""
    return chance("T15.0", ("running", running), ("groundball", -4), ("range", fielder_range))


_SAFE_AGAINST = (2, 6, 10, 14, 18)  # 13.63: by catcher's range 1..5


def catcher_may_block(ruleset: Ruleset, safe: int, rolled: int) -> bool:
    """13.63: return whether this roll for a throw to the plate requires a roll for the catcher, too."""
    return ruleset.hits.block_the_plate and rolled in (safe, safe + 1)


def safe_against_catcher(catcher_range: int, rolled: int) -> bool:
    """13.63: return whether the runner is safe, from the second d20 and the catcher's range, 1..5."""
    return rolled <= _SAFE_AGAINST[catcher_range - 1]


def is_safe_at_home(game_input: GameInput, ruleset: Ruleset, name: str, safe: int, catcher_range: int) -> bool:
    """13.63: roll for a throw from the outfield to the plate, and for the catcher's block if the ruleset has it."""
    rolled = game_input.roll(name, 20)
    if catcher_may_block(ruleset, safe, rolled):
        return safe_against_catcher(catcher_range, game_input.roll("plate", 20))
    return rolled <= safe
