"""Every rulebook example in an area with an adapter, and the test harness itself."""

import json
from pathlib import Path

import pytest

from tests.conformance.adapters import Registry
from tests.conformance.case_files import Case, CaseFileError, read_files
from tests.conformance.comparing import differences


def test_engine_matches_the_rulebook_example(case: Case, registry: Registry) -> None:
    wrong = registry.wrong(case)
    assert not wrong, "\n".join(
        [f"{case.place} {registry.system_of(case)}/{case.area}, rule {case.rule}: {case.why}"]
        + [f"given {json.dumps(case.facts)}"]
        + [f"{key}: expected {expected!r}, the engine says {answered!r}" for key, (expected, answered) in wrong.items()]
    )
    assert not answered_without_given(case, registry), f"{case.place}: right with nothing given"


def answered_without_given(case: Case, registry: Registry) -> bool:
    """Return whether a case passes with all its facts removed, which means that its adapter ignores them."""
    try:
        return not registry.wrong(case, {})
    except LookupError:  # the adapter names the missing field
        return False


def test_every_adapter_module_loads(registry: Registry) -> None:
    assert not registry.faults, "\n".join(f"{name}: {why}" for name, why in registry.faults.items())


def write(folder: Path, *lines: str) -> Path:
    path = folder / "anything.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


CASE = {"id": "LEG-901", "rule": "T31.10", "area": "legal_team", "given": {"a": 1}, "expect": {"legal": True}}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "not JSON"),
        ("[1]", "a case is a JSON object, this is list"),
        (json.dumps(CASE | {"given": None}), "“given” must be there and be dict"),
        (json.dumps({key: CASE[key] for key in CASE if key != "area"}), "“area” must be there"),
        (json.dumps(CASE | {"expect": {}}), "asserts nothing"),
    ],
)
def test_invalid_line_error_includes_file_and_line(tmp_path: Path, line: str, fault: str) -> None:
    path = write(tmp_path, json.dumps(CASE), "", line)
    with pytest.raises(CaseFileError) as raised:
        read_files([path])
    assert str(raised.value).startswith(f"{path}:3: ")
    assert fault in str(raised.value)


def test_missing_case_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CaseFileError, match="no such case file"):
        read_files([tmp_path / "gone.jsonl"])


@pytest.mark.parametrize(
    ("changes", "system"),
    [
        ({}, "star_tournament"),
        ({"id": "H1", "area": "no such area"}, "star_tournament"),
        ({"id": "SOM1-x-1", "ruleset": "star", "area": "injury"}, "som_1"),
        ({"id": "SOM2-INJ-1", "ruleset": "star", "area": "injury"}, "som_2"),
        ({"id": "PT-loc-1", "ruleset": "pine_tar", "area": "walk"}, "pine_tar"),
        ({"id": "IP-inj-1", "area": "injury"}, "inside_pitch"),
        ({"id": "SS-inj-1", "ruleset": "senior_seminar", "area": "injury"}, "senior_seminar"),
    ],
)
def test_system_comes_from_the_case_instead_of_the_file_name(
    tmp_path: Path, changes: dict[str, str], system: str
) -> None:
    [case] = read_files([write(tmp_path, json.dumps(CASE | changes))])
    # without adapters, so the result can't depend on the areas covered today
    assert Registry().system_of(case) == system


def test_area_without_an_adapter_is_reported_and_skipped(tmp_path: Path) -> None:
    unknown = CASE | {"id": "SOM1-x-1", "ruleset": "star", "area": "weather_forecast"}
    cases = read_files([write(tmp_path, json.dumps(CASE), json.dumps(unknown))])
    registry = Registry(adapters={("star_tournament", "legal_team"): lambda facts, profile: {}})
    assert registry.uncovered(cases) == {"som_1/weather_forecast": 1}
    assert [bool(registry.adapter(case)) for case in cases] == [True, False]


@pytest.mark.parametrize(
    ("expect", "answer", "differ"),
    [
        ({"n": 1}, {"n": 1, "more": 2}, []),
        ({"n": 1}, {}, ["n"]),
        ({"n": None}, {}, ["n"]),
        ({"n": 1}, {"n": True}, ["n"]),
        ({"list": [1, 2]}, {"list": (1, 2)}, []),
        ({"list": [1, 2]}, {"list": [2, 1]}, ["list"]),
        ({"any_order": [1, 2]}, {"any_order": [2, 1]}, []),
        ({"any_order": [1, 1]}, {"any_order": [1]}, ["any_order"]),
        ({"bases": {"1": "2"}}, {"bases": {"1": "2", "2": "3"}}, ["bases"]),
        ({"some": {"1": "2"}}, {"some": {"1": "2", "2": "3"}}, []),
        ({"some": {"1": "2"}}, {"some": {"2": "3"}}, ["some"]),
        ({"some": {}}, {"some": {"2": "3"}}, ["some"]),
        ({"any_order": []}, {"any_order": [1]}, ["any_order"]),
        ({"bases": {}}, {"bases": {"1": "2"}}, ["bases"]),
        ({"n": 0}, {"n": False}, ["n"]),
        ({"n": None}, {"n": 0}, ["n"]),
        ({"words": "Eve keeps her selection"}, {"words": "Eve keeps their selection"}, []),
        ({"words": "Eve keeps her selection"}, {"words": "Eve changes her selection"}, ["words"]),
        ({"word": "defense"}, {"word": "defence"}, ["word"]),
    ],
)
def test_only_expected_keys_are_compared(expect: dict, answer: dict, differ: list[str]) -> None:
    assert list(differences(expect, answer, frozenset({"any_order"}), frozenset({"some"}))) == differ
