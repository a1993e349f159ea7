"""Test that games saved by earlier versions open and can be finished."""

from pathlib import Path

import pytest
from django.core.management import call_command

from rules_engine.baseball.invariants import broken_invariants
from tabletop.prepared_games import resume_game

FOLDER = Path(__file__).with_name("saved_games")
OLDER = {  # file -> system; events, active events, ruleset, inning: as reported by that version
    "star_before_the_seam.json": ("strat_o_matic", (57, 53, "star", 6)),
    "super_advanced_with_reversed_underlines.json": (
        "strat_o_matic",
        (74, 70, "som_super_advanced+underlines_reversed", 9),
    ),
    "senior_seminar.json": ("strat_o_matic", (75, 75, "senior_seminar", 8)),
    "pine_tar_full.json": ("pine_tar", (65, 65, "full", 7)),
    "inside_pitch_suggest.json": ("inside_pitch", (32, 32, "suggest", 4)),
}


@pytest.mark.parametrize("name", OLDER)
def test_older_saved_game_opens_unchanged(name: str) -> None:
    table = resume_game(FOLDER / name, None)
    log = table.game.log
    system, expected_state = OLDER[name]
    assert (log.number, len(log.numbers_in_force()), table.saved.edition, log.state.inning) == expected_state
    assert table.saved.system == table.game.system.key == system


@pytest.mark.parametrize("name", OLDER)
def test_older_saved_game_can_be_finished_and_reopened(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes((FOLDER / name).read_bytes())
    call_command("play", resume=path, auto=True)
    table = resume_game(path, None)
    assert table.game.state.over
    assert broken_invariants(table.game.log) == []
    first = resume_game(FOLDER / name, None).game.log.events
    assert table.game.log.events[: len(first)] == first
