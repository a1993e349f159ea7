import importlib
import inspect
import json
from dataclasses import make_dataclass
from typing import Any

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
    with_lines,
)
from rules_engine.setting_readers import SETTING_READERS
from rules_engine.systems import KEYS, load


def write(folder, name, text):
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def full_profile(folder, name="mine@1", old="", new=""):
    text = (PROFILE_FOLDER / "purestrat@1.toml").read_text(encoding="utf-8")
    assert old in text
    return write(folder, name, text.replace(old, new) if old else text)


@pytest.mark.parametrize("key", available_profiles())
def test_every_shipped_profile_loads_under_its_own_key(key):
    assert load_profile(key).key == key


def test_t10_2_purestrat_has_the_printed_numbers():
    profile = load_profile("purestrat@1")
    assert profile.cards.starter_outs == 125 * 3
    assert profile.cards.reliever_outs == 40 * 3
    assert profile.pitching.relief_outs_in_window == 4 * 3


def test_profile_overrides_settings_of_its_base():
    base, internet = load_profile("purestrat@1"), load_profile("purestrat_internet@1")
    assert (base.pitching.bullpen_resets_each_series, internet.pitching.bullpen_resets_each_series) == (False, True)
    assert internet.draft == base.draft


def test_unknown_profile_error_lists_known_profiles():
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
def test_profile_error_shows_file_key_and_expected_value(tmp_path, old, new, fault):
    with pytest.raises(ProfileError, match=fault):
        read_profile(full_profile(tmp_path, old=old, new=new))


def test_profile_cannot_extend_itself(tmp_path):
    write(tmp_path, "a@1", 'extends = "b@1"')
    with pytest.raises(ProfileError, match="extends itself"):
        read_profile(write(tmp_path, "b@1", 'extends = "a@1"'))


def test_profile_cannot_extend_a_missing_profile(tmp_path):
    with pytest.raises(ProfileError, match=r"gone@1\.toml: there is no profile file here"):
        read_profile(write(tmp_path, "a@1", 'extends = "gone@1"'))


def source_of_engine_reader(name):
    """Return the source of the engine function named as a setting's reader."""
    module, _, function = name.partition(":")
    assert module.startswith("rules_engine."), "an app registers its readers in AppConfig.ready"
    target = importlib.import_module(module)
    for part in function.split("."):
        target = getattr(target, part)
    return source_of(target)


def source_of(reader):
    return inspect.getsource(reader.fget if isinstance(reader, property) else reader)


def registered_readers():
    return {name: reader for find_readers in SETTING_READERS for name, reader in find_readers().items()}


SETTINGS = [(section, name) for section in SECTIONS for name in lines_of(section)]


@pytest.mark.parametrize(("section", "name"), SETTINGS)
def test_every_setting_is_used_by_its_reader(section, name):
    if engine_reader := lines_of(section)[name].reader:
        source = source_of_engine_reader(engine_reader)
    else:
        source = source_of(registered_readers()[f"{section}.{name}"])
    assert f".{name}" in source


def test_apps_register_readers_only_for_existing_settings():
    assert registered_readers().keys() <= {f"{section}.{name}" for section, name in SETTINGS}


def test_setting_without_rule_and_sentence_fails_to_load(monkeypatch):
    unread = make_dataclass("GameRules", [("umpires", int)])
    monkeypatch.setattr("rules_engine.profile.SECTIONS", {"game": unread})
    with pytest.raises(ProfileError, match=r"\[game\] umpires has no rule and no sentence"):
        read_profile(PROFILE_FOLDER / "purestrat@1.toml")


@pytest.mark.parametrize("key", available_profiles())
def test_edition_survives_a_round_trip_through_text(key):
    assert profile_of_text(text_of(load_profile(key))) == load_profile(key)


def test_stored_edition_preserves_its_numbers_and_gains_new_settings():
    stored = json.loads(text_of(load_profile("purestrat@1")))
    stored["draft"]["rounds"] = 27
    stored["game"]["nationals_suspension"] = True  # a setting that editions no longer have
    del stored["game"]["best_ofs_suspended"]
    profile = profile_of_text(json.dumps(stored))
    assert (profile.draft.rounds, profile.game.best_ofs_suspended) == (27, True)


@pytest.mark.parametrize(
    "text", ["", "[]", '{"name": "gone", "version": 1}', '{"name": "gone", "version": 1, "extends": ""}']
)
def test_unreadable_stored_edition_is_rejected(text):
    with pytest.raises(ProfileError, match="the stored edition can't be read|no profile"):
        profile_of_text(text)


def test_yearly_editions_differ_as_documented():
    text, of_2016, of_2020, of_2024 = map(load_profile, ("purestrat@1", "stpc_2016@1", "stpc_2020@1", "stpc_2024@1"))
    assert (
        text.pitching.games_rest_before_start_after_relief,
        of_2016.pitching.games_rest_before_start_after_relief,
    ) == (
        2,
        3,
    )
    assert [profile.game.roll_winner_chooses_home for profile in (text, of_2016)] == [False, True]
    assert [profile.pitching.weak_starter_may_leave for profile in (text, of_2016, of_2020)] == [False, True, False]
    assert [profile.cards.backup_at_each_position for profile in (of_2016, of_2020)] == [False, True]
    assert [profile.game.mercy for profile in (of_2016, of_2020)] == [True, False]
    assert (of_2024.draft.rounds, of_2024.draft.players, of_2024.draft.ballparks) == (27, 26, 1)
    assert of_2024.open_settings == ("division.imputed_per_division",)


@pytest.mark.parametrize("key", available_profiles())
def test_every_editions_game_exists_with_matching_rest(key):
    profile = load_profile(key)
    system = load(profile.game.system)
    edition: Any = system.edition(profile.game.edition)
    if system.key == KEYS[0]:
        rest = edition.rest.before_start_after_relief
        assert rest == profile.pitching.games_rest_before_start_after_relief


@pytest.mark.parametrize("key", available_profiles())
def test_edition_settings_need_only_data_the_game_has(key):
    profile = load_profile(key)
    unused = [name for name in load(profile.game.system).set_aside if profile.value_of(name)]
    assert unused == []


def test_single_day_editions_set_tiebreakers_and_leave_the_rest_open():
    apba = load_profile("apba_one_day@1")
    assert apba.standings.tie_break_steps == (
        "head_to_head",
        "fewest_runs_allowed",
        "run_difference",
        "runs_scored",
        "coin",
    )
    diamond = load_profile("diamond_mind@1")
    assert diamond.standings.tie_break_steps == ("playoff_game", "run_difference", "head_to_head", "coin")
    steps = {"standings.tie_break_steps", "standings.seeding_steps"}
    steps |= {"standings.seeding_priority", "standings.schedule_strength"}  # set by the director's guide
    # format settings belong to the settings page and every tournament needs them: 0 means that the edition has none
    lines = {f"{section}.{name}" for section in SECTIONS if section != "format" for name in lines_of(section)}
    for edition in (apba, diamond):
        assert set(edition.open_settings) == lines - steps, "a line that no source gives is asked, each of them"
        assert not any(edition.value_of(f"format.{name}") for name in lines_of("format"))


def test_director_setting_stores_its_reason():
    profile = load_profile("stpc_2024@1")
    settled = with_lines(profile, {"division.imputed_per_division": 3, "game.mercy": True}, "as last year")
    assert settled.open_settings == ()
    assert settled.reasons == {"division.imputed_per_division": "as last year", "game.mercy": "as last year"}
    assert profile_of_text(text_of(settled)) == settled


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("draft.rounds", 30, "26 players and 1 ballparks don't make 30 rounds"),
        ("division.smallest", 15, "a division can't have at least 15 and at most 14"),
        ("standings.seeding_steps", ("arm_wrestling",), "unknown tiebreaker step “arm_wrestling”"),
        ("game.weather", 1, "no rules edition has a setting “game.weather”"),
        ("game.mercy", 1, "game.mercy must be bool, not 1"),
    ],
)
def test_conflicting_settings_are_rejected(name, value, fault):
    with pytest.raises(ProfileError, match=fault):
        with_lines(load_profile("stpc_2024@1"), {name: value}, "why not")


def test_asked_settings_must_exist(tmp_path):
    with pytest.raises(ProfileError, match="asked lists “game.wether”, which is not a setting"):
        read_profile(full_profile(tmp_path, old="version = 1\n", new='version = 1\nasked = ["game.wether"]\n'))
