"""Test committed dice: unbiased, reproducible, and verified by a script that is independent of Pennant."""

import json
from collections import Counter

import pytest
from django.test import Client

from play.models import TableGame
from play.queries.dice_record import dice_faults
from rules_engine.baseball.committed_dice import CommittedDice, committed_number, part_hash, secret_hash
from tests.drills.dice_script import check_dice_record, run_script
from tests.play.tables import play_to_end, started_game

SECRET = "5f" * 32


def record_of(dice: CommittedDice) -> dict:
    return {
        "secret": dice.secret,
        "secret_hash": secret_hash(dice.secret),
        "parts": list(dice.parts),
        "part_hashes": [part_hash(part) for part in dice.parts],
        "rolls": [roll._asdict() for roll in dice.rolls],
        "undos": [],
        "plays": [{"undone": False, "dice": [[roll.number, roll.name, roll.face]]} for roll in dice.rolls],
    }


def test_script_verifies_ten_thousand_rolls_and_detects_changes() -> None:
    dice = CommittedDice(SECRET, ("mine", ""))
    for number in range(10_000):
        sides = (6, 20, 10, 100, 3)[number % 5]
        dice.roll("die", sides, lowest=number % 2)
    record = record_of(dice)
    assert dice_faults(record) == []
    code, output = run_script(json.dumps(record))
    assert (code, output.splitlines()[0]) == (0, "All 10000 rolls check out.")
    plays = record["plays"]
    for change in (
        {"secret": "5e" * 32},
        {"parts": ["mine", "x"]},
        {"plays": [{"undone": False, "dice": [[1, "die", 101]]}]},
        {"plays": [plays[1], plays[0], *plays[2:]]},  # two plays with swapped dice
        {"plays": [plays[0], *plays]},  # a roll that counts twice
        {"plays": plays[1:]},  # a roll that was skipped
        {"rolls": [*record["rolls"][:7], {**record["rolls"][7], "face": 1000}, *record["rolls"][8:]]},
        {"rolls": record["rolls"][1:]},
    ):
        changed = {**record, **change}
        code, output = run_script(json.dumps(changed))
        assert code == 1
        assert output.splitlines() == [line for line in output.splitlines() if line.endswith(".")]
        assert dice_faults(changed)


@pytest.mark.parametrize("sides", [3, 6, 20])
def test_faces_are_equally_likely(sides: int) -> None:
    rolls = 6_000
    counts = Counter(committed_number(SECRET, ("a", "b"), number, sides) for number in range(rolls))
    expected = rolls / sides
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(sides))
    assert chi_square < 3 * sides + 20
    assert set(counts) == set(range(sides))


def test_words_that_would_favor_low_faces_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest multiple of 20 below 2**32 is 4294967280, so words from that value on are skipped."""
    digest = b"".join(word.to_bytes(4) for word in (2**32 - 1, 4294967280, 45, 0, 0, 0, 0, 0))
    monkeypatch.setattr("rules_engine.baseball.committed_dice.hmac.digest", lambda *arguments: digest)
    assert committed_number(SECRET, ("", ""), 1, 20) == 5


def test_dice_continue_in_another_process() -> None:
    first = CommittedDice(SECRET, ("a", "b"))
    faces = [first.roll("die", 20) for _ in range(10)]
    second = CommittedDice(SECRET, ("a", "b"), rolled_before=4)
    assert [second.roll("die", 20) for _ in range(6)] == faces[4:]


@pytest.mark.django_db
def test_finished_game_record_passes_the_script() -> None:
    game, away, home = started_game()
    assert Client().get(f"{game.get_absolute_url()}dice.json").status_code == 409
    play_to_end(game, (away, home))
    text = Client().get(f"{game.get_absolute_url()}dice.json").content.decode()
    record = json.loads(text)
    assert check_dice_record(text).rolls == len(record["rolls"]) > 100
    assert len(record["plays"]) > 50


def test_dice_labels_fit_on_a_phone() -> None:
    assert max(len(dice.label) for dice in TableGame.Dice) <= 24
