"""Test invitation links, their QR codes, and PINs."""

import re
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.test import Client, RequestFactory

from core.errors import Refused
from tests.factories import AccessFactory, ManagerAccessFactory, TeamFactory, TournamentFactory
from tests.refusing import refuses
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM, Actor
from tournaments.models import Access, Role, Team
from tournaments.queries.phone_addresses import base_for_phones
from tournaments.refusals import InvitationRefusal, PinRefusal
from tournaments.services.invitations import (
    invite_helper,
    invite_teams,
    renew_invitation,
    revoke_invitation,
    set_invitation_end,
)
from tournaments.services.pins import WRONG_PINS_PER_TEAM, check_pin, set_pin

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def from_address(address: str = "10.0.0.7"):
    return RequestFactory().post("/", REMOTE_ADDR=address)


def test_each_managed_team_without_a_link_gets_a_link():
    team = TeamFactory()
    TeamFactory(division=team.division, kind=Team.Kind.IMPUTED)
    revoked = ManagerAccessFactory(team=TeamFactory(division=team.division))
    revoke_invitation(access=revoked, actor=PROGRAM)
    assert len(invite_teams(tournament=team.tournament, actor=PROGRAM)) == 2
    assert invite_teams(tournament=team.tournament, actor=PROGRAM) == []
    assert Access.objects.filter(revoked_at=None).count() == 2


def test_helpers_need_a_valid_role_and_a_name():
    tournament = TournamentFactory()
    assert invite_helper(tournament=tournament, actor=PROGRAM, role="assistant", label="Zoe").role == Role.ASSISTANT
    for role, label, field in [
        ("organiser", "Zoe", "role"),
        ("director", " ", "label"),
        ("director", "x" * 81, "label"),
    ]:
        with pytest.raises(Refused) as refused:
            invite_helper(tournament=tournament, actor=PROGRAM, role=role, label=label)
        assert refused.value.field == field


def test_renewing_a_link_revokes_the_old_link(client):
    access = ManagerAccessFactory()
    renewed = renew_invitation(access=access, actor=PROGRAM)
    assert client.get(f"/join/{link_token(access)}/").status_code == 403
    assert client.post(f"/join/{link_token(renewed)}/").status_code == 302
    with refuses(InvitationRefusal.ALREADY_REVOKED):
        renew_invitation(access=access, actor=PROGRAM)


def test_director_cannot_revoke_the_link_in_use():
    access = AccessFactory()
    with refuses(InvitationRefusal.OWN_LINK):
        revoke_invitation(access=access, actor=Actor("Director", access.pk))


def test_rejects_an_expiry_too_far_in_the_future(director_of):
    team = TeamFactory()
    director = director_of(team.tournament)
    proxy = {"role": "proxy", "label": "Ann", "team": team.pk, "ends_at": "9999-12-31T23:59"}
    response = director.post(
        f"/api/v1/tournaments/{team.tournament.slug}/invitations/", proxy, content_type="application/json"
    )
    assert (response.status_code, response.json()["finding"]) == (400, "END_TOO_FAR")
    access = ManagerAccessFactory(team=team)
    for moment in ("9999-12-31T23:59", "0001-01-01T00:00"):
        form = {"what": "end", "ends_at": moment}
        answer = director.post(f"/t/{team.tournament.slug}/invitations/{access.pk}/", form, follow=True)
        assert answer.status_code == 200
        access.refresh_from_db()
        assert access.ends_at is None
    with refuses(InvitationRefusal.END_TOO_FAR):
        set_invitation_end(access=access, actor=PROGRAM, ends_at=datetime(9999, 12, 31, 23, 59, tzinfo=UTC))


def test_every_displayed_link_signs_a_phone_in(director_of, client):
    team = TeamFactory(name='Kelly\'s "Nine" <b>')
    browser = director_of(team.tournament)
    browser.post(f"/t/{team.tournament.slug}/people/links/")
    page = browser.get(f"/t/{team.tournament.slug}/people/").content.decode()
    assert "Kelly&#x27;s &quot;Nine&quot; &lt;b&gt;" in page
    assert "<b>" not in page
    links = re.findall(r'data-copy="(https?://[^"]+/join/[^"]+/)"', page)
    assert len(links) == 2  # the team's and the director's
    for access in Access.objects.all():
        code = browser.get(f"/t/{team.tournament.slug}/invitations/{access.pk}/").content.decode()
        assert code.count('class="qr"') == 1
    roles = []
    for link in links:
        client.post(urlsplit(link).path)
        roles.append(client.get("/device/").content.decode())
    assert "Manager" in roles[0]


def test_slips_show_only_team_links(director_of):
    team = TeamFactory(name="Reds")
    invite_teams(tournament=team.tournament, actor=PROGRAM)
    page = director_of(team.tournament).get(f"/t/{team.tournament.slug}/invitations/print/").content.decode()
    assert page.count('class="slip"') == 1
    assert page.count('class="qr"') == 1
    assert "Reds" in page
    second_team = TeamFactory(division=team.division)
    invite_teams(tournament=team.tournament, actor=PROGRAM)
    printed = director_of(team.tournament).get(f"/t/{team.tournament.slug}/invitations/print/?team={second_team.pk}")
    assert printed.content.decode().count('class="slip"') == 1


def test_qr_codes_use_the_network_address_for_localhost():
    local = RequestFactory().get("/", SERVER_NAME="localhost", SERVER_PORT="8000")
    assert not base_for_phones(local).startswith("http://localhost")
    assert base_for_phones(local).endswith(":8000")
    hosted = RequestFactory().get("/", SERVER_NAME="pennant.example", SERVER_PORT="80")
    assert base_for_phones(hosted) == "http://pennant.example"
    request = RequestFactory().get("/", {"base": "http://127.0.0.1:8000/x"}, SERVER_NAME="localhost")
    assert base_for_phones(request) == "http://127.0.0.1:8000"
    crooked = RequestFactory().get("/", {"base": "javascript:alert(1)"}, SERVER_NAME="pennant.example")
    assert base_for_phones(crooked) == "http://pennant.example"


def test_director_cannot_change_another_tournaments_links(director_of):
    mine, foreign_access = TournamentFactory(), AccessFactory()
    answer = director_of(mine).post(f"/t/{mine.slug}/invitations/{foreign_access.pk}/", {"what": "revoke"})
    assert answer.status_code == 404
    foreign_access.refresh_from_db()
    assert foreign_access.revoked_at is None


# PINs


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "", "1111", "１２３４"])
def test_rejects_a_weak_or_invalid_pin(pin):
    with pytest.raises(Refused) as refused:
        set_pin(team=TeamFactory(), actor=PROGRAM, pin=pin)
    assert refused.value.field == "pin"


def test_pin_is_stored_as_a_hash():
    team = TeamFactory()
    with refuses(PinRefusal.NO_PIN):
        check_pin(team=team, pin="4821", request=from_address(), access_id=None)
    set_pin(team=team, actor=PROGRAM, pin=" 4821 ")
    team.refresh_from_db()
    assert "4821" not in team.pin_hash
    assert check_pin(team=team, pin="4821", request=from_address(), access_id=None)
    assert not check_pin(team=team, pin="4822", request=from_address(), access_id=None)
    assert "4821" not in str(list(team.tournament.actions.values()))


def test_wrong_pins_are_limited_by_team_and_by_sign_in_link(settings):
    settings.SIGN_IN_ATTEMPTS = WRONG_PINS_PER_TEAM + 2
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    team, second_team = TeamFactory(), TeamFactory()
    dashboard, phone = ({"request": from_address(), "access_id": number} for number in (1, 2))
    for team_shown in (team, second_team):
        set_pin(team=team_shown, actor=PROGRAM, pin="4821")
    for _ in range(WRONG_PINS_PER_TEAM):
        assert not check_pin(team=team, pin="0001", **dashboard)
    with refuses(PinRefusal.TOO_MANY_WRONG):
        check_pin(team=team, pin="4821", **dashboard)
    assert check_pin(team=second_team, pin="4821", **dashboard)
    assert check_pin(team=team, pin="4821", **phone)  # from the same IP address
    with refuses(PinRefusal.TOO_MANY_WRONG):  # a correct PIN on a different device doesn't reset the counter here
        check_pin(team=team, pin="4821", **dashboard)
    set_pin(team=team, actor=PROGRAM, pin="7391")  # recovery
    assert check_pin(team=team, pin="7391", **dashboard)
    for _ in range(2):
        check_pin(team=second_team, pin="0001", **dashboard)
    with refuses(PinRefusal.TOO_MANY_WRONG):
        check_pin(team=team, pin="7391", **dashboard)


def test_manager_can_set_only_the_own_teams_pin(manager_of):
    team = TeamFactory()
    second_team = TeamFactory(division=team.division)
    phone = manager_of(team)
    assert phone.post(f"/t/{team.tournament.slug}/people/{second_team.pk}/pin/", {"pin": "4821"}).status_code == 403
    answer = phone.post(f"/t/{team.tournament.slug}/people/{team.pk}/pin/", {"pin": "48"})
    assert "4 to 8 digits" in answer.content.decode()
    phone.post(f"/t/{team.tournament.slug}/people/{team.pk}/pin/", {"pin": "4821"})
    assert check_pin(team=team, pin="4821", request=from_address(), access_id=None)


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/join/"),
        ("http://192.168.0.7:8000", None),
        ("http://hall.local", None),
        ("http://testserver", "http://testserver/join/"),
        ("https://evil.example", None),
        ("http://8.8.8.8", None),
        ("javascript:alert(1)", None),
    ],
)
def test_slips_use_only_this_servers_addresses(director_of, address, printed):
    team = TeamFactory()
    ManagerAccessFactory(team=team)
    page = director_of(team.tournament).get(f"/t/{team.tournament.slug}/people/", {"base": address}).content.decode()
    assert "/join/" in page
    assert (printed in page) if printed else (f"{address}/join/" not in page)


@pytest.mark.parametrize(
    ("public", "address", "is_warned"),
    [
        ("http://192.168.1.5", "http://127.0.0.1:8000", True),
        ("http://localhost:8000", "", True),
        ("http://192.168.1.5", "", False),
    ],
)
def test_unreachable_address_shows_a_warning(director_of, settings, public, address, is_warned):
    settings.PUBLIC_URL = public
    team = TeamFactory()
    ManagerAccessFactory(team=team)
    for page in ("people", "invitations/print"):
        shown = (
            director_of(team.tournament).get(f"/t/{team.tournament.slug}/{page}/", {"base": address}).content.decode()
        )
        assert ("Phones can't open" in shown) is is_warned


def test_commands_and_api_use_the_public_address(settings, capsys):
    settings.PUBLIC_URL = "https://pennant.example"
    call_command("create_organizer_link")
    call_command("create_tournament", "Weekend at home")
    lines = capsys.readouterr().out.split()
    assert [line.split("/join/")[0] for line in lines if "/join/" in line] == ["https://pennant.example"] * 2
    director = AccessFactory()
    browser = Client(headers={"Authorization": f"Bearer {link_token(director)}"})
    (shown,) = browser.get(f"/api/v1/tournaments/{director.tournament.slug}/invitations/").json()["results"]
    assert shown["address"] == f"https://pennant.example/join/{link_token(director)}/"


def test_commands_default_to_localhost_without_a_public_address(settings, capsys):
    settings.PUBLIC_URL = ""
    call_command("create_organizer_link")
    call_command("create_organizer_link", "--base", "http://hall.local/")
    first, second = capsys.readouterr().out.split()
    assert first.startswith("http://127.0.0.1:8000/join/")
    assert second.startswith("http://hall.local/join/")
