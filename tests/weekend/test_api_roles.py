"""Test the permissions for every API method, and apply them to PUT, PATCH and DELETE.

tests/tournaments/test_roles.py tests GET and POST on the same resources, using tests/access_table.py.
"""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.access_table import ACCESS, make_world
from tests.api_addresses import urlpatterns
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.tournaments.test_roles import REACHES, ROLES
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db

# (URL, method): the minimum role, and a body that the service accepts or rejects itself
WRITES = {
    ("api_tournament", "PATCH"): ("director", {"version": 1, "place": "Hall 2"}),
    ("api_sign_up_page", "PUT"): ("director", {"is_open": True}),
    ("api_own_sign_up", "PUT"): ("public", {"name": "Ray"}),
    ("api_own_sign_up", "DELETE"): ("public", None),
    ("api_sign_up", "PATCH"): ("director", {"has_paid": True}),
    ("api_my_list", "PATCH"): ("own", {"is_followed": False}),
    ("api_ranking", "PUT"): ("own", {"players": []}),
    ("api_ranking", "DELETE"): ("own", None),
    ("api_my_player", "PUT"): ("own", {"is_favorite": True, "note": "Fast"}),
    ("api_divisions", "PUT"): ("director", {"count": 2}),
    ("api_division", "PATCH"): ("director", {"name": "East", "version": "x"}),
    ("api_team", "DELETE"): ("staff", None),
    ("api_entry", "PUT"): ("staff", {"name": "A", "managers": [], "is_absent": False, "version": "x"}),
    ("api_team_division", "PUT"): ("staff", {"division": None}),
    ("api_team_apart", "PUT"): ("staff", {"other": None}),
    ("api_pin", "PUT"): ("team", {"pin": "4711"}),
    ("api_crest", "PUT"): ("team", {"letters": "QX", "colours": "teal"}),
    ("api_invitation", "DELETE"): ("director", None),
    ("api_division_schedule", "DELETE"): ("director", None),
    ("api_best_ofs", "DELETE"): ("director", None),
    ("api_consolation", "DELETE"): ("director", None),
    ("api_timetable", "PUT"): ("director", {"begins": ""}),
    ("api_finish_draft", "DELETE"): ("director", None),
    ("api_odds", "PATCH"): ("director", {"shown": "always"}),
    ("api_draft", "PUT"): ("director", {"card_set": 1}),
    ("api_queued_pick", "PATCH"): ("drafts", {"move": "top"}),
    ("api_queued_pick", "DELETE"): ("drafts", None),
    ("api_results", "PUT"): ("team", {"version": 1, "games": []}),
    ("api_suspended_game", "PUT"): ("team", {"bottom": True, "outs": 1}),
    ("api_team_check_in", "PUT"): ("staff", {"is_absent": True}),
    ("api_points", "PUT"): ("director", {"manager": 1}),
    ("api_rules", "PATCH"): ("director", {"version": 1, "values": {"game.mercy": "yes"}}),
    ("api_webhook", "PUT"): ("director", {"address": "https://hooks.example/x"}),
    ("api_webhook", "DELETE"): ("director", None),
    ("api_print_pack", "DELETE"): ("staff", None),
    ("api_device", "DELETE"): ("organiser", None),
    ("api_notice_channels", "PUT"): ("manager", {"channels": {}}),
    ("api_chat", "PUT"): ("manager", {"address": "https://discord.com/api/webhooks/7/x"}),
    ("api_chat", "DELETE"): ("manager", None),
    ("api_visibility", "PATCH"): ("director", {"is_archived": True}),
    ("api_own_days", "PUT"): ("director", {"own_days": True}),
    ("api_card_upload", "DELETE"): ("any_staff", None),
    ("api_rotation", "PUT"): ("team", {"rounds": []}),
    ("api_deadlines", "PUT"): ("director", {"deadlines": []}),
    ("api_team_times", "PUT"): ("team", {"time_zone": "America/Chicago"}),
    ("api_write_up", "PUT"): ("director", {"text": "Ann won.", "version": 1}),
    ("api_write_up", "PATCH"): ("director", {"is_published": True}),
    ("api_import", "DELETE"): ("organiser", None),
    ("api_mock_draft", "PUT"): ("own", {"team_count": 4, "position": 1}),
    ("api_mock_draft", "DELETE"): ("own", None),
    ("api_person", "PATCH"): ("organiser", {"region": "OH"}),
    ("api_correction", "DELETE"): ("organiser", None),
    ("api_formula", "PUT"): ("organiser", {"win": "2"}),
    ("api_tournament_facts", "PATCH"): ("organiser", {"is_regional": True}),
    ("api_ruling", "PUT"): ("director", {"ruling": "Yes."}),
}


def access_of(role, world):
    tournament = world["tournament"]
    made = {
        "elsewhere": lambda: AccessFactory(),
        "own_proxy": lambda: ManagerAccessFactory(team=world["own"], role="proxy", label="Ann"),
        "other_manager": lambda: ManagerAccessFactory(team=world["other"]),
        "own_manager": lambda: ManagerAccessFactory(team=world["own"]),
        "assistant": lambda: AccessFactory(tournament=tournament, role="assistant"),
        "director": lambda: AccessFactory(tournament=tournament),
        "organiser": lambda: AccessFactory(tournament=None, role="organiser"),
    }
    return made[role]()


def by_token(role, world):
    if role == "visitor":
        return Client()
    return Client(headers={"Authorization": f"Bearer {link_token(access_of(role, world))}"})


def address_of(name, world):
    pattern = next(pattern for pattern in urlpatterns if pattern.name == name)
    parts = ACCESS[name].parts
    return reverse(name, kwargs={part: world[parts.get(part, part)] for part in pattern.pattern.regex.groupindex})


def resources():
    return [(pattern.name, pattern.callback.view_class) for pattern in urlpatterns]


def test_every_api_method_declares_its_roles():
    served, listed = set(), set()
    for name, view in resources():
        methods = {method.upper() for method in view.http_method_names if hasattr(view, method)} - {"OPTIONS"}
        assert methods == set(view.roles), f"{name} serves {methods} and gives roles for {set(view.roles)}"
        served |= {(name, method) for method in methods}
        listed |= {
            (name, method) for method, level in (("GET", ACCESS[name].get), ("POST", ACCESS[name].post)) if level
        }
    assert served == listed | set(WRITES)


@pytest.mark.parametrize(("name", "method"), sorted(WRITES))
def test_put_patch_and_delete_allow_only_their_roles(name, method):
    level, body = WRITES[name, method]
    for role in ROLES:
        world = make_world()
        browser = by_token(role, world)
        answer = browser.generic(method, address_of(name, world), _json(body), content_type="application/json")
        if role in REACHES[level]:
            assert answer.status_code in (200, 204, 400, 409), f"{role}: {answer.status_code} {answer.content}"
        elif role == "visitor":
            assert answer.status_code == 401, f"{role}: {answer.status_code}"
        else:
            assert answer.status_code == 403, f"{role}: {answer.status_code}"


def _json(body):
    return b"" if body is None else json.dumps(body).encode()


def test_token_has_its_links_role_until_revoked():
    world = make_world()
    access = access_of("director", world)
    browser = Client(headers={"Authorization": f"Bearer {link_token(access)}"})
    address = address_of("api_invitations", world)
    assert browser.get(address).status_code == 200
    access.revoked_at = access.created_at
    access.save()
    refused = browser.get(address)
    assert refused.status_code == 401
    assert "revoked" in refused.json()["detail"]
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_repeated_wrong_tokens_return_429(settings):
    settings.SIGN_IN_ATTEMPTS = 3
    world = make_world()
    browser = Client(headers={"Authorization": "Bearer wrong"})
    answers = [browser.get(address_of("api_tournament", world)).status_code for _ in range(5)]
    assert answers == [401, 401, 401, 429, 429]


def test_session_writes_require_a_csrf_token():
    world = make_world()
    access = access_of("director", world)
    browser = Client(enforce_csrf_checks=True)
    link = f"/join/{link_token(access)}/"
    browser.get(link)
    browser.post(link, {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value})
    address = address_of("api_team_invitations", world)
    refused = browser.post(address, {}, content_type="application/json")
    assert refused.status_code == 403
    assert "CSRF" in refused.json()["detail"]
    assert signed_in(access).post(address, {}, content_type="application/json").status_code == 200


def test_queue_is_hidden_from_other_teams():
    world = make_world()
    address = address_of("api_queue", world)
    own = by_token("own_manager", world).get(address).json()["results"]
    assert [entry["card"] for entry in own] == [world["card_id"]]
    assert "results" not in by_token("other_manager", world).get(address).json()


def test_only_staff_see_home_towns_and_proxies():
    world = make_world()
    team = world["own"]
    team.managers.create(name="Ann", home_town="Springfield", region="IL")
    team.proxy = "Cousin Bob"
    team.save()
    for name in ("api_teams", "api_team", "api_rolls", "api_rosters", "api_schedule", "api_sheet"):
        text = Client().get(address_of(name, world)).content.decode()
        assert "Springfield" not in text, name
        assert "Cousin Bob" not in text, name
    assert "Springfield" in by_token("assistant", world).get(address_of("api_entry", world)).content.decode()


def test_only_staff_see_logged_changes():
    world = make_world()
    by_token("director", world).patch(
        address_of("api_tournament", world), {"version": 1, "place": "Hall 2"}, content_type="application/json"
    )
    address = address_of("api_actions", world)
    public = Client().get(address).json()["results"][0]
    assert (public["verb"], public["changes"]) == ("change_settings", [])
    assert any(
        "Hall 2" in change for change in by_token("assistant", world).get(address).json()["results"][0]["changes"]
    )
