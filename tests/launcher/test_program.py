"""Test the double-click program: its entry point, with this Python instead of the bundled one."""

import os
import subprocess
import sys
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from core.child_process import read_in_child
from pennant_baseball import VERSION, ports, running

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "deploy" / "program"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Return the entry point next to the source, as in the built program."""
    start = tmp_path / "start.py"
    start.write_text((PROGRAM / "start.py").read_text())
    (tmp_path / "source").symlink_to(ROOT)
    return start


def run(program: Path, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PENNANT_DATA": str(program.parent)}
    command = [sys.executable, "-I", str(program), *arguments]  # isolated from PYTHONPATH, like a bundled Python
    return subprocess.run(command, env=variables, capture_output=True, text=True, cwd=program.parent, **options)


def test_program_accepts_pennant_commands(program: Path) -> None:
    assert f"Pennant {VERSION}" in run(program, "version").stdout


def test_program_restarts_itself_for_modules_and_manage(program: Path) -> None:
    assert run(program, "-m", "calendar", "2026", "11").stdout.split()[:2] == ["November", "2026"]
    manage = run(program, str(ROOT / "manage.py"), "check", "--help")
    assert "Checks the entire Django project" in manage.stdout


def test_window_stays_open_after_an_error(program: Path) -> None:
    variables = {**os.environ, "PENNANT_DATA": str(program.parent), "PORT": "no port"}
    done = subprocess.run(
        [sys.executable, "-I", str(program)], env=variables, input="\n", capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "PORT=no port is not a port" in done.stderr
    assert "Press Enter" in done.stderr


def test_program_reads_files_in_its_own_child_process(
    program: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    starter = tmp_path / "packed"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{program}" "$@"\n')
    starter.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(starter))
    assert read_in_child(os.getcwd, file_name="list.xlsx") == os.getcwd()


def test_second_double_click_opens_the_running_program(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setattr(running, "runs_at", lambda port: True)
    monkeypatch.setattr(running, "run_here", lambda *arguments, **options: pytest.fail("started twice"))
    assert running.run(["--open-browser", "--port", "8123"]) == 0
    assert opened == ["http://localhost:8123/"]


def test_another_program_on_the_port_is_not_pennant() -> None:
    assert not ports.runs_at("1")
