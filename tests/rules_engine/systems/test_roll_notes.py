"""The note for each roll, in every ruleset, lists the numbers that lead to its result."""

import re
from collections import Counter
from typing import Any

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game, before_event
from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.baseball.play_reading import play_reading
from rules_engine.baseball.roll_notes import note_on_dice, roll_note
from tests.rules_engine.systems.long_run import ALL, played

GAMES = 2
NOTED = {
    "strat_o_matic": {"white", "split"},
    "pine_tar": {"red", "error"},
    "inside_pitch": {"red", "k", "w", "hr", "range", "hit"},
}


@pytest.mark.parametrize(("system", "edition"), ALL)
def test_every_roll_is_explained_in_every_ruleset(system: str, edition: str) -> None:
    noted: Counter[str] = Counter()
    for seed in range(GAMES):
        game = played(system, edition, seed)
        for number, event in enumerate(game.log.events, start=1):
            if isinstance(event, PlayMade) and event.record:
                lines = play_reading(before_event(game, number), event.record, {})
                noted.update(line.split()[0] for line in lines if ": " in line)
    expected = NOTED[system] - ({"split"} if edition == "senior_seminar" else set())
    if "alternate_randomizer" in edition:
        expected = {"green", "error"}
    missing = {name for name in expected if not any(label.startswith(name) for label in noted)}
    assert not missing, noted


@pytest.mark.parametrize(
    ("system", "edition"), [("strat_o_matic", "star"), ("pine_tar", "full"), ("inside_pitch", "off")]
)
def test_numbers_in_a_note_lead_to_its_result(system: str, edition: str) -> None:
    """Rolling any number in the note leads to the play in the log."""
    checked = 0
    for seed in range(3):
        game = played(system, edition, seed)
        for number, event in enumerate(game.log.events, start=1):
            if isinstance(event, PlayMade) and event.record:
                checked += _check_last_die(before_event(game, number), event)
    assert checked


def _check_last_die(before: Game[Any, Any], event: PlayMade) -> bool:
    """Check the note of a play's last die if it is used alone. Return whether there was a die to check."""
    name, rolled = event.record[-1]
    if isinstance(rolled, str) or name.endswith(("white", "_2", "_3")):
        return False
    note = roll_note(before, event.record, {})
    numbers = re.match(r"on ([\d, -]+): ", note)
    if numbers is None:
        return False
    chosen = [face for part in numbers[1].split(", ") for face in _faces(part)]
    assert rolled in chosen
    for face in chosen:
        play = before.try_out(ScriptedInput((*event.record[:-1], (name, face)))).play
        assert (play.kind, play.to) == (event.play.kind, event.play.to), (note, face)
    return True


def _faces(part: str) -> range:
    first, _, last = part.partition("-")
    return range(int(first), int(last or first) + 1)


def test_dice_that_decide_nothing_have_no_note() -> None:
    game = played("strat_o_matic", "som_advanced", 1)
    number = next(number for number, event in enumerate(game.log.events, start=1) if isinstance(event, PlayMade))
    before, record = before_event(game, number), game.log.events[number - 1].record
    dice = [count for count, (name, _) in enumerate(record, start=1) if name == "white"]
    assert note_on_dice(before, record[: dice[0]], {}) == ""


def test_23_3c_lead_note_shows_its_totals() -> None:
    notes = []
    for seed in range(3):
        game = played("strat_o_matic", "star", seed)
        for number, event in enumerate(game.log.events, start=1):
            if isinstance(event, PlayMade):
                lines = play_reading(before_event(game, number), event.record, {})
                notes += [line for line in lines if line.startswith("lead ")]
    assert any(re.fullmatch(r"lead \d\+\d: on [\d, -]+: good lead", note) for note in notes), notes
