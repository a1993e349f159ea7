"""Each pitcher's limits are announced before a batter, in every ruleset, and the browser uses the same function."""

from typing import Any

import pytest

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import SeededDice
from rules_engine.baseball.mound import mound_report
from rules_engine.baseball.play_under_way import DialogueLine
from rules_engine.profile import load_profile
from tests.rules_engine.systems.long_run import ALL, new_long_game

TEAMS = ("Chicago", "Cleveland")


def reports_without_relief(system: str, edition: str, seed: int) -> list[tuple[Game[Any, Any], bool, str]]:
    """Play without substitutions until a change is required. Return the tired status and note before each play."""
    game = new_long_game(system, edition, seed)
    table = game.system.pilot(game).table(seed)
    reports = []
    while not game.state.over and game.system.must_settle(game) is None:
        report = mound_report(game, 1 - int(game.state.bottom))
        reports.append((game, report.is_tired, report.note))
        game.play(table)
    return reports


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_tired_pitcher_gets_a_note_in_every_ruleset(system: str, edition: str) -> None:
    reports = [report for seed in range(4) for report in reports_without_relief(system, edition, seed)]
    assert all(note.startswith("tired (") or note.startswith("tired: ") for _, is_tired, note in reports if is_tired)
    has_fatigue = edition != "som_basic"
    assert any(note for _, _, note in reports) == has_fatigue


def announced(system: str, edition: str, people: list[bool], *, is_tournament_game: bool = False) -> list[DialogueLine]:
    """Return the announcements in a game between these managers. A user always accepts the default answer."""
    game, lines = new_long_game(system, edition, 4), list[DialogueLine]()
    profile = load_profile("purestrat@1") if is_tournament_game else None
    talk = Dialogue(game, TEAMS, {}, people, SeededDice(3), profile, lines.append)
    talk.is_tournament_game = is_tournament_game
    for _ in range(3000):
        kind = type(talk.next()).__name__
        if kind == "Ask":
            talk.answer_usual()
        elif kind == "Ready":
            talk.answer("")
        else:
            break
    return lines


@pytest.mark.parametrize(("system", "edition"), [("strat_o_matic", "star"), ("inside_pitch", "off")])
def test_pitcher_note_is_announced_when_it_changes(system: str, edition: str) -> None:
    lines = [line.text for line in announced(system, edition, [True, True]) if "tire" in line.text]
    notes_by_pitcher: dict[str, list[str]] = {}
    for line in lines:
        pitcher, _, note = line.partition(": ")
        notes_by_pitcher.setdefault(pitcher, []).append(note)
    assert len(lines) > 2
    assert all(
        before != after for notes in notes_by_pitcher.values() for before, after in zip(notes, notes[1:], strict=False)
    )


def test_ip_12_2_pitcher_past_the_pull_rating_should_be_removed() -> None:
    notes = [note for _, _, note in reports_without_relief("inside_pitch", "off+pull", 1)]
    assert any("should be removed" in note and "exceed his pull rating" in note for note in notes)
    assert not any("removed" in note for _, _, note in reports_without_relief("inside_pitch", "off", 1))


def test_t27_45_two_managers_in_a_tournament_get_no_fatigue_notes() -> None:
    between_people = announced("strat_o_matic", "star", [True, True], is_tournament_game=True)
    assert not any("tire" in line.text for line in between_people)
    with_computer = announced("strat_o_matic", "star", [True, False], is_tournament_game=True)
    assert any("hits and walks that tire him" in line.text for line in with_computer)


@pytest.mark.parametrize(
    ("system", "edition"), [("strat_o_matic", "star"), ("inside_pitch", "off"), ("pine_tar", "full")]
)
def test_usual_reliever_is_shown_when_the_pitcher_tires(system: str, edition: str) -> None:
    texts = [line.text for line in announced(system, edition, [True, True])]
    places = [place for place, text in enumerate(texts) if ": tired" in text]
    assert places
    first = texts[places[0] + 1]
    assert first.startswith("Usual reliever: "), first
    assert "throws " in first
    with_computer = [line.text for line in announced(system, edition, [False, False])]
    assert not any(text.startswith("Usual reliever") for text in with_computer)
