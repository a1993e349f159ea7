"""Each invariant fails when its guarantee is broken, by a broken engine or in a corrupted log."""

import random
from collections.abc import Callable

import pytest

from rules_engine.baseball import events
from rules_engine.baseball.bases import HOME
from rules_engine.baseball.events import PlayMade, Substituted
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants, shared_base_faults
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import ABSENT, OUT, Play, advance, settle
from rules_engine.baseball.state import Runner, State, after_play, cut_at_walk_off
from rules_engine.game_rules import GameRules
from tests.rules_engine.baseball.games import new_game

Broken = Callable[[State, State, Play], State]  # before, after, play -> the state that a broken engine makes


def faults(log: GameLog) -> list[str]:
    return broken_invariants(log) + batting_order_faults(log)


def some_play(state: State, chance: random.Random) -> Play:
    """Return a strikeout, a walk that forces runners correctly, a single, a home run or a double-play grounder."""
    on = state.occupied
    kind = chance.choice(("strikeout", "strikeout", "groundout", "single", "single", "homerun"))
    if kind == "strikeout":
        to = advance(on, 0, OUT)
    elif kind == "groundout":
        to = advance(on, 0, OUT)
        if on & 1 and state.outs < 2:
            to[1] = OUT
    else:
        bases = HOME if kind == "homerun" else 1
        to = advance(on, bases, bases)
    played = Play(kind, (to[0], to[1], to[2], to[3]), fielder="ss" if kind == "groundout" else "")
    settled = settle(played, state.outs)
    return settled if state.bottom and state.lead > 0 else cut_at_walk_off(state, settled)


def played(seed: int, plays: int = 300) -> GameLog:
    """Play at least three innings, until the engine says that the game is over."""
    log, chance = new_game(GameRules(innings=3)), random.Random(seed)
    while not log.state.over and log.number < plays:
        state = log.state
        log.append(PlayMade(some_play(state, chance), state.batting.batter, state.fielding.pitcher))
    return log


SEEDS = range(30)


def test_sound_games_break_no_invariant_and_include_walk_offs() -> None:
    games = [played(seed) for seed in SEEDS]
    assert [fault for log in games for fault in faults(log)] == []
    assert {log.state.ending for log in games} == {"full", "walk_off"}


def run_not_counted(after: State, before: State, play: Play) -> State:
    return after._replace(score=(before.score[0], after.score[1])) if len(play.scored) > 1 else after


def run_counted_for_the_others(after: State, before: State, play: Play) -> State:
    return after._replace(score=after.score[::-1]) if play.scored and before.outs == 1 else after


def innings_forget_a_run(after: State, before: State, play: Play) -> State:
    return after._replace(halves=(*after.halves[:-1], 0)) if len(play.scored) > 1 else after


def batter_passed_over(after: State, before: State, play: Play) -> State:
    if play.kind != "homerun":
        return after
    side = after.sides[before.bottom]
    skipped = side._replace(up=(side.up + 1) % 9)
    return after._replace(sides=(after.sides[0], skipped) if before.bottom else (skipped, after.sides[1]))


def batter_stays_up(after: State, before: State, play: Play) -> State:
    return after._replace(sides=before.sides) if play.kind == "single" and before.outs == 1 else after


def two_outs_end_the_half(after: State, before: State, play: Play) -> State:
    ends = before.inning == 2 and after.outs == 2 and not after.ending
    return after._replace(outs=0, bases=(None, None, None), bottom=not before.bottom) if ends else after


def an_out_forgotten(after: State, before: State, play: Play) -> State:
    forgets = before.inning == 1 and after.outs == 1 and before.outs == 0
    return after._replace(outs=0) if forgets else after


def runner_vanishes(after: State, before: State, play: Play) -> State:
    return after._replace(bases=(None, *after.bases[1:])) if play.kind == "single" and before.outs == 2 else after


def player_on_two_bases(after: State, before: State, play: Play) -> State:
    first = after.bases[0]
    return after._replace(bases=(first, first, after.bases[2])) if first and play.kind == "single" else after


def walk_off_forgotten(after: State, before: State, play: Play) -> State:
    return after._replace(ending="") if after.ending == "walk_off" else after


def ends_too_soon(after: State, before: State, play: Play) -> State:
    tied = after.score[0] == after.score[1] and after.inning == 4 and not before.ending
    return after._replace(ending="full") if tied else after


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (run_not_counted, " runs, but its runners scored "),
        (run_counted_for_the_others, " runs, but its runners scored "),
        (innings_forget_a_run, "do not add up to"),
        (batter_passed_over, "batted out of turn"),
        (batter_stays_up, "batted out of turn"),
        (two_outs_end_the_half, " outs in "),
        (an_out_forgotten, " outs in "),
        (runner_vanishes, "plate appearances, but"),
        (player_on_two_bases, "a player occupies two bases"),
        (walk_off_forgotten, "continues with the home team ahead"),
        (ends_too_soon, "ended with the score"),
    ],
)
def test_detects_an_engine_that_breaks_a_baseball_law(
    broken: Broken, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken engine is caught within thirty games, with the message that names the fault."""
    monkeypatch.setattr(events, "after_play", lambda state, play: broken(after_play(state, play), state, play))
    problems = [line for seed in SEEDS for line in faults(played(seed, plays=120))]
    assert any(fault in line for line in problems), problems[:5]


def a_play_after_the_end(log: GameLog) -> None:
    state = log.state
    log.append(PlayMade(Play("strikeout", (OUT, ABSENT, ABSENT, ABSENT)), state.batting.batter, state.fielding.pitcher))


def spoil(log: GameLog, number: int, **changed: object) -> None:
    log.states[number] = log.states[number]._replace(**changed)


def test_detects_a_play_after_the_end() -> None:
    log = played(3)
    a_play_after_the_end(log)
    assert any("after the end" in fault for fault in faults(log))


def test_detects_a_state_that_differs_from_replay() -> None:
    log = played(3)
    side = log.state.sides[0]
    spoil(log, log.number, sides=(side._replace(bench=()), log.state.sides[1]))
    assert faults(log) == ["Replaying the log gives a different state."]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"order": ("Ac",) * 9}, "in the batting order or in the field twice"),
        ({"field": ("Ap",) * 9}, "in the batting order or in the field twice"),
        ({"removed": ("Ass",)}, "Ass came back after leaving"),
    ],
)
def test_detects_a_duplicate_or_returning_player(change: dict, fault: str) -> None:
    log = played(3)
    spoil(log, 5, sides=(log.states[5].sides[0]._replace(**change), log.states[5].sides[1]))
    assert any(fault in line for line in faults(log))


def test_detects_a_removed_player_on_base() -> None:
    log = new_game()
    log.append(PlayMade(Play("walk", (1, ABSENT, ABSENT, ABSENT)), "Ac", "Hp"))
    log.append(Substituted(0, "A1", "Ac"))
    assert faults(log) == []
    spoil(log, 2, bases=(Runner("Ac", "Hp"), None, None))
    assert any("Ac came back after leaving" in line for line in faults(log))


def test_detects_four_outs() -> None:
    log = played(3)
    spoil(log, 4, outs=4)
    assert any("4 outs" in line for line in faults(log))


def test_detects_extra_walk_off_runs_except_on_a_home_run() -> None:
    """If a single brings in two runs to win the game, only the first one counts. On a home run everyone scores."""

    def ended(kind: str, to: tuple[int, int, int, int]) -> list[str]:
        log = new_game(GameRules(innings=1))
        for _ in range(3):
            state = log.state
            log.append(PlayMade(Play("strikeout", (OUT, -2, -2, -2)), state.batting.batter, state.fielding.pitcher))
        for moved in ((1, -2, -2, -2), (1, 2, -2, -2), (1, 2, 3, -2)):
            state = log.state
            log.append(PlayMade(Play("walk", moved), state.batting.batter, state.fielding.pitcher))
        state = log.state
        log.append(PlayMade(Play(kind, to), state.batting.batter, state.fielding.pitcher))
        return faults(log)

    assert ended("homerun", (HOME, HOME, HOME, HOME)) == []
    assert ended("single", (1, 2, 3, HOME)) == []
    assert any("more than needed to win" in fault for fault in ended("single", (1, 3, HOME, HOME)))


def test_detects_two_runners_on_a_base_after_the_third_out() -> None:
    """The bases are cleared after the third out, so the fault is visible only in the play."""
    log = GameLog(new_game().state._replace(outs=2))
    pitcher = log.start.fielding.pitcher
    first, second = (Runner(player, pitcher) for player in log.start.batting.order[:2])
    start = log.start._replace(bases=(second, first, None))
    for to, expected in (((1, 1, OUT, ABSENT), True), ((1, 2, OUT, ABSENT), False)):
        log = GameLog(start)
        batter = start.batting.batter
        log.append(PlayMade(Play("fielders_choice", to), batter, pitcher, (), "", 0))
        assert any("two players on base 1" in fault for fault in shared_base_faults(log)) is expected
