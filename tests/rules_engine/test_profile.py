import pytest

from rules_engine.profile import PROFILE_FOLDER, ProfileError, available_profiles, load_profile, read_profile


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
