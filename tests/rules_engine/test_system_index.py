"""Every number in every catalog has a function that implements it and a test, or a reason why it is not played."""

import ast
from pathlib import Path

import pytest

from rules_engine.system_index import (
    AREA,
    MOST_NOT_PLAYED,
    PAGE,
    ROOT,
    Catalogue,
    CatalogueError,
    IndexRow,
    catalogues,
    named,
    numbers_in_name,
    page,
    read_catalogue,
    rows,
)
from tests.conformance.adapters import gather

EVERY = pytest.mark.parametrize("catalogue", catalogues(), ids=lambda catalogue: catalogue.key)


def written(folder: Path, text: str) -> Path:
    path = folder / "some.toml"
    path.write_text(f'title = "Some"\nprefix = "SS"\nfolders = ["rules_engine"]\n{text}', encoding="utf-8")
    return path


@EVERY
def test_every_catalog_number_has_a_function_and_a_test(catalogue: Catalogue) -> None:
    played = [row for row in rows(catalogue) if not row.not_played]
    assert [row.number for row in played if not row.functions] == []
    assert [row.number for row in played if not row.tests] == []


@EVERY
def test_few_catalog_numbers_are_missing_from_the_system(catalogue: Catalogue) -> None:
    assert len(catalogue.not_in_this_system) * MOST_NOT_PLAYED <= len(catalogue.numbers)


@EVERY
def test_every_catalog_reference_exists(catalogue: Catalogue) -> None:
    areas = {area for _, area in gather().adapters}
    for place in (
        place
        for text in (*catalogue.runners_by_number.values(), *catalogue.tested_by.values())
        for place in named(text)
    ):
        if place.path == AREA:
            assert place.name in areas, f"{catalogue.key}: there are no rulebook examples {place.name}"
        else:
            assert place.name in defined(ROOT / place.path), f"{catalogue.key}: {place} is not there"


def defined(path: Path) -> set[str]:
    """Return a module's definitions: all functions and classes, including nested ones, and its constants."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


def test_systems_page_is_up_to_date() -> None:
    """After a change, run python -m rules_engine.system_index."""
    assert PAGE.read_text(encoding="utf-8") == page()


def test_rejects_a_duplicate_catalog_number(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"some\.toml: 1\.1-a is listed twice"):
        read_catalogue(written(tmp_path, 'numbers = "1.1-a 1.1-b 1.1-a"'))


def test_rejects_a_line_for_an_unknown_number(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match=r"\[numbers_in_code\] 9\.9 is not a number"):
        read_catalogue(written(tmp_path, 'numbers = "1.1"\n[numbers_in_code]\n"9.9" = "1.1"'))


def test_number_without_functions_has_an_empty_row(tmp_path: Path) -> None:
    [row] = rows(read_catalogue(written(tmp_path, 'numbers = "987.6"')))
    assert (row.functions, row.tests, row.not_played) == ((), (), "")


def test_number_can_include_or_omit_its_part_letter(tmp_path: Path) -> None:
    catalogue = read_catalogue(written(tmp_path, 'numbers = "2.4-a 10.1-B 13"\n[numbers_in_code]\n"13" = "4.1 SS4.2"'))
    assert catalogue.written("2.4-a") == ("SS2.4A", "SS2.4")
    assert catalogue.written("10.1-B") == ("SS10.1B", "SS10.1")
    assert catalogue.written("13") == ("4.1", "SS4.2")


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("test_13_31_the_defence_is_asked", ["13.31"]),
        ("test_s27_3_and_t31_7_both", ["S27.3", "T31.7"]),
        ("test_ss_2_4a_the_runner_from_first", ["SS2.4A"]),
        ("test_pt_m3_the_order_of_resolution", ["PTM3"]),
        ("test_ip4_6a_the_batter_is_out", ["IP4.6A"]),
        ("test_20_games_are_played", []),
    ],
)
def test_rule_numbers_are_parsed_from_test_names(name: str, numbers: list[str]) -> None:
    assert numbers_in_name(name) == numbers


def test_row_shows_two_tests_and_mentions_more() -> None:
    assert IndexRow("1.1", ("a", "b"), ("c", "d", "e")).line == "| 1.1 | a; b | c; d; and more |"
