"""Test exported tables: they match the pages, and no cell runs as a formula."""

import csv
from io import BytesIO, StringIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.factories import ManagerFactory, SeriesFactory
from tests.games.building import League, won_by_home
from tournaments.models import Series
from weekend.tables import TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.database]
TRAP = '=HYPERLINK("http://evil","x")'


@pytest.fixture
def series() -> Series:
    series = SeriesFactory(outcomes="HHA", home_wins=2, away_wins=1, home_runs=12, away_runs=9, status="complete")
    series.home.name = TRAP
    series.home.save()
    return series


def csv_rows(client: Client, series: Series, name: str) -> list[dict[str, str]]:
    answer = client.get(f"/t/{series.tournament.slug}/export/{name}.csv")
    assert answer.status_code == 200
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def test_standings_export_matches_the_table(series: Series, client: Client) -> None:
    first, second = csv_rows(client, series, "standings")
    assert (first["W"], first["L"], first["Runs for"]) == ("2", "1", "12")
    assert (second["Team"], second["Over .500"], second["Behind"]) == (series.away.name, "-1", "1.0")


def test_exports_list_playoffs_after_the_round_robin(client: Client) -> None:
    league = League(rounds=2)
    first, last = league.series
    Series.objects.filter(pk=first.pk).update(stage="playoff", bracket_place="1")
    for starter, starter_side in enumerate((last, first), start=1):
        league.save(
            [won_by_home(1, [league.sharks.start(starter, "9.0")], [league.bears.start(starter, "8.0")])], starter_side
        )
    for name in ("schedule", "games", "pitching"):
        stages = [row["Stage"] for row in csv_rows(client, first, name) if row.get("Team") in (None, "Sharks")]
        assert stages == ["Round robin", "Playoff"], name


def test_formula_like_team_name_stays_text_in_csv_and_xlsx(series: Series, client: Client) -> None:
    assert csv_rows(client, series, "schedule")[0]["Home"] == "'" + TRAP
    answer = client.get(f"/t/{series.tournament.slug}/export/schedule.xlsx")
    cell = load_workbook(BytesIO(answer.content)).active["F2"]
    assert (cell.data_type, cell.value) == ("s", TRAP)


@pytest.mark.parametrize("name", sorted(TABLES))
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_every_table_can_be_exported(series: Series, director_of, name: str, kind: str) -> None:
    answer = director_of(series.tournament).get(f"/t/{series.tournament.slug}/export/{name}.{kind}")
    assert answer.headers["Content-Disposition"].endswith(f'-{name}.{kind}"')
    if kind == "xlsx":
        heads = next(load_workbook(BytesIO(answer.content)).active.iter_rows(values_only=True))
    else:
        heads = next(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert tuple(heads) == TABLES[name].columns


def test_only_staff_can_export_home_towns(series: Series, client: Client, manager_of, assistant_of) -> None:
    ManagerFactory(team=series.away, name="Ann", home_town="Peoria")
    address = f"/t/{series.tournament.slug}/export/entrants.csv"
    assert client.get(address).status_code == 403
    assert manager_of(series.home).get(address).status_code == 403
    assert "Peoria" in assistant_of(series.tournament).get(address).content.decode("utf-8-sig")


def test_unknown_table_or_format_returns_404(series: Series, client: Client) -> None:
    assert client.get(f"/t/{series.tournament.slug}/export/secrets.csv").status_code == 404
    assert client.get(f"/t/{series.tournament.slug}/export/standings.exe").status_code == 404


def test_pitching_export_includes_entered_runs(client: Client) -> None:
    league = League()
    sharks, bears = league.sharks, league.bears
    starts = [[side.start(1, innings, runs=runs)] for side, innings, runs in ((sharks, "9.0", 2), (bears, "8.0", None))]
    league.save([won_by_home(1, *starts)])
    rows = csv_rows(client, league.series[0], "pitching")
    assert [(row["Team"], row["Innings"], row["Runs"]) for row in rows] == [
        ("Bears", "8.0", ""),
        ("Sharks", "9.0", "2"),
    ]


def test_games_export_includes_the_division(client: Client) -> None:
    league = League()
    league.save([won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")])])
    (row,) = csv_rows(client, league.series[0], "games")
    assert (row["Home"], row["Division"]) == ("Sharks", league.division.name)
