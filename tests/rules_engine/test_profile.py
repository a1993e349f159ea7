import importlib
import inspect
import json
from dataclasses import field, make_dataclass

import pytest

from rules_engine.profile import (
    PROFILE_FOLDER,
    SECTIONS,
    ProfileError,
    available_profiles,
    lines_of,
    load_profile,
    profile_of_text,
    read_profile,
    text_of,
)
from rules_engine.profile_lines import Line


def write(folder, name, text):
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def whole(folder, name="mine@1", old="", new=""):
    text = (PROFILE_FOLDER / "purestrat@1.toml").read_text(encoding="utf-8")
    assert old in text
    return write(folder, name, text.replace(old, new) if old else text)


@pytest.mark.parametrize("key", available_profiles())
def test_every_shipped_profile_loads_under_its_own_key(key):
    assert load_profile(key).key == key


def test_t10_2_purestrat_numbers():
    profile = load_profile("purestrat@1")
    assert profile.cards.starter_outs == 125 * 3
    assert profile.cards.reliever_outs == 40 * 3
    assert profile.pitching.relief_outs_in_window == 4 * 3


def test_a_profile_overrides_single_lines_of_the_one_it_extends():
    base, internet = load_profile("purestrat@1"), load_profile("purestrat_internet@1")
    assert (base.pitching.bullpen_resets_each_series, internet.pitching.bullpen_resets_each_series) == (False, True)
    assert internet.draft == base.draft


def test_an_unknown_profile_is_refused_with_those_there_are():
    with pytest.raises(ProfileError, match=r"purestrat@1"):
        load_profile("purestrat@99")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("rounds = 26", 'rounds = "26"', r"mine@1\.toml: draft\.rounds must be int, not '26'"),
        ("rounds = 26", "rounds = true", r"draft\.rounds must be int, not True"),
        ("mercy = true", "mercy = 1", r"game\.mercy must be bool, not 1"),
        ("rounds = 26", "", r"\[draft\] lacks rounds"),
        ("rounds = 26", "rounds = 26\nruonds = 27", r"\[draft\] has unknown key ruonds"),
        ("[draft]", "[weather]\nrain = true\n[draft]", "unknown key weather"),
        ("version = 1", "version = one", "mine@1.toml: "),
    ],
)
def test_a_fault_names_file_key_and_what_was_expected(tmp_path, old, new, fault):
    with pytest.raises(ProfileError, match=fault):
        read_profile(whole(tmp_path, old=old, new=new))


def test_a_profile_may_not_extend_itself(tmp_path):
    write(tmp_path, "a@1", 'extends = "b@1"')
    with pytest.raises(ProfileError, match="extends itself"):
        read_profile(write(tmp_path, "b@1", 'extends = "a@1"'))


def test_a_profile_may_not_extend_one_that_is_not_there(tmp_path):
    with pytest.raises(ProfileError, match=r"gone@1\.toml: no such profile file"):
        read_profile(write(tmp_path, "a@1", 'extends = "gone@1"'))


def reader_of(name):
    """The source of the function that a line names as its reader."""
    module, _, function = name.partition(":")
    target = importlib.import_module(module)
    for part in function.split("."):
        target = getattr(target, part)
    return inspect.getsource(target.fget if isinstance(target, property) else target)


@pytest.mark.parametrize(("section", "name"), [(section, name) for section in SECTIONS for name in lines_of(section)])
def test_every_line_has_a_reader_that_asks_for_it(section, name):
    assert f".{name}" in reader_of(lines_of(section)[name].reader)


def test_a_line_that_nobody_reads_fails_to_load(monkeypatch):
    unread = make_dataclass("GameRules", [("umpires", int, field(metadata={"line": Line("", ("{}",), "", "")}))])
    monkeypatch.setattr("rules_engine.profile.SECTIONS", {"game": unread})
    with pytest.raises(ProfileError, match=r"\[game\] umpires has no reader"):
        read_profile(PROFILE_FOLDER / "purestrat@1.toml")


@pytest.mark.parametrize("key", available_profiles())
def test_an_edition_comes_back_from_its_stored_text(key):
    assert profile_of_text(text_of(load_profile(key))) == load_profile(key)


def test_a_stored_edition_keeps_its_own_numbers_and_takes_lines_that_came_later_from_the_shipped_one():
    stored = json.loads(text_of(load_profile("purestrat@1")))
    stored["draft"]["rounds"] = 27
    stored["game"]["nationals_suspension"] = True  # a line that editions have no more
    del stored["game"]["best_ofs_suspended"]
    profile = profile_of_text(json.dumps(stored))
    assert (profile.draft.rounds, profile.game.best_ofs_suspended) == (27, True)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"name": "gone", "version": 1}', '{"name": "gone", "version": 1, "extends": ""}']
)
def test_a_stored_edition_that_cannot_be_read_is_refused_in_words(text):
    with pytest.raises(ProfileError, match="the stored edition cannot be read|no profile"):
        profile_of_text(text)
