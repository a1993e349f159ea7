"""Test two simultaneous requests for a practice weekend: one at the first start, and one at the command line."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_concurrent_first_weekends_share_a_card_set(tmp_path: Path) -> None:
    place = {
        "PENNANT_DATA": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/p.sqlite3",
        "PATH": os.environ["PATH"],
    }
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "migrate", "-v0"], env=place, check=True)
    code = "from weekend.practice.weekend import practice_card_set as cards; print('set', cards().pk)"
    both = [
        subprocess.Popen([*manage, "shell", "--no-imports", "-c", code], env=place, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [process.communicate()[0].split("set ")[-1].strip() for process in both] == ["1", "1"]
    assert [process.returncode for process in both] == [0, 0]
