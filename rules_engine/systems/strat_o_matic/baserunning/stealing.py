"""Steals: a runner's chance from his grade or rating, and the throw (sections 8, 22, 23)."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rules_engine.baseball.bases import BASE_NAMES, BASE_NUMBERS, HOME, SECOND, THIRD, is_on, runners
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Charge, Play, settle, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance, chance
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.charts.chart_files import ChartSource, cached_per_chart_set, read_chart
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import StealingRules
from rules_engine.systems.strat_o_matic.situation import Battery

GRADES: Final = ("AAA", "AA", "A", "B", "C", "D", "E")
CHARTED_GRADES: Final = GRADES[1:]  # 8.1: AAA uses the AA row
HELD_CAP: Final = 19  # 23.3E
THROWING_ERROR_ROLLS: Final = 3  # 22.22: safe on 1, 2 or 3
NO_RATING: Final = StealRating(False, (), (), 0, 0)  # 23.12

THROW_OR_HOLD: Final = (
    Option("throw", "23.3", "Throw for the lead runner."),
    Option("hold_ball", "23.31", "Hold the ball: every runner is safe, and there can't be a throwing error."),
)

THROW_OR_CONCEDE: Final = (
    Option("throw", "SS8.3", "Throw for the lead runner."),
    Option("hold_ball", "SS8.3", "Hold the ball and concede the base: there can't be a throwing error."),
)


class BaseStealer(NamedTuple):
    """A runner's steal grade, and his steal rating if he has one."""

    grade: str = "E"
    rating: StealRating | None = None


StealChart = Mapping[tuple[str, int], int]


@cached_per_chart_set
def load_steal_chart(chart: ChartSource = "stealing") -> StealChart:
    """8.1: return the top safe number by (grade, target base).

    AAA uses the AA row. Raise ChartError if the chart is invalid.
    """
    file = read_chart(chart)
    file.require_rows("second", "third", "home")
    cells: dict[tuple[str, int], int] = {}
    for name in ("second", "third", "home"):
        table = file.table(name)
        table.require_rows(*CHARTED_GRADES)
        for grade in GRADES:
            cells[grade, BASE_NUMBERS[name]] = table.number(grade.replace("AAA", "AA"), 0, 20)
    return cells


def grade_chance(
    rules: StealingRules, grade: str, charted: int, battery: Battery, *, hold: bool, infield_in: bool = False
) -> SafeChance:
    """8.1, 8.2, 22.2, 22.21, 22.23, SS9.1: return the safe chance by letter grade.

    Its terms are the charted number, the catcher's arm, the hold and a drawn-in infield.

    The rules print no minimum or maximum. Unless the ruleset has limits, 0 or less is always out and 20 or more always
    safe.
    """
    terms = [("chart", charted)]
    if rules.catcher_arm:
        terms.append(("arm", battery.arm))
    if hold and (less := _hold_deduction(rules, grade, battery)):
        terms.append(("held", -less))
    if infield_in and rules.infield_in_adds:
        terms.append(("infield in", rules.infield_in_adds))
    rule = "22.2" if rules.catcher_arm else "8.2" if hold else "8.1"
    return _limited(rules, chance(rule, *terms, clamp=False), hold)


def _limited(rules: StealingRules, by_grade: SafeChance, hold: bool) -> SafeChance:
    """SS8.1: limit a chance by grade to the minimum and, for a held runner, to the maximum."""
    if not rules.grade_limits:
        return by_grade
    least, most_with_hold = rules.grade_limits
    safe = max(least, by_grade.safe)
    return SafeChance(min(safe, most_with_hold) if hold else safe, by_grade.rule, by_grade.terms)


def _hold_deduction(rules: StealingRules, grade: str, battery: Battery) -> int:
    if rules.hold_less_by_grade:
        return rules.hold_less_by_grade[GRADES.index(grade)]
    if rules.hold_aaa_untouched and grade == "AAA":
        return 0
    return rules.hold_less_by_catcher[battery.catcher_range - 1]


def rated_chance(
    rating: StealRating | None, target: int, battery: Battery, *, hold: bool, good_lead: bool = False
) -> SafeChance:
    """23.3, 23.41, 23.51: return the safe chance to steal second, third or home, at least 1.

    For a held runner it is at most 19. Otherwise it has no maximum: 20 or more is always safe.
    """
    printed = rating or NO_RATING
    with_first = target == SECOND and good_lead
    terms = [("first", printed.first) if with_first else ("second", printed.second)]
    terms.append(("home", -9) if target == HOME else ("battery", battery.adjustment))
    if hold:
        terms.append(("held", -2 if with_first else -4))
    total = max(1, sum(amount for _, amount in terms))
    return SafeChance(min(total, HELD_CAP) if hold else total, _RATED_RULE[target], tuple(terms))


_RATED_RULE: Final = {SECOND: "23.3", THIRD: "23.4", HOME: "23.5"}


class StealFinding(Finding):
    """Reasons why runners may or can't go together."""

    NOBODY_TO_STEAL = "Only a runner on base can steal."
    TEAMMATE_STAYS = "The runner on {base} has a teammate on {ahead} who stays."
    BASES_ARE_OPEN = "Every runner who goes has an open base ahead."


def steal_ruling(state: int, stealing: int) -> Ruling:
    """23.6: check whether these runners may go together.

    Each one's next base must be open or about to be vacated. Both arguments are bases ints.
    """
    if not stealing or stealing & ~state:
        return refuse(StealFinding.NOBODY_TO_STEAL, "23.6")
    for base in runners(stealing):
        if base != THIRD and is_on(state & ~stealing, base + 1):
            return refuse(StealFinding.TEAMMATE_STAYS, "23.6", base=BASE_NAMES[base], ahead=BASE_NAMES[base + 1])
    return allow(StealFinding.BASES_ARE_OPEN, "23.6")


def resolve_steal(
    game_input: GameInput,
    rules: StealingRules,
    state: int,
    outs: int,
    stealing: int,
    safe: SafeChance,
    battery: Battery,
) -> Play:
    """8.1, 8.11, 22.22, 23.3E, 23.31, 23.6, SS8.3: resolve the throw at the lead runner; the others move up.

    `stealing` is the bases int of the runners who go. If the rules let the defense hold the ball, it decides first.
    """
    lead = runners(stealing)[0]
    choice = THROW_OR_HOLD if rules.ratings else THROW_OR_CONCEDE
    if rules.may_hold_ball and game_input.ask("defence", "steal_throw", choice) == "hold_ball":
        return _stolen(state, stealing, choice[1].rule)
    rolled = game_input.roll("steal", 20)
    if rolled > safe.safe:
        return caught(state, outs, stealing, safe.rule)
    if (
        throwing_error_possible(rules, lead + 1, rolled)
        and game_input.roll("throwing_error", 20) <= battery.throws_away
    ):
        return _throwing_error(state, stealing)
    return _stolen(state, stealing, safe.rule)


def throwing_error_possible(rules: StealingRules, target: int, rolled: int) -> bool:
    """22.22: return whether a safe steal of second or third needs a second d20 against the catcher's T rating.

    It does on a roll of 1, 2 or 3.
    """
    return rules.throwing_errors and target != HOME and rolled <= THROWING_ERROR_ROLLS


@cache
def caught(state: int, outs: int, stealing: int, rule: str) -> Play:
    """Return a caught-stealing play of the lead runner. On the third out no other runner moves."""
    lead = runners(stealing)[0]
    to = _moved(state, stealing)
    to[lead] = OUT
    return settle(Play("caught_stealing", (to[0], to[1], to[2], to[3]), rule, "c"), outs)


@cache
def _stolen(state: int, stealing: int, rule: str) -> Play:
    to = _moved(state, stealing)
    return Play("stolen_base", (to[0], to[1], to[2], to[3]), rule)


@cache
def _throwing_error(state: int, stealing: int) -> Play:
    to = [min(place + 1, HOME) if place > 0 else place for place in _moved(state, stealing)]
    return Play("stolen_base", (to[0], to[1], to[2], to[3]), "22.22", "c", errors=(Charge("c"),))


def _moved(state: int, stealing: int) -> list[int]:
    to = stay(state)
    for base in runners(stealing):
        to[base] = base + 1
    return to
