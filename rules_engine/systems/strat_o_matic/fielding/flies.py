"""Fly balls: tagging up, sending runners, throws, and home runs robbed at the wall (3, 14, 16.7, 21)."""

from functools import cache

from rules_engine.baseball.bases import FIRST, HOME, SECOND, THIRD, is_on
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Destinations, Play, advance, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.baserunning.chances import (
    f2_chance,
    fly_query_chance,
    fly_right_chance,
    fly_trail_chance,
    is_safe_at_home,
)
from rules_engine.systems.strat_o_matic.batting.hits import plain_hit
from rules_engine.systems.strat_o_matic.batting.parks import WallSide
from rules_engine.systems.strat_o_matic.cards.reading import SINGLE_1, Kind, Line, Reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Situation

HOLD = Option("hold", "14.2", "The runner stays on third.")
HOLD_SECOND = {rule: Option("hold", rule, "The runner stays on second.") for rule in ("14.3", "16.7")}
CUT_OFF = (
    Option("cut_off", "14.41", "The run scores, and the others hold."),
    Option("throw", "14.42", "Throw home."),
)
HOLD_TRAIL = Option("hold", "14.431", "The trail runners hold.")

_HOMERUN_AGAINST = (3, 7, 11, 15, 19)  # 14.5: by outfielder's range 1..5


def resolve_fly(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, reading: Reading, *, from_card: bool = True
) -> Play:
    """3.1, 14.0: resolve a fly()A, B, C or B?, with its decisions and throws."""
    if situation.outfield_in and is_outfield_in_single(reading):
        return plain_hit(ruleset, situation, SINGLE_1)
    if situation.outs == 2 or situation.state == 0:
        return _fly(reading, stay(situation.state, OUT))
    if reading.letter == "A":
        return _fly(reading, advance(situation.state, 1, OUT))
    to = stay(situation.state, OUT)
    if reading.query:
        if may_send_from_third(ruleset, situation, reading):
            _send_from_third(game_input, ruleset, situation, reading, to)
    elif reading.letter == "B":
        if is_on(situation.state, THIRD):
            to[THIRD] = HOME
        if may_send_from_second(ruleset, situation, reading, from_card=from_card):
            _send_from_second(game_input, situation, to)
    return _fly(reading, to)


def is_outfield_in_single(reading: Reading) -> bool:
    """21.3: return whether this fly drops for a single with the outfield in; fly()A and fly()B do."""
    return reading.letter in ("A", "B") and not reading.query


def may_send_from_third(ruleset: Ruleset, situation: Situation, reading: Reading) -> bool:
    """14.2: return whether a runner on third may be sent.

    He may be sent on fly()B?, unless the catch is the third out.
    """
    return ruleset.flies.query and reading.query and situation.outs < 2 and is_on(situation.state, THIRD)


def may_send_from_second(ruleset: Ruleset, situation: Situation, reading: Reading, *, from_card: bool = True) -> bool:
    """14.3, 14.31, 14.32: return whether a runner on second may be sent to third.

    He may be sent on fly(rf)B, but not on fly(rf)B?.
    """
    right_b = reading.fielder == "rf" and reading.letter == "B" and not reading.query
    allowed = ruleset.flies.second_may_try_on_right_b and (from_card or ruleset.flies.right_b_from_chart)
    return right_b and allowed and situation.outs < 2 and is_on(situation.state, SECOND)


def is_cutoff_offered(ruleset: Ruleset, situation: Situation, reading: Reading) -> bool:
    """14.4: return whether the defense may cut off the throw if the runner from third is sent.

    It may cut off the throw if another runner is on base.
    """
    runners_behind = situation.state & ~(1 << THIRD - 1)
    return ruleset.flies.cut_off and may_send_from_third(ruleset, situation, reading) and runners_behind != 0


def resolve_f2(game_input: GameInput, ruleset: Ruleset, situation: Situation, fielder: str) -> Play:
    """16.7: resolve F2 of the Super Advanced chart, a fly()B.

    If the runner on second is sent, he is safe or out. He can't go back to second.
    """
    reading = Reading(Kind.FLYBALL, fielder, "B")
    to = stay(situation.state, OUT)
    if situation.outs < 2:
        if is_on(situation.state, THIRD):
            to[THIRD] = HOME
        may_try = ruleset.flies.f2_second_may_try and is_on(situation.state, SECOND)
        safe = f2_chance(situation, fielder).safe
        if may_try and _second_is_sent(game_input, "16.7", safe):
            to[SECOND] = THIRD if game_input.roll("second", 20) <= safe else OUT
    return _fly(reading, to)


def _send_from_third(
    game_input: GameInput, ruleset: Ruleset, situation: Situation, reading: Reading, to: list[int]
) -> None:
    """14.2, 14.41, 14.42: resolve the decisions on the runner from third, and the throw.

    The offense sends or holds him. The defense throws home or cuts off the throw, possibly for a trail runner.
    """
    outfielder, safe = reading.fielder, fly_query_chance(situation, reading.fielder).safe
    send = Option("send", "14.2", f"The runner tags and goes home, safe on 1-{safe}.", safe, start=THIRD, target=HOME)
    if game_input.ask("offence", "send_lead", (HOLD, send)) == "hold":
        return
    if is_cutoff_offered(ruleset, situation, reading):
        if game_input.ask("defence", "throw", CUT_OFF) == "cut_off":
            to[THIRD] = HOME
            return
        if _cut_for_trail(game_input, situation, outfielder, safe, to):
            return
    made_it = is_safe_at_home(game_input, ruleset, "lead", safe, situation.fielder("c").range)
    to[THIRD] = HOME if made_it else OUT


def _cut_for_trail(game_input: GameInput, situation: Situation, outfielder: str, lead_safe: int, to: list[int]) -> bool:
    """14.42, 14.431, 14.432A, 14.432B: let the offense send or hold the trail runners.

    Return True if the defense throws at the first of them, so that the run scores.
    """
    trail = tuple(start for start in (SECOND, FIRST) if is_on(situation.state, start))
    safe = fly_trail_chance(situation, trail[0], outfielder).safe
    send = Option(
        "send",
        "14.42",
        f"The trail runners go; the first is safe on 1-{safe} if thrown at.",
        safe,
        start=trail[0],
        target=trail[0] + 1,
    )
    if game_input.ask("offence", "send_trail", (HOLD_TRAIL, send)) == "hold":
        return False
    for start in trail:
        to[start] = start + 1
    through = Option(
        "through", "14.432A", f"Through to the plate, safe on 1-{lead_safe}.", lead_safe, start=THIRD, target=HOME
    )
    cut = Option(
        "cut_for_trail",
        "14.432B",
        f"Cut off for the first trail runner, safe on 1-{safe}.",
        safe,
        start=trail[0],
        target=trail[0] + 1,
    )
    if game_input.ask("defence", "cut", (through, cut)) == "through":
        return False
    to[THIRD] = HOME
    if game_input.roll("trail", 20) > safe:
        to[trail[0]] = OUT
    return True


def _second_is_sent(game_input: GameInput, rule: str, safe: int) -> bool:
    send = Option(
        "send", rule, f"The runner tags and goes to third, safe on 1-{safe}.", safe, start=SECOND, target=THIRD
    )
    return game_input.ask("offence", "send_second", (HOLD_SECOND[rule], send)) == "send"


def _send_from_second(game_input: GameInput, situation: Situation, to: list[int]) -> None:
    safe = fly_right_chance(situation).safe
    if not _second_is_sent(game_input, "14.3", safe):
        return
    rolled = game_input.roll("second", 20)
    if rolled <= safe:
        to[SECOND] = THIRD
    elif rolled == 20:
        to[SECOND] = OUT


def _fly(reading: Reading, to: list[int]) -> Play:
    return _caught(reading.fielder, (to[0], to[1], to[2], to[3]))


@cache
def _caught(fielder: str, to: Destinations) -> Play:
    # This play needs no settle(). With two outs no runner moves, and a throw for the third out comes after the run.
    return Play("flyout", to, "3.1", fielder)


def is_sacrifice_fly_possible(state: int, outs: int) -> bool:
    """21.1: return whether a fly can score a run: with a runner on third and fewer than two outs."""
    return is_on(state, THIRD) and outs < 2


class OutfieldFinding(Finding):
    """Reasons why the outfield may or can't come in."""

    NOT_USED = "These rules don't allow bringing the outfield in."
    NO_SACRIFICE_FLY = "The outfield comes in only with a runner on third and fewer than two outs."
    CANNOT_END_THE_GAME = "A sacrifice fly cannot end the game in this half of inning {inning}."
    NOT_TIED = "The score must be tied; the batting team's lead is {lead}."
    MAY_COME_IN = "The winning run is on third and a sacrifice fly ends the game."


def outfield_in_ruling(
    ruleset: Ruleset, *, inning: int, bottom: bool, lead: int, state: int, outs: int, innings: int = 9
) -> Ruling:
    """21.1: check whether the outfield may come in, because the run on third wins the game.

    `lead` is the batting team's lead, negative if it is behind.
    """
    if not ruleset.flies.outfield_in:
        return refuse(OutfieldFinding.NOT_USED, "21.1")
    if not is_sacrifice_fly_possible(state, outs):
        return refuse(OutfieldFinding.NO_SACRIFICE_FLY, "21.1")
    if not bottom or inning < innings:
        return refuse(OutfieldFinding.CANNOT_END_THE_GAME, "21.1", inning=inning)
    if lead != 0:
        return refuse(OutfieldFinding.NOT_TIED, "21.1", lead=lead)
    return allow(OutfieldFinding.MAY_COME_IN, "21.1")


def robbing_fielder(ruleset: Ruleset, line: Line, rolled: int, bats: str, *, wall_over_10_ft: bool) -> str:
    """14.5: return the outfielder who may rob a home run, or "" unless the roll is at the edge of its range."""
    last = _last_homerun(line)
    if not ruleset.flies.rob_homeruns or wall_over_10_ft or last is None or rolled not in (last, last + 1):
        return ""
    return "cf" if rolled == last + 1 else pull_side_corner(bats)


def pull_side_corner(bats: str) -> str:
    """14.5: return the corner outfielder on the batter's pull side."""
    return "rf" if bats == "L" else "lf"


def wall_side(bats: str) -> WallSide:
    """14.5: return the part of the wall for this batter.

    It is right center for left-handed batters, and left center otherwise.
    """
    return "right_center" if bats == "L" else "left_center"


def is_homerun_upheld(outfielder_range: int, rolled: int) -> bool:
    """14.5: return whether the home run counts, from the second d20 and the outfielder's range, 1..5."""
    return rolled <= _HOMERUN_AGAINST[outfielder_range - 1]


def _last_homerun(line: Line) -> int | None:
    """Return the top of the home run range in a split with a flyout, or None for other lines."""
    if [part.reading.kind for part in line.parts] != [Kind.HOMERUN, Kind.FLYBALL]:
        return None
    return line.parts[0].high
