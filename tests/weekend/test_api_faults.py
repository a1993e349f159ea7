"""Test that every API error has the form {"detail", "field"}, and that none has status 500."""

import json
import random
import re

import pytest
import yaml
from django.test import Client
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from packaging.version import Version

from pennant_baseball import VERSION
from tests.access_table import make_world
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.weekend.test_api_roles import by_token
from tournaments.access.links import link_token
from tournaments.models import Team

pytestmark = pytest.mark.django_db

LONG = "Ñ" * 300
HOSTILE = [
    *(None, True, 0, -1, 1.5, 10**12, 10**15, 10**16, 2**63, 10**30, "", "1.2", "1.3", "0", LONG),
    *("\0", "\ud800", "'\"<b>", [], [1, 1], [[]], {}, {"name": 1}),
]
SPELLED = ["", "0", "1", "-1", "x", "1.5", "true", "name", "-name", "9" * 30, LONG, "\0", "R", "C"]


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(public=True)


def test_schema_is_valid_and_lists_all_paths_and_security_schemes(schema):
    validate_schema(schema)
    assert len(schema["paths"]) > 60
    assert set(schema["components"]["securitySchemes"]) == {"browser", "seat", "token"}


def test_schema_version_matches_the_program_version(schema):
    assert schema["info"]["version"] == VERSION
    assert str(Version(VERSION)) == VERSION
    assert yaml.safe_load(Client().get("/api/v1/schema/").content)["info"]["version"] == VERSION


def test_schema_and_its_page_load_no_external_resources():
    assert Client().get("/api/v1/schema/").status_code == 200
    page = Client().get("/api/").content.decode()
    assert re.findall(r"""(?:src|href)=["'](https?:)?//""", page) == []


def operations(schema):
    return [
        (address, method)
        for address, methods in sorted(schema["paths"].items())
        for method in methods
        if address != "/api/v1/schema/"
    ]


class Sender:
    """A seeded sender of nearly valid bodies: some fields are valid, some missing, some hostile."""

    NUMBERS = {"team": "team_id", "card": "card_id", "division": "division_id", "series": "series_id"}

    def __init__(self, schema, world, seed):
        self.schemas, self.world, self.dice = schema["components"]["schemas"], world, random.Random(seed)

    def body(self, shape, name=""):
        if "$ref" in shape:
            return self.body(self.schemas[shape["$ref"].rsplit("/", 1)[-1]], name)
        if "allOf" in shape:
            return self.body(shape["allOf"][0], name)
        if self.dice.random() < 0.12:
            return self.dice.choice(HOSTILE)
        if name in self.NUMBERS and self.dice.random() < 0.8:
            return self.world[self.NUMBERS[name]]
        if "properties" in shape:
            names = [name for name in shape["properties"] if self.dice.random() < 0.9]
            return {name: self.body(shape["properties"][name], name) for name in names}
        if shape.get("type") == "array":
            return [self.body(shape["items"]) for _ in range(self.dice.randrange(3))]
        if "enum" in shape:
            return self.dice.choice(shape["enum"])
        plain = {"integer": [0, 1, 1, 1, 2, 3, 9], "boolean": [True, False]}
        return self.dice.choice(plain.get(shape.get("type"), ["x", "1.2", "0.0", "4711", "12:30", LONG]))

    def query(self, parameters):
        names = [name["name"] for name in parameters if name["in"] == "query"]
        return {name: str(self.dice.choice(SPELLED)) for name in names if self.dice.random() < 0.3}


@pytest.mark.parametrize("seed", range(4))
def test_no_body_or_parameter_crashes_the_api(schema, seed):
    world = make_world()
    browser = by_token("organiser", world)
    sender = Sender(schema, world, seed)
    for address, method in operations(schema):
        operation = schema["paths"][address][method]
        shape = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        sent = b"" if shape is None else json.dumps(sender.body(shape)).encode()
        query = sender.query(operation.get("parameters", ()))
        filled = address.format(**{name: world.get(name, 1) for name in re.findall(r"{(\w+)}", address)})
        answer = browser.generic(
            method.upper(), filled, sent, content_type="application/json", query_params=query or None
        )
        _assert_own_words(answer, f"{method} {filled} {query} {sent!r}")


def _assert_own_words(answer, address):
    assert answer.status_code < 500, address
    if answer.status_code >= 400:
        data = answer.json()
        assert data["detail"], address
        assert isinstance(data["field"], str), address


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b'"name"', 400),
        (b"\xff\xfe", 400),
        (b'{"name": NaN}', 400),
        (b'{"name": "\\ud800", "managers": []}', 400),
        (b"[" * 200_000, 400),
        (b'{"name": "' + b"x" * (6 * 1024 * 1024) + b'"}', 413),
        (b'{"name": {"a": 1}, "managers": 5}', 400),
        (b'{"name": "Sharks", "managers": [], "wings": 2}', 400),
    ],
)
def test_unreadable_body_gets_an_error_message(sent, status):
    world = make_world()
    answer = by_token("director", world).generic(
        "POST", reverse("api_teams", args=[world["slug"]]), sent, content_type="application/json"
    )
    assert answer.status_code == status, answer.content[:300]
    assert set(answer.json()) >= {"detail", "field"}


def test_unsupported_content_type_returns_415():
    world = make_world()
    answer = by_token("director", world).post(reverse("api_teams", args=[world["slug"]]), {"name": "Sharks"})
    assert answer.status_code == 415
    assert "detail" in answer.json()


def test_field_error_includes_the_field_path():
    world = make_world()
    problem = (
        by_token("director", world)
        .put(
            reverse("api_results", args=[world["slug"], world["series_id"]]),
            {"version": 1, "games": [{"number": 1, "outings": [{"team": 1, "card": 1, "innings": "1.3"}]}]},
            content_type="application/json",
        )
        .json()
    )
    assert problem["field"] == "games.0.outings.0.innings"
    assert "thirds" in problem["detail"]


def test_ids_from_another_tournament_return_404():
    world, second_world = make_world(), make_world()
    browser = Client(headers={"Authorization": f"Bearer {link_token(AccessFactory(tournament=world['tournament']))}"})
    slug = world["slug"]
    for name, part in (
        ("api_division", "division_id"),
        ("api_team", "team_id"),
        ("api_entry", "team_id"),
        ("api_series", "series_id"),
        ("api_results", "series_id"),
        ("api_action", "action_id"),
        ("api_undo", "action_id"),
        ("api_ruling", "ruling_id"),
        ("api_draft", "division_id"),
        ("api_draft_board", "division_id"),
        ("api_picks", "division_id"),
        ("api_sheet", "team_id"),
        ("api_team_board", "team_id"),
        ("api_division_board", "division_id"),
        ("api_roster", "team_id"),
        ("api_tie_rolls", "division_id"),
        ("api_division_schedule", "division_id"),
    ):
        assert browser.get(reverse(name, args=[slug, world[part]])).status_code == 200, name
        assert browser.get(reverse(name, args=[slug, second_world[part]])).status_code == 404, name
        assert browser.get(reverse(name, args=[slug, 10**18])).status_code == 404, name
    queue = reverse("api_queue", args=[slug, second_world["division_id"], second_world["team_id"]])
    assert browser.get(queue).status_code == 404
    assert (
        browser.get(reverse("api_queue", args=[slug, world["division_id"], second_world["team_id"]])).status_code == 404
    )
    assert browser.delete(reverse("api_invitation", args=[slug, second_world["access_id"]])).status_code == 404
    assert browser.get("/api/v1/tournaments/no-such-weekend/").status_code == 404


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("api_teams", {"name": LONG, "managers": [{"name": "Ann"}]}),
        ("api_teams", {"name": "Sharks", "managers": [{"name": LONG}]}),
        ("api_invitations", {"role": "assistant", "label": LONG}),
    ],
)
def test_rejects_a_300_character_name(name, body):
    world = make_world()
    before = world["tournament"].teams.count()
    answer = by_token("director", world).post(
        reverse(name, args=[world["slug"]]), body, content_type="application/json"
    )
    assert answer.status_code == 400
    assert "80" in answer.json()["detail"] or "300" in answer.json()["detail"]
    assert world["tournament"].teams.count() == before


def test_refusal_includes_the_rule_number():
    world = make_world()
    access = ManagerAccessFactory(team=world["own"])
    answer = Client(headers={"Authorization": f"Bearer {link_token(access)}"}).post(
        reverse("api_choose_away", args=[world["slug"], world["series_id"]]), {}, content_type="application/json"
    )
    assert answer.status_code == 400
    assert (answer.json()["rule"], answer.json()["finding"]) == ("T0.16", "NO_CHOICE")


def test_schema_documents_finding_and_facts_in_errors(schema):
    fields = schema["components"]["schemas"]["Error"]["properties"]
    assert fields["finding"]["type"] == "string"
    assert fields["facts"]["type"] == "object"


def test_rule_number_in_a_team_name_is_not_reported_as_a_rule():
    world = make_world()
    Team.objects.filter(pk=world["own"].pk).update(name="T34.85 Tigers")
    director = AccessFactory(tournament=world["tournament"])
    answer = Client(headers={"Authorization": f"Bearer {link_token(director)}"}).post(
        reverse("api_teams", args=[world["slug"]]),
        {"name": "T34.85 Tigers", "managers": [{"name": "Zoe"}]},
        content_type="application/json",
    )
    assert answer.status_code == 400
    assert "T34.85 Tigers" in answer.json()["detail"]
    assert "rule" not in answer.json()
    assert answer.json()["finding"] == "TEAM_EXISTS"
    assert answer.json()["facts"] == {"team": "T34.85 Tigers"}


def test_guessing_signature_codes_returns_429(settings):
    settings.SIGN_IN_ATTEMPTS = 3
    world = make_world()
    assert Client().get(reverse("api_code", args=[world["code"]])).json()["state"] == "broken"
    guesses = [Client().get(reverse("api_code", args=[f"XXXX-XXX{n}"])).status_code for n in range(5)]
    assert guesses == [404, 404, 404, 429, 429]


def test_error_response_is_a_problem_document():
    world = make_world()
    director = by_token("director", world)
    refused = director.post(
        reverse("api_home_roll", args=[world["slug"], world["series_id"]]),
        {"home_roll": 21, "away_roll": 3, "home": world["team_id"]},
        content_type="application/json",
    )
    assert refused.headers["Content-Type"] == "application/problem+json"
    problem = refused.json()
    assert (problem["type"], problem["title"], problem["status"]) == ("urn:pennant:NOT_ON_THE_DIE", "Bad Request", 400)
    assert problem["field"] == "home_roll"
    missing = Client().get("/api/v1/tournaments/nowhere/")
    assert (missing.headers["Content-Type"], missing.json()["type"]) == ("application/problem+json", "about:blank")
    stale = director.patch(
        reverse("api_tournament", args=[world["slug"]]), {"version": 0, "place": "A"}, content_type="application/json"
    )
    assert (stale.headers["Content-Type"], stale.json()["status"]) == ("application/problem+json", 409)


def test_reports_missing_unknown_and_invalid_fields_together():
    world = make_world()
    body = {"nmae": "Sharks", "wings": 2, "managers": [{"home_town": "Akron"}]}
    refused = by_token("director", world).post(
        reverse("api_teams", args=[world["slug"]]), body, content_type="application/json"
    )
    fields = {fault["field"]: fault["detail"] for fault in refused.json()["faults"]}
    assert fields == {
        "nmae": "Unknown field.",
        "wings": "Unknown field.",
        "name": "This field is required.",
        "managers.0.name": "This field is required.",
    }
    codes = {fault["field"]: fault["code"] for fault in refused.json()["faults"]}
    assert codes == {"nmae": "unknown", "wings": "unknown", "name": "required", "managers.0.name": "required"}
    assert (refused.json()["finding"], refused.json()["type"]) == ("VALIDATION_ERROR", "urn:pennant:VALIDATION_ERROR")


def test_tied_home_roll_returns_the_tied_rolls_code():
    world = make_world()
    address = reverse("api_home_roll", args=[world["slug"], world["series_id"]])
    rolls = {"home_roll": 7, "away_roll": 7, "home": world["team_id"]}
    tied = by_token("director", world).post(address, rolls, content_type="application/json").json()
    assert (tied["ruling"]["finding"], tied["home_decided"]) == ("TIED_ROLLS", False)
    decided = by_token("director", world).post(address, {**rolls, "away_roll": 3}, content_type="application/json")
    assert decided.json()["home_decided"] is True
    assert decided.json()["ruling"]["finding"] != "TIED_ROLLS"


def test_rolls_can_be_filtered_by_division():
    world = make_world()
    address = reverse("api_rolls", args=[world["slug"]])
    assert Client().get(f"{address}?division={world['division_id']}").status_code == 200
    assert Client().get(f"{address}?division=x").json()["field"] == "division"
