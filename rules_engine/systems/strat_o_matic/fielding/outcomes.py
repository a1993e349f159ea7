"""Parse a cell of a fielding chart, such as `single 1 + error 2` or `gb 2`, and convert it to a play."""

import re
from dataclasses import dataclass
from functools import cache

from rules_engine.baseball.bases import BATTER, FIRST, HOME, forced, is_on, lead_runner
from rules_engine.baseball.plays import ABSENT, OUT, Charge, Play, settle, stay
from rules_engine.systems.strat_o_matic.situation import Situation

SUPER_ADVANCED_CHART = "16.42"
HIT_BASES = {"single": 1, "double": 2, "triple": 3, "homerun": 4}
WORDS = (
    "popout",
    "foulout",
    "lineout",
    "strikeout",
    "popout or passed ball",
    "foulout or passed ball",
    "infield fly",
    "runner hit",
    "hidden ball",
    "fielders choice",
    "fly double play",
    "interference",
)


class OutcomeError(ValueError):
    """Raised when a chart cell can't be parsed. The message quotes the cell."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A chart cell.

    `word` is gb, fly, a hit, error or one of WORDS. `letter` is A, B, C or 1, 2, 3.

    `batter` and `runners` are the bases that they advance on a hit or an error. `error` is the number of bases on an
    error, either by itself or after a hit.
    """

    word: str
    letter: str = ""
    batter: int = 0
    runners: int = 0
    error: int = 0


_BASIC_ERROR = re.compile(r"(\d)[ -]base error(?:-(\d))?", re.IGNORECASE)
_ERROR = re.compile(r"(?:error|e) ?\(?(\d)\)?", re.IGNORECASE)
_BALL = re.compile(r"(gb|fly|groundball|flyball) ?(?:\(\w{0,2}\))? ?([ABC123])", re.IGNORECASE)
_HIT = re.compile(r"(single|double|triple|homerun) ?([123])?(\*{0,2})", re.IGNORECASE)


@cache
def parse_outcome(text: str) -> Outcome:
    """Parse a chart cell. Raise OutcomeError if it is invalid."""
    first, _, error = (part.strip() for part in text.partition("+"))
    outcome = _parse_single(text, first)
    if not error:
        return outcome
    match = _ERROR.fullmatch(error)
    if match is None or outcome.word not in HIT_BASES:
        raise OutcomeError(f"“{text}”: only a hit may be followed by “+ error n”")
    return Outcome(outcome.word, "", outcome.batter, outcome.runners, int(match[1]))


def _parse_single(text: str, written: str) -> Outcome:
    if written.lower() in WORDS:
        return Outcome(written.lower())
    if match := _BASIC_ERROR.fullmatch(written):
        bases, runners = _bases(text, match[1]), _bases(text, match[2] or match[1])
        if runners < bases:
            raise OutcomeError(f"“{text}”: the batter can't take more bases than the runners ahead of him")
        return Outcome("error", batter=bases, runners=runners, error=bases)
    if match := _ERROR.fullmatch(written):
        bases = _bases(text, match[1])
        return Outcome("error", batter=bases, runners=bases, error=bases)
    if match := _BALL.fullmatch(written):
        return Outcome("gb" if match[1].lower().startswith("g") else "fly", match[2].upper())
    if match := _HIT.fullmatch(written):
        word = match[1].lower()
        runners = int(match[2] or len(match[3]) or HIT_BASES[word])
        return Outcome(word, batter=HIT_BASES[word], runners=max(runners, HIT_BASES[word]))
    raise OutcomeError(f"“{text}” is not an outcome, such as gb 1, fly B, single 2, error 1 or single 1 + error 1")


def _bases(text: str, digit: str) -> int:
    if digit not in "123":
        raise OutcomeError(f"“{text}”: an error gives one, two or three bases")
    return int(digit)


def hit_play(outcome: Outcome, situation: Situation, fielder: str) -> Play:
    """Return the play for a hit on the chart, including any error after it."""
    to = _moved(situation.state, outcome.runners + outcome.error, outcome.batter + outcome.error)
    errors = (Charge(fielder, outcome.error),) if outcome.error else ()
    return _play(outcome.word, to, fielder, errors=errors)


def error_play(outcome: Outcome, situation: Situation, fielder: str) -> Play:
    """5.1, 16.42: return a play on which the batter reaches on an error."""
    to = _moved(situation.state, outcome.runners, outcome.batter)
    return _play("error", to, fielder, errors=(Charge(fielder, outcome.error),))


def out_play(kind: str, situation: Situation, fielder: str, rule: str = SUPER_ADVANCED_CHART) -> Play:
    """Return a play on which the batter is out and every runner holds."""
    batter, first, second, third = stay(situation.state, OUT)
    return Play(kind, (batter, first, second, third), rule, fielder)


def interference_play(situation: Situation) -> Play:
    """Return a catcher's interference play: the batter takes first, and only forced runners move."""
    to = stay(situation.state, FIRST)
    for start in forced(situation.state):
        to[start] = start + 1
    return _play("interference", to, "c", errors=(Charge("c"),))


def runner_hit_play(situation: Situation, fielder: str) -> Play:
    """16.5, 2002: return a play on which the ball hits the runner from first, who is out.

    The batter has a single, and only forced runners move.
    """
    if not is_on(situation.state, FIRST):
        return hit_play(Outcome("single", batter=1, runners=1), situation, fielder)
    to = stay(situation.state, FIRST)
    to[FIRST] = OUT
    return settle(_play("single", to, fielder), situation.outs)


def hidden_ball_play(situation: Situation, fielder: str) -> Play:
    """Return a hidden-ball play: the batter is out at first, and the lead runner is out too."""
    return _batter_and_lead_runner_out("groundout", situation, fielder)


def lead_forced_play(situation: Situation, fielder: str) -> Play:
    """Return a play on which the lead runner is out at the next base.

    With the bases empty, the batter is out.
    """
    if not situation.state:
        return _play("groundout", stay(0, OUT), fielder)
    to = _moved(situation.state, 1, 1)
    to[lead_runner(situation.state)] = OUT
    return settle(_play("fielders_choice", to, fielder), situation.outs)


def fly_double_play(situation: Situation, fielder: str) -> Play:
    """Return a play on which a fly is caught and the lead runner is doubled off."""
    return _batter_and_lead_runner_out("flyout", situation, fielder)


def _batter_and_lead_runner_out(kind: str, situation: Situation, fielder: str) -> Play:
    """Return a play on which the batter and the lead runner are out.

    With two outs or the bases empty, only the batter is out.
    """
    to = stay(situation.state, OUT)
    if situation.state and situation.outs < 2:
        to[lead_runner(situation.state)] = OUT
    return settle(_play(kind, to, fielder), situation.outs)


def _moved(state: int, runners: int, batter: int) -> list[int]:
    return [
        min(batter, HOME),
        *(min(base + runners, HOME) if is_on(state, base) else ABSENT for base in (1, 2, 3)),
    ]


def _play(kind: str, to: list[int], fielder: str, errors: tuple[Charge, ...] = ()) -> Play:
    return Play(kind, (to[BATTER], to[1], to[2], to[3]), SUPER_ADVANCED_CHART, fielder, errors=errors)
