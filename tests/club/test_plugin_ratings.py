"""Test a plugin's rating system: an organizer selects it, and Glicko-2 replaces it when it fails."""

from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from club.models import PersonRating, RatingRun
from club.services.finishes import follow_tournaments
from club.services.ratings import renew_ratings
from pennant_baseball.plugins import RATING_SYSTEMS
from tests.club.building import follow_finished, make_final, make_team
from tests.factories import TournamentFactory
from tests.plugin_packages import install_package, uninstall_package

pytestmark = pytest.mark.django_db
ELO = (Path(__file__).parents[2] / "docs/example-plugin/akron_rules/elo.py").read_text()


def install(packages, code=ELO):
    install_package(packages, "club_elo", code, {RATING_SYSTEMS.name: {"elo": "club_elo"}})


@pytest.fixture
def weekend():
    """Create a final that Ann wins 4-2 over Bob."""
    tournament = TournamentFactory()
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    make_final(ann, bob)
    follow_finished(tournament, date(2026, 3, 7))
    follow_tournaments()


def ratings():
    return {row.person.name: row.shown for row in PersonRating.objects.select_related("person")}


def choose(client, name):
    return client.post("/ratings/system/", {"plugin": name}, follow=True).content.decode()


def test_organizer_chooses_a_rating_system(packages, weekend, organizer) -> None:
    install(packages)
    renew_ratings()
    glicko = ratings()
    assert "±" in glicko["Ann Poe"]
    assert "Rating system: Elo." in choose(organizer, "elo")
    assert ratings() == {"Ann Poe": "1532", "Bob Ray": "1468"}
    assert "Rating system: Elo." in Client().get("/ratings/").content.decode()
    assert "Choose rating system" not in Client().get("/ratings/").content.decode()
    choose(organizer, "")
    assert ratings() == glicko


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("return new_ratings", "return new_rating", "NameError: "),
        ("return new_ratings", "return {}", "rate must return a rating for everyone who played, not None"),
    ],
)
def test_failing_rating_system_falls_back_to_glicko(packages, weekend, organizer, old, new, problem) -> None:
    install(packages, ELO.replace(old, new))
    page = choose(organizer, "elo")
    assert f"The rating system “elo” of club_elo 2.5 failed: {problem}" in page.replace("&#x27;", "'")
    assert "Pennant uses Glicko-2 until it works again." in page
    assert "±" in ratings()["Ann Poe"]


def test_uninstalled_rating_system_stays_selected(packages, weekend, organizer) -> None:
    assert "its package is not installed" in choose(organizer, "elo")
    assert not RatingRun.objects.exclude(plugin="").exists()
    install(packages)
    choose(organizer, "elo")
    uninstall_package(packages, "club_elo")
    assert renew_ratings()
    assert "can&#x27;t be used: its package is not installed" in Client().get("/ratings/").content.decode()
    assert "±" in ratings()["Ann Poe"]
    install(packages)
    assert renew_ratings()
    assert ratings()["Ann Poe"] == "1532"
