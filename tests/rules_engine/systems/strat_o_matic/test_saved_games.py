"""Saved games: round trips, and corrupted files rejected with the line and field."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules_engine.baseball.events import Event, GameHalted, LogError, PlayMade, evolve
from rules_engine.baseball.game_input import RandomInput
from rules_engine.baseball.going_back import dice_on_record
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.plays import OUT
from rules_engine.baseball.saved_games import (
    FIRST_FORMAT,
    FORMAT,
    SavedFinding,
    SavedGame,
    SavedGameError,
    read_saved,
    saved_text,
)
from rules_engine.baseball.situations import Midgame, start_midgame
from rules_engine.baseball.state import State
from rules_engine.eligibility.pitching import ReliefLeft
from rules_engine.profile import load_profile
from rules_engine.rulings import refuse
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.fielding.outcomes import lead_forced_play
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.situation import Situation
from tests.rules_engine.systems.strat_o_matic.real_league import EDITIONS, new_game

TEAMS = ("NYA", "ATL")


def played(edition: str = "star", events: int = 400, seed: int = 3) -> StratGame:
    game = new_game(edition, "NYA", "ATL")
    pilot = ComputerManager(game, load_profile("purestrat@1") if edition == "star" else None)
    game_input = RandomInput(seed, pilot.choose)
    while not game.state.over and game.log.number < events:
        pilot.changes()
        game.play(game_input)
        if game.log.number == 20:
            game.rewind(17, "a slip")
    return game


def saved(game: StratGame) -> SavedGame:
    relief = {
        "rockejo01": ReliefLeft(refuse(SavedFinding.RULED_BEFORE_THE_GAME, "T10.2", sentence="started game 3"), 0)
    }
    return SavedGame("strat_o_matic", "star", "1998", TEAMS, game.log, "neutral", "purestrat@1", 7, 300, relief=relief)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("events", [0, 30, 400])
def test_saved_game_survives_a_round_trip_at_any_point(edition: str, events: int) -> None:
    game = saved(played(edition, events))
    assert read_saved(saved_text(game)) == game


@pytest.mark.parametrize("earlier", [None, (1, 1, 2, OUT)])
def test_lead_runner_forced_for_the_third_out_with_batter_on_first_round_trips(
    earlier: tuple[int, int, int, int] | None,
) -> None:
    """16.42: the batter reaches first, and the half-inning is over.

    Earlier versions left the forced runners in place.
    """
    game = new_game("star", "NYA", "ATL")
    loaded = Midgame(
        outs=2, bases=(game.state.batting.order[2], game.state.batting.order[1], game.state.batting.order[0])
    )
    log = GameLog(start_midgame(game.log.start, loaded._replace(up=(3, 0))))
    situation = Situation(log.state.occupied, log.state.outs)
    play = lead_forced_play(situation, "ss")
    assert play.to == (1, 2, 3, OUT)
    play = replace(play, to=earlier or play.to)
    log.append(PlayMade(play, log.state.batting.batter, log.state.fielding.pitcher))
    stored = replace(saved(game), log=log)
    assert read_saved(saved_text(stored)) == stored


def test_every_event_has_its_own_line_and_a_suspended_game_reloads() -> None:
    game = played(events=25)
    game.append(GameHalted("suspended", "T33.0"))
    text = saved_text(saved(game))
    assert read_saved(text).log.state.ending == "suspended"
    assert [json.loads(line.rstrip(","))["event"] for line in text.splitlines() if line.startswith('{"event"')][
        -1
    ] == "halt"


def refusal_after(change: Callable[[dict[str, Any]], object]) -> str:
    document = json.loads(saved_text(saved(played(events=30))))
    change(document)
    return json.dumps(document, indent=1)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda d: d.pop("format"), "field format: this is not a saved game"),
        (lambda d: d.pop("seed"), "field seed: is missing"),
        (lambda d: d.update(seed="7"), "field seed: '7' is not a whole number"),
        (lambda d: d.update(thrown=True), "field thrown: True is not a whole number"),
        (lambda d: d.update(teams=["NYA"]), "field teams"),
        (lambda d: d["sides"].pop(), "field sides: there are 1, not two"),
        (lambda d: d["sides"][1]["order"].pop(), r"field sides\[1\]: The batting order"),
        (lambda d: d["sides"][0]["bench"].append("x"), r"field sides\[0\]\.bench\[\d+\]: there is no card for 'x'"),
        (lambda d: d["rules"].update(innings="nine"), "field rules.innings: 'nine' is not a whole number"),
        (lambda d: d["rules"].update(tea=1), "field rules.tea: unknown rule"),
        (lambda d: d["relief"].update(x={"allowed": 1}), "field relief.x.allowed: 1 is not true or false"),
        (lambda d: d["events"][4].pop("kind"), r"line \d+, event 5: field kind: is missing"),
        (lambda d: d["events"][4].update(event="rain"), r"event 5: field event: 'rain' is not allowed here"),
        (lambda d: d["events"][4].update(to=[9, -2, -2, -2]), r"event 5: field to: \[9, -2, -2, -2\] is not"),
        (lambda d: d["events"][0].update(to=[1, 2, -2, -2]), r"field to: .* doesn't match the runner on base 1"),
        (lambda d: d["events"][0].update(batter="nobody99"), "event 1: field batter: nobody99 is not at bat"),
        (lambda d: d["events"][0].update(pitcher="nobody99"), "event 1: field pitcher: nobody99 is not pitching"),
        (lambda d: d["events"][0].update(record=[["white", 2.5]]), "event 1: field record"),
        (lambda d: d["events"].append({"event": "rewound", "to": 99}), "no event 99 to go back to"),
        (lambda d: d["events"].append("strike"), "'strike' is not an object"),
        (lambda d: d["events"].append({"event": "sub", "team": 0, "in": "x", "out": "y", "why": ""}), "y is not in"),
        (lambda d: d["events"][0].update(fielder="shortstop"), "event 1: field fielder: 'shortstop' is not allowed"),
        (lambda d: d["events"][0].update(errors=["ss"]), "event 1: field errors"),
        (lambda d: d.update(events={}), "field events: {} is not a list"),
    ],
)  # fmt: skip
def test_damaged_file_error_shows_the_bad_field(change: Callable[[dict[str, Any]], object], fault: str) -> None:
    cards = new_game().setup.cards
    with pytest.raises(SavedGameError, match=fault):
        read_saved(refusal_after(change), lambda player: player in cards)


def test_error_line_number_matches_the_event() -> None:
    text = saved_text(saved(played(events=30)))
    lines = text.splitlines()
    line = next(place for place, content in enumerate(lines) if '"event": "play"' in content) + 6
    lines[line] = lines[line].replace('"kind"', '"kynd"')
    with pytest.raises(SavedGameError, match=rf"^line {line + 1}, event 7: field kind: is missing"):
        read_saved("\n".join(lines))


def test_truncated_file_error_shows_line_and_column() -> None:
    text = saved_text(saved(played(events=30)))
    with pytest.raises(SavedGameError, match=r"^line \d+, column \d+: "):
        read_saved(text[: len(text) // 2])
    with pytest.raises(SavedGameError, match="line 1, column 1"):
        read_saved("")
    with pytest.raises(SavedGameError, match="not a saved game"):
        read_saved("[]")
    with pytest.raises(SavedGameError, match="nested too deeply"):
        read_saved("[" * 200_000)


def test_corrupted_file_is_read_whole_or_rejected() -> None:
    text = saved_text(saved(played(events=12)))
    refused = 0
    for place in range(0, len(text), 7):
        for wrong in (text[:place], text[:place] + "0" + text[place + 1 :], text[:place] + text[place + 1 :]):
            try:
                read_saved(wrong)
            except SavedGameError:
                refused += 1
    assert refused > len(text) / 7  # every truncated file, and most others


def test_15_2_first_format_file_loads_with_its_option() -> None:
    text = saved_text(saved(played(events=3)))
    first = text.replace(FORMAT, FIRST_FORMAT).replace('"system": "strat_o_matic",\n', "")
    first = first.replace('"brought": [null, null],\n', "")
    assert read_saved(first) == read_saved(text)
    for written, edition in (("true", "star+underlines_reversed"), ("false", "star")):
        older = read_saved(first.replace('"seed"', f'"underlines_reversed": {written},\n"seed"'))
        assert (older.system, older.edition) == ("strat_o_matic", edition)
    with pytest.raises(SavedGameError, match="field underlines_reversed: 'yes' is not true or false"):
        read_saved(first.replace('"seed"', '"underlines_reversed": "yes",\n"seed"'))


def test_file_stores_its_system_and_the_teams_carryover() -> None:
    game = replace(saved(played(events=3)), system="pine_tar", carried_over=({"games": 3}, None))
    text = saved_text(game)
    assert read_saved(text) == game
    with pytest.raises(SavedGameError, match="field system: unknown game system “x”; choose from strat_o_matic, "):
        read_saved(text.replace('"pine_tar"', '"x"'))
    with pytest.raises(SavedGameError, match="field system: is missing"):
        read_saved(text.replace('"system": "pine_tar",\n', ""))
    with pytest.raises(SavedGameError, match="field brought: "):
        read_saved(text.replace('"brought": [', '"brought": [7, '))


def test_opening_a_saved_game_evaluates_only_current_events(monkeypatch) -> None:
    """The number of states built is at most twice the number of events in force."""
    document = json.loads(saved_text(saved(played(events=90))))
    events = document["events"]
    document["events"] = [*events[:1], {"event": "rewound", "to": 0, "why": ""}] * 20_000
    document["events"] += [
        event if event["event"] != "rewound" else {**event, "to": event["to"] + 40_000} for event in events
    ]
    worked_out = []

    def counted(state: State, event: Event) -> State:
        worked_out.append(event)
        return evolve(state, event)

    monkeypatch.setattr("rules_engine.baseball.log.evolve", counted)
    log = read_saved(json.dumps(document)).log
    game = StratGame(new_game().setup, log)
    assert dice_on_record(game.log) == {}
    in_force = len(log.numbers_in_force())
    assert 80 < in_force <= len(worked_out) <= 2 * in_force
    game.undo()
    assert len(worked_out) <= 2 * in_force


def test_impossible_undone_event_is_rejected_when_restored() -> None:
    document = json.loads(saved_text(saved(played(events=30))))
    place = next(at for at, event in enumerate(document["events"]) if event["event"] == "rewound") - 1
    document["events"][place]["batter"] = "nobody99"
    log = read_saved(json.dumps(document)).log
    with pytest.raises(LogError, match=f"event {place + 1}: field batter: nobody99 is not at bat"):
        log.rewind(place + 1)


def test_saved_games_keep_the_styles_of_their_managers() -> None:
    game = replace(saved(played(events=5)), styles=("aggressive", "default"))
    text = saved_text(game)
    assert read_saved(text).styles == ("aggressive", "default")
    assert "styles" not in json.loads(saved_text(replace(game, styles=("default", "default"))))
    with pytest.raises(SavedGameError, match="field styles"):
        read_saved(text.replace('"aggressive"', '"reckless"'))
