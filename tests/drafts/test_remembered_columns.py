"""Test that chosen columns are suggested for the next sheet with the same headings, and can be forgotten."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from drafts.models import CardSet, PlayerCard
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tournaments.models import ColumnMapping

pytestmark = pytest.mark.django_db

SHEET = "Who\tOrg\tLegs\nGriffey, Ken\tSEA\t1-15\nJeter, Derek\tNYY\t1-16\n"
COLUMNS = {"column-0": "name", "column-1": "team", "column-2": "running"}


@pytest.fixture
def director(director_of: Callable[..., Client]) -> Client:
    return director_of(TournamentFactory())


def ratings(text: str = SHEET, **more: str) -> dict[str, str]:
    return {"year": "1998", "league": "MLB", "name": "Printed", "text": text, **more}


def selected(page: str) -> list[str]:
    selects = re.findall(r'<select\s+name="column-\d+".*?</select>', page, re.DOTALL)
    return ["".join(re.findall(r'value="(\w+)"\s+selected', select)) for select in selects]


def test_remembers_the_meaning_of_unknown_headings(director: Client) -> None:
    address = reverse("ratings_sheet")
    page = director.post(address, ratings())
    assert page.status_code == 422
    assert selected(page.text) == ["", "", ""]
    assert director.post(address, ratings(confirm="1", **COLUMNS)).status_code == 302
    assert set(PlayerCard.objects.exclude(ratings={}).values_list("name", flat=True)) == {"Ken Griffey", "Derek Jeter"}

    page = director.post(address, ratings("WHO; Org;legs\nPiazza, Mike;NYM;1-8\n", name="Another"))
    assert page.status_code == 200
    assert selected(page.text) == ["name", "team", "running"]
    fingerprint = ColumnMapping.objects.get().fingerprint
    assert f'data-remembered="{fingerprint}"' in page.text

    page = director.post(address, ratings(name="Another", forget=fingerprint, **COLUMNS))
    assert selected(page.text) == ["", "", ""]
    assert not ColumnMapping.objects.exists()


def test_forgets_rejected_column_suggestions(director: Client) -> None:
    address = reverse("ratings_sheet")
    sheet = "Player\tTeam\tRun\tSpeed\nGriffey, Ken\tSEA\t1-15\t1-9\n"
    usual = {"column-0": "name", "column-1": "team", "column-2": "running", "column-3": ""}
    changed = usual | {"column-2": "", "column-3": "running"}
    director.post(address, ratings(sheet, confirm="1", **changed))
    assert PlayerCard.objects.get(name="Ken Griffey").ratings == {"running": "1-9"}
    assert ColumnMapping.objects.get().targets == ["name", "team", "", "running"]
    director.post(address, ratings(sheet, confirm="1", replace="on", **usual))
    assert PlayerCard.objects.get(name="Ken Griffey").ratings == {"running": "1-15"}
    assert not ColumnMapping.objects.exists()


def test_does_not_suggest_another_directors_columns(director: Client) -> None:
    director.post(reverse("ratings_sheet"), ratings(confirm="1", **COLUMNS))
    stranger = signed_in(AccessFactory(role="director", team=None))
    page = stranger.post(reverse("ratings_sheet"), ratings(name="Mine"))
    assert selected(page.text) == ["", "", ""]
    stranger.post(reverse("ratings_sheet"), ratings(forget=ColumnMapping.objects.get().fingerprint))
    assert ColumnMapping.objects.exists()
    assert CardSet.objects.count() == 1


def test_team_list_columns_are_mapped_and_remembered(director_of: Callable[..., Client]) -> None:
    tournament = TournamentFactory()
    director, address = director_of(tournament), reverse("entrant_list", args=[tournament.slug])
    text = "Skipper\tNine\nAnn Lee\tHawks\n"
    columns = {"column-0": "manager", "column-1": "team", "has_headings": "on"}
    director.post(address, {"text": text, **columns, "confirm": "1"})
    assert [(team.name, team.managers.get().name) for team in tournament.teams.all()] == [("Hawks", "Ann Lee")]
    page = director.post(address, {"text": text.replace("Ann Lee\tHawks", "Bo Ray\tJays")})
    assert selected(page.text) == ["manager", "team"]
