"""Editions as data: what each has in force, and how a faulty file is refused."""

from pathlib import Path

import pytest

from rules_engine.systems.strat_o_matic.edition import (
    EDITION_FOLDER,
    EditionError,
    available_editions,
    load_edition,
    read_edition,
)


def test_four_editions_ship_under_the_names_that_games_store() -> None:
    keys = {"som_basic", "som_advanced", "som_super_advanced", "star"}
    assert keys <= set(available_editions())
    assert all(load_edition(key).key == key for key in keys)


def test_each_edition_keeps_what_it_extends_and_changes_what_it_says() -> None:
    basic, advanced, super_advanced, star = map(
        load_edition, ("som_basic", "som_advanced", "som_super_advanced", "star")
    )
    assert [edition.cards.sides for edition in (basic, advanced, super_advanced, star)] == [False, True, True, True]
    assert [edition.flies.rob_homeruns for edition in (advanced, super_advanced, star)] == [False, True, False]
    assert [edition.hits.minus_five_only_to_home for edition in (super_advanced, star)] == [False, True]


def test_an_option_is_switched_without_touching_the_shipped_edition() -> None:
    changed = load_edition("som_basic").with_options("hits", stars=False)
    assert not changed.hits.stars
    assert load_edition("som_basic").hits.stars


def test_an_unknown_edition_names_those_there_are() -> None:
    with pytest.raises(EditionError, match="no edition “chess”; there are: .*star"):
        load_edition("chess")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[hits]\nstars = 3", "mine.toml: hits.stars must be bool, not 3"),
        ("[hits]\ncolour = true", "mine.toml: [hits] has unknown key colour"),
        ("[rain]\nx = 1", "mine.toml: unknown key rain"),
        ("title = 7", "mine.toml: title must be str, not 7"),
        ("[strategy]\none_and_two_bars = [1]", "mine.toml: strategy.one_and_two_bars must be str, not 1"),
        ("[hits", "mine.toml: "),
    ],
)
def test_a_faulty_edition_is_refused_with_file_and_key(tmp_path: Path, text: str, fault: str) -> None:
    for name in ("basic", "advanced", "super_advanced", "star"):
        shipped = (EDITION_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        (tmp_path / f"{name}.toml").write_text(shipped, encoding="utf-8")
    path = tmp_path / "mine.toml"
    head = "" if text.startswith("title") else 'title = "Mine"\n'
    path.write_text(f'extends = "star"\nkey = "mine"\n{head}{text}', encoding="utf-8")
    with pytest.raises(EditionError) as raised:
        read_edition(path)
    assert str(raised.value).startswith(fault)


def test_an_edition_that_lacks_a_line_or_extends_itself_is_refused(tmp_path: Path) -> None:
    alone = tmp_path / "alone.toml"
    alone.write_text('key = "alone"\ntitle = "Alone"\n[cards]\nsides = true\n', encoding="utf-8")
    with pytest.raises(EditionError, match=r"\[cards\] lacks power"):
        read_edition(alone)
    circle = tmp_path / "circle.toml"
    circle.write_text('extends = "circle"\nkey = "c"\ntitle = "C"\n', encoding="utf-8")
    with pytest.raises(EditionError, match="extends itself"):
        read_edition(circle)
