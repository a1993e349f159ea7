"""A game's luck: the actual results of each team's batters compared with the exact odds before each roll.

Every plate appearance in which the batter swung away counts. Bunts, hit-and-run plays, intentional walks, steals and
pitches that get away are left out, because managers decide them or they aren't up to the batter. The odds come from
the rule code itself, with the pitcher's actual fatigue, the usual defense and the computer manager's decisions.

A play's value is the runs that score on it, plus the expected runs after it, minus the expected runs before it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game, before_event
from rules_engine.baseball.plays import ABSENT, HIT_BASES, OUT, Play
from rules_engine.baseball.state import State

AnyGame = Game[Any, Any]
RUNS: Final = "runs"  # the plays' value in runs
HITS, BASES, HOMERUNS, WALKS, STRIKEOUTS = "hits", "bases", "homeruns", "walks", "strikeouts"
COUNTS: Final = (HITS, BASES, HOMERUNS, WALKS, STRIKEOUTS, RUNS)
_SWINGING_AWAY: Final = {"play": "swing", "pitch": "pitch"}  # other answers to these questions are up to the managers


@dataclass(slots=True)
class TeamLuck:
    """The counts for a team's batters: as rolled, and as expected before the rolls."""

    appearances: int = 0
    rolled: Counter[str] = field(default_factory=Counter)
    expected: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0.0))


def luck_of(game: AnyGame, run_values: Sequence[float]) -> tuple[TeamLuck, TeamLuck]:
    """Return the luck of the visitors and the home team. This takes about a second, because it enumerates every roll.

    Args:
        run_values: Expected runs to the third out from each base-out state, outs * 8 + occupied bases.
    """
    teams = (TeamLuck(), TeamLuck())
    for number in game.log.numbers_in_force():
        event = game.log.events[number - 1]
        if isinstance(event, PlayMade) and _is_swing(event):
            before = before_event(game, number)
            _add(teams[before.state.bottom], before, event, run_values)
    return teams


def _is_swing(event: PlayMade) -> bool:
    """Return whether the batter swung away and his plate appearance is over."""
    answers = [(name, value) for name, value in event.record if isinstance(value, str)]  # the others are dice
    is_usual = all(value == _SWINGING_AWAY.get(name, value) for name, value in answers)
    return is_usual and event.play.to[BATTER] != ABSENT and event.play.code != "intentional"


def _add(luck: TeamLuck, before: AnyGame, event: PlayMade, run_values: Sequence[float]) -> None:
    state = before.state
    odds = before.system.appearance_odds(before, event.batter, state.occupied, state.outs)
    finished = {play: float(chance) for play, chance in odds.items() if play.to[BATTER] != ABSENT}
    total = sum(finished.values())
    if not total:
        return
    luck.appearances += 1
    luck.rolled.update(_counts(event.play, state, run_values))
    for play, chance in finished.items():
        for name, count in _counts(play, state, run_values).items():
            luck.expected[name] += count * chance / total


def _counts(play: Play, state: State, run_values: Sequence[float]) -> Mapping[str, float]:
    """Return what a play adds to each count."""
    bases = HIT_BASES.get(play.kind, 0)
    return {
        HITS: int(bases > 0),
        BASES: bases,
        HOMERUNS: int(play.kind == "homerun"),
        WALKS: int(play.kind in ("walk", "hit_by_pitch")),
        STRIKEOUTS: int(play.kind == "strikeout"),
        RUNS: _run_value(play, state, run_values),
    }


def _run_value(play: Play, state: State, run_values: Sequence[float]) -> float:
    outs = state.outs + play.to.count(OUT)
    after = run_values[8 * outs + play.state_after] if outs < 3 else 0.0
    return len(play.scored) + after - run_values[8 * state.outs + state.occupied]
