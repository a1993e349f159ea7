"""Wild pitches, balks and passed balls, and the order of the dice for them (section 29)."""

from typing import Final, Literal, NamedTuple

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import ABSENT, OUT, Play, advance, settle, stay
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.cards.dice import BATTER_DICE
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import PitchRules
from rules_engine.systems.strat_o_matic.situation import Battery

PitchEvent = Literal["", "wild_pitch", "balk", "passed_ball"]
NextRoll = Literal["read", "three_dice", "all_four_dice", "d20_alone"]
_RULES: Final = {"wild_pitch": "29.1B", "balk": "29.1C", "passed_ball": "29.1C"}


class WildPitchFinding(Finding):
    """Reasons why a pitch is or isn't checked."""

    NOT_USED = "This ruleset has no wild pitches, balks or passed balls."
    NOBODY_ON = "No one is on base."
    INTENTIONAL_WALK = "No dice are rolled for an intentional walk."
    RUNNER_ON = "There is a runner on base."


class PitchCheck(NamedTuple):
    """A pitch check: the event, and whether the d20 showed 1 or 2."""

    event: PitchEvent
    possible: bool


NOTHING_HAPPENS: Final = PitchCheck("", possible=False)


class BatterRoll(NamedTuple):
    """A roll for the batter: his dice in the requested order, or the play that happened first."""

    dice: tuple[int, ...] = ()
    play: Play | None = None


def pitch_check_ruling(rules: PitchRules, state: int, *, intentional_walk: bool = False) -> Ruling:
    """29.1, T29.11: check whether the dice are rolled for a wild pitch, balk or passed ball.

    `state` is the occupied-bases int.
    """
    if not rules.wild_pitches:
        return refuse(WildPitchFinding.NOT_USED, "29.1")
    if state == EMPTY:
        return refuse(WildPitchFinding.NOBODY_ON, "29.1")
    if intentional_walk:
        return refuse(WildPitchFinding.INTENTIONAL_WALK, "T29.11")
    return allow(WildPitchFinding.RUNNER_ON, "29.1")


def check_pitch(game_input: GameInput, battery: Battery) -> PitchCheck:
    """29.1A-C: roll for a wild pitch, balk or passed ball.

    On 1 of the d20, the pitcher's wp decides. On 2, a d6 selects his bk (1-3) or the catcher's pb (4-6).
    """
    first = game_input.roll("pitch", 20)
    if first > 2:
        return NOTHING_HAPPENS
    if first == 1:
        return _happens(game_input, "wild_pitch", battery.wild_pitch)
    if game_input.roll("balk_or_passed_ball", 6) <= 3:
        return _happens(game_input, "balk", battery.balk)
    return _happens(game_input, "passed_ball", battery.passed_ball)


def _happens(game_input: GameInput, event: PitchEvent, rating: int) -> PitchCheck:
    return PitchCheck(event if game_input.roll(event, 20) <= rating else "", possible=True)


def pitch_play(event: PitchEvent, state: int) -> Play:
    """29.1, 29.1B: return a play on which every runner moves up one base and the batter stays at bat."""
    to = advance(state, 1)
    return Play(event, (to[0], to[1], to[2], to[3]), _RULES[event], "c" if event == "passed_ball" else "p")


def next_roll(rules: PitchRules, check: PitchCheck, state_after: int) -> NextRoll:
    """29.1D, T29.1D: return the next roll after a check; "read" means that the three dice already rolled count."""
    if check.event:
        if state_after == EMPTY:
            return "three_dice"
        return "d20_alone" if rules.d20_alone_first else "all_four_dice"
    if rules.d20_alone_first or check.possible:
        return "three_dice"
    return "read"


def roll_for_batter(
    game_input: GameInput, rules: PitchRules, battery: Battery, state: int, dice: tuple[str, ...] = BATTER_DICE
) -> BatterRoll:
    """29.1, T29.11: roll for the batter, after a pitch check if the rules require one.

    `dice` names the d6 he needs. After a wild pitch, balk or passed ball, moves are open again (T29.13) and the caller
    rolls again.
    """
    if state == EMPTY or not rules.wild_pitches:
        return BatterRoll(_roll(game_input, dice))
    together = () if rules.d20_alone_first else _roll(game_input, dice)
    check = check_pitch(game_input, battery)
    if check.event:
        return BatterRoll(play=pitch_play(check.event, state))
    return BatterRoll(together if next_roll(rules, check, state) == "read" else _roll(game_input, dice))


def _roll(game_input: GameInput, dice: tuple[str, ...]) -> tuple[int, ...]:
    return tuple([game_input.roll(name, 6) for name in dice])


def resolve_catcher_popup(game_input: GameInput, ruleset: Ruleset, battery: Battery, state: int, outs: int) -> Play:
    """29.3: resolve P/P or P/F without an error on the catcher's X chart.

    The pitcher's wp decides whether the ball gets away, not the catcher's pb.
    """
    if popup_may_get_away(ruleset, state) and game_input.roll("passed_ball", 20) <= battery.wild_pitch:
        to = advance(state, 1)
        return Play("passed_ball", (ABSENT, to[1], to[2], to[3]), "29.3", "c")
    to = stay(state, OUT)
    return settle(Play("popout", (to[0], to[1], to[2], to[3]), "29.3", "c"), outs)


def popup_may_get_away(ruleset: Ruleset, state: int, *, error: bool = False, rare_play: bool = False) -> bool:
    """29.3: return whether a popup may get away: with a runner on and no error.

    S29.3: a rare play rules it out too.
    """
    if error or (rare_play and ruleset.fielding.passed_ball_needs_no_rare_play):
        return False
    return ruleset.pitches.wild_pitches and state != EMPTY
