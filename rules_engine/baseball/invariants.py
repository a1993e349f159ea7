"""Invariants that hold in every game, whatever the dice and decisions. Each violation is one sentence."""

from collections.abc import Iterator

from rules_engine.baseball.bases import BATTER, FIRST, SECOND, THIRD
from rules_engine.baseball.box_score import BoxScore, box_score
from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.log import GameLog, replay
from rules_engine.baseball.plays import ABSENT
from rules_engine.baseball.situations import is_midgame
from rules_engine.baseball.state import State


def broken_invariants(log: GameLog) -> list[str]:
    """Return every invariant that this game violates, or an empty list."""
    steps = list(_steps(log))
    faults = [fault for before, _, after in steps for fault in _faults_of_state(before, after)]
    faults += [fault for before, event, after in steps for fault in _faults_of_the_end(before, event, after)]
    box = box_score(log.in_force())
    faults += _faults_of_score(log.start, log.state, box)
    if replay(log.start, log.events) != log.state:
        faults.append("Replaying the log gives a different state.")
    return faults


def _steps(log: GameLog) -> Iterator[tuple[State, Event, State]]:
    """Yield (state before, event, state after) for every event in force."""
    for number in log.numbers_in_force():
        yield log.state_after(number - 1), log.events[number - 1], log.state_after(number)


def _faults_of_state(before: State, after: State) -> Iterator[str]:
    where = f"inning {after.inning}, {'bottom' if after.bottom else 'top'}"
    if not 0 <= after.outs <= 3 or (after.outs == 3 and not after.ending):
        yield f"{where}: {after.outs} outs."
    players = [runner.player for runner in after.bases if runner]
    if len(players) != len(set(players)):
        yield f"{where}: a player occupies two bases."
    if before.ending and before.ending != "suspended" and after.score != before.score:
        yield f"{where}: a run scored after the end."
    for team, side in enumerate(after.sides):
        on_base = players if team == int(after.bottom) else []
        present = [*side.order, *side.field, *on_base]
        if len(set(side.order)) != 9 or len(set(side.field)) != 9:
            yield f"{where}: a player is in the batting order or in the field twice."
        if back := set(present) & set(side.removed):
            yield f"{where}: {', '.join(sorted(back))} came back after leaving."
        if strangers := set(on_base) - set(side.order):
            yield f"{where}: {', '.join(sorted(strangers))} is on base but not in the batting order."


def shared_base_faults(log: GameLog) -> list[str]:
    """Return plays that leave two players on a base, even if they end the half-inning and clear the bases.

    Saved games from earlier versions can contain such plays, so only new games are checked for them.
    """
    return [fault for before, event, _ in _steps(log) for fault in _shared_bases(before, event)]


def _shared_bases(before: State, event: Event) -> Iterator[str]:
    if not isinstance(event, PlayMade):
        return
    for base in FIRST, SECOND, THIRD:
        if event.play.to.count(base) > 1:
            half = "bottom" if before.bottom else "top"
            yield f"inning {before.inning}, {half}: the play leaves two players on base {base}."


def _faults_of_the_end(before: State, event: Event, after: State) -> Iterator[str]:
    """Return violations of the game's end: it stops where it must, not earlier, and no play follows."""
    where, rules = f"inning {after.inning}, {'bottom' if after.bottom else 'top'}", after.rules
    if before.over and isinstance(event, PlayMade):
        yield f"{where}: a play was made after the end."
    if rules.only_half_inning:
        return
    regular = after.inning >= rules.innings
    if after.bottom and regular and after.lead > 0 and not after.ending:
        yield f"{where}: the game continues with the home team ahead."
    if after.ending in ("full", "walk_off") and (after.lead == 0 or not regular):
        yield f"{where}: the game ended with the score {after.score[0]} to {after.score[1]}."
    if after.ending == "walk_off" and isinstance(event, PlayMade) and event.play.kind != "homerun" and after.lead > 1:
        yield f"{where}: {after.score[1] - before.score[1]} runs scored, more than needed to win."


def _faults_of_score(start: State, state: State, box: BoxScore) -> Iterator[str]:
    """Check the score.

    A shootout half-inning starts with the runs of earlier halves, and can be the home team's (T32.0).
    """
    for team in (0, 1):
        halves = state.halves[team ^ start.bottom :: 2]
        scored = state.score[team] - start.score[team]
        batting, against = box.teams[team], box.teams[1 - team]
        runs = batting.total("runs")
        if runs != scored or runs != sum(line.runs for line in against.pitching.values()):
            yield f"Team {team} has {scored} runs, but its runners scored {runs}."
        if runs != sum(halves):
            yield f"Team {team}'s innings do not add up to {runs}."
        outs = sum(line.outs for line in against.pitching.values())
        putouts = sum(line.putouts for line in against.fielding.values())
        if outs != putouts:
            yield f"Team {1 - team} made {putouts} putouts for {outs} outs."
        left = batting.left_on_base + _on_base_at_the_end(state, team)
        batters = batting.total("plate_appearances") + _on_base_at_the_start(start, team) + _ghosts(start, state, team)
        if batters != runs + left + outs:
            yield (
                f"Team {team}: {batting.total('plate_appearances')} plate appearances, but {runs} runs, {left} left on"
                f" base and {outs} outs."
            )
        made_before = start.outs if team == int(start.bottom) else 0
        yield from _faults_of_outs(state, team, len(halves), made_before + outs)


def _on_base_at_the_end(state: State, team: int) -> int:
    """Return the number of runners on base in a half-inning still in progress."""
    return state.occupied.bit_count() if team == int(state.bottom) and not state.over else 0


def _on_base_at_the_start(start: State, team: int) -> int:
    """Return the number of runners on base at the start of a game that begins midway."""
    return start.occupied.bit_count() if team == int(start.bottom) else 0


def _ghosts(start: State, state: State, team: int) -> int:
    """Return the number of runners placed on second in extra innings, not counting one at the start."""
    first = state.rules.runner_on_second_from
    first_inning = start.inning + (team == int(start.bottom) or (start.bottom and team == 0))
    first = max(first, first_inning) if first and is_midgame(start) else first
    last = state.inning if team == 0 or state.bottom else state.inning - 1
    return max(0, last - first + 1) if first else 0


def _faults_of_outs(state: State, team: int, halves: int, outs: int) -> Iterator[str]:
    complete = halves - (state.outs < 3 and team == int(state.bottom))
    expected = 3 * complete + (state.outs if team == int(state.bottom) and state.outs < 3 else 0)
    if outs != expected:
        yield f"Team {team} made {outs} outs in {halves} innings."


def batting_order_faults(log: GameLog) -> list[str]:
    """Check that the next player in the order takes each plate appearance."""
    faults, expected = [], [side.up for side in log.start.sides]
    for before, event in log.in_force():
        if isinstance(event, PlayMade) and event.play.to[BATTER] != ABSENT:
            team = int(before.bottom)
            if before.sides[team].order[expected[team] % 9] != event.batter:
                faults.append(f"{event.batter} batted out of turn in inning {before.inning}.")
            expected[team] += 1
    return faults
