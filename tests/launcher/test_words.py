"""Test the `pennant` command: its subcommands and its data directory."""

import subprocess
import sys
from pathlib import Path

import pytest

from pennant_baseball import VERSION, command, places

ROOT = Path(__file__).parents[2]


def pennant(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pennant_baseball", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**environment})


def test_command_without_arguments_lists_subcommands() -> None:
    output = pennant()
    assert output.returncode == 0
    for word in (
        "run",
        "demo",
        "play",
        "simulate",
        "make-cards",
        "backup",
        "restore",
        "export",
        "import",
        "version",
        "manage",
    ):
        assert f"pennant {word} " in output.stdout


def test_unknown_subcommand_is_reported() -> None:
    output = pennant("rum")
    assert output.returncode == 1
    assert output.stderr.startswith("“rum” is not a Pennant command.")


def test_help_shows_a_runnable_usage_line() -> None:
    assert pennant("simulate", "--help").stdout.startswith("usage: pennant simulate [-h]")
    usage = pennant("make-cards", "--help").stdout.split(" [-h]")[0]
    assert pennant(*usage.split()[2:], "--help").returncode == 0, usage


def test_version_shows_the_data_folder(tmp_path: Path) -> None:
    output = pennant("version", PENNANT_DATA=str(tmp_path))
    assert output.stdout == f"Pennant {VERSION}\nData: {tmp_path}\n"


def test_limited_console_encoding_causes_no_crash() -> None:
    output = pennant("rum", PYTHONIOENCODING="cp437", PYTHONUTF8="0")
    assert "?rum? is not a Pennant command" in output.stderr


@pytest.mark.parametrize("words", [["version"], ["help"], ["run", "--help"]])
def test_command_loads_only_what_it_needs(words: list[str]) -> None:
    code = f"""
import sys
from pennant_baseball.command import main
try:
    main({words!r})
except SystemExit:
    pass
sys.stderr.write(repr({{"django", "celery", "numpy", "reportlab"}} & sys.modules.keys()))
"""
    completed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert completed.stderr == "set()"


def test_manage_runs_django_commands(tmp_path: Path) -> None:
    output = pennant("manage", "help", "--commands", PENNANT_DATA=str(tmp_path))
    assert {"migrate", "create_organizer_link", "load_season"} <= set(output.stdout.split())


def test_data_folder_is_from_the_environment_a_checkout_or_the_user_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENNANT_DATA", str(tmp_path / "said"))
    assert places.data_folder() == tmp_path / "said"
    monkeypatch.delenv("PENNANT_DATA")
    assert places.data_folder() == ROOT / "var"
    monkeypatch.setattr(places, "INSIDE", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert places.data_folder() == tmp_path / "share" / "pennant"
    assert places.program_folder() == tmp_path


def test_every_managed_subcommand_has_a_command() -> None:
    from django.core.management import get_commands  # noqa: PLC0415 - the settings are there only now

    assert {
        subcommand.manage_arguments[0] for subcommand in command.SUBCOMMANDS.values() if subcommand.manage_arguments
    } <= set(get_commands())
