"""Test earlier bugs on pages and big screens: columns, headings, and links for a dropped team."""

import re

import pytest
from django.urls import reverse

from pitching.queries.signatures import pending_signers, unsigned_series
from tests.factories import DivisionFactory, ManagerFactory, TeamFactory
from tests.games.building import League, complete_games
from tests.paper_league import PaperLeague
from tournaments.models import Series, Team
from tournaments.queries.snapshot import TournamentSnapshot

pytestmark = pytest.mark.django_db


def table_rows(page):
    """Return each row's number of columns, table by table."""
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        cells = [re.findall(r"<t[hd]\b([^>]*)>", row) for row in table.split("<tr")[1:]]
        yield [sum(int((re.findall(r'colspan="(\d+)"', cell) or ["1"])[0]) for cell in row) for row in cells]


@pytest.mark.parametrize("name", ["standings", "standings_big_screen", "round_big_screen"])
def test_dropped_teams_row_has_as_many_columns_as_its_table(client, name):
    league = PaperLeague(8, played=1)
    league.tournament.stage = "round_robin"
    league.tournament.save()
    team = league.teams[2]
    Series.objects.filter(home=team).update(status=Series.Status.VOID)
    Series.objects.filter(away=team).update(status=Series.Status.VOID)
    Team.objects.filter(pk=team.pk).update(dropped_after_round=1)
    page = client.get(reverse(name, args=[league.tournament.slug])).content.decode()
    tables = list(table_rows(page))
    assert tables
    assert all(len(set(columns)) == 1 for columns in tables), tables
    assert (team.name in page) is (name != "round_big_screen")


@pytest.mark.parametrize("name", ["standings", "rules"])
def test_every_column_has_a_heading(client, name):
    league = PaperLeague(4, played=1)
    page = client.get(reverse(name, args=[league.tournament.slug])).content.decode()
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page, re.DOTALL)
    assert heads
    assert all(re.sub(r"<[^>]*>", "", head).strip() for head in heads)


def test_every_print_link_for_a_dropped_team_opens_a_pdf(director_of):
    league = PaperLeague(4, played=1)
    team = league.teams[2]
    Team.objects.filter(pk=team.pk).update(dropped_after_round=1)
    client = director_of(league.tournament)
    page = client.get(reverse("printing", args=[league.tournament.slug])).content.decode()
    links = [link for link in re.findall(r'href="([^"]+\.pdf)"', page) if re.search(rf"/{team.pk}[/.]", link)]
    assert len(links) >= 5
    for link in links:
        assert client.get(link).headers["Content-Type"] == "application/pdf", link


def test_signers_are_sorted_by_team_with_absent_managers_last():
    league = League(teams=2)
    for side in league.sides:
        ManagerFactory(team=side.team)
    league.save(complete_games(league, league.series[0]))

    def signers():
        unsigned = unsigned_series(TournamentSnapshot(league.tournament))
        return [signer.team.name for signer in pending_signers(unsigned)]

    assert signers() == ["Bears", "Sharks"]
    Team.objects.filter(pk=league.bears.team.pk).update(is_absent=True)
    assert signers() == ["Sharks", "Bears"]


def test_proxy_link_expiry_is_labeled_as_required(director_of):
    team = TeamFactory(division=DivisionFactory())
    page = director_of(team.tournament).get(reverse("people", args=[team.tournament.slug])).content.decode()
    label, field = re.search(r'<label for="ends_at">([^<]*)</label>\s*(<input[^>]*>)', page).groups()
    assert "required" in label
    assert " required" in field
