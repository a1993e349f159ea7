"""What must be true of every game, whatever was rolled and decided; each fault is one sentence."""

from collections.abc import Iterator

from rules_engine.baseball.bases import BATTER
from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.plays import ABSENT
from rules_engine.baseball.state import State


def broken_invariants(log: GameLog) -> list[str]:
    """Every invariant that this game breaks; an empty list is what one wants."""
    faults = [fault for before, after in _steps(log) for fault in _faults_of_state(before, after)]
    box = box_score(log.in_force())
    faults += _faults_of_score(log.state, box)
    if replay(log.start, log.events) != log.state:
        faults.append("The log replayed gives another state than the one it is in.")
    return faults


def _steps(log: GameLog) -> Iterator[tuple[State, State]]:
    for number in log.numbers_in_force():
        yield log.states[number - 1], log.states[number]


def _faults_of_state(before: State, after: State) -> Iterator[str]:
    where = f"inning {after.inning}, {'bottom' if after.bottom else 'top'}"
    if not 0 <= after.outs <= 3 or (after.outs == 3 and not after.ending):
        yield f"{where}: {after.outs} outs."
    men = [runner.player for runner in after.bases if runner]
    if len(men) != len(set(men)):
        yield f"{where}: a man stands on two bases."
    if before.ending and before.ending != "suspended" and after.score != before.score:
        yield f"{where}: a run scored after the end."
    for side in after.sides:
        present = [*side.order, *(man for man in side.field if man not in side.order)]
        if len(set(side.order)) != 9 or len(set(side.field)) != 9:
            yield f"{where}: a man is in the order or in the field twice."
        if back := set(present) & set(side.gone):
            yield f"{where}: {', '.join(sorted(back))} is back after leaving."


def _faults_of_score(state: State, box: BoxScore) -> Iterator[str]:
    for team in (0, 1):
        batting, against = box.teams[team], box.teams[1 - team]
        runs = batting.total("runs")
        if runs != state.score[team] or runs != sum(line.runs for line in against.pitching.values()):
            yield f"Team {team} has {state.score[team]} runs, its runners {runs}."
        if runs != sum(state.halves[team::2]):
            yield f"The innings of team {team} do not add up to {runs}."
        outs = sum(line.outs for line in against.pitching.values())
        putouts = sum(line.putouts for line in against.fielding.values())
        if outs != putouts:
            yield f"Team {1 - team} made {putouts} putouts for {outs} outs."
        left = batting.left_on_base + _on_base_at_the_end(state, team)
        if batting.total("plate_appearances") + _ghosts(state, team) != runs + left + outs:
            yield (
                f"Team {team}: {batting.total('plate_appearances')} plate appearances, but {runs} runs, {left} left on"
                f" base and {outs} outs."
            )
        if team == 0 or state.ending == "full":
            yield from _faults_of_outs(state, team, outs)


def _on_base_at_the_end(state: State, team: int) -> int:
    """Runners of a half-inning that was cut short."""
    return state.occupied.bit_count() if team == int(state.bottom) and state.outs < 3 else 0


def _ghosts(state: State, team: int) -> int:
    first = state.rules.runner_on_second_from
    last = state.inning if team == 0 or state.bottom else state.inning - 1
    return max(0, last - first + 1) if first else 0


def _faults_of_outs(state: State, team: int, outs: int) -> Iterator[str]:
    halves = len(state.halves[team::2])
    complete = halves - (state.outs < 3 and team == int(state.bottom))
    expected = 3 * complete + (state.outs if team == int(state.bottom) and state.outs < 3 else 0)
    if outs != expected:
        yield f"Team {team} made {outs} outs in {halves} innings."


def batting_order_faults(log: GameLog) -> list[str]:
    """Each plate appearance must be taken by the man next in the order."""
    faults, expected = [], [0, 0]
    for before, event in log.in_force():
        if isinstance(event, PlayMade) and event.play.to[BATTER] != ABSENT:
            team = int(before.bottom)
            if before.sides[team].order[expected[team] % 9] != event.batter:
                faults.append(f"{event.batter} batted out of turn in inning {before.inning}.")
            expected[team] += 1
    return faults
