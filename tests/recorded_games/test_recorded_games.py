"""Two hundred whole games in each ruleset replay with the same results, and include every possible event."""

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.events import Event, PlayerInjured, PlayMade, Substituted
from rules_engine.baseball.play_by_play import KINDS
from rules_engine.baseball.state import State
from rules_engine.baseball.substitutions import STAND_IN
from rules_engine.game_rules import Ending
from rules_engine.systems import strat_o_matic
from rules_engine.systems.strat_o_matic.baserunning.holding import ASK_HOLDS, UNSAID
from rules_engine.systems.strat_o_matic.play.options import BUNTS
from rules_engine.systems.strat_o_matic.situation import INFIELDS
from tests.recorded_games.league import EDITIONS, ROOM
from tests.recorded_games.record import GAMES
from tests.recorded_games.replaying import OtherGameError, played_again
from tests.recorded_games.written import RecordedGame, box_lines, checksum, load, log_lines

ROOMS_OF_PLAY = ("batting", "fielding", "baserunning", "pitching", "play")
ANNOUNCEMENTS = {
    "pitch": ("pitch", "walk"),
    "infield": INFIELDS,
    "hold": ("none", "1", "2", "3", "12", "13", "23", "123", UNSAID.key),
    "outfield": ("back", "in"),
    "play": ("swing", *BUNTS, "hit_and_run", "steal_1", "steal_2", "steal_3", "delayed_steal", ASK_HOLDS.key),
}
BEFORE_A_GAME = {"weather", "rest", "usage"}  # the record names the ballpark, and everyone is rested


@cache
def games_of(edition: str) -> Sequence[tuple[RecordedGame, Sequence[tuple[State, Event]], State]]:
    """Return each record with its replayed events, as (state before, event), and its final state."""
    told = []
    for game in load(edition):
        log = played_again(edition, game).log
        told.append((game, list(zip(log.states, log.events, strict=False)), log.state))
    return told


@pytest.mark.parametrize("edition", EDITIONS)
def test_recorded_games_replay_identically(edition: str) -> None:
    """The failure lists all games that changed, each with its first difference if the record is complete."""
    others = [fault for game in load(edition) if (fault := difference(edition, game))]
    assert not others, "\n".join([f"{len(others)} of {GAMES} games are others now:", *others])


def difference(edition: str, game: RecordedGame) -> str:
    name = f"game {game.head['number']}"
    try:
        log = played_again(edition, game).log
    except OtherGameError as fault:
        return f"{name}: {fault}"
    came = {"log": log_lines(log), "box": box_lines(box_score(log.in_force()))}
    for part, lines in came.items():
        if checksum(lines) != getattr(game, part):
            pairs = zip(lines, (game.in_full or {}).get(part, ()), strict=False)
            first = next((f": {now} was {then}" for now, then in pairs if now != then), "")
            return f"{name}: the {part} is another{first}"
        if game.in_full and lines != game.in_full[part]:
            return f"{name}: the {part} written out is not that of the checksum"
    return ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_file_has_two_hundred_games_ten_in_full_in_at_most_a_megabyte(edition: str) -> None:
    games = load(edition)
    assert [game.head["number"] for game in games] == list(range(1, GAMES + 1))
    assert sum(game.in_full is not None for game in games) == 10
    assert (ROOM / f"{edition}.json").stat().st_size <= 1_000_000


def test_detects_a_different_die_or_decision() -> None:
    game = load("star")[0]
    first = str(game.steps[0]).split()
    for values in ([*first[:-1], "21"], [*first, "3"], first[:-1], ["bunt", *first[1:]]):
        with pytest.raises(OtherGameError, match="step 1"):
            played_again("star", RecordedGame(game.head, game.log, game.box, [" ".join(values), *game.steps[1:]]))


def test_detects_a_different_log_or_box_score() -> None:
    game = next(game for game in load("star") if game.in_full)
    sums = dict.fromkeys(("log", "box"), "0" * 16)
    for part, checksum_ in sums.items():
        other = RecordedGame(**{**vars(game), part: checksum_})
        assert f"the {part} is another" in difference("star", other)


def everything() -> Iterator[tuple[State, Event, State]]:
    """Return all events in all files, with the state before each one and the final state of its game."""
    for edition in EDITIONS:
        for _, history, last in games_of(edition):
            yield from ((before, event, last) for before, event in history)


def test_games_cover_every_ending() -> None:
    last_states = [last for edition in EDITIONS for *_, last in games_of(edition)]
    assert {state.ending for state in last_states} == {*get_args(Ending)} - {""}
    whole = [state for state in last_states if state.ending == "full" and not state.rules.only_half_inning]
    assert any(state.inning == 9 and not state.bottom for state in whole)  # the home team did not need to bat
    assert any(state.inning == 9 and state.bottom for state in whole)
    assert any(state.inning > 9 and state.rules.runner_on_second_from == 0 for state in whole)
    assert any(state.inning >= state.rules.runner_on_second_from > 0 for state in whole)
    assert any(state.rules.innings < 9 for state in whole)
    assert any(state.rules.only_half_inning for state in last_states)
    assert {state.bottom for state in last_states if state.ending == "mercy"} == {False, True}
    assert any(state.inning > 9 for state in last_states if state.ending == "walk_off")


def test_games_cover_every_kind_of_play_and_event() -> None:
    events = [event for _, event, _ in everything()]
    assert {event.play.kind for event in events if isinstance(event, PlayMade)} == KINDS
    assert {type(event) for event in events} == {*get_args(Event)} - {PlayerInjured}  # used only by other systems
    assert any(isinstance(event, PlayMade) and event.injured for event in events)
    assert any(isinstance(event, Substituted) and event.enters.startswith(STAND_IN) for event in events)


def test_games_cover_every_die_and_question_in_the_rules() -> None:
    named = {name for _, event, _ in everything() if isinstance(event, PlayMade) for name, _ in event.record}
    asked = names_in_the_rules() - BEFORE_A_GAME
    assert len(asked) > 25
    assert asked - named == set()


def test_games_cover_every_announcement() -> None:
    said = {
        (question, key)
        for _, event, _ in everything()
        if isinstance(event, PlayMade)
        for question, key in event.record
        if question in ANNOUNCEMENTS and isinstance(key, str)
    }
    assert said == {(question, key) for question, keys in ANNOUNCEMENTS.items() for key in keys}


def names_in_the_rules() -> set[str]:
    """Return the names of dice and questions that appear literally in the rules' source."""
    room = Path(str(strat_o_matic.__file__)).parent
    sources = [path for part in ROOMS_OF_PLAY for path in (room / part).glob("*.py")]
    calls = [node for path in sources for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    return {
        str(name.value)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("roll", "ask")
        for name in call.args[call.func.attr == "ask" :][:1]
        if isinstance(name, ast.Constant)
    }
