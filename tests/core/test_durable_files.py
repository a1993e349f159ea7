"""Test that files are written completely or not at all, and test the first start on a full disk."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.durable_files import write_durably

ROOT = Path(__file__).parents[2]


def test_file_is_readable_only_by_its_owner(tmp_path: Path) -> None:
    write_durably(tmp_path / "key", "new")
    assert (tmp_path / "key").read_text() == "new"
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


def test_failed_write_preserves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "key").write_text("old")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        write_durably(tmp_path / "key", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["key"]
    assert (tmp_path / "key").read_text() == "old"


def test_empty_secret_key_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    environment = {**os.environ, "PENNANT_DATA": str(tmp_path), "SECRET_KEY": ""}
    command = [sys.executable, "-c", "from config.settings import SECRET_KEY; print(len(SECRET_KEY))"]
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert int(result.stdout) > 60
    assert (tmp_path / "secret_key").stat().st_size > 60
