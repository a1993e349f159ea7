import pytest
from django.urls import reverse

from pitching.models import SignOff
from tests.factories import ManagerFactory
from tests.games.building import DESK, League, complete_games
from tournaments.models import Action, Team
from tournaments.services import pins
from tournaments.services.pins import set_pin

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    """Create two final series. The Sharks' manager is present and has a PIN, and the Bears have no one."""
    league = League()
    ManagerFactory(team=league.sharks.team)
    league.save(complete_games(league, league.series[0]))
    league.save(complete_games(league, league.series[1], first=4), league.series[1])
    Team.objects.filter(pk=league.bears.team.pk).update(is_absent=True)
    set_pin(team=league.sharks.team, actor=DESK, pin="4711")
    return league


def address(league):
    return reverse("signing", args=[league.tournament.slug])


def parts_of(league, sheet_of):
    return [f"{series.pk}:{sheet_of.team.pk}" for series in league.series[:2]]


def test_manager_signs_several_sheets_with_a_single_pin(league, director_of):
    client = director_of(league.tournament)
    page = client.get(address(league)).content.decode()
    assert "Sign as Sharks: 2" in page
    typed = {"team": league.sharks.team.pk, "part": parts_of(league, league.bears), "pin": "0815"}
    refused = client.post(address(league), typed)
    assert refused.status_code == 400
    assert "Wrong PIN for Sharks" in refused.content.decode()
    assert not SignOff.objects.exists()
    done = client.post(address(league), typed | {"pin": "4711"}, follow=True)
    assert "Signed: 2 sheets." in done.content.decode()
    signed = SignOff.objects.filter(signed_by=league.sharks.team, sheet_of=league.bears.team)
    assert {signature.how for signature in signed} == {SignOff.By.PIN}
    assert signed.count() == Action.objects.filter(verb="sign_sheet").count() == 2


def test_director_signs_only_for_absent_managers(league, director_of):
    client = director_of(league.tournament)
    both = [*parts_of(league, league.sharks), *parts_of(league, league.bears)]
    client.post(address(league), {"alone": "1", "part": both})
    assert {(signature.signed_by, signature.how) for signature in SignOff.objects.all()} == {
        (league.bears.team, SignOff.By.DIRECTOR)
    }
    assert SignOff.objects.count() == 2
    page = client.get(address(league)).content.decode()
    assert "No manager here" not in page
    assert "Sign as Sharks: 2" in page


def test_only_sheets_shown_on_the_form_are_signed(league, director_of):
    client = director_of(league.tournament)
    part = parts_of(league, league.bears)[:1]
    client.post(address(league), {"team": league.sharks.team.pk, "part": part, "pin": "4711"})
    assert [(sign_off.series_id, sign_off.sheet_of) for sign_off in SignOff.objects.all()] == [
        (league.series[0].pk, league.bears.team)
    ]
    response = client.post(address(league), {"team": league.sharks.team.pk, "part": part, "pin": "4711"})
    assert response.status_code == 400
    assert "There is nothing left to sign here" in response.content.decode()


def test_manager_cannot_open_the_list(league, manager_of):
    assert manager_of(league.sharks.team).get(address(league)).status_code == 403


def test_pin_field_of_the_next_or_failed_team_gets_focus(league, director_of):
    ManagerFactory(team=league.bears.team)
    Team.objects.filter(pk=league.bears.team.pk).update(is_absent=False)
    client = director_of(league.tournament)

    def waits(answer):
        (before,) = answer.content.decode().split("autofocus")[:-1]
        return before.rsplit(" PIN</label>", 1)[0].rsplit(">", 1)[1]

    assert waits(client.get(address(league))) == "Bears"
    wrong = {"team": league.sharks.team.pk, "part": parts_of(league, league.bears), "pin": "0815"}
    assert waits(client.post(address(league), wrong)) == "Sharks"


def test_single_pin_check_covers_all_sheets_of_a_manager(league, director_of, monkeypatch):
    checks = []
    monkeypatch.setattr(pins, "check_password", lambda pin, hashed: not checks.append(pin))
    for number, series in enumerate(league.series[2:], start=2):
        league.save(complete_games(league, series, first=3 * number + 1), series)
    client = director_of(league.tournament)
    parts = [f"{series.pk}:{league.bears.team.pk}" for series in league.series]
    done = client.post(address(league), {"team": league.sharks.team.pk, "part": parts, "pin": "4711"}, follow=True)
    assert f"Signed: {len(parts)} sheets." in done.content.decode()
    assert checks == ["4711"]
