"""Test card sets as spreadsheets: the template, the round trip, and every error with its cell."""

import io
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from drafts.card_files import CardFile, CardFileFaults, card_file, read_card_file, template_file
from drafts.models import Ballpark, CardSet, PlayerCard
from drafts.services.card_sets import card_rows, import_card_set, load_season, park_rows
from rules_engine.systems import KEYS
from seasons.players_and_parks import read_season
from seasons.workbooks import read_workbook
from tests.drafts.pools import make_pool

TEMPLATE = Path(__file__).parents[2] / "fixtures" / "card_set_template.xlsx"


def filled(change: Callable[[Workbook], object] | None = None, **cells: Any) -> bytes:
    """Return the template with a hitter in row 2, a pitcher in row 3 and a ballpark, after these changes to row 2."""
    workbook = load_workbook(io.BytesIO(template_file(KEYS[0])))
    for sheet, row, values in (
        ("Players", 2, {"Code": "h1", "Name": "Hal Hitter", "Bats": "L", "AB": 400, "H": 120, "Positions": "SS 90"}),
        ("Players", 3, {"Code": "p1", "Name": "Pat Pitcher", "Throws": "R", "Roles": "S R", "IP": 118.2}),
        ("Ballparks", 2, {"Code": "b1", "Name": "Bay Field"}),
        ("Players", 2, cells),
    ):
        for heading, value in values.items():
            workbook[sheet].cell(row, _place(workbook, sheet, heading)).value = value
    if change:
        change(workbook)
    return _bytes(workbook)


def _place(workbook: Workbook, sheet: str, heading: str) -> int:
    return next(cell.column for cell in workbook[sheet][1] if cell.value == heading)


def _bytes(workbook: Workbook) -> bytes:
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def read(content: bytes, league: str = "") -> CardFile:
    return read_card_file(read_workbook(content), KEYS[0], league=league)


def faults_of(content: bytes, league: str = "") -> list[str]:
    with pytest.raises(CardFileFaults) as caught:
        read(content, league)
    return [str(fault) for fault in caught.value.faults]


def sheet_of(*cards: dict[str, Any]) -> bytes:
    """The template with these cards from row 4 on."""

    def add(workbook: Workbook) -> None:
        for row, card in enumerate(cards, 4):
            for heading, value in card.items():
                workbook["Players"].cell(row, _place(workbook, "Players", heading)).value = value

    return filled(add)


def plain(row: PlayerCard | Ballpark) -> dict[str, Any]:
    """Return a row's values without the database keys."""
    return {key: value for key, value in vars(row).items() if key not in ("_state", "id", "card_set_id")}


def test_command_writes_the_template_in_the_repository() -> None:
    def cells(content: bytes) -> dict[str, list[tuple[object, ...]]]:
        book = load_workbook(io.BytesIO(content))
        return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}

    rows = cells(TEMPLATE.read_bytes())
    assert rows == cells(template_file(KEYS[0]))
    assert list(rows) == ["Players", "Ballparks", "Read me"]
    explained = {(row[0], row[1]) for row in rows["Read me"] if row[3]}
    assert {("Players", heading) for heading in rows["Players"][0]} <= explained
    assert {("Ballparks", heading) for heading in rows["Ballparks"][0]} <= explained


def test_column_h_is_at_bats() -> None:
    assert load_workbook(TEMPLATE)["Players"]["H1"].value == "AB"


def test_imports_a_filled_template() -> None:
    contents = read(filled())
    hitter, pitcher = contents.cards
    assert (hitter.name, hitter.sort_name, hitter.bats, hitter.at_bats) == ("Hal Hitter", "Hitter, Hal", "L", 400)
    assert (hitter.positions, hitter.is_pitcher, hitter.can_be_injured) == ({"SS": 90}, False, True)
    assert (pitcher.is_pitcher, pitcher.is_starter, pitcher.is_reliever) == (True, True, True)
    assert pitcher.outs_pitched == 356
    assert [park.name for park in contents.parks] == ["Bay Field"]


@pytest.mark.django_db
@pytest.mark.database
def test_real_season_round_trips() -> None:
    season = read_season(1998, "AL")
    card_set = load_season(year=1998, league="AL")
    contents = read(card_file(card_set))
    assert [plain(card) for card in contents.cards] == [plain(card) for card in card_rows(season)]
    assert [plain(park) for park in contents.parks] == [plain(park) for park in park_rows(season)]


@pytest.mark.django_db
@pytest.mark.database
def test_imported_ratings_round_trip() -> None:
    ratings = {
        "Fielding": "ss-2e14, 2b-3e20",
        "Positions": "SS, 2B",
        "Steal lead": "*8-10 / 11, 12 (19-14)",
        "Stealing": "aa",
        "Running": "1-15",
        "Injury": "no",
        "Hold": -2,
        "Endurance": "starter(7) relief(2)/3",
        "Hitting card": "#1WR",
        "BK": "bk 4",
        "WP": 12,
    }
    park = {"Singles L": 4, "Singles R": 5, "HR L": 10, "HR R": 11}

    def with_park(book: Workbook) -> None:
        for heading, value in park.items():
            book["Ballparks"].cell(2, _place(book, "Ballparks", heading)).value = value

    first = read(filled(with_park, **ratings))
    stored = import_card_set(name="Mine", system=KEYS[0], cards=first.cards, parks=first.parks)
    contents = read(card_file(stored))
    assert [plain(card) for card in contents.cards] == [plain(card) for card in stored.cards.all()]
    assert [plain(park) for park in contents.parks] == [plain(park) for park in stored.ballparks.all()]
    (hitter,) = [card for card in contents.cards if card.code == "h1"]
    assert hitter.ratings["steal"] == "*8-10/11,12 (19-14)"
    assert (hitter.ratings["hold"], hitter.ratings["balk"], hitter.ratings["wild_pitch"]) == ("-2", "4", "12")
    assert (hitter.positions, hitter.can_be_injured) == ({"SS": 0, "2B": 0}, False)
    assert (contents.parks[0].singles_left, contents.parks[0].homeruns_right) == (4, 11)


def test_fielding_ratings_supply_missing_positions() -> None:
    (card, _) = read(filled(Positions=None, Fielding="c-2(-1)e5, 1b-4e20")).cards
    assert (set(card.positions), card.has_catcher_rating) == ({"C", "1B"}, True)


def test_accepts_reordered_columns_and_omitted_optional_columns() -> None:
    book = Workbook()
    book.active.title = "players"
    for row in (["name", "AB", "CODE"], ["O'Neill “Tip”", 500, "a"]):
        book.active.append(row)
    book.create_sheet("Ballparks").append(["Code", "Name"])
    (card,) = read(_bytes(book)).cards
    assert (card.name, card.at_bats, card.code, card.walks, card.can_be_injured) == ("O'Neill “Tip”", 500, "a", 0, True)


def test_reports_all_errors_with_sheet_row_and_column() -> None:
    def spoil(book: Workbook) -> None:
        for row in range(4, 15):
            book["Players"].cell(row, 1, f"x{row}")
            book["Players"].cell(row, 2, f"Man {row}")
        book["Players"]["H14"] = "4O5"
        book["Players"]["D5"] = "X"
        book["Players"]["A9"] = "x8"
        book["Ballparks"]["D2"] = 21

    assert faults_of(filled(spoil, IP="1.3")) == [
        "Players, row 2, column AB (IP): “1.3” ends in .3, but thirds of an inning are .0, .1 or .2",
        "Players, row 5, column D (Bats): “X” is not a batting or throwing hand: enter L, R or S",
        "Players, row 9, column A (Code): “x8” is also the code of row 8",
        "Players, row 14, column H (AB): “4O5” is not a whole number",
        "Ballparks, row 2, column D (Singles L): 21 must be 1 to 20",
    ]


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ({"Code": None}, "row 2, column A (Code): is empty"),
        ({"Name": "   "}, "row 2, column B (Name): is empty"),
        ({"Name": "x" * 300}, "column B (Name): “xxxxxxxxxxxxxxxxxxxx…” has 300 characters, but at most 80 fit"),
        ({"Name": "a\u200bb"}, "column B (Name): contains characters that can't be printed"),
        ({"AB": -1}, "column H (AB): -1 must be 0 to 9999"),
        ({"AB": 10**30}, "must be 0 to 9999"),
        ({"AB": 400.5}, "“400.5” is not a whole number"),
        ({"AB": True}, "TRUE is neither text nor a number"),
        ({"AB": date(1998, 4, 5)}, "is a date"),
        ({"AB": "=200+200"}, "column H (AB): contains a formula: enter its value"),
        ({"Name": '=HYPERLINK("http://x")'}, "column B (Name): contains a formula"),
        ({"AB": "#N/A"}, "contains the error #N/A"),
        ({"H": 401}, "column J (H): 401 hits in 400 at bats"),
        ({"HR": 121}, "121 doubles, triples and home runs in 120 hits"),
        ({"GS": 3}, "3 starts in 0 games pitched"),
        ({"IP": "118.2.1"}, "is not a number of innings"),
        ({"IP": 118.25}, "“118.25” ends in .25"),
        ({"IP": 99999}, "99999 must be 0 to 9999"),
        ({"Throws": "right"}, "“right” is not a batting or throwing hand"),
        ({"Born": 98}, "98 must be 1800 to 2100"),
        ({"Positions": "SS 90, QB 3"}, "“QB” is not a position: enter C, 1B, 2B, 3B, SS, LF, CF, RF"),
        ({"Positions": "OF"}, "“OF” is not a position"),
        ({"Positions": "SS, SS"}, "SS is listed twice"),
        ({"Positions": "SS many"}, "“many” is not a whole number"),
        ({"Roles": "closer"}, "“closer” is not a role"),
        ({"Injury": "maybe"}, "“maybe” is not yes or no"),
        ({"Fielding": "ss-9e4"}, "range 9 of ss must be 1 to 5"),
        ({"Fielding": "2b-2e14"}, "rates 2B, but the Positions column has SS"),
        ({"Hold": 12}, "12 must be -6 to 9"),
        ({"Endurance": "starter"}, "enter starter(n), relief(n)/closer or both"),
        ({"Running": "1-21"}, "“1-21” is not a running rating"),
        ({"Stealing": "F"}, "“F” is not a stealing grade"),
    ],
)
def test_rejects_invalid_cells(cells: dict[str, Any], fault: str) -> None:
    (problem,) = faults_of(filled(**cells))
    assert problem.startswith("Players, row 2, column ")
    assert fault in problem


def test_rejects_a_date_as_innings() -> None:
    (problem,) = faults_of(filled(IP=datetime(2020, 1, 18, 2, 0)))
    assert "format the cell as text" in problem


def test_ballpark_needs_all_four_numbers_or_none() -> None:
    def some(book: Workbook) -> None:
        book["Ballparks"]["D2"] = 4

    assert faults_of(filled(some)) == ["Ballparks, row 2, column E (Singles R): a park needs all four numbers or none"]


def test_rejects_missing_duplicate_and_unknown_headings() -> None:
    def spoil(book: Workbook) -> None:
        sheet = book["Players"]
        sheet["B1"], sheet["C1"], sheet["I1"] = "Nom", "AB", None

    assert faults_of(filled(spoil)) == [
        "Players, row 1, column B (Nom): the template has no such column",
        "Players, row 1, column H (AB): this column appears twice",
        "Players, row 1: the column “Name” is missing",
    ]


def test_rejects_values_in_a_column_without_a_heading() -> None:
    def spoil(book: Workbook) -> None:
        book["Players"]["H1"] = None

    assert faults_of(filled(spoil)) == ["Players, row 2, column H: this value is in a column without a heading"]


def test_deleted_column_causes_no_error() -> None:
    def without_at_bats(book: Workbook) -> None:
        book["Players"].delete_cols(8)

    assert [card.hits for card in read(filled(without_at_bats)).cards] == [120, 0]


def test_requires_both_sheets() -> None:
    def rename(book: Workbook) -> None:
        book["Players"].title = "Sheet1"
        del book["Ballparks"]

    assert faults_of(filled(rename)) == [
        "Players: there is no sheet “Players”",
        "Ballparks: there is no sheet “Ballparks”",
    ]


def test_rejects_an_empty_template() -> None:
    assert faults_of(template_file(KEYS[0])) == ["Players: no player is listed"]


def test_blank_rows_do_not_shift_row_numbers() -> None:
    def apart(book: Workbook) -> None:
        book["Players"].cell(40, 1, "late")
        book["Players"].cell(40, 2, "Lee Late")
        book["Players"].cell(41, 1, "later")

    assert faults_of(filled(apart)) == ["Players, row 41, column B (Name): is empty"]


@pytest.mark.parametrize("row", [5001, 5002, 1_048_576])
def test_rejects_a_sheet_with_too_many_rows(row: int) -> None:
    assert faults_of(filled(lambda book: book["Players"].cell(row, 1, "far"))) == [
        f"Players, row {row}: there are more than 5000 rows"
    ]


def test_wrong_sheet_dimension_hides_no_rows() -> None:
    content = _changed(filled(), "xl/worksheets/sheet1.xml", lambda xml: _with_dimension(xml, b"A1:B2"))
    assert [card.code for card in read(content).cards] == ["h1", "p1"]


def _with_dimension(xml: bytes, size: bytes) -> bytes:
    start = xml.index(b'<dimension ref="') + len(b'<dimension ref="')
    return xml[:start] + size + xml[xml.index(b'"', start) :]


def _changed(content: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the same workbook with one part of its archive changed."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not an Excel workbook (.xlsx)"),
        (b"code,name\na,b\n", "This is not an Excel workbook (.xlsx)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "This is not an Excel workbook (.xlsx)"),
        (b"PK\x03\x04" + b"\xff" * 600, "This is not an Excel workbook (.xlsx)"),
        (b"x" * (3 * 1024 * 1024 + 1), "This file has 3.0 MB, but a card set can have at most 3.0 MB"),
    ],
)
def test_rejects_a_file_that_is_not_a_workbook(content: bytes, sentence: str) -> None:
    (problem,) = faults_of(content)
    assert sentence in problem


def test_rejects_a_truncated_workbook() -> None:
    assert "not an Excel workbook" in faults_of(filled()[:3000])[0]


def test_rejects_other_zip_archives() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("readme.txt", "hello")
    assert "can't be read as an Excel workbook" in faults_of(file.getvalue())[0]


@pytest.mark.parametrize("part", ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"])
def test_rejects_a_workbook_with_a_broken_part(part: str) -> None:
    content = _changed(filled(), part, lambda xml: xml[: len(xml) // 2])
    assert "can't be read" in faults_of(content)[0]


def test_rejects_a_decompression_bomb() -> None:
    content = _changed(filled(), "xl/worksheets/sheet1.xml", lambda xml: xml + b" " * 40_000_000)
    assert len(content) < 100_000
    assert "more than any real sheet" in faults_of(content)[0]


@pytest.mark.parametrize(
    "inner", [b"<row/>" * 3_600_000, b"<row>" + b"<c/>" * 2_400_000 + b"</row>"], ids=["empty rows", "empty cells"]
)
def test_rejects_millions_of_empty_rows_or_cells_before_parsing(inner: bytes) -> None:
    def put(xml: bytes) -> bytes:
        return xml[: xml.index(b"<sheetData>")] + b"<sheetData>" + inner + b"</sheetData></worksheet>"

    content = _changed(filled(), "xl/worksheets/sheet1.xml", put)
    assert len(content) < 100_000
    started_at = time.process_time()
    assert "Copy the filled-in cells to the template" in faults_of(content)[0]
    assert time.process_time() - started_at < 10


def test_rejects_an_archive_with_a_false_size() -> None:
    honest = _changed(filled(), "xl/worksheets/sheet1.xml", lambda xml: b" " * 40_000_000)
    size = (40_000_000).to_bytes(4, "little")
    assert size in honest
    (problem,) = faults_of(honest.replace(size, (1000).to_bytes(4, "little")))
    assert "not an Excel workbook" in problem


def test_rejects_an_entity_expansion_bomb() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'
    content = _changed(filled(), "xl/worksheets/sheet1.xml", lambda xml: bomb)
    assert "document type" in faults_of(content)[0]


@pytest.mark.django_db
def test_exports_formula_like_text_as_text() -> None:
    card_set = make_pool(teams=1)
    evil = '=HYPERLINK("http://example.org","Click")'
    PlayerCard.objects.filter(card_set=card_set, code="hitter000").update(name=evil, clubs="@SUM(1)", sort_name="-1+2")
    content = card_file(card_set)
    book = load_workbook(io.BytesIO(content))
    (row,) = [row for row in book["Players"].iter_rows() if row[0].value == "hitter000"]
    assert [(cell.value, cell.data_type, cell.quotePrefix) for cell in row[1:3]] == [
        (evil, "s", True),
        ("@SUM(1)", "s", True),
    ]
    parts = zipfile.ZipFile(io.BytesIO(content))
    assert not [name for name in parts.namelist() if b"<f>" in parts.read(name)]
    (card_read,) = [card for card in read(content).cards if card.code == "hitter000"]
    assert (card_read.name, card_read.clubs, card_read.sort_name) == (evil, "@SUM(1)", "-1+2")


@pytest.mark.django_db
@pytest.mark.database
def test_quotes_and_accents_round_trip_through_the_database() -> None:
    contents = read(filled(Name="Zoë “Nuñez” O'Neill <b>; DROP TABLE"))
    card_set = import_card_set(
        name='Set "1" & <2>', system=KEYS[0], cards=contents.cards, parks=contents.parks, note="x" * 400
    )
    assert CardSet.objects.get().cards.get(code="h1").name == "Zoë “Nuñez” O'Neill <b>; DROP TABLE"
    assert len(card_set.note) == 300


AL = {"Code": "r1", "Name": "Rob Traded", "Clubs": "SEA", "Born": 1963, "AB": 190, "Positions": "SS 50"}
NL = {"Code": "r2", "Name": "Rob Traded", "Clubs": "HOU", "Born": 1963, "AB": 230, "Positions": "SS 60"}
BOTH = {"Code": "r3", "Name": "Rob Traded", "Clubs": "SEA-HOU", "Born": 1963, "AB": 420, "Positions": "SS 110"}


def test_t31_9_imports_only_the_interleague_card_of_a_traded_player() -> None:
    read_file = read(sheet_of(AL, NL, BOTH, {**AL, "Code": "r4", "Born": 1970}))
    assert [card.code for card in read_file.cards] == ["h1", "p1", "r3", "r4"], "another man of the same name stays"
    assert read_file.note("cards.xlsx") == (
        "From the file cards.xlsx. Left out, because only a player's interleague card counts (T31.9): "
        "Rob Traded SEA, Rob Traded HOU."
    )


def test_t31_9_drops_the_smaller_card_even_if_it_qualifies() -> None:
    big = {"Code": "s1", "Name": "Sam Starter", "Born": 1960, "Roles": "S", "IP": 110}
    small = {"Code": "s2", "Name": "Sam Starter", "Born": 1960, "Roles": "R", "IP": 45}
    assert [card.code for card in read(sheet_of(small, big)).cards] == ["h1", "p1", "s1"]


def test_t31_9_reports_possible_duplicate_cards_by_row_and_column() -> None:
    (fault,) = faults_of(sheet_of(AL, {**BOTH, "Born": None}))
    assert "row 5" in fault
    assert "(Born)" in fault
    assert "row 4 has the same name" in fault
    (fault,) = faults_of(sheet_of(AL, {**AL, "Code": "r5"}))
    assert "rows 4 and 5 are cards of one player, but no single card has the most at-bats and innings (T31.9)" in fault
    assert len(read(sheet_of(AL, {**NL, "Born": None})).cards) == 4, "namesakes of different clubs are two men"


def of_leagues(*leagues: str | None) -> bytes:
    """Return the template with leagues for the hitter, for the pitcher and for Rob Traded's cards."""

    def write(workbook: Workbook) -> None:
        cards = (AL, NL, BOTH)
        for row, league in enumerate(leagues, 2):
            fields = {"League": league, **(cards[row - 4] if row > 3 else {})}
            for heading, value in fields.items():
                workbook["Players"].cell(row, _place(workbook, "Players", heading)).value = value

    return filled(write)


def test_single_league_pool_lists_the_cards_it_drops() -> None:
    """The card of this league counts, because the interleague card doesn't belong to it (decision 0049)."""
    al = read(of_leagues("AL", "nl", "AL", "NL", "nl/al"), "AL")
    assert [card.code for card in al.cards] == ["h1", "r1"]
    left_out = "row 3 Pat Pitcher (NL), row 5 Rob Traded (NL), row 6 Rob Traded (AL-NL)"
    assert al.note("cards.xlsx") == f"From the file cards.xlsx. Left out, not in the AL: {left_out}."
    assert [card.code for card in read(of_leagues("AL", "nl", "AL", "NL", "nl/al")).cards] == ["h1", "p1", "r3"]


def test_single_league_pool_requires_a_league_in_every_row() -> None:
    (fault,) = faults_of(of_leagues("AL", None), "AL")
    assert "row 3" in fault
    assert "(League)" in fault
    assert "only AL cards are read" in fault
    (fault,) = faults_of(of_leagues("NL", "NL"), "AL")
    assert "no player in the AL is listed" in fault
    (fault,) = faults_of(of_leagues("XL", "AL"), "AL")
    assert "“XL” is not a league: enter AL, NL or AL-NL" in fault
    assert read(of_leagues(None, "NL")).cards, "where all cards are taken nobody needs to say it"


def test_single_league_pool_requires_a_league_column() -> None:
    def without(workbook: Workbook) -> None:
        workbook["Players"].delete_cols(_place(workbook, "Players", "League"))

    (fault,) = faults_of(filled(without), "NL")
    assert "the column “League” is missing" in fault
