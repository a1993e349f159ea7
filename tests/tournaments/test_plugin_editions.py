"""Test rules editions from plugins: chosen for a tournament, stored with it, and checked like Pennant's own."""

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import Refused
from core.plugins import plugins_of
from pennant_baseball.plugins import RULES_EDITIONS
from rules_engine.profile import available_profiles, load_profile, newest_profiles, text_of
from tests.factories import TournamentFactory
from tests.plugin_packages import install_package, uninstall_package
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Tournament
from tournaments.services.setup import change_settings

pytestmark = pytest.mark.django_db
EDITION = """
extends = "purestrat@2"
name = "akron"
version = 1
title = "Akron club rules"

[division]
smallest = 5
largest = 9
"""
CODE = """
from pathlib import Path
title = "Akron"
files = [Path(__file__).with_name(name) for name in ({names!r},)]
"""


def install(packages, edition=EDITION, name="akron@1.toml"):
    (packages / name).write_text(edition)
    install_package(packages, "akron", CODE.format(names=name), {RULES_EDITIONS.name: {"akron": "akron"}})


def with_edition(key):
    """Create a tournament that stores its edition, as a service would."""
    return TournamentFactory(profile_key=key, profile_text=text_of(load_profile(key)))


def page(client, tournament, name):
    answer = client.get(reverse(name, args=[tournament.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_tournament_uses_the_plugins_rules(packages, director_of):
    install(packages)
    assert "akron@1" in newest_profiles()
    tournament = TournamentFactory()
    assert "Akron club rules (akron@1)" in page(director_of(tournament), tournament, "settings")
    tournament = with_edition("akron@1")
    assert (tournament.profile.division.smallest, tournament.profile.division.largest) == (5, 9)
    assert "A division has at least 5 teams." in page(Client(), tournament, "rules")


def test_uninstalled_plugins_rules_stay_in_the_tournament(packages, director_of):
    install(packages)
    tournament = with_edition("akron@1")
    director = director_of(tournament)
    assert "Akron club rules" in page(director, tournament, "settings")
    uninstall_package(packages, "akron")
    assert "akron@1" not in available_profiles()
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert tournament.profile.division.largest == 9
    assert "akron@1 (not installed)" in page(director, tournament, "settings")
    assert "A division has at least 5 teams." in page(Client(), tournament, "rules")
    assert page(director, tournament, "dashboard")
    change_settings(tournament=tournament, actor=PROGRAM, version=tournament.version, advance_per_division=3)
    with pytest.raises(Refused):
        change_settings(tournament=tournament, actor=PROGRAM, version=2, profile_key="akron@2")


@pytest.mark.parametrize(
    ("old", "new", "name", "fault"),
    [
        ("smallest = 5", 'smallest = "five"', "akron@1.toml", "division.smallest must be int, not 'five'"),
        ("smallest = 5", "smalest = 5", "akron@1.toml", "[division] has unknown key smalest"),
        ("smallest = 5", "smallest = 11", "akron@1.toml", "a division can't have at least 11 and at most 9"),
        ('"purestrat@2"', '"no_such@1"', "akron@1.toml", "no_such@1.toml: there is no profile file here"),
        ('"akron"', '"purestrat"', "purestrat@1.toml", "purestrat@1 comes with Pennant"),
        ("version = 1", "version = 2", "akron@1.toml", "its name must be akron@2.toml"),
    ],
)
def test_rejects_a_faulty_plugin_edition(packages, old, new, name, fault):
    assert old in EDITION
    install(packages, EDITION.replace(old, new), name)
    (plugin,) = plugins_of(RULES_EDITIONS)
    assert fault in plugin.problem
    assert "akron 2.5" in plugin.problem
    assert not [key for key in available_profiles() if key.startswith("akron")]
    assert TournamentFactory().profile.name == "purestrat"
