"""Committed dice: unbiased, reproducible, and checked by a script that knows nothing of Pennant."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from play.queries.dice_record import dice_faults
from rules_engine.baseball.committed_dice import CommittedDice, committed_number, part_hash, secret_hash
from tests.play.tables import play_to_end, started_game

SCRIPT = Path(__file__).parents[2] / "docs" / "check_dice.py"
SECRET = "5f" * 32


def run_script(record: dict, folder: Path) -> tuple[int, str]:
    """Run the script as a stranger would: outside of the repository, with nothing but Python."""
    path = folder / "dice.json"
    path.write_text(json.dumps(record))
    done = subprocess.run([sys.executable, "-I", SCRIPT, path], capture_output=True, text=True, cwd=folder, check=False)
    return done.returncode, done.stdout + done.stderr


def record_of(dice: CommittedDice) -> dict:
    return {
        "secret": dice.secret,
        "secret_hash": secret_hash(dice.secret),
        "parts": list(dice.parts),
        "part_hashes": [part_hash(part) for part in dice.parts],
        "rolls": [roll._asdict() for roll in dice.rolls],
        "plays": [],
    }


def test_the_script_checks_ten_thousand_rolls_and_finds_every_change(tmp_path: Path) -> None:
    dice = CommittedDice(SECRET, ("mine", ""))
    for number in range(10_000):
        sides = (6, 20, 10, 100, 3)[number % 5]
        dice.roll("die", sides, lowest=number % 2)
    record = record_of(dice)
    assert dice_faults(record) == []
    assert run_script(record, tmp_path) == (0, "All 10000 rolls check out.\n")
    for change in (
        {"secret": "5e" * 32},
        {"parts": ["mine", "x"]},
        {"plays": [[["die", 101]]]},
        {"rolls": [*record["rolls"][:7], {**record["rolls"][7], "face": 1000}, *record["rolls"][8:]]},
        {"rolls": record["rolls"][1:]},
    ):
        changed = {**record, **change}
        code, output = run_script(changed, tmp_path)
        assert code == 1
        assert output.splitlines() == [line for line in output.splitlines() if line.endswith(".")]
        assert dice_faults(changed)


@pytest.mark.parametrize("sides", [3, 6, 20])
def test_every_face_is_equally_likely(sides: int) -> None:
    rolls = 6_000
    counts = Counter(committed_number(SECRET, ("a", "b"), number, sides) for number in range(rolls))
    expected = rolls / sides
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in range(sides))
    assert chi_square < 3 * sides + 20
    assert set(counts) == set(range(sides))


def test_words_that_would_favor_low_faces_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest multiple of 20 below 2**32 is 4294967280: words from there on are skipped."""
    digest = b"".join(word.to_bytes(4) for word in (2**32 - 1, 4294967280, 45, 0, 0, 0, 0, 0))
    monkeypatch.setattr("rules_engine.baseball.committed_dice.hmac.digest", lambda *arguments: digest)
    assert committed_number(SECRET, ("", ""), 1, 20) == 5


def test_dice_continue_on_another_process() -> None:
    first = CommittedDice(SECRET, ("a", "b"))
    faces = [first.roll("die", 20) for _ in range(10)]
    second = CommittedDice(SECRET, ("a", "b"), rolled_before=4)
    assert [second.roll("die", 20) for _ in range(6)] == faces[4:]


@pytest.mark.django_db
def test_the_record_of_a_game_satisfies_the_script(tmp_path: Path) -> None:
    game, away, home = started_game()
    assert Client().get(f"{game.get_absolute_url()}dice.json").status_code == 409
    play_to_end(game, (away, home))
    record = Client().get(f"{game.get_absolute_url()}dice.json").json()
    assert run_script(record, tmp_path)[0] == 0
    assert len(record["plays"]) > 50
