"""Card and chart files: each rejection names the place and reason, and saved files load unchanged."""

from pathlib import Path
from typing import Any

import pytest

from rules_engine.baseball.system_types import SystemFileError
from rules_engine.systems.pine_tar import system
from rules_engine.systems.pine_tar.cards import notation
from rules_engine.systems.pine_tar.charts.charts import Charts
from rules_engine.systems.pine_tar.charts.printed_cells import PRINTED_CELLS
from rules_engine.systems.pine_tar.charts.reading import PURPOSES, house_charts
from tests.rules_engine.systems.pine_tar.league import game

ARRIETA: dict[str, Any] = {
    "name": "Arrieta",
    "bats": "R",
    "throws": "R",
    "br": "M",
    "sbc": 10,
    "sbo": "N",
    "shc": 55,
    "inj": "2C",
    "rg": "Neu",
    "ec": 3,
    "role": "S",
    "gs": 31,
    "home": "A/B",
    "away": "A+/B",
    "mip": "6",
    "bk_wp": "--/99",
    "so_bb": "SO 77",
    "single": {"1B": "0-10", "SO": "11-60", "GO-P": "61-99"},
}
RIZZO: dict[str, Any] = {
    "name": "Rizzo",
    "bats": "L",
    "throws": "L",
    "br": "S",
    "positions": ["1B"],
    "vs_lhp": {"HR": "0-3", "SO": "4-99"},
    "vs_rhp": {"HR": "0-5", "SO": "6-99"},
}


def with_field(card: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {key: value for key, value in {**card, **fields}.items() if value is not ...}


@pytest.mark.parametrize("document", [ARRIETA, RIZZO, with_field(RIZZO, arm="E", ar=-9, positions=["C", "LF"])])
def test_card_survives_a_round_trip(document: dict[str, Any]) -> None:
    card = system.read_card(document)
    assert system.read_card(system.write_card(card)) == card


def test_every_league_card_survives_a_round_trip() -> None:
    for card in game(3).setup.cards.values():
        assert system.read_card(system.write_card(card)) == card


@pytest.mark.parametrize(
    ("document", "fault"),
    [
        (with_field(RIZZO, vs_lhp={"HR": "0-3", "SO": "5-99"}), "Rizzo: vs_lhp: 4 is in no line"),
        (with_field(RIZZO, vs_lhp=...), "Rizzo: vs_lhp: this column is missing"),
        (with_field(RIZZO, single={"SO": "0-99"}), "Rizzo: vs_lhp: a card has a single column, or one against each"),
        (with_field(RIZZO, speed="S"), "Rizzo: speed: unknown field"),
        (with_field(RIZZO, br="X"), "Rizzo: br: must be S, M, F, not 'X'"),
        (with_field(RIZZO, bats=...), "Rizzo: bats: this field is missing"),
        (with_field(RIZZO, mip="6"), "Rizzo: mip: is only for pitchers"),
        (with_field(RIZZO, sbc=100), "Rizzo: sbc: must be 0 to 99 and not 100"),
        (with_field(RIZZO, shc="X"), "Rizzo: shc: must be 0 to 99 or N and not 'X'"),
        (with_field(RIZZO, inj="C54"), "Rizzo: inj: 'C54' is not an injury rating; enter a number and a letter"),
        (with_field(RIZZO, ec=10), "Rizzo: ec: must be 0 to 9"),
        (with_field(RIZZO, positions=["DH"]), "Rizzo: positions: 'DH' is not one of C, 1B"),
        (with_field(ARRIETA, home="A/F"), "Arrieta: home: 'F' is not a grade"),
        (with_field(ARRIETA, mip="5-2"), "Arrieta: mip: '5-2' is not a number of innings"),
        (with_field(ARRIETA, bk_wp="99/21"), "Arrieta: bk_wp: '99/21' leaves no roll for wild pitches"),
        (with_field(ARRIETA, bk_wp="21"), "Arrieta: bk_wp: '21' is not a BK/WP rating"),
        (with_field(ARRIETA, so_bb="SO 66"), "Arrieta: so_bb: 'SO 66' is not an SO/BB rating"),
        (with_field(ARRIETA, role="X"), "Arrieta: role: must be S, R, C"),
        (with_field(ARRIETA, away=...), "Arrieta: away: this field is missing"),
        ({}, "a card without a name: name: this field is missing"),
    ],
)
def test_impossible_card_is_rejected_with_player_and_field(document: dict[str, Any], fault: str) -> None:
    with pytest.raises(SystemFileError) as raised:
        system.read_card(document)
    assert str(raised.value).startswith(fault)


def test_printed_notations_are_parsed() -> None:
    assert str(notation.read_grades("A+/B")) == "A+/B"
    assert (notation.read_innings("5/2*").starting, notation.read_innings("5/2*").relief) == (5, 2)
    assert notation.read_wildness("21/99") == (21, 99)
    assert str(notation.read_wildness("--/99")) == "--/99"
    assert notation.read_injury("--") is None
    assert notation.read_so_bb_rating("NC") is None


def test_card_display_shows_its_header_and_every_cell() -> None:
    lines = "\n".join(system.card_lines(system.read_card(ARRIETA)))
    for text in (
        "Arrieta   bats R   throws R",
        "Pitcher (S) 31   MIP 6",
        "away A+/B",
        "BK/WP --/99   SO/BB SO 77",
        "61-99",
    ):
        assert text in lines
    split = "\n".join(system.card_lines(system.read_card(RIZZO)))
    assert "vs LHP" in split
    assert "vs RHP" in split


def own(folder: Path, name: str, text: str) -> Charts:
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return system.charts(folder)


def ours(name: str) -> str:
    return system.chart_templates()[f"{name}.toml"].text


def test_every_chart_has_a_template() -> None:
    assert list(system.chart_templates()) == [f"{name}.toml" for name in PURPOSES]
    assert len(PURPOSES) == 14


def test_house_charts_reload_unchanged_from_a_folder(tmp_path: Path) -> None:
    for name in PURPOSES:
        (tmp_path / f"{name}.toml").write_text(ours(name), encoding="utf-8")
    assert system.charts(tmp_path) == house_charts()


def test_custom_chart_is_loaded_with_a_digest(tmp_path: Path) -> None:
    charts = own(tmp_path, "tag", ours("tag").replace("third = 55", "third = 60"))
    assert charts.tag["lf"][3] == 60
    assert list(charts.digests) == ["tag"]


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("hit_location", ('"RLCCRRLLCI"', '"RLCCRRLLCC"'), "hit_location.toml: 19: the rules print an infield hit"),
        ("base_advancement", ("F = 1", "F = 2"), "base_advancement.toml: doubled: the rules print 1 for all"),
        ("ground_outs", ('= [4, 4], "FC R3A" = [5, 8], "PO-3 RA" = [9, 9] }\nGO-3B',
                         '= [4, 4], "FC R3A" = [5, 7], "PO-3 RA" = [8, 9] }\nGO-3B'),
         "ground_outs.toml: go_runner_on_1st, GO-2B: the rules print FC R3A 5-8"),
        ("tag", ("second = 45", "second = 44"), "tag.toml: RF, second: the rules print 45"),
        ("sacrifice", ("SH 5-4", "SH 1-4"), "sacrifice.toml: success_even: the rules print SH 5-4"),
        ("squeeze", ("-25", "-20"), "squeeze.toml: shc_adjust: the rules print -25"),
        ("pitcher_modifier", ('C = "2B"', 'C = "3B"'), "pitcher_modifier.toml: 1B: the rules print A, B and M"),
        ("error", ('[67, 76], pos = "SS"', '[67, 76], pos = "2B"'), "error.toml: 67-76: the rules print SS, 1*"),
        ("steal_opportunity", ("points = 4, first_inning = 8, per_game = 1, per_series = 1, hit_and_run = false",
                               "points = 4, first_inning = 8, per_game = 1, per_series = 1, hit_and_run = true"),
         "steal_opportunity.toml: hit_and_run: the rules print not for E and N"),
        ("positive_defense", ('[27, 40], fielder = "2B"', '[27, 40], fielder = "SS"'),
         "positive_defense.toml: 27-40: the rules print 2B, GO"),
        ("negative_defense", ("outs_2 = 2", "outs_2 = 3"), "negative_defense.toml: rolls, advance: the rules print 66"),
        ("hit_and_run", ("ground_out_white = 4", "ground_out_white = 3"), "hit_and_run.toml: batter_roll, ground_out"),
        ("injury_length", ("C = [", "F = ["), "injury_length.toml: C: the rules print a row of this letter"),
    ],
)  # fmt: skip
def test_chart_contradicting_a_printed_cell_is_rejected_with_row_and_reason(
    tmp_path: Path, name: str, change: tuple[str, str], fault: str
) -> None:
    text = ours(name)
    assert change[0] in text
    with pytest.raises(SystemFileError) as raised:
        own(tmp_path, name, text.replace(*change))
    assert str(raised.value).startswith(fault)


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("tag", "LF = {third = 70}\nCF = {second = 35, third = 85}", "tag.toml: RF: this row is missing"),
        ("tag", "LF = {third = 70, second = 1}\nCF = {second = 35, third = 85}\nRF = {second = 45, third = 75}",
         "tag.toml: LF: second: unknown row"),
        ("tag", "LF = {third = 100}\nCF = {second = 35, third = 85}\nRF = {second = 45, third = 75}",
         "tag.toml: LF: third: must be a whole number from 0 to 99, not 100"),
        ("error", 'rows = [{roll = [0, 98], pos = "SS", rs = "1*"}]', "error.toml: 99 is missing from every row"),
        ("error", 'rows = [{roll = [0, 99], pos = "SS", rs = "1*"}, {roll = [5, 5], pos = "P", rs = "2"}]',
         "error.toml: error.toml: row 2: 5 is also in"),
        ("error", 'rows = [{roll = [0, 99], pos = "XX", rs = "1*"}]', "error.toml: row 1: pos: must be P, C"),
        ("hit_location", "grid = [1]", "hit_location.toml: grid: must list 10 rows"),
        ("injury_length", "C = [1, 2]", "injury_length.toml: C: must list 10 whole numbers"),
        ("mip_modifiers", 'rows = [{if = "walks>=3", delta = 1}]', "mip_modifiers.toml: row 1: if: must be like"),
        ("tag", "LF = [", "tag.toml: "),
        ("weather", "x = 1", "weather.toml: unknown chart"),
    ],
)  # fmt: skip
def test_broken_chart_error_shows_file_row_and_reason(tmp_path: Path, name: str, text: str, fault: str) -> None:
    with pytest.raises(SystemFileError) as raised:
        own(tmp_path, name, text)
    assert str(raised.value).startswith(fault)


def test_hit_locations_can_be_ranges(tmp_path: Path) -> None:
    rows = [(0, 13, "CF"), (14, 15, "RF"), (16, 18, "LF"), (19, 19, "infield"), (20, 99, "CF")]
    text = ", ".join(f'{{roll = [{first}, {last}], field = "{field}"}}' for first, last, field in rows)
    charts = own(tmp_path, "hit_location", f"rows = [{text}]")
    assert (charts.hit_location[13], charts.hit_location[19]) == ("cf", "infield")


def test_house_charts_contain_every_printed_cell() -> None:
    assert all(cell.matches(house_charts()) for cell in PRINTED_CELLS)
    assert {cell.chart for cell in PRINTED_CELLS} >= set(PURPOSES) - {"mip_modifiers"}


def test_rejects_an_unknown_edition_or_option() -> None:
    with pytest.raises(SystemFileError, match="unknown edition 'basic'; choose from standard, full"):
        system.edition("basic")
    with pytest.raises(SystemFileError, match="unknown optional rule 'rain'"):
        system.edition("standard+rain")
    assert system.edition("standard+injuries").key == "standard+injuries"
