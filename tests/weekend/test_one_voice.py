"""Test that every table has the same data in its file, API, page and printout, at four stages of a weekend."""

import csv
import html
import re
from collections.abc import Callable
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from core.tables import Place, TableDefinition
from tests.conftest import signed_in
from tests.factories import AccessFactory
from tests.pdf_reading import pages_of
from tournaments.documents import schedule_pdf, standings_pdf
from tournaments.models import Tournament
from weekend.practice.weekend import STAGES, PracticeField, build_weekend
from weekend.tables import TABLES

pytestmark = pytest.mark.django_db

SMALL = PracticeField(managed=8, divisions=1, has_imputed_team=False)
PAGES = {"standings": ("standings/", "standings/big-screen/"), "schedule": ("schedule/",), "report": ("closing/",)}
STANDINGS_API = {  # file heading -> API field
    "Rank": "rank",
    "Team": "name",
    "W": "wins",
    "L": "losses",
    "T": "ties",
    "Over .500": "games_over_500",
    "Streak": "streak",
    "Left": "remaining",
    "Magic": "magic",
    "Runs for": "runs_for",
    "Runs against": "runs_against",
    "Advances": "verdict",
}


@pytest.mark.parametrize("stage", STAGES)
def test_file_api_page_and_printout_match(stage: str) -> None:
    tournament = build_weekend(stage=stage, seed=11, field=SMALL)
    director = signed_in(AccessFactory(tournament=tournament))
    for name, table in TABLES.items():
        items = list(table.items(tournament))
        rows = csv_rows(director, tournament, name)
        assert rows == excel_rows(director, tournament, name), name
        assert len(rows) == len(items), name
        check_headings(table.table, items)
        for page in PAGES.get(name, ()):
            place = Place.WALL if "big-screen" in page else Place.PAGE
            check_page(table.table, place, items, director.get(f"/t/{tournament.slug}/{page}").content.decode())
        check_api(director, tournament, name, rows)
    check_standings(director, tournament)
    check_paper(tournament, csv_rows(director, tournament, "schedule"))


def csv_rows(browser: Client, tournament: Tournament, name: str) -> list[dict[str, str]]:
    text = browser.get(f"/t/{tournament.slug}/export/{name}.csv").content.decode("utf-8-sig")
    return [{head: written(value) for head, value in row.items()} for row in csv.DictReader(StringIO(text))]


def excel_rows(browser: Client, tournament: Tournament, name: str) -> list[dict[str, str]]:
    answer = browser.get(f"/t/{tournament.slug}/export/{name}.xlsx")
    heads, *rows = load_workbook(BytesIO(answer.content)).active.iter_rows(values_only=True)
    return [{str(head): written(value) for head, value in zip(heads, row, strict=True)} for row in rows]


def written(value: object) -> str:
    """Return a value as text; a spreadsheet turns 0.0 into 0."""
    return "" if value is None else str(value).removesuffix(".0")


def check_headings(table: TableDefinition, items: list) -> None:
    """Check that columns with the same heading agree: each page text contains the shortest text for its value."""
    by_title: dict[str, list] = {}
    for column in table.columns:
        if column.places & (Place.READ | Place.FILE):  # the API returns codes
            by_title.setdefault(column.title, []).append(column)
    for columns in by_title.values():
        for item in items:
            words = {value for column in columns if isinstance(value := column.value(item), str)}
            shortest = min(words, key=len, default="")
            assert all(shortest in word for word in words), (table.name, columns[0].title, words)


def check_page(table: TableDefinition, place: Place, items: list, page: str) -> None:
    """Check that a page's cells, by column class, match the table's value for each item."""
    if not re.search(rf'<table class="?{table.name}\b', page):
        return  # the page shows its table at a later stage
    columns = [column for column in table.at(place) if column.cell is None]
    shown = re.findall(r"<tr.*?</tr>", page, re.S)
    cells = [dict(cells_of(row)) for row in shown]
    for item in items:
        expected = {column.name: column.written(item) for column in columns}
        assert any(expected.items() <= row.items() for row in cells), (table.name, expected)


def cells_of(row: str) -> list[tuple[str, str]]:
    """Return every class and text of every cell."""
    cells = re.findall(r'<t[dh]\b[^>]*class="?([\w -]+)"?[^>]*>(.*?)</t[dh]>', row, re.S)
    texts = [(names, " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())) for names, text in cells]
    return [(name, text) for names, text in texts for name in names.split()]


def check_api(browser: Client, tournament: Tournament, name: str, rows: list[dict[str, str]]) -> None:
    """Check that the API's list has the file's rows, with equal values in shared columns."""
    if name not in API_LISTS:
        return
    shared = [column for column in TABLES[name].table.columns if Place.FILE | Place.API in column.places]
    in_api = [
        {column.title: written(answer[column.name]) for column in shared}
        for answer in API_LISTS[name](browser, f"/api/v1/tournaments/{tournament.slug}/")
    ]
    in_file = [{column.title: row[column.title] for column in shared} for row in rows]
    assert len(shared) > 1, name
    assert sorted(in_api, key=str) == sorted(in_file, key=str), name


def list_pages(browser: Client, address: str) -> list[dict[str, Any]]:
    """Yield every row of an API list, page after page."""
    rows: list[dict[str, Any]] = []
    while address:
        answer = browser.get(address).json()
        rows += answer["results"]
        address = answer["next"]
    return rows


def list_games(browser: Client, root: str) -> list[dict[str, Any]]:
    series = list_pages(browser, f"{root}series/")
    return [
        game
        for series_row in series
        for game in browser.get(f"{root}series/{series_row['id']}/results/").json()["games"]
    ]


def list_outings(browser: Client, root: str) -> list[dict[str, Any]]:
    return [outing for game in list_games(browser, root) for outing in game["outings"]]


def list_picks(browser: Client, root: str) -> list[dict[str, Any]]:
    divisions = list_pages(browser, f"{root}drafts/")
    return [
        pick
        for division_row in divisions
        for pick in list_pages(browser, f"{root}drafts/{division_row['division']}/picks/")
    ]


API_LISTS: dict[str, Callable[[Client, str], list[dict[str, Any]]]] = {
    "schedule": lambda browser, root: list_pages(browser, f"{root}series/"),
    "games": list_games,
    "pitching": list_outings,
    "batting": lambda browser, root: list_pages(browser, f"{root}players/batters/"),
    "pitchers": lambda browser, root: list_pages(browser, f"{root}players/pitchers/"),
    "draft": list_picks,
    "entrants": lambda browser, root: list_pages(browser, f"{root}teams/"),
    "log": lambda browser, root: list_pages(browser, f"{root}actions/"),
}


def check_paper(tournament: Tournament, rows: list[dict[str, str]]) -> None:
    """Check that the printed schedule has every round robin series with its score."""
    for division in tournament.divisions.all():
        lines = " ".join(" ".join(pages_of(schedule_pdf(tournament, division))).split())
        for row in rows:
            if (row["Stage"], row["Division"]) == ("Round robin", division.name):
                assert re.search(rf"{re.escape(row['Away'])} (at )?{re.escape(row['Home'])}", lines), row


def check_standings(browser: Client, tournament: Tournament) -> None:
    """Check each field, and the printed status of every team."""
    rows = csv_rows(browser, tournament, "standings")
    tables = browser.get(f"/api/v1/tournaments/{tournament.slug}/standings/").json()
    lines = [line for table in tables for line in table["lines"]]
    assert [{head: row[head] for head in STANDINGS_API} for row in rows] == [
        {head: written(line[field]) for head, field in STANDINGS_API.items()} for line in lines
    ]
    if tournament.stage == Tournament.Stage.ROUND_ROBIN:
        assert {row["Advances"] for row in rows} <= {"in place", "open", ""}, "nothing is settled in mid-season"
        assert not any(line["advances"] for line in lines)
    paper = " ".join(" ".join(pages_of(standings_pdf(tournament))).split())
    for row in rows:
        line = re.search(rf"{re.escape(row['Team'])} {row['W']}-{row['L']} .*?(?=\d+ \w+ |$)", paper)
        assert line, row["Team"]
        assert row["Advances"] in paper
