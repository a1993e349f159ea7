"""Test plugins' file formats: on the print page and at their own URLs, with the user's permissions."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from pennant_baseball.plugins import EXPORTERS
from tests.games.building import League
from tests.plugin_packages import install_package

pytestmark = pytest.mark.django_db
CODE = """
import json

title = "Club site"
content_type = "application/json"
tables = {tables}

def write(table):
    return {content}
"""
EVERYTHING = "json.dumps(table._asdict()).encode()"


@pytest.fixture
def league():
    return League(rounds=1)


def install(packages, content=EVERYTHING, tables="()"):
    code = CODE.format(content=content, tables=tables)
    install_package(packages, "club_site", code, {EXPORTERS.name: {"json": "club_site"}})


def address(league, name, kind="json"):
    return reverse("export", args=[league.tournament.slug, name, kind])


def test_plugin_format_has_the_same_rows_as_csv(packages, league, director_of):
    install(packages)
    answer = Client().get(address(league, "standings"))
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="{league.tournament.slug}-standings.json"'
    assert "ETag" not in answer, "another version of the plugin may write another file"
    table = json.loads(answer.content)
    assert (table["name"], table["title"], table["tournament"]) == ("standings", "Standings", "Weekend")
    header, *rows = Client().get(address(league, "standings", "csv")).content.decode("utf-8-sig").splitlines()
    assert ",".join(table["columns"]) == header
    assert [",".join("" if value is None else str(value) for value in row) for row in table["rows"]] == rows
    page = director_of(league.tournament).get(reverse("printing", args=[league.tournament.slug])).content.decode()
    assert 'aria-label="Standings as Club site"' in page
    assert 'aria-label="Standings as Excel"' in page


def test_plugin_export_respects_the_readers_permissions(packages, league, director_of):
    install(packages)
    assert Client().get(address(league, "entrants")).status_code in (302, 403)
    assert director_of(league.tournament).get(address(league, "entrants")).status_code == 200


def test_exporter_can_be_limited_to_a_table(packages, league, director_of):
    install(packages, tables='["report"]')
    director = director_of(league.tournament)
    assert director.get(address(league, "report")).status_code == 200
    assert director.get(address(league, "standings")).status_code == 404
    page = director.get(reverse("printing", args=[league.tournament.slug])).content.decode()
    assert page.count("as Club site") == 1


@pytest.mark.parametrize(
    ("content", "problem"),
    [("table.no_such", "AttributeError: "), ("'text'", "write must return bytes, not str")],
)
def test_failed_export_identifies_the_plugin_and_other_formats_work(packages, league, content, problem):
    install(packages, content)
    answer = Client().get(address(league, "standings"))
    assert answer.status_code == 500
    assert f"The exporter “json” of club_site 2.5 failed: {problem}".replace("'", "&#x27;") in answer.content.decode()
    assert Client().get(address(league, "standings", "csv")).status_code == 200


def test_plugin_format_returns_404_without_the_plugin(packages, league):
    assert Client().get(address(league, "standings")).status_code == 404
