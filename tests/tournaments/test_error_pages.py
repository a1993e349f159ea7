"""Test that errors in a tournament appear on that tournament's page, with its navigation bar and a link back."""

import pytest
from django.urls import reverse

from tests.factories import TournamentFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return TournamentFactory(slug="hall", name="Harvest Hall", time_zone="Asia/Tokyo")


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/t/hall/settings/", 403, "Only the director can do this."),
        ("/t/hall/series/99999/", 404, "Page not found"),
        ("/t/hall/no-such-page/", 404, "Page not found"),
    ],
)
def test_error_pages_show_the_tournament_navigation(client, tournament, address, status, sentence):
    answer = client.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert sentence in page
    assert "<title>" in page
    assert "Harvest Hall" in page.split("</title>")[0]
    assert 'aria-label="Tournament pages"' in page
    assert f'href="{reverse("standings", args=["hall"])}"' in page
    assert "All times Asia/Tokyo (JST). Pennant" in " ".join(page.split())


@pytest.mark.parametrize("address", ["/t/elsewhere/", "/t/elsewhere/no-such-page/", "/t//", "/nowhere/"])
def test_error_pages_outside_a_tournament_have_no_navigation(client, tournament, address):
    answer = client.get(address)
    assert answer.status_code == 404
    assert "Tournament pages" not in answer.content.decode()
