"""Test that every error message about a stranger's card file or saved game names the file or field."""

import json
from pathlib import Path

import pytest

from rules_engine.baseball.saved_games import SavedGameError, read_saved
from rules_engine.systems import KEYS, load
from seasons.lahman import SeasonError
from seasons.made_cards import load_cards
from seasons.strat_o_matic.season_cards import load_cards as load_season_cards
from tabletop.prepared_games import resume_game

DIGITS = "9" * 5000
STRANGE = [
    "[" * 100_000,
    f'{{"system": "KEY", "cards": {{"x": {DIGITS}}}, "teams": {{}}}}',
    '{"system": "KEY", "cards": {"x": {"name": 1e999}}, "teams": {}}',
    '{"system": "KEY", "cards": {"x": []}, "teams": {}}',
    '{"system": "KEY", "cards": {"x": {"hitter": {"columns": [[[]]]}}}, "teams": {}}',
    '{"system": "KEY", "cards": {}, "teams": {"ATL": [["x"]]}}',
    '{"system": "KEY", "cards": {}, "teams": {"ATL": [{"x": 1}]}}',
    '{"system": "KEY", "cards": {}, "teams": {}, "habits": {"ATL": [1]}}',
]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("text", STRANGE[:7], ids=range(7))
def test_invalid_card_file_raises_a_season_error_with_its_name(tmp_path: Path, key: str, text: str) -> None:
    path = tmp_path / "strange.json"
    path.write_text(text.replace("KEY", key))
    with pytest.raises(SeasonError, match=r"strange\.json"):
        load_cards(load(key), path)


@pytest.mark.parametrize("text", STRANGE, ids=range(8))
def test_invalid_fitted_card_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "strange.json"
    path.write_text(text)
    with pytest.raises(ValueError):
        load_season_cards(path)


SAVED = {"format": "Pennant game, 2", "system": "strat_o_matic", "edition": "x", "cards": "1998"}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        f'{{"seed": {DIGITS}}}',
        "[]",
        json.dumps(SAVED | {"system": []}),
        json.dumps(SAVED | {"sides": [1, 2], "rules": {}}),
        json.dumps(SAVED | {"sides": [], "rules": []}),
    ],
    ids=range(6),
)
def test_invalid_saved_game_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(SavedGameError):
        read_saved(text)
    path = tmp_path / "strange.json"
    path.write_text(text)
    with pytest.raises(SavedGameError, match=r"strange\.json"):
        resume_game(path, None)
