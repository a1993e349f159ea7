"""Test complete cards as a workbook that can be imported again, and as a printout with every line."""

from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook

from rules_engine.systems.strat_o_matic import system
from rules_engine.systems.strat_o_matic.cards.card_face import rating_lines
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, write_line
from seasons.card_workbook import cards_workbook, read_cards
from seasons.strat_o_matic import fitted_season_play
from seasons.strat_o_matic.season_cards import load_cards, make_season
from tabletop.card_sheets import cards_pdf
from tests.pdf_reading import pages_of


def made_team(team: str = "NYA") -> dict:
    season = make_season(1998)[0]
    return {player: season.cards[player] for player in season.teams[team]}


def changed(tmp_path: Path, change) -> Path:
    """Return a team's workbook after edits."""
    workbook = load_workbook(BytesIO(cards_workbook(system, made_team(), {"NYA": list(made_team())})))
    change(workbook)
    path = tmp_path / "cards.xlsx"
    workbook.save(path)
    return path


def test_season_workbook_round_trips(tmp_path: Path) -> None:
    season, path = make_season(1998)[0], tmp_path / "cards.xlsx"
    path.write_bytes(cards_workbook(system, season.cards, season.teams))
    reloaded = load_cards(path)
    assert reloaded.cards == season.cards
    assert {team: set(team_players) for team, team_players in reloaded.teams.items()} == {
        t: set(m) for t, m in season.teams.items() if m
    }


def test_plays_with_cards_from_the_workbook(tmp_path: Path) -> None:
    path, json_path = tmp_path / "cards.xlsx", tmp_path / "cards.json"
    call_command("make_cards", "1998", out=json_path, xlsx=path, games=0, stdout=StringIO())
    out = StringIO()
    call_command("play", cards=path, auto=True, seed=7, stdout=out)
    assert out.getvalue().count("(W)") == 1


def test_workbook_errors_include_sheet_row_card_column_and_line(tmp_path: Path) -> None:
    def spoil(workbook) -> None:
        sheet = workbook["Batters"]
        heads = [cell.value for cell in sheet[1]]
        sheet.cell(3, heads.index("left 2-7") + 1).value = "SINGLE 1-10 / gb(ss)A 12-20"
        sheet.cell(5, heads.index("fielding") + 1).value = "xx-9"
        sheet.cell(6, heads.index("code") + 1).value = sheet.cell(7, heads.index("code") + 1).value
        workbook["Pitchers"].cell(2, 3).value = None

    with pytest.raises(ValueError, match="Batters, row 3") as faults:
        read_cards(system, changed(tmp_path, spoil))
    lines = str(faults.value).splitlines()
    assert "side left, column 2, row 7" in lines[0]
    assert lines[1].startswith("Batters, row 5, column ")
    assert "fielding" in lines[1]
    assert lines[2].startswith("Batters, row 7, column A (code): Another card has the code")
    assert lines[3].startswith("Pitchers, row 2, column C (name): ")
    assert "name" in lines[3]
    assert len(lines) == 4


def test_reports_unknown_columns_missing_sheets_and_empty_files(tmp_path: Path) -> None:
    def rename(workbook) -> None:
        workbook["Batters"].cell(1, 4).value = "batz"
        del workbook["Pitchers"]

    with pytest.raises(ValueError, match="Unknown column: batz") as faults:
        read_cards(system, changed(tmp_path, rename))
    assert "The Pitchers sheet is missing." in str(faults.value)
    empty = tmp_path / "empty.xlsx"
    empty.write_bytes(cards_workbook(system, {}, {}))
    with pytest.raises(ValueError, match="has no cards"):
        read_cards(system, empty)
    empty.write_bytes(b"not a workbook")
    with pytest.raises(CommandError, match="not an Excel workbook"):
        call_command("play", cards=empty, auto=True, stdout=StringIO())


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_every_line_and_rating_is_printed_in_full(paper: str) -> None:
    cards = list(made_team().values())
    pages = pages_of(cards_pdf([(system.card_face(card), "1998 NYA") for card in cards], "Cards", paper))
    assert len(pages) == -(-len(cards) // 4)
    for place, card in enumerate(cards):
        words = " ".join(pages[place // 4].split())
        assert card.name in words
        for text in (
            *rating_lines(card),
            *(write_line(line) for side in card.columns.values() for c in side for line in c),
        ):
            assert " ".join(text.split()) in words, (card.name, text)
    assert not any("…" in page for page in pages)
    assert {type(card) for card in cards} == {BatterCard, PitcherCard}


def test_longest_card_line_is_printed_in_full() -> None:
    card = next(card for card in made_team().values() if isinstance(card, PitcherCard))
    text = "N HOMERUN 1-14 / popout(ss) 15-20"
    columns = {side: ((parse_line(text),) * 11,) * 3 for side in card.columns}
    (page,) = pages_of(cards_pdf([(system.card_face(replace(card, columns=columns)), "1998 NYA")], "Cards"))
    assert " ".join(page.split()).count(text) == 99


def test_rejects_an_unknown_team_up_front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cards.pdf"
    monkeypatch.setattr(fitted_season_play, "make_league", lambda *_: pytest.fail("cards are being made"))
    with pytest.raises(CommandError, match="there is no team XXX; choose from ANA"):
        call_command(
            "make_cards", "1998", out=tmp_path / "cards.json", pdf=path, team="XXX", games=0, stdout=StringIO()
        )
    assert not path.exists()
