"""The winning pitcher, the losing pitcher and the save (9.17 to 9.19), based on a finished game's events."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules_engine.baseball.events import Event, PlayMade
from rules_engine.baseball.plays import OUT
from rules_engine.baseball.state import State, after_play, runner_from

STARTER_OUTS = 15  # 9.17b: five innings, or four if the game lasted five or fewer
SHORT_GAME_INNINGS, SHORT_STARTER_OUTS = 5, 12


@dataclass(frozen=True, slots=True)
class Decisions:
    """The pitchers of record. `save` can be ""."""

    win: str
    loss: str
    save: str


@dataclass(slots=True)
class _Appearance:
    """A pitcher's appearance: the lead and the runners when he entered, and his work."""

    player: str
    lead: int
    on_base: int
    outs: int = 0
    runs: int = 0


@dataclass(slots=True)
class _Watch:
    """A team's pitchers in order, and its pitcher of record when it last took the lead."""

    appearances: list[_Appearance] = field(default_factory=list)
    of_record: str = ""  # when the team last took the lead
    beaten: str = ""  # the pitcher charged with the run that last put the other team ahead


def decide(history: Iterable[tuple[State, Event]], innings: int) -> Decisions | None:
    """Return a game's decisions from its (state before, event) pairs, or None for a tie.

    `innings` is the game's length.
    """
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
    """Credit any lead at the start of a game that begins midway to the pitchers who start it."""
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
    """Start a pitcher's appearance if he is new.

    The batting team's pitcher of record is its last pitcher, or its starter.
    """
    if not watch.appearances:
        watch.appearances.append(_Appearance(before.sides[team].pitcher, 0, 0))


def _watch_runs(watches: tuple[_Watch, _Watch], before: State, event: PlayMade) -> None:
    batting, fielding = int(before.bottom), int(not before.bottom)
    lead = before.lead
    for start in event.play.scored:
        lead += 1
        watches[fielding].appearances[-1].runs += 1
        if lead == 1:  # A tie wipes out the previous pitcher of record.
            watches[batting].of_record = watches[batting].appearances[-1].player
            watches[fielding].beaten = runner_from(before, start).pitcher


def _winner(watch: _Watch, innings: int) -> str:
    """9.17: Return the pitcher of record, or the most effective reliever if the starter left too early."""
    starter = watch.appearances[0]
    needed = SHORT_STARTER_OUTS if innings <= SHORT_GAME_INNINGS else STARTER_OUTS
    if watch.of_record != starter.player or starter.outs >= needed or len(watch.appearances) == 1:
        return watch.of_record
    # "Most effective" is the scorer's judgment, implemented as most outs, then fewest runs, then earliest entry.
    return max(watch.appearances[1:], key=lambda stay: (stay.outs, -stay.runs)).player


def _saver(watch: _Watch, win: str) -> str:
    """9.19: Return the finisher if he didn't win, got an out, and protected a close lead or pitched three innings.

    A finisher who entered without a lead, or lost it, gets the win if his team wins.
    """
    last = watch.appearances[-1]
    if last.player == win or len(watch.appearances) == 1 or last.outs == 0:
        return ""
    close = last.lead <= 3 and last.outs >= 3
    tying_run_near = last.lead <= last.on_base + 2
    return last.player if close or tying_run_near or last.outs >= 9 else ""
