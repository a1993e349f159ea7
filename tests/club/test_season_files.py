"""Test a year's points and report as files, on pages and with an API token. Only organizers can get the report."""

import csv
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from club.models import ClubTournament
from tests.club.building import follow_finished, make_final, make_team
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.models import Manager, Role, Tournament

pytestmark = pytest.mark.django_db
FIELD_ORDER = [
    *("Full name", "Home town", "Region", "Partner", "W", "L", "T", "Playoff wins", "Entrants", "Points"),
    *("Points go to", "Team"),
]


@pytest.fixture
def tournament() -> Tournament:
    """Create a tournament in which Ann and Bob, who gets the points, beat Zed, who isn't listed."""
    tournament = TournamentFactory(name="Akron Open", slug="akron")
    aces = make_team(tournament, "Ann Poe", "Bob Ray", name="Aces", region="OH")
    Manager.objects.filter(team=aces, name="Bob Ray").update(gets_points=True, home_town="Akron")
    make_final(aces, make_team(tournament, "Zed Roe", name="Kings", is_listed=False))
    follow_finished(tournament, date(2026, 3, 7))
    ClubTournament.objects.filter(tournament=tournament).update(is_regional=True)
    return tournament


def organizer() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER))


def by_token(role: str, tournament: Tournament | None = None) -> Client:
    return Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=tournament, role=role))}"})


def csv_rows(client: Client, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


def plain(value: object) -> object:
    """Return a number as a float, and None as ""."""
    try:
        return float(str(value))
    except ValueError:
        return value or ""


@pytest.mark.parametrize("prefix", ["", "/api/v1"])
def test_season_report_uses_the_clubs_column_order(tournament: Tournament, prefix: str) -> None:
    client = by_token(Role.ORGANISER) if prefix else organizer()
    champion, runner_up = csv_rows(client, f"{prefix}/seasons/2026/report.csv")
    assert list(champion) == ["Date", "Tournament", *FIELD_ORDER, "Counts", "Regional", "Face to face"]
    assert (champion["Date"], champion["Tournament"]) == ("2026-03-07", "Akron Open")
    assert (champion["Full name"], champion["Home town"], champion["Partner"]) == ("Bob Ray", "Akron", "Ann Poe")
    assert (champion["Playoff wins"], champion["Entrants"], champion["Regional"]) == ("4", "2", "yes")
    assert champion["Points"] == "10.0"  # 4 playoff wins at 2 points, 2 entrants
    assert (runner_up["Full name"], runner_up["Team"]) == ("Zed Roe", "Kings")


def test_formula_for_the_year_sets_the_points(tournament: Tournament) -> None:
    client = organizer()
    client.post("/seasons/2026/formula/", {"playoff_win": "3"})
    assert csv_rows(client, "/seasons/2026/report.csv")[0]["Points"] == "14.0"


def test_tournament_report_matches_by_token_and_on_the_page(tournament: Tournament) -> None:
    page = csv_rows(signed_in(AccessFactory(tournament=tournament)), "/t/akron/export/report.csv")
    assert csv_rows(by_token(Role.DIRECTOR, tournament), "/api/v1/tournaments/akron/export/report.csv") == page
    assert list(page[0]) == FIELD_ORDER


@pytest.mark.parametrize("address", ["/seasons/2026/report.csv", "/api/v1/seasons/2026/report.csv"])
def test_only_an_organizer_gets_the_report(tournament: Tournament, address: str) -> None:
    assert Client().get(address).status_code in (401, 403)
    assert by_token(Role.DIRECTOR, tournament).get(address).status_code == 403


def test_only_staff_can_download_the_tournament_report(tournament: Tournament) -> None:
    address = "/api/v1/tournaments/akron/export/report.csv"
    assert Client().get(address).status_code == 401
    assert by_token(Role.DIRECTOR, TournamentFactory()).get(address).status_code == 403
    assert Client().get("/api/v1/tournaments/akron/export/standings.csv").status_code == 200


@pytest.mark.parametrize("prefix", ["", "/api/v1"])
def test_points_file_shows_only_listed_people_to_the_public(tournament: Tournament, prefix: str) -> None:
    address = f"{prefix}/seasons/2026/points.csv"
    public = csv_rows(Client(), address)
    assert "Zed Roe" not in str(public)
    assert "Unlisted manager" in str(public)
    named = csv_rows(by_token(Role.ORGANISER) if prefix else organizer(), address)
    assert "Zed Roe" in str(named)


@pytest.mark.parametrize("name", ["points", "report"])
def test_excel_file_matches_csv(tournament: Tournament, name: str) -> None:
    client = organizer()
    sheet = load_workbook(BytesIO(client.get(f"/seasons/2026/{name}.xlsx").content)).active
    head, *rows = sheet.values
    expected = csv_rows(client, f"/seasons/2026/{name}.csv")
    assert list(head) == list(expected[0])
    assert [[plain(value) for value in row] for row in rows] == [
        [plain(cell) for cell in row.values()] for row in expected
    ]


@pytest.mark.parametrize("address", ["/seasons/2026/report.pdf", "/seasons/1066/points.csv", "/seasons/2026/x.csv"])
def test_unknown_files_return_404(tournament: Tournament, address: str) -> None:
    assert organizer().get(address).status_code == 404


def test_season_page_links_to_its_files(tournament: Tournament) -> None:
    assert "/seasons/2026/points.xlsx" in Client().get("/seasons/2026/").content.decode()
    assert "/seasons/2026/report.csv" not in Client().get("/seasons/2026/").content.decode()
    assert "/seasons/2026/report.csv" in organizer().get("/seasons/2026/").content.decode()
