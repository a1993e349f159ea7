"""Test a plugin's points formula: an organizer selects it, and the club's own formula replaces it when it fails."""

import re
from datetime import date
from fractions import Fraction

import pytest
from django.test import Client

from club.models import ClubChange, Person, SeasonFormula
from club.queries.seasons import season_lines_of, season_table
from club.services.seasons import set_formula
from core.errors import Refused
from pennant_baseball.plugins import POINTS_FORMULAS
from tests.club.building import follow_finished, make_final, make_team
from tests.factories import TournamentFactory
from tests.plugin_packages import install_package, uninstall_package
from tournaments.action_log.writing import Actor

pytestmark = pytest.mark.django_db
ORGANIZER = Actor("Olive")
CODE = """
from fractions import Fraction

class Club:
    title = "Titles & halves"
    def points(self, finish):
        return Fraction(100 * (finish.place == 1) + finish.entrants, 4)
    def counted(self, results):
        return [place for place, result in enumerate(results) if result.points > 1]
"""


def install(packages, code=CODE):
    install_package(packages, "akron", code, {POINTS_FORMULAS.name: {"titles": "akron:Club"}})


@pytest.fixture
def weekend():
    """Create a final that Ann wins 4-2. The published formula scores it as 8 points, plus 2 for the entrants."""
    tournament = TournamentFactory()
    ann, bob = (make_team(tournament, name) for name in ("Ann Poe", "Bob Ray"))
    make_final(ann, bob)
    follow_finished(tournament, date(2026, 3, 7))
    return tournament


def lines_by_name():
    return {line.person.name: line for line in season_table(2026)}


def choose(client, plugin, **numbers):
    return client.post("/seasons/2026/formula/", {"plugin": plugin, **numbers}, follow=True).content.decode()


def test_organizer_chooses_a_plugin_formula(packages, weekend, organizer):
    install(packages)
    assert "Titles &amp; halves" not in Client().get("/seasons/2026/").content.decode()
    assert re.search(r'<option\s+value="titles"\s*>', organizer.get("/seasons/2026/").content.decode())
    assert re.search(r'<option\s+value="titles"\s+selected\s*>', choose(organizer, "titles"))
    assert "Points formula: Titles &amp; halves." in Client().get("/seasons/2026/").content.decode()
    lines = lines_by_name()
    assert (lines["Ann Poe"].points, lines["Bob Ray"].points) == (Fraction(102, 4), 0)
    assert [result.is_counted for result in lines["Bob Ray"].results] == [False], "by the formula's own choice"
    ((_, line),) = season_lines_of(Person.objects.get(name="Ann Poe"))
    assert line.points == Fraction(102, 4)
    change = ClubChange.objects.filter(kind=ClubChange.Kind.SETTINGS).latest("pk")
    assert change.after == {"year": 2026, "plugin": "titles"}
    choose(organizer, "")
    assert lines_by_name()["Ann Poe"].points == 10


def test_rejects_a_formula_that_is_not_installed(packages, weekend, organizer):
    with pytest.raises(Refused) as refused:
        set_formula(year=2026, numbers={}, plugin="titles", actor=ORGANIZER)
    assert refused.value.code == "NO_SUCH_FORMULA"
    assert "“titles” can&#x27;t be used: its package is not installed" in choose(organizer, "titles")
    assert not SeasonFormula.objects.exists()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("finish.place == 1", "finish.places == 1", "AttributeError: "),
        ("return Fraction(", "return float(1) or (", "points must be an int or a Fraction, not 1.0"),
        ("return [place for", "return [place + 1 for", "counted must return positions in the list, not [1]"),
        ("return [place for", "return 5 or [place for", "counted must return positions in the list"),
    ],
)
def test_failing_formula_is_reported_and_the_clubs_numbers_are_used(packages, weekend, organizer, old, new, problem):
    install(packages)
    set_formula(year=2026, numbers={"win": "1", "champion": "3"}, plugin="titles", actor=ORGANIZER)
    assert old in CODE
    uninstall_package(packages, "akron")
    install(packages, CODE.replace(old, new))
    page = Client().get("/seasons/2026/").content.decode()
    assert f"The points formula “titles” of akron 2.5 failed: {problem}".replace("'", "&#x27;") in page
    assert "Points use the numbers below until it works again." in page
    assert lines_by_name()["Ann Poe"].points == 14, "all points by the same numbers"


def test_uninstalled_formula_stays_selected_and_is_reported(packages, weekend, organizer):
    install(packages)
    set_formula(year=2026, numbers={"champion": "3"}, plugin="titles", actor=ORGANIZER)
    uninstall_package(packages, "akron")
    page = organizer.get("/seasons/2026/").content.decode()
    assert "“titles” can&#x27;t be used: its package is not installed." in page
    assert lines_by_name()["Ann Poe"].points == 14
    choose(organizer, "titles", champion="5")
    assert SeasonFormula.objects.get().numbers == {"plugin": "titles", "champion": "5"}
    install(packages)
    assert lines_by_name()["Ann Poe"].points == Fraction(102, 4)
