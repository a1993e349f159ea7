"""The command `pennant`: its words, and where it keeps data."""

import subprocess
import sys
from pathlib import Path

import pytest

from pennant_baseball import VERSION, command, places

ROOT = Path(__file__).parents[2]


def pennant(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pennant_baseball", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**environment})


def test_without_a_word_it_says_which_there_are() -> None:
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


def test_a_word_it_does_not_know_is_named() -> None:
    output = pennant("rum")
    assert output.returncode == 1
    assert output.stderr.startswith("“rum” is not a Pennant command.")


def test_the_help_of_a_word_gives_a_line_that_can_be_typed() -> None:
    assert pennant("simulate", "--help").stdout.startswith("usage: pennant simulate [-h]")
    usage = pennant("make-cards", "--help").stdout.split(" [-h]")[0]
    assert pennant(*usage.split()[2:], "--help").returncode == 0, usage


def test_the_version_is_shown_with_the_folder_of_the_data(tmp_path: Path) -> None:
    output = pennant("version", PENNANT_DATA=str(tmp_path))
    assert output.stdout == f"Pennant {VERSION}\nData: {tmp_path}\n"


def test_a_console_that_knows_few_letters_is_no_reason_to_fail() -> None:
    output = pennant("rum", PYTHONIOENCODING="cp437", PYTHONUTF8="0")
    assert "?rum? is not a Pennant command" in output.stderr


@pytest.mark.parametrize("words", [["version"], ["help"], ["run", "--help"]])
def test_a_word_loads_only_what_it_needs(words: list[str]) -> None:
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


def test_managing_is_the_programs_own_command_line(tmp_path: Path) -> None:
    output = pennant("manage", "help", "--commands", PENNANT_DATA=str(tmp_path))
    assert {"migrate", "create_organizer_link", "load_season"} <= set(output.stdout.split())


def test_data_lie_in_the_named_folder_else_in_var_of_a_repository_else_in_the_users_own_folder(
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


def test_every_word_that_is_managed_has_a_command() -> None:
    from django.core.management import get_commands  # noqa: PLC0415 - the settings are there only now

    assert {
        subcommand.manage_arguments[0] for subcommand in command.SUBCOMMANDS.values() if subcommand.manage_arguments
    } <= set(get_commands())
