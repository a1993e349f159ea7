"""Check a record of dice rolls as a stranger would: with docs/check_dice.py in a directory without this program."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

_SCRIPT = Path(__file__).parents[2] / "docs" / "check_dice.py"


class DiceCheck(NamedTuple):
    """The rolls that check out, or the script's error output."""

    rolls: int
    fault: str = ""


def run_script(record: str) -> tuple[int, str]:
    """Run the script on a record's JSON text, and return its exit code and output."""
    with tempfile.TemporaryDirectory(prefix="pennant-dice-") as name:
        folder = Path(name)
        shutil.copy(_SCRIPT, folder)
        (folder / "dice.json").write_text(record, encoding="utf-8")
        command = [sys.executable, "-I", "-S", _SCRIPT.name, "dice.json"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def check_dice_record(record: str) -> DiceCheck:
    """Return the script's result for a record."""
    code, output = run_script(record)
    checked = re.match(r"All (\d+) rolls check out\.\n", output)
    if code or checked is None:
        return DiceCheck(0, output)
    return DiceCheck(int(checked[1]))
