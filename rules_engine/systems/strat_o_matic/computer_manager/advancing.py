"""Decide on extra bases and on throws at runners, based on the chance to win (2.2, 13.6, 14.2, T15.0).

The league's caution is subtracted from a runner's safe range, because managers in most leagues ran less than the
chances allowed.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rules_engine.baseball.bases import HOME, SECOND, THIRD, runners
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.win_values import GameMoment, chance_after, moment_of
from rules_engine.systems.strat_o_matic.computer_manager.opportunities import should_happen
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation

FACES: Final = 20
SEND_TRAIL: Final = 13  # lowest safe range for sending a trail runner
CAUGHT_ONLY_ON_20: Final = "14.3"
GROUNDBALL, FLY_RULES = "T15.0", ("14.2", "14.432A")
Options = Sequence[Option]


def send_lead(options: Options, situation: PlaySituation) -> str:
    """Send the lead runner if that raises the chance to win."""
    send, moment = options[-1], moment_of(situation.now)
    if send.rule == GROUNDBALL:
        return _send_on_groundball(send, situation, moment)
    waits = _lead_value(send, situation, moment, send.target - 1)
    return "send" if _throw_value(send, situation, moment, caution=caution(situation)) > waits else "hold"


def _send_on_groundball(send: Option, situation: PlaySituation, moment: GameMoment) -> str:
    """Send or hold the lead runner on a Decide, when the defense can throw at him or the batter (T15.0)."""
    waits = chance_after(moment, outs=1, occupied=situation.state)
    at_lead = _groundball_value(send.safe - caution(situation), send.start, situation, moment)
    return "send" if min(at_lead, _batter_out_value(situation, moment)) > waits else "hold"


def _groundball_value(safe: int, start: int, situation: PlaySituation, moment: GameMoment) -> float:
    """Return the batting team's chance to win if the defense throws at the lead runner."""
    behind = [base + 1 for base in runners(situation.state) if base != start]
    all_safe, lead_out = (_value(moment, [1, *behind, start + 1]), _value(moment, [1, *behind], outs=1))
    return _mixed(safe, all_safe, lead_out)


def _batter_out_value(situation: PlaySituation, moment: GameMoment) -> float:
    return _value(moment, [base + 1 for base in runners(situation.state)], outs=1)


def send_second(options: Options, situation: PlaySituation) -> str:
    """Send the runner on second to third on a fly if that raises the chance to win (14.3, 16.7)."""
    send, moment = options[-1], moment_of(situation.now)
    ends = [HOME if base == THIRD else base for base in runners(situation.state) if base != SECOND]
    waits, safe, out = (_value(moment, [*ends, *lead], outs=2 - len(lead)) for lead in ([SECOND], [THIRD], []))
    share = min(FACES, max(0, send.safe - caution(situation))) / FACES
    caught = 1 / FACES if send.rule == CAUGHT_ONLY_ON_20 else 1 - share
    goes = share * safe + caught * out + (1 - share - caught) * waits
    return "send" if goes > waits else "hold"


def send_trail(options: Options, situation: PlaySituation) -> str:
    return "send" if options[-1].safe >= SEND_TRAIL + caution(situation) else "hold"


def caution(situation: PlaySituation) -> int:
    """Return the league's safe-range margin.

    A fractional margin is rounded up in that share of situations.
    """
    whole_points, fraction = divmod(situation.setup.habits.caution, 1.0)
    return int(whole_points) + situation.style.extra_base_points + should_happen(situation.now, fraction)


def throw(options: Options, situation: PlaySituation) -> str:
    """Throw at the base where the batting team's chance to win is lowest."""
    by_key, moment = {option.key: option for option in options}, moment_of(situation.now)
    if lead := by_key.get("lead"):
        at_lead = _groundball_value(lead.safe, lead.start, situation, moment)
        return "lead" if at_lead < _batter_out_value(situation, moment) else "first"
    if "concede" in by_key:
        option = by_key["throw"]
        at_lead = max(_throw_value(option, situation, moment, trail=trail) for trail in (0, 1))
        return "throw" if at_lead < _lead_value(option, situation, moment, option.target) else "concede"
    return "throw"


def cut(options: Options, situation: PlaySituation) -> str:
    """Throw at the lead runner or at the trail runner (13.623A, 14.432A)."""
    through, trail = options
    moment = moment_of(situation.now)
    at_lead = _throw_value(through, situation, moment, trail=1)
    all_safe = _lead_value(through, situation, moment, through.target, trail=1)
    trail_out = _lead_value(through, situation, moment, through.target, trail=1, out=trail.start)
    return trail.key if _mixed(trail.safe, all_safe, trail_out) < at_lead else through.key


def _throw_value(
    option: Option, situation: PlaySituation, moment: GameMoment, *, trail: int = 0, caution: int = 0
) -> float:
    """Return the batting team's chance to win if the throw goes at the lead runner."""
    safe = _lead_value(option, situation, moment, option.target, trail=trail)
    out = _lead_value(option, situation, moment, option.target, trail=trail, out=option.start)
    return _mixed(option.safe - caution, safe, out)


def _lead_value(
    option: Option,
    situation: PlaySituation,
    moment: GameMoment,
    lead_at: int,
    *,
    trail: int = 0,
    out: int | None = None,
) -> float:
    """Return the batting team's chance to win if the lead runner reaches base `lead_at`.

    `out` is the starting base of a player who is out, or None. The trail runners advance `trail` bases more than on the
    plain hit or fly.
    """
    start, fly = option.start, option.rule in FLY_RULES
    bases = 0 if fly else option.target - start - 1
    ends = {base: base + bases + (trail if base < start else 0) for base in runners(situation.state)}
    ends[start] = lead_at
    if not fly:
        ends[0] = bases + trail
    return _value(moment, [end for player, end in ends.items() if player != out], outs=fly + (out is not None))


def _value(moment: GameMoment, ends: Sequence[int], *, outs: int = 0) -> float:
    """Return the batting team's chance to win after players reached these bases."""
    on_base = {end for end in ends if end < HOME}
    runs = sum(end >= HOME for end in ends)
    return chance_after(moment, runs=runs, outs=outs, occupied=sum(1 << end - 1 for end in on_base))


def _mixed(safe: int, if_safe: float, if_out: float) -> float:
    share = min(FACES, max(0, safe)) / FACES
    return share * if_safe + (1 - share) * if_out


ADVANCING: Final[dict[str, Callable[[Options, PlaySituation], str]]] = {
    "send_lead": send_lead,
    "send_second": send_second,
    "send_trail": send_trail,
    "throw": throw,
    "cut": cut,
}
