"""Rare plays: a blank ballpark cell rolls two dice on one of two charts (4.1)."""

from collections.abc import Mapping
from typing import Any, Final

from rules_engine.baseball.bases import EMPTY, forced, lead_runner
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Charge, Destinations, Play, Resolved, advance, settle, stay
from rules_engine.baseball.state import State
from rules_engine.systems.inside_pitch.balls import play_ball
from rules_engine.systems.inside_pitch.charts import Charts, RareRow
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.hits import home_run_play
from rules_engine.systems.inside_pitch.injuries import injury_event, roll_injury
from rules_engine.systems.inside_pitch.situation import PlaySituation

RULE: Final = "IP4.1-a"
FOUL: Final = "foul"


def rare_play(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved | None:
    """IP4.1-a, IP4.1-b, IP2.19-c: Roll and resolve a row without any check.

    None means that the plate appearance continues.
    """
    row = rare_row(setup.charts, situation.occupied, game_input.roll("rare_red", 6), game_input.roll("rare_white", 6))
    if row.ball is not None:
        play = play_ball(game_input, setup, situation, row.ball)
    else:
        play = _event_play(row.event, situation)
    injury = _check_injury(game_input, setup, situation, row.injury)
    if row.event == FOUL and not injury:
        return None
    return Resolved(play, follow=injury)


def rare_row(charts: Charts, occupied: int, red: int, white: int) -> RareRow:
    """IP4.1-a: Return the chart row for these bases."""
    rows = charts.rare_plays[chart_name(occupied)][red]
    return next(row for row in rows if white <= row.to)


def chart_name(occupied: int) -> str:
    """IP4.1-a: Return the chart for empty or occupied bases."""
    return "empty" if occupied == EMPTY else "runners_on"


def _check_injury(game_input: GameInput, setup: GameSetup, situation: PlaySituation, role: str) -> tuple[Any, ...]:
    """IP13: Roll this row's injury check and return its events."""
    if not role or situation.state is None or (role == "lead_runner" and not situation.occupied):
        return ()
    player = _checked_player(situation.state, situation.occupied, role)
    absence = roll_injury(game_input, setup.charts, setup.batter(player).inj)
    return (injury_event(player, absence),) if absence is not None else ()


def _checked_player(state: State, occupied: int, role: str) -> str:
    if role == "batter":
        return state.batting.batter
    if role == "lead_runner":
        runner = state.bases[lead_runner(occupied) - 1]
        return runner.player if runner else ""
    return state.fielding.pitcher if role == "pitcher" else state.fielding.at(role)


def _event_play(event: str, situation: PlaySituation) -> Play:
    if event == "inside_the_park":
        return home_run_play(situation, RULE, "cf")
    kind, to, errors = _EVENTS[event](situation.occupied)
    return settle(Play(kind, to, RULE, errors[0].position if errors else "", event, errors), situation.outs)


_EventResult = tuple[str, Destinations, tuple[Charge, ...]]


def _destinations(to: list[int]) -> Destinations:
    return (to[0], to[1], to[2], to[3])


def _advance_forced_runners(state: int) -> Destinations:
    to = stay(state, 1)
    for base in forced(state):
        to[base] = base + 1
    return _destinations(to)


def _interference(state: int) -> _EventResult:
    return "interference", _advance_forced_runners(state), (Charge("c"),)


def _runner_out(state: int) -> _EventResult:
    """Put out the lead runner and award the batter first base."""
    lead, to = lead_runner(state), [*_advance_forced_runners(state)]
    to[lead] = OUT
    return "fielders_choice", _destinations(to), ()


_EVENTS: Final[Mapping[str, Any]] = {
    "foul": lambda state: ("no_play", _destinations(stay(state)), ()),
    "interference": _interference,
    "third_strike": lambda state: ("strikeout", _advance_forced_runners(state), ()),
    "passed_strike": lambda state: ("strikeout", _destinations(advance(state, 1, OUT)), ()),
    "runner_interference": _runner_out,
    "balk": lambda state: ("balk", _destinations(advance(state, 1)), ()),
}
