"""Test that pages with long lists show the first rows, and that a search or a year finds the rest."""

from datetime import date

import pytest
from django.test import Client

from club.models import Person
from club.queries.champions import champion_years, champions
from club.queries.people import find_people, people_lines
from club.views import people, seasons
from rules_engine.competition.points import Finish
from tests.club.building import add_finish
from tests.factories import TournamentFactory
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
TITLE = Finish(9, 5, 14, 4, 4, 1, 8)


@pytest.fixture
def club() -> list[Person]:
    """Create four champions, from 2023 to 2026."""
    champions_by_year = []
    for number, name in enumerate(("Ann Poe", "Bob Ray", "Cy Lee", "Di Fox")):
        person = Person.objects.create(name=name, is_listed=True, is_listing_chosen=True)
        day = date(2023 + number, 5, 2)
        add_finish(person, TournamentFactory(stage=Tournament.Stage.FINISHED, starts_on=day), TITLE)
        champions_by_year.append(person)
    return champions_by_year


def test_filtering_by_year_finds_older_champions(club: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seasons, "MOST_CHAMPIONS", 2)
    assert champion_years() == [2026, 2025, 2024, 2023]
    assert [row.managers for row in champions(2)] == ["Di Fox", "Cy Lee"]
    newest = Client().get("/champions/").content.decode()
    assert "Di Fox" in newest
    assert "Ann Poe" not in newest
    assert "Ann Poe" in Client().get("/champions/?year=2023").content.decode()
    assert Client().get("/champions/?year=1066").status_code == 200


def test_search_finds_people_beyond_the_first_rows(club: list[Person], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_SHOWN", 2)
    page = Client().get("/people/").content.decode()
    assert "Showing 2 of 4 people." in page
    assert "Di Fox" not in page
    assert "Di Fox" in Client().get("/people/?q=fox").content.decode()
    assert find_people("fox") == [club[3].pk]
    assert [(line.person.name, line.titles) for line in people_lines([club[3].pk, club[0].pk])] == [
        ("Ann Poe", 1),
        ("Di Fox", 1),
    ]
