"""Test that the old URLs of moved pages lead to working pages."""

import re

import pytest
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve

from config.old_addresses import old_addresses
from tests.access_table import make_world
from tests.conftest import signed_in
from tests.factories import AccessFactory

OLD = [
    *("/copies/", "/copies/pennant-no-such.zip/", "/copies/pennant-no-such.zip/file/", "/arrivals/"),
    "/arrivals/00000000-0000-0000-0000-000000000000/",
    *(
        "/t/{slug}/desk/",
        "/t/{slug}/check-in/",
        "/t/{slug}/invitations/",
        "/t/{slug}/wall/",
        "/t/{slug}/best-ofs/",
        "/t/{slug}/best-ofs/projector/",
    ),
    *("/t/{slug}/live/projector/", "/t/{slug}/standings/projector/"),
    *("/t/{slug}/eligibility/", "/t/{slug}/eligibility/{division_id}/", "/t/{slug}/me/line-up/"),
    "/t/{slug}/series/{series_id}/hurt/",
    "/t/{slug}/draft/{division_id}/projector/",
    "/t/{slug}/draft/{division_id}/desk/",
    *(
        f"/t/{{slug}}/draft/{{division_id}}/desk/{page}/"
        for page in ("correct", "disqualify", "finish", "import", "late-team", "settings", "undo")
    ),
]
# their pages report that the file doesn't exist
MISSING = {old for old in OLD if "no-such" in old or "0000" in old}


@pytest.fixture
def organizer(db: None) -> Client:
    return signed_in(AccessFactory(tournament=None, role="organiser", label="Organizer"))


@pytest.mark.parametrize("old", OLD)
def test_old_address_redirects_to_a_working_page(old: str, organizer: Client) -> None:
    address = old.format(**make_world())
    response = organizer.get(address, query_params={"team": "5", "name": "Peña & Co"})
    assert response.status_code == 301
    new, _, query = response.headers["Location"].partition("?")
    assert query == "team=5&name=Pe%C3%B1a+%26+Co"
    assert resolve(new).url_name != "old_address"
    expected = 409 if old in MISSING else 200
    assert organizer.get(new, follow=True).status_code == expected


def test_every_old_address_is_tested() -> None:
    tried = [pattern for pattern in old_addresses if any(_matches(pattern, old) for old in OLD)]
    assert tried == old_addresses


def _matches(pattern: object, old: str) -> bool:
    address = re.sub(r"\{\w+_id\}", "1", old.replace("{slug}", "hall")).removeprefix("/")
    try:
        return pattern.resolve(address) is not None
    except Resolver404:
        return False


@pytest.mark.parametrize("old", ["/copies/", "/t/hall/desk/"])
def test_old_address_redirects_only_get(old: str, organizer: Client) -> None:
    assert organizer.post(old).status_code == 405


def test_no_address_uses_a_rejected_word() -> None:
    words = re.compile(r"best-?ofs|desk|copies|projector|line-up|take-back|go-on|work-out|throw|hurt|wall|arrivals")
    routes = [route for route in _routes(get_resolver().url_patterns) if not route.startswith("^")]
    assert len(routes) > 200
    assert [route for route in routes if words.search(route)] == []


def _routes(patterns: list) -> list[str]:
    routes = []
    for pattern in patterns:
        inner = getattr(pattern, "url_patterns", None)
        if inner is None:
            routes.append(str(pattern.pattern))
        elif not str(pattern.pattern).startswith("api/"):
            routes += _routes(inner)
    return routes
