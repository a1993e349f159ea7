"""Good leads: automatic leads, rolls for a lead, second tries, and the steal that follows (23.11, 23.3-23.7)."""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.bases import BASE_NAMES, HOME, SECOND, THIRD, runners
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import Play, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.chances import SafeChance
from rules_engine.systems.strat_o_matic.baserunning.pickoffs import PickoffEvent, balk, pickoff_play, roll_for_pickoff
from rules_engine.systems.strat_o_matic.baserunning.stealing import (
    BaseStealer,
    StealChart,
    caught,
    grade_chance,
    rated_chance,
    resolve_steal,
)
from rules_engine.systems.strat_o_matic.cards.ratings import StealRating
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Battery

Lead = Literal["good", "failed", "out_stealing"]
GO_OR_STAY: Final = (
    Option("stay", "23.3D", "The runner goes back to his base."),
    Option("go", "23.3D", "The runner steals without a good lead."),
)
LEAD_OR_GO: Final = (
    Option("try_lead", "23.3C", "Roll for a good lead. If the runner gets it, he must go."),
    Option("go", "23.3D", "The runner steals without trying for a lead."),
)


ACCEPT_OR_RESTART: Final = (
    Option("accept", "T23.01", "Accept the announcement: the runner counts as not held."),
    Option(
        "restart",
        "T23.01",
        "The offense didn't ask: announce which runners are held. Then the offense announces again.",
    ),
)
RESTARTED: Final = "not_asked"  # play code of a steal that the defense made the offense announce again


class FailedLead(NamedTuple):
    """23.3D: the hold and arm at the time of a runner's failed lead on his current base."""

    was_on_hold: bool
    hold: int
    arm: int


@dataclass(frozen=True, slots=True)
class StealAttempt:
    """A steal attempt.

    `state` and `stealing` are bases ints. `stealer` and `hold` describe the lead runner.
    """

    state: int
    outs: int
    stealing: int
    stealer: BaseStealer
    hold: bool
    battery: Battery
    earlier: FailedLead | None = None
    infield_in: bool = False

    @property
    def base(self) -> int:
        return runners(self.stealing)[0]

    @property
    def target(self) -> int:
        return self.base + 1


class Steal(NamedTuple):
    """The play of a steal attempt. `failed` is valid while the runner is on this base."""

    play: Play
    lead: Lead | None = None
    failed: FailedLead | None = None


class LeadResult(NamedTuple):
    """The lead of a steal, or the pickoff or balk that ends it. `rolled` is False if no dice were needed."""

    lead: Lead | None
    event: PickoffEvent = ""
    rolled: bool = True


_AUTOMATIC: Final = LeadResult("good", rolled=False)
_NO_LEAD: Final = LeadResult(None, rolled=False)


def has_automatic_lead(rating: StealRating | None, target: int, *, hold: bool) -> bool:
    """23.11, 23.4, 23.5: return whether a runner gets a lead without a roll.

    He gets it only for a steal of second, if he has an asterisk and isn't held.
    """
    return rating is not None and rating.asterisk and not hold and target == SECOND


def read_lead(rating: StealRating, total: int) -> Lead:
    """23.3C: return the lead for the sum of the two colored dice."""
    if total in rating.good_lead:
        return "good"
    return "out_stealing" if total in rating.automatic_out else "failed"


class LeadFinding(Finding):
    """Reasons why a runner may or can't try for a lead, and steal without one."""

    FIRST_TRY = "He has not tried for a lead on this base."
    HELD_NO_LONGER = "He was held when he failed, but is no longer held."
    WORSE_HOLD = "The pitcher's hold is worse: {hold:+d} after {earlier:+d}."
    WORSE_ARM = "The catcher's arm is worse: {arm:+d} after {earlier:+d}."
    HAD_HIS_TRY = "He has used his one attempt for a lead on this base."
    SECOND_WITHOUT_A_LEAD = "A runner may steal second without a good lead."
    GOOD_LEAD_ONLY = "A runner may steal {base} only with a good lead."


_FIRST_TRY: Final = allow(LeadFinding.FIRST_TRY, "23.3D")


def may_try_lead(earlier: FailedLead | None, battery: Battery, *, hold: bool) -> Ruling:
    """23.3D, 23.3D1, 23.3D2: check whether a runner may try for a lead on his base.

    He may try once, and again if he is no longer held or if the pitcher's hold or the catcher's arm is now worse.
    """
    if earlier is None:
        return _FIRST_TRY
    if earlier.was_on_hold and not hold:
        return allow(LeadFinding.HELD_NO_LONGER, "23.3D1")
    if battery.hold > earlier.hold:
        return allow(LeadFinding.WORSE_HOLD, "23.3D2", hold=battery.hold, earlier=earlier.hold)
    if battery.arm > earlier.arm:
        return allow(LeadFinding.WORSE_ARM, "23.3D2", arm=battery.arm, earlier=earlier.arm)
    return refuse(LeadFinding.HAD_HIS_TRY, "23.3D")


@cache
def may_go_without_lead(target: int) -> Ruling:
    """23.3D, 23.4, 23.5: check whether a runner may steal without a good lead: only second, not third or home."""
    if target == SECOND:
        return allow(LeadFinding.SECOND_WITHOUT_A_LEAD, "23.3D")
    return refuse(LeadFinding.GOOD_LEAD_ONLY, "23.4" if target == THIRD else "23.5", base=BASE_NAMES[target])


def steal_options(attempt: StealAttempt) -> tuple[Option, ...]:
    """Return the offense's options for a steal with ratings: try for a lead, or go.

    The tuple is empty if the runner can't steal.
    """
    rating, hold = attempt.stealer.rating, attempt.hold
    if has_automatic_lead(rating, attempt.target, hold=hold):
        return (Option("go", "23.11", "He already has a good lead."),)
    options = []
    if rating is not None and may_try_lead(attempt.earlier, attempt.battery, hold=hold):
        options.append(LEAD_OR_GO[0])
    if may_go_without_lead(attempt.target) and (attempt.earlier is not None or rating is None):
        options.append(LEAD_OR_GO[1])
    return tuple(options)


def attempt_steal(
    game_input: GameInput, ruleset: Ruleset, chart: StealChart, attempt: StealAttempt, *, unasked: bool = False
) -> Steal:
    """Resolve an announced steal, from the lead to the throw.

    With `unasked`, the offense didn't ask about holds, as it has to (T23.01). The defense may then stop the steal after
    the lead, and the play has the code RESTARTED.
    """
    lead_result = resolve_lead(game_input, ruleset, attempt)
    return finish_steal(game_input, ruleset, chart, attempt, lead_result, unasked=unasked)


def resolve_lead(game_input: GameInput, ruleset: Ruleset, attempt: StealAttempt) -> LeadResult:
    """23.11, 23.3: return the runner's lead, if the ruleset has leads."""
    if not ruleset.stealing.ratings:
        return _NO_LEAD
    if has_automatic_lead(attempt.stealer.rating, attempt.target, hold=attempt.hold):
        return _AUTOMATIC
    options = steal_options(attempt)
    if not options:
        raise ValueError("this runner may not steal: he has already tried for a lead")
    if game_input.ask("offence", "lead_or_go", options) == "go":
        return _NO_LEAD
    return _roll(game_input, ruleset, attempt)


def finish_steal(
    game_input: GameInput,
    ruleset: Ruleset,
    chart: StealChart,
    attempt: StealAttempt,
    lead_result: LeadResult,
    *,
    unasked: bool = False,
) -> Steal:
    """Resolve a steal after the lead: a restart by the defense, a throw, or no play."""
    if not ruleset.stealing.ratings:
        return _throw_by_grade(game_input, ruleset, chart, attempt)
    if unasked and lead_result != _AUTOMATIC and _stopped(game_input):
        return _restarted(attempt)
    if lead_result.rolled:
        return _after_roll(game_input, ruleset, attempt, lead_result, forced=False)
    return _throw(game_input, ruleset, attempt, lead_result.lead)


def forced_steal(game_input: GameInput, ruleset: Ruleset, chart: StealChart, attempt: StealAttempt) -> Steal:
    """7.3, 19.4, 19.8, 23.7: resolve a steal after a missed pitch; the runners must go, with or without a lead."""
    if not ruleset.stealing.ratings:
        return _throw_by_grade(game_input, ruleset, chart, attempt)
    if has_automatic_lead(attempt.stealer.rating, attempt.target, hold=attempt.hold):
        return _throw(game_input, ruleset, attempt, "good")
    if attempt.earlier is None and attempt.stealer.rating is not None:
        return _after_roll(game_input, ruleset, attempt, _roll(game_input, ruleset, attempt), forced=True)
    return _forced_without_lead(game_input, ruleset, attempt)


def forced_out_without_lead(ruleset: Ruleset, base: int) -> bool:
    """23.7: return whether a runner who must go from this base without a good lead is out.

    He is out from second and, under S23.7, from third on a squeeze.
    """
    return base == SECOND or (base == THIRD and ruleset.strategy.squeeze_forces_third)


def _throw_by_grade(game_input: GameInput, ruleset: Ruleset, chart: StealChart, attempt: StealAttempt) -> Steal:
    return Steal(_resolve(game_input, ruleset, attempt, chance_by_grade(ruleset, chart, attempt)))


def chance_by_grade(ruleset: Ruleset, chart: StealChart, attempt: StealAttempt) -> SafeChance:
    """8.1, SS9.1: return the safe chance by letter grade; a drawn-in infield never helps a steal of home."""
    grade, rules = attempt.stealer.grade, ruleset.stealing
    drawn_in = bool(rules.infield_in_adds) and attempt.target != HOME and attempt.infield_in
    charted = chart[grade, attempt.target]
    return grade_chance(rules, grade, charted, attempt.battery, hold=attempt.hold, infield_in=drawn_in)


def _throw(game_input: GameInput, ruleset: Ruleset, attempt: StealAttempt, lead: Lead | None) -> Steal:
    good = lead == "good"
    safe = rated_chance(attempt.stealer.rating, attempt.target, attempt.battery, hold=attempt.hold, good_lead=good)
    return Steal(_resolve(game_input, ruleset, attempt, safe), lead)


def _stopped(game_input: GameInput) -> bool:
    """T23.01: return whether the defense makes the offense announce again."""
    return game_input.ask("defence", "not_asked", ACCEPT_OR_RESTART) == "restart"


def _restarted(attempt: StealAttempt) -> Steal:
    batter, first, second, third = stay(attempt.state)
    return Steal(Play("no_play", (batter, first, second, third), "T23.01", code=RESTARTED))


def _after_roll(
    game_input: GameInput, ruleset: Ruleset, attempt: StealAttempt, lead_result: LeadResult, *, forced: bool
) -> Steal:
    lead, event = lead_result.lead, lead_result.event
    if event:
        ended = pickoff_play(attempt.state, attempt.base) if event == "picked_off" else balk(attempt.state)
        return Steal(ended)
    if lead == "good":
        return _throw(game_input, ruleset, attempt, lead)
    if lead == "out_stealing":
        return Steal(caught(attempt.state, attempt.outs, attempt.stealing, "23.3C"), lead)
    failed = FailedLead(attempt.hold, attempt.battery.hold, attempt.battery.arm)
    if forced:
        return _forced_without_lead(game_input, ruleset, attempt)._replace(lead=lead, failed=failed)
    if may_go_without_lead(attempt.target) and game_input.ask("offence", "go_without_lead", GO_OR_STAY) == "go":
        return _throw(game_input, ruleset, attempt, lead)._replace(failed=failed)
    return Steal(_no_advance(attempt.state), lead, failed)


def _roll(game_input: GameInput, ruleset: Ruleset, attempt: StealAttempt) -> LeadResult:
    """Roll for the lead, or for the pickoff or balk that ends the attempt.

    If the runner dives back, his lead has failed (24.1B).
    """
    rating = attempt.stealer.rating
    assert rating is not None, "a runner without a rating never rolls for a lead (23.12)"
    event = roll_for_pickoff(game_input, rating, attempt.battery) if ruleset.stealing.pickoffs else ""
    if event == "dives_back":
        return LeadResult("failed")
    if event:
        return LeadResult("failed", event)
    return LeadResult(read_lead(rating, game_input.roll("lead_1", 6) + game_input.roll("lead_2", 6)))


def _forced_without_lead(game_input: GameInput, ruleset: Ruleset, attempt: StealAttempt) -> Steal:
    if forced_out_without_lead(ruleset, attempt.base):
        return Steal(caught(attempt.state, attempt.outs, attempt.stealing, "23.7"), "failed", attempt.earlier)
    return _throw(game_input, ruleset, attempt, "failed")._replace(failed=attempt.earlier)


def _resolve(game_input: GameInput, ruleset: Ruleset, attempt: StealAttempt, safe: SafeChance) -> Play:
    return resolve_steal(
        game_input, ruleset.stealing, attempt.state, attempt.outs, attempt.stealing, safe, attempt.battery
    )


@cache
def _no_advance(state: int) -> Play:
    batter, first, second, third = stay(state)
    return Play("no_play", (batter, first, second, third), "23.3D")
