"""Test team lists as people send them, and our exported list imported again."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from core.imports.tables import table_of_text
from tests.factories import ManagerFactory, TeamFactory, TournamentFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.forms.entrant_lists import EntrantList, read_list
from tournaments.models import Action, Team, Tournament
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


def read_text(text: str) -> EntrantList:
    return read_list(table_of_text(text))


def enter_list(browser: Client, tournament: Tournament, text: str) -> str:
    """Preview a list, confirm it, and return the preview."""
    address = f"/t/{tournament.slug}/people/list/"
    preview = browser.post(address, {"text": text})
    assert preview.status_code == 200
    assert browser.post(address, {"text": text, "confirm": "yes"}).status_code == 302
    return preview.content.decode()


def managers_of(tournament: Tournament) -> dict[str, list[str]]:
    return {team.name: [m.name for m in team.managers.all()] for team in Team.objects.filter(tournament=tournament)}


@pytest.mark.parametrize("mark", ["sep=;", '"sep=;"', "SEP=;"])
def test_f16_separator_line_is_skipped(director_of, mark: str) -> None:
    tournament = TournamentFactory()
    enter_list(director_of(tournament), tournament, f"{mark}\nReds, Big;Ann Lee\nCubs;Bob Roe\n")
    assert managers_of(tournament) == {"Reds, Big": ["Ann Lee"], "Cubs": ["Bob Roe"]}


def test_f17_email_addresses_are_left_out(director_of, client: Client) -> None:
    tournament = TournamentFactory()
    preview = enter_list(
        director_of(tournament), tournament, "Team Name,Owner,E-mail\nHawks,Ann Lee,ann@example.com\nJays,Bo Ray,\n"
    )
    assert "are not names and were left out (line 2)" in preview
    assert managers_of(tournament) == {"Hawks": ["Ann Lee"], "Jays": ["Bo Ray"]}
    assert "ann@example.com" not in client.get(f"/t/{tournament.slug}/").content.decode()


@pytest.mark.parametrize(
    "cell", ["ann@example.com", "(555) 123-4567", "+1 555 123 4567", "https://hawks.example/x", "www.hawks.net"]
)
def test_f17_contacts_are_left_out_without_a_header(cell: str) -> None:
    (entrant,) = read_text(f"Hawks,Ann Lee,{cell}").entrants
    assert [person.name for person in entrant.managers] == ["Ann Lee"]
    (entrant,) = read_text(f"Hawks,Ann Lee <{cell}>").entrants
    assert [person.name for person in entrant.managers] == ["Ann Lee"]


def test_f17_form_rejects_email_addresses_as_names(director_of) -> None:
    tournament = TournamentFactory()
    typed = {"team": "Hawks", "manager": "ann@example.com"}
    answer = director_of(tournament).post(f"/t/{tournament.slug}/people/add/", typed)
    assert answer.status_code == 400
    assert "“ann@example.com” is not a name" in answer.content.decode()
    assert not tournament.teams.exists()


def test_f19_teams_without_a_manager_are_entered_and_flagged(director_of) -> None:
    tournament = TournamentFactory()
    browser = director_of(tournament)
    preview = enter_list(browser, tournament, "Team,Manager\nReds,TBD\nCubs,\nJays,tbd\nHawks,Ann Lee\n")
    assert preview.count("no manager yet") == 3
    assert managers_of(tournament) == {"Reds": [], "Cubs": [], "Jays": [], "Hawks": ["Ann Lee"]}
    assert browser.get(f"/t/{tournament.slug}/people/").content.decode().count("no manager yet") == 3


def test_name_only_list_prompts_for_team_or_manager_names(director_of) -> None:
    tournament = TournamentFactory()
    browser = director_of(tournament)
    address = f"/t/{tournament.slug}/people/list/"
    assert "data-lacks-managers" in browser.post(address, {"text": "Ann Lee\nBob Ray\n"}).content.decode()
    assert "data-lacks-managers" not in browser.post(address, {"text": "Reds, Ann Lee\nCubs\n"}).content.decode()


def test_line_break_in_a_cell_becomes_a_space(director_of) -> None:
    tournament = TournamentFactory()
    enter_list(director_of(tournament), tournament, 'Team,Manager\n"Big\nReds","Ann\r\nLee"\nCubs,Bob Roe\n')
    assert managers_of(tournament) == {"Big Reds": ["Ann Lee"], "Cubs": ["Bob Roe"]}


def test_name_variants_match_the_same_manager(director_of) -> None:
    tournament = TournamentFactory()
    ManagerFactory(team=TeamFactory(tournament=tournament, division=None, name="Reds"), name="J. D. O'Neill")
    answer = director_of(tournament).post(f"/t/{tournament.slug}/people/list/", {"text": "Cubs\tO’Neill, JD"})
    assert "already manages Reds" in answer.content.decode()


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_exported_team_list_round_trips(director_of, kind: str) -> None:
    old, new = TournamentFactory(), TournamentFactory()
    for name, people in (
        ("Reds, Big", [("Ann Lee", "Dayton", "OH"), ("Bob Roe", "", "")]),
        ("+1 Club", [("Cy Fox", "", ""), ("Di Gee", "Boise", "ID")]),
        ("Jays", []),
    ):
        team = TeamFactory(tournament=old, name=name, proxy="Zoe Oz" if name == "Jays" else "")
        for position, (manager, town, region) in enumerate(people, 1):
            ManagerFactory(team=team, name=manager, home_town=town, region=region, position=position)
    TeamFactory(tournament=old, name="Robot", kind=Team.Kind.IMPUTED)
    content = director_of(old).get(f"/t/{old.slug}/export/entrants.{kind}").content
    browser = director_of(new)
    upload = SimpleUploadedFile(f"entrants.{kind}", content)
    preview = browser.post(f"/t/{new.slug}/people/list/", {"file": upload})
    assert preview.status_code == 200
    text = preview.context["text"]
    assert "Add imputed teams under Teams: Robot." in preview.content.decode()
    assert browser.post(f"/t/{new.slug}/people/list/", {"text": text, "confirm": "yes"}).status_code == 302

    def facts(tournament: Tournament) -> set[object]:
        teams = Team.objects.filter(tournament=tournament, kind=Team.Kind.MANAGED)
        return {(t.name, t.proxy, *((m.name, m.home_town, m.region) for m in t.managers.all())) for t in teams}

    assert facts(new) == facts(old)


def test_excel_export_has_widths_filter_and_page_setup(director_of) -> None:
    tournament = TournamentFactory()
    TeamFactory(tournament=tournament, name="A team with a rather long name")
    content = director_of(tournament).get(f"/t/{tournament.slug}/export/entrants.xlsx").content
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    assert sheet.column_dimensions["A"].width >= len("A team with a rather long name")
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(1, sheet.max_column).column_letter}2"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)


def test_imported_list_is_undone_in_a_single_step(director_of) -> None:
    tournament = TournamentFactory()
    enter_list(director_of(tournament), tournament, "Team,Manager\nReds,Ann Lee\nCubs,Bob Roe\n")
    undo_action(action=Action.objects.get(verb="add_entrants"), actor=PROGRAM)
    assert not tournament.teams.exists()


def test_web_form_teams_are_named_after_their_managers(director_of) -> None:
    tournament = TournamentFactory()
    text = "Timestamp,What is your full name?,Email Address,Home town\n1,Ann Lee,ann@example.com,Erie\n2,Bo Lee,,\n"
    preview = enter_list(director_of(tournament), tournament, text)
    assert "ann@example.com" in preview  # only in the editable text
    assert managers_of(tournament) == {"Ann Lee": ["Ann Lee"], "Bo Lee": ["Bo Lee"]}
