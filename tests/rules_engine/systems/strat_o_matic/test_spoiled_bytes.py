"""Randomly corrupted charts, rulesets and profiles load or are rejected, and never crash the program."""

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.profile import PROFILE_FOLDER, ProfileError, read_profile
from rules_engine.systems.strat_o_matic.charts.chart_files import CHART_FOLDER, ChartError
from rules_engine.systems.strat_o_matic.rulesets.ruleset import RULESET_FOLDER, RulesetError, read_ruleset
from tests.rules_engine.systems.strat_o_matic.test_spoiled_files import EVERY_LOADER, _written

QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
FILES: dict[Path, tuple[Callable[[Path], Any], type[Exception]]] = {
    **{CHART_FOLDER / f"{name}.toml": (load, ChartError) for name, load in EVERY_LOADER.items()},
    **dict.fromkeys(sorted(RULESET_FOLDER.glob("*.toml")), (read_ruleset, RulesetError)),
    **dict.fromkeys(sorted(PROFILE_FOLDER.glob("*.toml")), (read_profile, ProfileError)),
}
EVERY_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
VALUES = st.recursive(
    st.booleans() | st.integers(-999, 999) | st.sampled_from(["", "x", "1-20", "DP43", "sacrifice", "p", "é", "RP 5"]),
    lambda inner: (
        st.lists(inner, max_size=12) | st.dictionaries(st.sampled_from(["1", "a", "L", "back"]), inner, max_size=3)
    ),
    max_leaves=8,
)


def read_or_refused(path: Path, spoiled: Path) -> None:
    load, refusal = FILES[path]
    try:
        load(spoiled)
    except refusal as fault:
        assert ".toml: " in str(fault)  # noqa: PT017 - either outcome is right; it may name the file extended


@pytest.fixture
def folder_copy(path: Path, tmp_path: Path) -> Path:
    """Return the path of a copy to corrupt, with copies of the files it extends beside it."""
    for sibling in path.parent.glob("*.toml"):
        (tmp_path / sibling.name).write_bytes(sibling.read_bytes())
    return tmp_path / path.name


@EVERY_FILE
@QUICK
@given(data=st.data())
def test_file_with_changed_bytes_is_read_or_rejected_by_name(path: Path, folder_copy: Path, data: Any) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    folder_copy.write_bytes(bytes(content))
    read_or_refused(path, folder_copy)


@EVERY_FILE
@QUICK
@given(data=st.data())
def test_file_with_changed_values_is_read_or_rejected_by_name(path: Path, folder_copy: Path, data: Any) -> None:
    document = copy.deepcopy(tomllib.loads(path.read_text(encoding="utf-8")))
    value: Any = document
    while True:
        key = data.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else list(range(len(value)))))
        deeper = isinstance(value[key], dict | list) and value[key] and data.draw(st.integers(0, 5))
        if not deeper:
            break
        value = value[key]
    value[key] = data.draw(VALUES)
    text = "\n".join(_written(document))
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # our simple TOML writer can't write every value
    folder_copy.write_text(text, encoding="utf-8")
    read_or_refused(path, folder_copy)


@EVERY_FILE
@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe\x00", b"\x00" * 40, b"[", b"key", b'title = "x"\n', b"a.b.c = 1\n"]
)
def test_file_of_another_kind_is_rejected_by_name(path: Path, folder_copy: Path, content: bytes) -> None:
    load, refusal = FILES[path]
    folder_copy.write_bytes(content)
    if path.stem == "ballparks" and not content:
        assert load(folder_copy) == {}
        return
    with pytest.raises(refusal) as raised:
        load(folder_copy)
    assert folder_copy.name in str(raised.value)
