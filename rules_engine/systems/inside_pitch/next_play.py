"""A game's next play: the strategy roll, the managers' decisions, the dice and the result."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from rules_engine.baseball.bases import EMPTY, FIRST, THIRD, is_on, runners
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import Play, Resolved, stay
from rules_engine.baseball.state import State, cut_at_walk_off
from rules_engine.baseball.tallies import INTENTIONAL
from rules_engine.systems.inside_pitch.at_bat import award_first_base, resolve_at_bat
from rules_engine.systems.inside_pitch.bunts import FOR_HIT, SACRIFICE, SQUEEZE, bunt
from rules_engine.systems.inside_pitch.cards import NEVER, ONLY_HIT_AND_RUN
from rules_engine.systems.inside_pitch.depth import EACH, HOLDING, ask_depths, suggested_depth
from rules_engine.systems.inside_pitch.edition import Edition
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.situation import PlaySituation, situation_before_play
from rules_engine.systems.inside_pitch.stealing import pickoff, steal
from rules_engine.systems.inside_pitch.strategy import (
    BUNT,
    HIT_AND_RUN,
    NONE,
    PICKOFF,
    STEAL,
    StrategyCall,
    strategy_call,
    uses_strategy_roll,
)
from rules_engine.systems.inside_pitch.tracker import STRATEGY_DIE, Tracker

NO_CALL: Final = StrategyCall(NONE)
SWING: Final = "swing"
PITCH, WALK, THROW_OVER = "pitch", "walk", "throw_over"
BUNTS: Final = (SACRIFICE, FOR_HIT, SQUEEZE)
ADVISED: Final = " (advised by the roll)"  # suffix of the sentence for such an option
_STEALS: Final = ("steal_1", "steal_2", "steal_3", "steal_12", "steal_13", "steal_23", "steal_123")


def announcements(edition: Edition) -> Mapping[str, Sequence[str]]:
    """IP11, IP8.11-a, IP12.2: Return the options that managers may announce, or none if the strategy roll decides.

    The first baseman holds the runner.
    """
    if edition.strategy == "roll":
        return {}
    return {
        "walk": (WALK,),
        "steal": _STEALS,
        "bunt": (SACRIFICE, SQUEEZE, FOR_HIT),
        "hit and run": (HIT_AND_RUN,),
        "hold": (f"{EACH} {HOLDING}",),
        "pickoff": (THROW_OVER,),
    }


def next_play(game_input: GameInput, setup: GameSetup, state: State, tracker: Tracker) -> Resolved:
    """IP1-a, IP11-a: Return one play, from the strategy roll on. It ends when a run wins the game."""
    situation = situation_before_play(setup, state, tired=tracker.tired(state))
    if tracker.must_go:
        resolved = Resolved(sent_on_strikeout(game_input, setup, situation, tracker.must_go))
    elif setup.edition.strategy == "roll":
        resolved = rolled_play(game_input, setup, situation, rolled_call(game_input, setup, situation, tracker))
    else:
        resolved = managed_play(game_input, setup, situation, tracker)
    play = cut_at_walk_off(state, resolved.play)
    return resolved if play is resolved.play else resolved._replace(play=play)


def sent_on_strikeout(game_input: GameInput, setup: GameSetup, situation: PlaySituation, base: int) -> Play:
    """IP11.2, IP11.6-a: After a strikeout, make a runner on first steal at SB - 4, or a runner on third at SB - 10."""
    change: int = setup.charts.hit_and_run["steal"] if base == FIRST else 0
    return steal(game_input, setup, situation, (base,), change)


def rolled_call(game_input: GameInput, setup: GameSetup, situation: PlaySituation, tracker: Tracker) -> StrategyCall:
    """IP11-a, IP11-b: Make the strategy roll once per batter, and return its call."""
    state = situation.state
    if situation.occupied == EMPTY or tracker.rolled or state is None:
        return NO_CALL
    if not uses_strategy_roll(state.lead, state.inning, runners_on=True):
        return NO_CALL
    return call_of(setup, situation, state, game_input.roll(STRATEGY_DIE, 20))


def call_of(setup: GameSetup, situation: PlaySituation, state: State, roll: int) -> StrategyCall:
    """IP11-b: Return a strategy roll's call for these players."""
    atts = {base: runner.att for base in runners(situation.occupied) if (runner := situation.runners[base - 1])}
    return strategy_call(
        setup.charts,
        roll,
        atts,
        situation.pitcher.hold,
        situation.batter.bnt,
        pitcher_bats=not setup.is_hitter(state.batting.batter),
        outs=situation.outs,
    )


def rolled_play(game_input: GameInput, setup: GameSetup, situation: PlaySituation, call: StrategyCall) -> Resolved:
    """IP11: Resolve the roll's call without a prompt. After a pickoff without a result, the batter swings."""
    if call.action == STEAL:
        return Resolved(steal(game_input, setup, situation, call.stealing))
    if call.action == PICKOFF and (play := pickoff(game_input, setup, situation)) is not None:
        return Resolved(play)
    _stand(game_input, setup, situation)
    if call.action == BUNT:
        return bunt(game_input, setup, situation, SACRIFICE, ask=False)
    return swing(game_input, setup, situation, hit_and_run=call.action == HIT_AND_RUN)


def _stand(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> None:
    """IP8.10: With runners on, prompt the defense for its infield depth."""
    if situation.occupied == EMPTY:
        return
    lead = -situation.state.lead if situation.state else 0
    suggested = suggested_depth(setup.charts, situation.occupied, situation.outs, lead)
    situation.depths = ask_depths(game_input, suggested, situation.occupied)


def swing(game_input: GameInput, setup: GameSetup, situation: PlaySituation, *, hit_and_run: bool = False) -> Resolved:
    """IP1-a, IP11.2: Resolve a swing, with or without a hit-and-run."""
    situation.hit_and_run = hit_and_run
    resolved = resolve_at_bat(game_input, setup, situation)
    if hit_and_run and resolved.play.kind == "strikeout" and not resolved.play.code:
        play = resolved.play
        return resolved._replace(play=Play(play.kind, play.to, "IP11.2", code=HIT_AND_RUN))
    return resolved


def managed_play(game_input: GameInput, setup: GameSetup, situation: PlaySituation, tracker: Tracker) -> Resolved:
    """IP11, IP11.4-a, IP11.5, IP11.6-a: Prompt both managers for their decisions, and resolve the play."""
    answer = announced_play(game_input, setup, situation, tracker)
    if answer == WALK:
        return Resolved(award_first_base(situation, "walk", "IP12.2", INTENTIONAL))
    if answer == THROW_OVER:
        to = stay(situation.occupied)
        nothing = Play("no_play", (to[0], to[1], to[2], to[3]), "IP11.4-a", code=THROW_OVER)
        return Resolved(pickoff(game_input, setup, situation) or nothing)
    if answer in BUNTS:
        return bunt(game_input, setup, situation, answer)
    if answer.startswith(STEAL):
        return Resolved(steal(game_input, setup, situation, tuple(map(int, reversed(answer.partition("_")[2])))))
    return swing(game_input, setup, situation, hit_and_run=answer == HIT_AND_RUN)


def announced_play(game_input: GameInput, setup: GameSetup, situation: PlaySituation, tracker: Tracker) -> str:
    """IP11, IP11.4-a: Return the play that the managers choose, with the strategy roll's advice if there is one.

    The infield moves to its depth.
    """
    advised = rolled_call(game_input, setup, situation, tracker) if setup.edition.strategy == "suggest" else NO_CALL
    answer = game_input.ask("defence", "pitch", pitch_options(setup, situation, tracker, advised))
    if answer in (WALK, THROW_OVER):
        return answer
    _stand(game_input, setup, situation)
    return game_input.ask("offence", "play", play_options(situation, advised))


def pitch_options(
    setup: GameSetup, situation: PlaySituation, tracker: Tracker, advised: StrategyCall
) -> tuple[Option, ...]:
    """IP11.4-a: Return the options to pitch, walk the batter or throw over.

    A throw is allowed if the roll advises it or, without the roll, once per batter. The manager is prompted only if
    the roll advises something. Otherwise, he announces a walk or a throw himself.
    """
    if advised.action == PICKOFF:
        return _THROW_ADVISED
    if setup.edition.strategy == "off" and situation.occupied != EMPTY and not tracker.threw_over:
        return _MAY_THROW
    return _PITCH_OR_WALK


_PITCH_OR_WALK: Final = (
    Option(PITCH, "IP1-a", "pitch"),
    Option(WALK, "IP12.2", "walk the batter", unasked=True),
)
_MAY_THROW: Final = (*_PITCH_OR_WALK, Option(THROW_OVER, "IP11.4-a", "throw over", unasked=True))
_THROW_ADVISED: Final = (
    _PITCH_OR_WALK[0],
    Option(THROW_OVER, "IP11.4-a", f"throw over{ADVISED}"),
    _PITCH_OR_WALK[1],
)


def play_options(situation: PlaySituation, advised: StrategyCall) -> tuple[Option, ...]:
    """IP11-b, IP11.1.1-b, IP11.3-a, IP11.5, IP11.6-a: Return the offense's options, with the advised one marked.

    With the bases empty, the manager isn't prompted. He announces a bunt for a hit himself.
    """
    if not situation.occupied:
        return _NOBODY_ON
    runner = situation.runners[FIRST - 1]
    hit_and_run = runner is not None and runner.att != NEVER
    return _options(
        situation.occupied, thieves(situation), advised, hit_and_run=hit_and_run, two_outs=situation.outs == 2
    )


@cache
def _options(
    occupied: int, thieves: int, advised: StrategyCall, *, hit_and_run: bool, two_outs: bool
) -> tuple[Option, ...]:
    marked = "steal_" + "".join(map(str, sorted(advised.stealing))) if advised.stealing else advised.action
    keys = [SWING, *(key for key in _STEALS if may_steal(occupied, thieves, key))]
    keys += _further_plays(occupied, hit_and_run=hit_and_run, two_outs=two_outs)
    return tuple(Option(key, _ACTS.get(key, "IP11.1.2-a"), _sentence(key, advised=key == marked)) for key in keys)


_ACTS: Final = {SWING: "IP1-a", HIT_AND_RUN: "IP11.2", SACRIFICE: "IP11.3-b", FOR_HIT: "IP11.5", SQUEEZE: "IP11.6-a"}


_NOBODY_ON: Final = (
    Option(SWING, _ACTS[SWING], SWING),
    Option(FOR_HIT, _ACTS[FOR_HIT], "bunt for a hit", unasked=True),
)


_SENTENCES: Final = {
    "steal_1": "the runner on first steals second",
    "steal_2": "the runner on second steals third",
    "steal_3": "the runner on third steals home",
    "steal_12": "the runners on first and second steal",
    "steal_13": "the runners on first and third steal",
    "steal_23": "the runners on second and third steal",
    "steal_123": "all three runners steal",
    SACRIFICE: "sacrifice bunt",
    FOR_HIT: "bunt for a hit",
    HIT_AND_RUN: "hit and run",
}


def _sentence(key: str, *, advised: bool) -> str:
    return f"{_SENTENCES.get(key, key)}{ADVISED if advised else ''}"


def thieves(situation: PlaySituation) -> int:
    """IP11.1.1-b: Return, as bits, the bases of the runners who may steal."""
    bits = 0
    for place, runner in enumerate(situation.runners):
        if runner is not None and runner.att not in (NEVER, ONLY_HIT_AND_RUN):
            bits |= 1 << place
    return bits


def may_steal(occupied: int, thieves: int, key: str) -> bool:
    """Return whether these runners may steal and no runner ahead of them stays."""
    bases = tuple(map(int, key.partition("_")[2]))
    for base in bases:
        is_blocked = base != THIRD and is_on(occupied, base + 1) and base + 1 not in bases
        if is_blocked or not is_on(thieves, base):
            return False
    return True


def _further_plays(occupied: int, *, hit_and_run: bool, two_outs: bool) -> list[str]:
    plays = [HIT_AND_RUN] if hit_and_run else []
    if not two_outs and is_on(occupied, FIRST):
        plays.append(SACRIFICE)
    if not two_outs and is_on(occupied, THIRD):
        plays.append(SQUEEZE)
    return [*plays, FOR_HIT]
