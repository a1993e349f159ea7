"""Test whole seasons of cards from systems that use the Protocol: counted, written, drawn and loaded."""

from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from rules_engine import systems
from seasons.card_workbook import cards_workbook
from seasons.lahman import SeasonError
from seasons.league_statistics import read_statistics
from seasons.made_cards import SeasonCardSet, cards_document, load_cards, make_season
from tabletop.card_sheets import cards_pdf
from tests.pdf_reading import pages_of

NEW = ("pine_tar", "inside_pitch")
EVERY_NEW = pytest.mark.parametrize("key", NEW)
LIMIT = 0.02


@cache
def made(key: str) -> SeasonCardSet:
    system = systems.load(key)
    return make_season(system, 1908, next(iter(system.editions)))


def team_of(key: str, team: str = "BOS") -> dict[str, Any]:
    return {player: made(key).cards[player] for player in made(key).teams[team]}


@EVERY_NEW
def test_generated_cards_match_league_totals_within_two_percent(key: str) -> None:
    report = made(key).report
    assert {line.name for line in report} >= {"homeruns", "triples", "doubles", "singles", "strikeouts"}
    for line in report:
        assert line.played > 100
        assert line.cards == pytest.approx(line.played, rel=LIMIT), line


@EVERY_NEW
def test_impossible_card_values_are_listed_by_player_with_both_counts(key: str) -> None:
    short = made(key).shortfalls
    assert short
    assert set(short) <= set(made(key).cards)
    assert all(abs(line.cards - line.played) > 0.5 for lines in short.values() for line in lines)


@EVERY_NEW
def test_card_file_round_trips(key: str, tmp_path: Path) -> None:
    system, path = systems.load(key), tmp_path / "cards.json"
    path.write_bytes(cards_document(system, made(key)))
    read = load_cards(system, path)
    assert (read.cards, read.teams) == (made(key).cards, made(key).teams)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"system": "inside_pitch", "cards": {}, "teams": {}}', "cards for another system, 'inside_pitch'"),
        ('{"cards": {}, "teams": {}}', "doesn.t name the system"),
        ('{"system": "pine_tar", "cards": {"a": {"name": "Ruth"}}, "teams": {}}', "Ruth: bats: this field is missing"),
        ('{"system": "pine_tar", "cards": {"a": 1}, "teams": {}}', "the entry for a is not a card"),
        ('{"system": "pine_tar", "cards": {}, "teams": {"BOS": ["a"]}}', "BOS has a, who has no card in this file"),
        ('{"system": "pine_tar", "cards": {}, "teams": {"BOS": 1}}', "BOS's players are not a list"),
        ("[]", "an object with cards and teams"),
    ],
)
def test_invalid_card_file_is_refused_with_a_message(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SeasonError, match=fault):
        load_cards(systems.load("pine_tar"), path)


@EVERY_NEW
def test_team_workbook_round_trips(key: str, tmp_path: Path) -> None:
    system, cards, path = systems.load(key), team_of(key), tmp_path / "cards.xlsx"
    path.write_bytes(cards_workbook(system, cards, {"BOS": list(cards)}))
    read = load_cards(system, path)
    assert read.cards == cards
    assert set(read.teams["BOS"]) == set(cards)


@EVERY_NEW
def test_empty_template_explains_its_columns_and_formats_ranges_as_text(key: str, tmp_path: Path) -> None:
    system = systems.load(key)
    workbook = load_workbook(BytesIO(cards_workbook(system, {}, {})))
    assert workbook.sheetnames == ["Batters", "Pitchers", "Read me"]
    assert {row[1] for row in workbook["Read me"].iter_rows(values_only=True)} >= {"name", "bats"}
    assert workbook["Batters"].cell(2, 8).number_format == "@"
    path = tmp_path / "empty.xlsx"
    workbook.save(path)
    with pytest.raises(SeasonError, match="This file has no cards"):
        load_cards(system, path)


FAULTS = {
    "pine_tar": [
        ("Batters", "single HR", "8-", r"Batters, row 2, column \w+ \(single HR\): .*is not a range; write 8-20"),
        ("Batters", "br", "X", r"Batters, row 2, column \w+ \(br\): .*must be S, M, F"),
        ("Pitchers", "home", "Z", r"Pitchers, row 2, column \w+ \(home\): .*'Z' is not a grade"),
        ("Pitchers", "name", None, r"Pitchers, row 2, column \w+ \(name\): .*this field is missing"),
    ],
    "inside_pitch": [
        (
            "Batters",
            "cells 35",
            "S0",
            r"Batters, row 2, column \w+ \(cells 35\): .*'S0' is not a cell of a batter's card",
        ),
        (
            "Batters",
            "fielding",
            "ss 4",
            r"Batters, row 2, column \w+ \(fielding\): .*is not a position with its",
        ),
        ("Pitchers", "cells 11", "S", r"Pitchers, row 2, column \w+ \(cells 11\): .*is not a cell of a pitcher's card"),
        ("Pitchers", "batting k", "x/3", r"Pitchers, row 2, column \w+ \(batting k\): .*whole number from -20 to 20"),
    ],
}


@pytest.mark.parametrize(("key", "fault"), [(key, fault) for key, faults in FAULTS.items() for fault in faults])
def test_workbook_error_includes_sheet_row_and_field(key: str, fault: tuple, tmp_path: Path) -> None:
    sheet, heading, value, message = fault
    system, cards = systems.load(key), team_of(key)
    workbook = load_workbook(BytesIO(cards_workbook(system, cards, {"BOS": list(cards)})))
    heads = [cell.value for cell in workbook[sheet][1]]
    workbook[sheet].cell(2, heads.index(heading) + 1).value = value
    path = tmp_path / "cards.xlsx"
    workbook.save(path)
    with pytest.raises(SeasonError, match=message):
        load_cards(system, path)


@EVERY_NEW
def test_rejects_dates_and_formulas(key: str, tmp_path: Path) -> None:
    system, cards = systems.load(key), team_of(key)
    workbook = load_workbook(BytesIO(cards_workbook(system, cards, {})))
    workbook["Batters"].cell(2, 5).value = datetime(1998, 1, 7, tzinfo=UTC).replace(tzinfo=None)
    workbook["Batters"].cell(3, 6).value = "=1+1"
    path = tmp_path / "cards.xlsx"
    workbook.save(path)
    with pytest.raises(SeasonError, match=r"row 2.*turned this into a date(.|\n)*row 3.*This is a formula"):
        load_cards(system, path)


@EVERY_NEW
def test_pdf_prints_every_card_value_in_full(key: str) -> None:
    system, cards = systems.load(key), list(team_of(key).values())
    pages = pages_of(cards_pdf([(system.card_face(card), "1908 BOS") for card in cards], "Cards"))
    assert len(pages) == -(-len(cards) // 4)
    for place, card in enumerate(cards):
        words, face = " ".join(pages[place // 4].split()), system.card_face(card)
        texts = [face.name, face.corner, *face.ratings]
        texts += [cell for grid in face.grids for row in grid.rows for cell in (row.label, *row.cells)]
        for text in texts:
            assert " ".join(text.split()) in words, (card.name, text)
    assert not any("…" in page for page in pages)


@EVERY_NEW
def test_f02_hitter_with_mop_up_innings_gets_a_hitter_card(key: str) -> None:
    system = systems.load(key)
    season = read_statistics(2022).of_league("NL")
    edition = system.edition(next(iter(system.editions)))
    cards = system.make_cards(season, edition).cards
    setup = system.setup(edition, cards)
    (kelly,) = [code for code in cards if cards[code].name == "Carson Kelly"]
    assert not setup.is_pitcher(kelly)
    assert setup.positions(kelly)[0] == "c"


def test_rejects_a_deeply_nested_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text("[" * 200_000)
    with pytest.raises(SeasonError, match="nested too deeply"):
        load_cards(systems.load("pine_tar"), path)
