"""Hits: the batter, the runners, and extra-base attempts against throws (sections 2, 13)."""

from dataclasses import dataclass
from functools import cache

from rules_engine.baseball.bases import BATTER, FIRST, HOME, SECOND, is_on
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Play, advance
from rules_engine.systems.strat_o_matic.baserunning.chances import (
    SafeChance,
    is_safe_at_home,
    lead_chance,
    trail_chance,
)
from rules_engine.systems.strat_o_matic.cards.reading import BASES, HITS, OUTFIELD, Kind, Line, Reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Situation

KIND_NAMES = {
    Kind.SINGLE: "single",
    Kind.DOUBLE: "double",
    Kind.TRIPLE: "triple",
    Kind.HOMERUN: "homerun",
}

HOLD = Option("hold", "2.2", "The runner stops.")
ADVANCED_THROW = (
    Option("cut_off", "13.32", "The lead runner scores, and the runner from first stops at second."),
    Option("throw", "13.33", "Throw home. The runner from first takes third."),
)
CONCEDE = Option("concede", "13.61", "The lead runner takes the base, and no other runner moves up.")
HOLD_TRAIL = Option("hold", "13.622", "The trail runners stop.")


@dataclass(frozen=True, slots=True)
class ExtraBase:
    """A runner who may try for an extra base on a hit, and his target base."""

    start: int
    target: int


@cache
def _option(key: str, rule: str, sentence: str, safe: int, start: int, target: int) -> Option:
    return Option(key, rule, sentence, safe, start=start, target=target)


def _send(safe: int, attempt: ExtraBase) -> Option:
    text = f"The runner tries for the extra base, safe on 1-{safe}."
    return _option("send", "2.2", text, safe, attempt.start, attempt.target)


def _send_to_anywhere(chances: tuple[int, int, int], attempt: ExtraBase) -> Option:
    left, center, right = chances
    text = (
        f"The runners try for the extra base; the first is safe on 1-{left} from left, 1-{center} from center, "
        f"1-{right} from right."
    )
    return _option("send", "SS2.3", text, sum(chances) // 3, attempt.start, attempt.target)


def _throw(safe: int, attempt: ExtraBase) -> Option:
    text = f"Throw for the lead runner, safe on 1-{safe}."
    return _option("throw", "13.61", text, safe, attempt.start, attempt.target)


def _send_trail(safe: int, start: int, target: int) -> Option:
    text = f"The trail runners try to move up; the first is safe on 1-{safe} if thrown at."
    return _option("send", "13.62", text, safe, start, target)


def _through(safe: int, attempt: ExtraBase) -> Option:
    text = f"Through to the lead runner, safe on 1-{safe}; the others move up."
    return _option("through", "13.623A", text, safe, attempt.start, attempt.target)


def _cut_for_trail(safe: int, start: int, target: int) -> Option:
    text = f"Cut off for the first trail runner, safe on 1-{safe}."
    return _option("cut_for_trail", "13.623B", text, safe, start, target)


def resolve_hit(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, reading: Reading, line: Line | None = None
) -> Play:
    """2.0, 13.0: resolve a hit with its decisions and throws."""
    attempt = open_hit_attempt(ruleset, situation, reading)
    if attempt is None:
        return plain_hit(ruleset, situation, reading)
    if ruleset.hits.location_by_die:
        return _resolve_by_die(game_input, ruleset, situation, reading, attempt)
    outfielder = outfielder_on(ruleset, reading, line)
    safe = lead_attempt_chance(ruleset, situation, attempt, outfielder).safe
    if game_input.ask("offence", "send_lead", (HOLD, _send(safe, attempt))) == "hold":
        return plain_hit(ruleset, situation, reading)
    to = _destinations(ruleset, situation, reading)
    if ruleset.hits.trail_runners:
        _throw_with_trail_runners(game_input, ruleset, situation, to, attempt, outfielder)
    elif is_cutoff_offered(ruleset, situation, reading):
        _throw_with_advanced_cutoff(game_input, ruleset, situation, to, attempt, outfielder)
    else:
        _throw_for_lead(game_input, ruleset, situation, to, attempt, outfielder)
    return _play(reading, to, outfielder)


def _resolve_by_die(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, reading: Reading, attempt: ExtraBase
) -> Play:
    """SS2.3, SS2.4: resolve an extra-base attempt on which a d6 chooses the outfielder who throws.

    The offense sends or holds the runners, and the defense may cut off the throw. The d6 is rolled after these
    decisions.
    """
    left, center, right = (lead_attempt_chance(ruleset, situation, attempt, fielder).safe for fielder in OUTFIELD)
    if game_input.ask("offence", "send_lead", (HOLD, _send_to_anywhere((left, center, right), attempt))) == "hold":
        return plain_hit(ruleset, situation, reading)
    to, cuts = _destinations(ruleset, situation, reading), is_cutoff_offered(ruleset, situation, reading)
    if cuts and game_input.ask("defence", "throw", ADVANCED_THROW) == "cut_off":
        to[attempt.start] = attempt.target
        return _play(reading, to, reading.fielder)
    outfielder = outfielder_by_die(game_input)
    if cuts:
        _throw_home(game_input, ruleset, situation, to, attempt, outfielder)
    else:
        _throw_for_lead(game_input, ruleset, situation, to, attempt, outfielder)
    return _play(reading, to, outfielder)


def outfielder_by_die(game_input: GameInput) -> str:
    """SS2.3: roll for the outfielder: left field on 1 or 2, center field on 3 or 4, right field on 5 or 6."""
    rolled = game_input.roll("location", 6)
    return "lf" if rolled <= 2 else "cf" if rolled <= 4 else "rf"


def plain_hit(ruleset: Ruleset, situation: Situation, reading: Reading) -> Play:
    """2.1, 2.2: return the play of a hit without extra-base attempts."""
    return _plain_hit(ruleset.hits.stars, situation.state, reading.kind, reading.stars, reading.fielder)


@cache
def _plain_hit(with_stars: bool, state: int, kind: Kind, stars: int, fielder: str) -> Play:
    batter = BASES[kind]
    return _made(kind, advance(state, stars if with_stars and stars else batter, batter), fielder)


def open_hit_attempt(ruleset: Ruleset, situation: Situation, reading: Reading) -> ExtraBase | None:
    """2.2: return the lead runner who may try for an extra base on an open single or double, or None."""
    if not ruleset.hits.stars or not reading.is_open_hit:
        return None
    bases = BASES[reading.kind]
    for start in (SECOND, FIRST):
        if is_on(situation.state, start) and start + bases < HOME:
            return ExtraBase(start, start + bases + 1)
    return None


def trail_starts(ruleset: Ruleset, situation: Situation, attempt: ExtraBase) -> tuple[int, ...]:
    """13.62, 13.611: return the starting bases of the runners who may follow the lead runner.

    BATTER comes last. A throw at a trail runner goes at the first of them.
    """
    if not ruleset.hits.trail_runners:
        return ()
    return tuple(
        start for start in range(attempt.start - 1, -1, -1) if start == BATTER or is_on(situation.state, start)
    )


def is_cutoff_offered(ruleset: Ruleset, situation: Situation, reading: Reading) -> bool:
    """13.3, 13.31, 13.61: return whether the defense chooses to concede or throw when the lead runner is sent."""
    attempt = open_hit_attempt(ruleset, situation, reading)
    if attempt is None:
        return False
    if ruleset.hits.trail_runners:
        return True
    return ruleset.hits.cut_off_second_to_home and attempt.start == SECOND and is_on(situation.state, FIRST)


def outfielder_on(ruleset: Ruleset, reading: Reading, line: Line | None = None) -> str:
    """13.1: return the outfielder who throws.

    He is the fielder of the hit, or of the flyout in the same split (S13.1). Otherwise he is the center fielder.
    """
    if reading.fielder in OUTFIELD:
        return reading.fielder
    if ruleset.hits.flyout_names_fielder and line is not None and reading.is_open_hit:
        flies = [part.reading for part in line.parts if part.reading.kind is Kind.FLYBALL]
        return next((fly.fielder for fly in flies if fly.fielder in OUTFIELD), "cf")
    return "cf"


def lead_attempt_chance(ruleset: Ruleset, situation: Situation, attempt: ExtraBase, outfielder: str) -> SafeChance:
    return lead_chance(ruleset, situation, attempt.start, attempt.target, outfielder)


def _destinations(ruleset: Ruleset, situation: Situation, reading: Reading) -> list[int]:
    return list(plain_hit(ruleset, situation, reading).to)


def _throw_for_lead(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, to: list[int], attempt: ExtraBase, outfielder: str
) -> None:
    """2.2: resolve the throw at the lead runner; if he is safe, every runner takes the extra base.

    2.21: the batter never takes it.
    """
    if not _lead_is_safe(game_input, ruleset, situation, to, attempt, outfielder):
        return
    for start in range(FIRST, attempt.start):
        if is_on(situation.state, start):
            to[start] += 1


def _throw_with_advanced_cutoff(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, to: list[int], attempt: ExtraBase, outfielder: str
) -> None:
    """13.32, 13.33: let the defense cut off the throw or throw home.

    If the throw is cut off, the lead runner scores and the runner from first stops at second. Otherwise the runner from
    first takes third.
    """
    if game_input.ask("defence", "throw", ADVANCED_THROW) == "cut_off":
        to[attempt.start] = attempt.target
    else:
        _throw_home(game_input, ruleset, situation, to, attempt, outfielder)


def _throw_home(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, to: list[int], attempt: ExtraBase, outfielder: str
) -> None:
    """13.33: resolve the throw home; the runner from first takes third even if the lead runner is out."""
    _lead_is_safe(game_input, ruleset, situation, to, attempt, outfielder)
    to[FIRST] += 1


def _throw_with_trail_runners(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, to: list[int], attempt: ExtraBase, outfielder: str
) -> None:
    """13.61, 13.622, 13.623A, 13.623B: resolve the throw with trail runners.

    The defense concedes or throws. The offense sends or holds the trail runners. Then the defense throws through or
    cuts off the throw.
    """
    lead_safe = lead_attempt_chance(ruleset, situation, attempt, outfielder).safe
    if game_input.ask("defence", "throw", (CONCEDE, _throw(lead_safe, attempt))) == "concede":
        to[attempt.start] = attempt.target
        return
    trail = trail_starts(ruleset, situation, attempt)
    if attempt.target != HOME and not ruleset.hits.batter_may_trail:
        throw_at_trail = False  # 13.5: the batter always takes second on a throw to third
    else:
        trail_safe = _first_trail_chance(ruleset, situation, to, attempt, outfielder, trail[0])
        follows = trail[0], to[trail[0]] + 1
        if game_input.ask("offence", "send_trail", (HOLD_TRAIL, _send_trail(trail_safe, *follows))) == "hold":
            _lead_is_safe(game_input, ruleset, situation, to, attempt, outfielder)
            return
        options = (_through(lead_safe, attempt), _cut_for_trail(trail_safe, *follows))
        throw_at_trail = game_input.ask("defence", "cut", options) == "cut_for_trail"
    for start in trail:
        to[start] += 1
    if not throw_at_trail:
        _lead_is_safe(game_input, ruleset, situation, to, attempt, outfielder)
        return
    to[attempt.start] = attempt.target
    if game_input.roll("trail", 20) > trail_safe:
        to[trail[0]] = OUT


def _first_trail_chance(
    ruleset: Ruleset, situation: Situation, to: list[int], attempt: ExtraBase, outfielder: str, start: int
) -> int:
    lead, target = attempt.start, attempt.target
    return trail_chance(ruleset, situation, start, to[start] + 1, outfielder, lead=lead, lead_target=target).safe


def _lead_is_safe(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, to: list[int], attempt: ExtraBase, outfielder: str
) -> bool:
    safe = lead_attempt_chance(ruleset, situation, attempt, outfielder).safe
    if attempt.target == HOME:
        made_it = is_safe_at_home(game_input, ruleset, "lead", safe, situation.fielder("c").range)
    else:
        made_it = game_input.roll("lead", 20) <= safe
    to[attempt.start] = attempt.target if made_it else OUT
    return made_it


def _play(reading: Reading, to: list[int], fielder: str) -> Play:
    # Runs count even if a runner is the third out, because they scored before the throw (13.623B).
    assert reading.kind in HITS
    return _made(reading.kind, to, fielder)


def _made(kind: Kind, to: list[int], fielder: str) -> Play:
    return Play(KIND_NAMES[kind], (to[0], to[1], to[2], to[3]), "2.0", fielder)
