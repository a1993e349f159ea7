"""Test the print page and every PDF: one click away for people with permission, rejected for others."""

import re

import pytest

from drafts.models import Draft
from tests.factories import TournamentFactory
from tests.markup import as_single_line
from tests.paper_league import PaperLeague
from tests.pdf_reading import only_page, pages_of
from tournaments.models import Team
from weekend.division_printouts import DIVISION_PRINTOUTS
from weekend.tables import TABLES

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league():
    return PaperLeague(8, played=1)


def public_papers(league):
    slug, division, team = league.tournament.slug, league.division.pk, league.teams[0].pk
    return [
        f"/t/{slug}/standings.pdf",
        f"/t/{slug}/standings/{division}.pdf",
        f"/t/{slug}/schedule/{division}.pdf",
        f"/t/{slug}/teams/{team}/schedule.pdf",
        f"/t/{slug}/rosters/{division}.pdf",
        f"/t/{slug}/draft/{division}.pdf",
        f"/t/{slug}/series/{league.series[0].pk}.pdf",
        f"/t/{slug}/sheets/{team}/blank.pdf",
        f"/t/{slug}/sheets/{team}/current.pdf",
        f"/t/{slug}/sheets/{team}/signed.pdf",
    ]


def test_every_print_page_link_opens_a_pdf_or_file(league, director_of):
    client = director_of(league.tournament)
    page = client.get(f"/t/{league.tournament.slug}/print/").content.decode()
    links = set(re.findall(r'href="([^"]+\.(?:pdf|csv|xlsx))"', page))
    assert len(links) == 1 + len(DIVISION_PRINTOUTS) + 5 * 8 + len(league.series) + 2 * len(TABLES)
    for link in links:
        answer = client.get(link)
        assert answer.status_code == 200, link
        if link.endswith(".pdf"):
            assert answer.headers["Content-Type"] == "application/pdf"
            assert answer.headers["Content-Disposition"].startswith("inline; filename=")
            assert pages_of(answer.content)


def test_printouts_are_grouped_by_when_they_are_needed(league, director_of):
    page = director_of(league.tournament).get(f"/t/{league.tournament.slug}/print/").content.decode()
    moments = re.split(r'data-moment="(\w+)"', page)[1:]
    shown = dict(zip(moments[::2], moments[1::2], strict=True))
    assert list(shown) == ["before_draft", "before_round_one", "each_round", "playoffs", "after"]
    assert "Draft board" in shown["before_draft"]
    assert "Rosters" in shown["before_round_one"]
    assert "Make print pack" in shown["each_round"]
    assert "Downloads" in shown["after"]


def test_current_round_is_preselected_with_its_score_cards_open(league, assistant_of):
    page = assistant_of(league.tournament).get(f"/t/{league.tournament.slug}/print/").content.decode()
    assert '<option value="round_robin:2" selected>Round 2 (in play)</option>' in as_single_line(page)
    assert "<details open><summary>Round 2</summary>" in as_single_line(page)


def test_public_pages_have_public_printouts(league, client):
    for address in public_papers(league):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert pages_of(answer.content), address


def test_only_its_manager_and_the_director_can_open_a_team_sheet(league, client, manager_of, director_of, assistant_of):
    mine, second_team = league.teams[:2]
    address = f"/t/{league.tournament.slug}/teams/{mine.pk}/team-sheet.pdf"
    assert client.get(address).status_code == 403
    assert manager_of(second_team).get(address).status_code == 403
    for allowed in (manager_of(mine), director_of(league.tournament), assistant_of(league.tournament)):
        answer = allowed.get(address)
        assert mine.name in only_page(answer.content)
        assert answer.headers["Cache-Control"] == "no-store"


def test_printouts_return_404_under_another_tournament(league, client):
    elsewhere = TournamentFactory().slug
    for address in public_papers(league)[1:]:
        assert client.get(address.replace(league.tournament.slug, elsewhere)).status_code == 404, address


def test_unknown_sheet_kind_and_board_without_a_draft_return_404(league, client):
    base = f"/t/{league.tournament.slug}"
    assert client.get(f"{base}/sheets/{league.teams[0].pk}/golden.pdf").status_code == 404
    Draft.objects.all().delete()
    assert client.get(f"{base}/draft/{league.division.pk}.pdf").status_code == 404


def test_sheet_code_starts_with_the_site_address(league, client, settings, monkeypatch):
    league.sign(league.series[0])
    drawn = []
    monkeypatch.setattr("pitching.sheet.draw_foot.draw_qr", lambda canvas, x, y, size, text: drawn.append(text))
    address = f"/t/{league.tournament.slug}/sheets/{league.series[0].home_id}/signed.pdf"
    settings.PUBLIC_URL = "https://pennant.example"
    text = only_page(client.get(address).content)
    code = re.search(r"check (\w{4}-\w{4})", text).group(1)
    settings.PUBLIC_URL = ""
    client.get(address, headers={"host": "10.1.2.3:8000"})
    assert drawn == [f"https://pennant.example/check/{code}/", f"http://10.1.2.3:8000/check/{code}/"]


def test_print_page_query_count_does_not_grow(league, director_of, django_assert_max_num_queries):
    client = director_of(league.tournament)
    with django_assert_max_num_queries(10):
        client.get(f"/t/{league.tournament.slug}/print/")
    big = PaperLeague(14, name="Bigger", slug="bigger")
    client = director_of(big.tournament)
    with django_assert_max_num_queries(10):
        client.get("/t/bigger/print/")


def test_empty_print_page_shows_empty_states(director_of):
    tournament = TournamentFactory()
    page = director_of(tournament).get(f"/t/{tournament.slug}/print/").content.decode()
    assert "Make the schedule first" in page
    assert "after divisions are set up" in page


def test_print_page_lists_letters_missing_from_the_font(league, director_of):
    client, address = director_of(league.tournament), f"/t/{league.tournament.slug}/print/"
    team = league.teams[0]
    for name in ("Łódź Ångström", "Αθήνα", "Спартак", "São Paulo 1º"):
        Team.objects.filter(pk=team.pk).update(name=name)
        assert "font is missing letters" not in client.get(address).content.decode(), name
    Team.objects.filter(pk=team.pk).update(name="Tokyo 巨人 Giants")
    page = client.get(address).content.decode()
    assert "font is missing letters in 1 name.</strong>" in as_single_line(page)
    assert "<li>Tokyo 巨人 Giants: 巨人</li>" in as_single_line(page)
