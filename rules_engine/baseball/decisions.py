"""Winning pitcher, losing pitcher, save (9.17 to 9.19), from the events of a finished game."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.plays import OUT
from rules_engine.baseball.state import State, after_play, runner_from

STARTER_OUTS = 15  # 9.17b: five innings, four when the game lasted five or less
SHORT_GAME_INNINGS, SHORT_STARTER_OUTS = 5, 12


@dataclass(frozen=True, slots=True)
class Decisions:
    """Player names; `save` may be ""."""

    win: str
    loss: str
    save: str


@dataclass(slots=True)
class _Appearance:
    """One pitcher's stay: the lead he came in with, runners on then, what he did."""

    player: str
    lead: int
    on_base: int
    outs: int = 0
    runs: int = 0


@dataclass(slots=True)
class _Watch:
    """One team's pitchers in order, and who was its pitcher of record when it last took the lead."""

    appearances: list[_Appearance] = field(default_factory=list)
    of_record: str = ""  # when the team last went ahead
    beaten: str = ""  # to whom the run was charged that last put the other team ahead


def decide(history: Iterable[tuple[State, Event]], innings: int) -> Decisions | None:
    """The decisions of a game from its (state before, event) pairs; None for a tie. `innings` is how long it lasted."""
    watches = (_Watch(), _Watch())
    final: State | None = None
    for before, event in history:
        if isinstance(event, PlayMade):
            if final is None:
                _ahead_from_the_start(watches, before)
            final = _watch_play(watches, before, event)
    if final is None or final.score[0] == final.score[1]:
        return None
    winner = int(final.score[1] > final.score[0])
    win = _winner(watches[winner], innings)
    return Decisions(win, watches[1 - winner].beaten, _saver(watches[winner], win))


def _ahead_from_the_start(watches: tuple[_Watch, _Watch], start_state: State) -> None:
    """A game that begins in the middle: those who began it are of record for the lead that they found."""
    away, home = start_state.score
    if away != home:
        leader = int(home > away)
        watches[leader].of_record = start_state.sides[leader].pitcher
        watches[1 - leader].beaten = start_state.sides[1 - leader].pitcher


def _watch_play(watches: tuple[_Watch, _Watch], before: State, event: PlayMade) -> State:
    fielding, batting = int(not before.bottom), int(before.bottom)
    _come_in(watches[fielding], before, fielding)
    _come_in_if_new(watches[batting], before, batting)
    appearance = watches[fielding].appearances[-1]
    appearance.outs += event.play.to.count(OUT)
    _watch_runs(watches, before, event)
    return after_play(before, event.play)


def _come_in(watch: _Watch, before: State, team: int) -> None:
    pitcher = before.sides[team].pitcher
    if not watch.appearances or watch.appearances[-1].player != pitcher:
        lead = before.score[team] - before.score[1 - team]
        watch.appearances.append(_Appearance(pitcher, lead, before.occupied.bit_count()))


def _come_in_if_new(watch: _Watch, before: State, team: int) -> None:
    """The batting team's pitcher of record is the player who pitched last for it, or its starter."""
    if not watch.appearances:
        watch.appearances.append(_Appearance(before.sides[team].pitcher, 0, 0))


def _watch_runs(watches: tuple[_Watch, _Watch], before: State, event: PlayMade) -> None:
    batting, fielding = int(before.bottom), int(not before.bottom)
    lead = before.lead
    for start in event.play.scored:
        lead += 1
        watches[fielding].appearances[-1].runs += 1
        if lead == 1:  # who was of record before a tie is so no longer
            watches[batting].of_record = watches[batting].appearances[-1].player
            watches[fielding].beaten = runner_from(before, start).pitcher


def _winner(watch: _Watch, innings: int) -> str:
    """9.17: the pitcher of record; a starter who left early gives way to the most effective reliever."""
    starter = watch.appearances[0]
    needed = SHORT_STARTER_OUTS if innings <= SHORT_GAME_INNINGS else STARTER_OUTS
    if watch.of_record != starter.player or starter.outs >= needed or len(watch.appearances) == 1:
        return watch.of_record
    # the scorer's judgement of "most effective", made a rule: most outs, then fewest runs, then the earliest
    return max(watch.appearances[1:], key=lambda stay: (stay.outs, -stay.runs)).player


def _saver(watch: _Watch, win: str) -> str:
    """9.19: he finished, did not win, got an out, and kept a lead that was close enough or for three innings.

    Who came in without a lead, or lost it, is the winner himself when his team wins.
    """
    last = watch.appearances[-1]
    if last.player == win or len(watch.appearances) == 1 or last.outs == 0:
        return ""
    close = last.lead <= 3 and last.outs >= 3
    tying_run_near = last.lead <= last.on_base + 2
    return last.player if close or tying_run_near or last.outs >= 9 else ""
