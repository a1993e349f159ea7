"""Test that commands with bad arguments show a message with the error, and change nothing."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db

FOLDERS = {
    "no such folder": ("{0}/none/x", "there is no such folder"),
    "a folder": ("{0}", "is a folder: include a file name"),
    "below a file": ("{0}/file/x", "there is no such folder"),
    "nothing": (" ", "enter a name for the output file"),
}
CARDS = ["make_cards", "1998"]
ENDS = {
    "a workbook": ("--xlsx", "cards.pdf", ".xlsx"),
    "paper": ("--pdf", "cards.xlsx", ".pdf"),
    "none": ("--pdf", "a", ".pdf"),
}
WRITERS = [["write_card_template"], [*CARDS, "--out"], [*CARDS, "--xlsx"], [*CARDS, "--pdf"]]


@pytest.mark.parametrize(("path", "sentence"), FOLDERS.values(), ids=FOLDERS.keys())
@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_unwritable_output_file_is_reported_up_front(
    words: list[str], path: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match=sentence):
        call_command(*words, path.format(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(("option", "name", "ending"), ENDS.values(), ids=ENDS.keys())
def test_wrong_file_extension_is_rejected_up_front(option: str, name: str, ending: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"{name} must end in {ending}"):
        call_command(*CARDS, option, str(tmp_path / name))
    assert not list(tmp_path.iterdir())


BAD = {
    "a season nobody played": (["load_season", "1850"], "Pennant has no data for 1850"),
    "a season before all": (["load_season", "--", "-5"], "Pennant has no data for -5"),
    "a league nobody had": (["load_season", "1998", "--league", "XX"], "1998 had no league"),
    "cards of no season": (["make_cards", "1850"], "there are no statistics for 1850"),
    "a team of cards not printed": (["make_cards", "1998", "--team", "NYA"], "--team .* add --pdf FILE"),
    "two kinds in a file": (
        [*CARDS, "--out", "a.xlsx", "--xlsx", "./a.xlsx"],
        "a.xlsx is named twice",
    ),
    "a night of no month": (["play", "--night"], "--night needs --weather MONTH"),
    "a game that is not there": (
        ["play", "--resume", "/none.json"],
        "/none.json can't be read: the file doesn't exist",
    ),
    "cards in a manual": (["play", "--cards", "README.md"], "README.md is not a card file: line 1 is not valid JSON"),
    "a game of no season": (["play", "--season", "1850"], "there are no statistics for 1850"),
    "a game of no team": (["play", "--home", ""], "there is no team"),
    "cards that are not there": (["play", "--cards", "/none.json"], "/none.json is not a card file: No such file"),
    "cards in a folder": (["play", "--cards", "/"], "/ is not a card file: Is a directory"),
    "a workbook that is not there": (["play", "--cards", "/none.xlsx"], "/none.xlsx"),
    "no games": (["simulate", "0"], "enter 1 or more games, not 0"),
    "fewer games than none": (["simulate", "--", "-5"], "enter 1 or more games, not -5"),
    "a replay of no games": (["replay_season", "1998", "--games", "-5"], "enter 1 or more games, not -5"),
    "a replay of no season": (["replay_season", "1850"], "there are no statistics for 1850"),
    "no day": (["create_tournament", "Open", "--date", "2027-13-45"], "2027-13-45 is not a date"),
    "no edition": (["create_tournament", "Open", "--rules", "none@1"], "There is no edition"),
    "no name": (["create_tournament", ""], "blank"),
    "no stage": (["demo", "--stage", "none"], "invalid choice"),
    "no tournament": (["play_rest", "--tournament", "none"], "No tournament has the address /t/none/"),
}


@pytest.mark.parametrize(("words", "sentence"), BAD.values(), ids=BAD.keys())
def test_rejects_invalid_arguments_with_a_message(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command(*words)


DOCUMENTS = {
    "no JSON": "not json",
    "no cards": "{}",
    "a list": "[]",
    "cards in a list": '{"cards": [1], "teams": {}}',
    "a card that is none": '{"cards": {"a": 1}, "teams": {}}',
    "teams that are none": '{"cards": {}, "teams": {"NYA": 1}}',
    "a man without a card": '{"cards": {}, "teams": {"NYA": ["a"]}}',
    "an empty team": '{"cards": {}, "teams": {"NYA": [], "ATL": []}}',
    "an empty card": '{"cards": {"a": {}}, "teams": {"NYA": ["a"], "ATL": ["a"]}}',
}


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS.keys())
def test_rejects_a_file_without_cards(document: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(document)
    with pytest.raises(CommandError) as refused:
        call_command("play", "--cards", str(path), "--auto")
    assert len(str(refused.value)) > 10


def test_unusable_data_folder_is_reported_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "create_organizer_link"]
    ended = subprocess.run(program, env={"PENNANT_DATA": str(tmp_path / "file")}, capture_output=True, text=True)
    message = f"Pennant can't save data in {tmp_path / 'file'}: File exists. Choose another folder with PENNANT_DATA."
    assert (ended.returncode, ended.stderr.strip()) == (1, message)
