"""The next play of a game: the strategy roll, what both managers say, the dice, and what comes of them."""

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
from rules_engine.systems.inside_pitch.moment import PlaySituation, situation_before_play
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
ADVISED: Final = " (the roll advises it)"  # ends the sentence of such an option
_STEALS: Final = ("steal_1", "steal_2", "steal_3", "steal_12", "steal_13", "steal_23", "steal_123")


def announcements(edition: Edition) -> Mapping[str, Sequence[str]]:
    """IP11, IP8.11-a, IP12.2: nothing where the strategy roll manages; to hold a man is said of the first baseman."""
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
    """IP1-a, IP11-a: one play, from the strategy roll on; cut where a run wins the game."""
    moment = situation_before_play(setup, state, tired=tracker.tired(state))
    if tracker.must_go:
        resolved = Resolved(sent_on_strikeout(game_input, setup, moment, tracker.must_go))
    elif setup.edition.strategy == "roll":
        resolved = rolled_play(game_input, setup, moment, rolled_call(game_input, setup, moment, tracker))
    else:
        resolved = managed_play(game_input, setup, moment, tracker)
    play = cut_at_walk_off(state, resolved.play)
    return resolved if play is resolved.play else resolved._replace(play=play)


def sent_on_strikeout(game_input: GameInput, setup: GameSetup, moment: PlaySituation, base: int) -> Play:
    """IP11.2, IP11.6-a: the batter has struck out; the man on first steals at SB - 4, the one on third at SB - 10."""
    change: int = setup.charts.hit_and_run["steal"] if base == FIRST else 0
    return steal(game_input, setup, moment, (base,), change)


def rolled_call(game_input: GameInput, setup: GameSetup, moment: PlaySituation, tracker: Tracker) -> StrategyCall:
    """IP11-a, IP11-b: the strategy roll, once for a batter, and what it says."""
    state = moment.state
    if moment.occupied == EMPTY or tracker.rolled or state is None:
        return NO_CALL
    if not uses_strategy_roll(state.lead, state.inning, runners_on=True):
        return NO_CALL
    return call_of(setup, moment, state, game_input.roll(STRATEGY_DIE, 20))


def call_of(setup: GameSetup, moment: PlaySituation, state: State, roll: int) -> StrategyCall:
    """IP11-b: what a strategy roll says of these men."""
    atts = {base: man.att for base in runners(moment.occupied) if (man := moment.runners[base - 1])}
    return strategy_call(
        setup.charts,
        roll,
        atts,
        moment.pitcher.hold,
        moment.batter.bnt,
        pitcher_bats=not setup.is_hitter(state.batting.batter),
        outs=moment.outs,
    )


def rolled_play(game_input: GameInput, setup: GameSetup, moment: PlaySituation, call: StrategyCall) -> Resolved:
    """IP11: what the roll has called, and nobody is asked; a pickoff that comes to nothing goes on with the batter."""
    if call.action == STEAL:
        return Resolved(steal(game_input, setup, moment, call.stealing))
    if call.action == PICKOFF and (play := pickoff(game_input, setup, moment)) is not None:
        return Resolved(play)
    _stand(game_input, setup, moment)
    if call.action == BUNT:
        return bunt(game_input, setup, moment, SACRIFICE, ask=False)
    return swing(game_input, setup, moment, hit_and_run=call.action == HIT_AND_RUN)


def _stand(game_input: GameInput, setup: GameSetup, moment: PlaySituation) -> None:
    """IP8.10: with runners on, the defence says how deep its infield plays."""
    if moment.occupied == EMPTY:
        return
    lead = -moment.state.lead if moment.state else 0
    suggested = suggested_depth(setup.charts, moment.occupied, moment.outs, lead)
    moment.depths = ask_depths(game_input, suggested, moment.occupied)


def swing(game_input: GameInput, setup: GameSetup, moment: PlaySituation, *, hit_and_run: bool = False) -> Resolved:
    """IP1-a, IP11.2: the batter swings, the man on first running or not."""
    moment.hit_and_run = hit_and_run
    resolved = resolve_at_bat(game_input, setup, moment)
    if hit_and_run and resolved.play.kind == "strikeout" and not resolved.play.code:
        play = resolved.play
        return resolved._replace(play=Play(play.kind, play.to, "IP11.2", code=HIT_AND_RUN))
    return resolved


def managed_play(game_input: GameInput, setup: GameSetup, moment: PlaySituation, tracker: Tracker) -> Resolved:
    """IP11, IP11.4-a, IP11.5, IP11.6-a: both managers say what they do; the strategy roll may advise them."""
    advised = rolled_call(game_input, setup, moment, tracker) if setup.edition.strategy == "suggest" else NO_CALL
    said = game_input.ask("defence", "pitch", pitch_options(setup, moment, tracker, advised))
    if said == WALK:
        return Resolved(award_first_base(moment, "walk", "IP12.2", INTENTIONAL))
    if said == THROW_OVER:
        to = stay(moment.occupied)
        nothing = Play("no_play", (to[0], to[1], to[2], to[3]), "IP11.4-a", code=THROW_OVER)
        return Resolved(pickoff(game_input, setup, moment) or nothing)
    _stand(game_input, setup, moment)
    act = game_input.ask("offence", "play", play_options(moment, advised))
    if act in (SACRIFICE, FOR_HIT, SQUEEZE):
        return bunt(game_input, setup, moment, act)
    if act.startswith(STEAL):
        return Resolved(steal(game_input, setup, moment, tuple(map(int, reversed(act.partition("_")[2])))))
    return swing(game_input, setup, moment, hit_and_run=act == HIT_AND_RUN)


def pitch_options(
    setup: GameSetup, moment: PlaySituation, tracker: Tracker, advised: StrategyCall
) -> tuple[Option, ...]:
    """IP11.4-a: pitch, walk the batter, or throw over: where the roll advises it, or once a batter without the roll.

    Nobody is asked but where the roll advises: to walk him, or to throw over, is said of one's own accord.
    """
    if advised.action == PICKOFF:
        return _THROW_ADVISED
    if setup.edition.strategy == "off" and moment.occupied != EMPTY and not tracker.threw_over:
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


def play_options(moment: PlaySituation, advised: StrategyCall) -> tuple[Option, ...]:
    """IP11-b, IP11.1.1-b, IP11.3-a, IP11.5, IP11.6-a: what the offence may do; what the roll advises says so.

    With nobody on it is not asked: to bunt for a hit is said of one's own accord.
    """
    if not moment.occupied:
        return _NOBODY_ON
    man = moment.runners[FIRST - 1]
    hit_and_run = man is not None and man.att != NEVER
    return _options(moment.occupied, thieves(moment), advised, hit_and_run=hit_and_run, two_outs=moment.outs == 2)


@cache
def _options(
    occupied: int, thieves: int, advised: StrategyCall, *, hit_and_run: bool, two_outs: bool
) -> tuple[Option, ...]:
    marked = "steal_" + "".join(map(str, sorted(advised.stealing))) if advised.stealing else advised.action
    keys = [SWING, *(key for key in _STEALS if may_steal(occupied, thieves, key))]
    keys += _other_acts(occupied, hit_and_run=hit_and_run, two_outs=two_outs)
    return tuple(Option(key, _ACTS.get(key, "IP11.1.2-a"), _sentence(key, advised=key == marked)) for key in keys)


_ACTS: Final = {SWING: "IP1-a", HIT_AND_RUN: "IP11.2", SACRIFICE: "IP11.3-b", FOR_HIT: "IP11.5", SQUEEZE: "IP11.6-a"}


_NOBODY_ON: Final = (
    Option(SWING, _ACTS[SWING], SWING),
    Option(FOR_HIT, _ACTS[FOR_HIT], "bunt for a hit", unasked=True),
)


_SENTENCES: Final = {
    "steal_1": "the man on first steals second",
    "steal_2": "the man on second steals third",
    "steal_3": "the man on third steals home",
    "steal_12": "those on first and second steal",
    "steal_13": "those on first and third steal",
    "steal_23": "those on second and third steal",
    "steal_123": "all three steal",
    SACRIFICE: "sacrifice bunt",
    FOR_HIT: "bunt for a hit",
    HIT_AND_RUN: "hit and run",
}


def _sentence(key: str, *, advised: bool) -> str:
    return f"{_SENTENCES.get(key, key)}{ADVISED if advised else ''}"


def thieves(moment: PlaySituation) -> int:
    """IP11.1.1-b: the bases, as a bases int, of the men on base who may run at all."""
    bits = 0
    for place, man in enumerate(moment.runners):
        if man is not None and man.att not in (NEVER, ONLY_HIT_AND_RUN):
            bits |= 1 << place
    return bits


def may_steal(occupied: int, thieves: int, key: str) -> bool:
    """Each of them is on base and may run at all, and no base ahead is held by a man who stays."""
    bases = tuple(map(int, key.partition("_")[2]))
    return all(
        is_on(thieves, base) and (base == THIRD or not is_on(occupied, base + 1) or base + 1 in bases) for base in bases
    )


def _other_acts(occupied: int, *, hit_and_run: bool, two_outs: bool) -> list[str]:
    acts = [HIT_AND_RUN] if hit_and_run else []
    if not two_outs and is_on(occupied, FIRST):
        acts.append(SACRIFICE)
    if not two_outs and is_on(occupied, THIRD):
        acts.append(SQUEEZE)
    return [*acts, FOR_HIT]
