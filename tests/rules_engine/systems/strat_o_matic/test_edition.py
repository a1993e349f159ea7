"""Rulesets as data: inheritance, and each error with its file and key."""

from pathlib import Path

import pytest

from rules_engine.systems.strat_o_matic.rulesets.ruleset import (
    RULESET_FOLDER,
    RulesetError,
    available_rulesets,
    load_ruleset,
    read_ruleset,
)


def changed(tmp_path: Path, name: str, old: str, new: str) -> Path:
    for path in RULESET_FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_every_shipped_edition_loads_under_its_key():
    assert set(available_rulesets()) >= {"som_basic", "som_advanced", "som_super_advanced", "star"}
    assert all(load_ruleset(key).key == key for key in available_rulesets())


def test_edition_inherits_missing_settings_from_its_base():
    star, official = load_ruleset("star"), load_ruleset("som_super_advanced")
    assert star.endurance.lost_stuff == official.endurance.lost_stuff == (5, 6, 7)
    assert (star.endurance.reliever_window, official.endurance.reliever_window) == ("fixed_blocks", "rolling")


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        (
            "star",
            '"fixed_blocks"',
            '"blocks"',
            "endurance.reliever_window must be rolling or fixed_blocks or three_outs, not 'blocks'",
        ),
        ("star", "relief_in_a_row = 3", 'relief_in_a_row = "3"', "rest.relief_in_a_row must be int, not '3'"),
        ("star", "weather = false", "weather = 0", "parks.weather must be bool, not 0"),
        ("star", "[parks]", "[parks]\nsnow = true", "[parks] has unknown key snow"),
        ("basic", "weather = false\n", "", "[parks] lacks weather"),
        ("super_advanced", "lost_stuff = [5, 6, 7]", "lost_stuff = [5, 6, true]", "endurance.lost_stuff must be int"),
        ("star", "[parks]", "[park]", "unknown key park"),
        ("basic", 'key = "som_basic"', 'extends = "star"', "extends itself through"),
        ("star", 'extends = "super_advanced"', 'extends = "gone"', "gone.toml: "),
    ],
)
def test_edition_error_shows_file_and_key(tmp_path, name, old, new, fault):
    with pytest.raises(RulesetError) as raised:
        read_ruleset(changed(tmp_path, name, old, new))
    assert ".toml: " in str(raised.value)
    assert fault in str(raised.value)


def test_unknown_edition_error_lists_known_editions():
    with pytest.raises(RulesetError, match="choose from .*star"):
        load_ruleset("som_deluxe")


def test_option_changes_a_single_setting_without_touching_the_edition():
    without = load_ruleset("som_super_advanced").with_options("pitches", wild_pitches=False)
    assert not without.pitches.wild_pitches
    assert load_ruleset("som_super_advanced").pitches.wild_pitches
