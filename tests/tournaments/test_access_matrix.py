"""Test PUT, PATCH, DELETE and OPTIONS on every URL by their effect on rows.

The table in tests/weekend/test_api_roles.py lists who may change data. Unsupported methods are tested with the most
privileged users. GET, HEAD and POST are in tests/tournaments/test_roles.py.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.access_table import ACCESS, make_world
from tests.tournaments.test_roles import REACHES, ROLES, Effect, Visit, _all_rows, _browser, address_in, undone
from tests.weekend.test_api_roles import WRITES

pytestmark = pytest.mark.django_db

METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS")
STRONGEST = ("own_manager", "organiser")


@pytest.fixture(scope="module")
def visit(shared_rows: Callable[[Callable[[], Visit]], AbstractContextManager[Visit]]) -> Iterator[Visit]:
    def made() -> Visit:
        world = make_world()
        browsers = {role: _browser(role, world) for role in ROLES}
        for browser in browsers.values():
            browser.raise_request_exception = False
        return Visit(world, browsers, _all_rows())

    with shared_rows(made) as shared:
        yield shared


def send(visit: Visit, role: str, method: str, address: str, body: dict[str, Any] | None) -> tuple[int, set[str]]:
    """Return the response's status, and the tables whose rows changed."""
    browser = visit.browsers[role]
    content = "" if body is None else json.dumps(body)
    with undone(browser):
        effect = Effect(visit.rows)
        status = browser.generic(method, address, content, content_type="application/json").status_code
        return status, effect.tables()


@pytest.mark.parametrize("name", sorted(ACCESS))
def test_other_methods_change_rows_only_with_permission(name: str, visit: Visit) -> None:
    address = address_in(visit.world, name)
    wrong = []
    for method in METHODS:
        level, body = WRITES.get((name, method), (None, {}))
        allowed = REACHES[level] if level else set()
        for role in ROLES if level else STRONGEST:
            status, changed = send(visit, role, method, address, body)
            if status >= 500 or (changed and role not in allowed):
                wrong.append(f"{method} by {role}: {status}, changes {sorted(changed)}")
    assert wrong == []


EFFECTIVE = ["api_invitation", "api_pin", "api_crest", "api_queued_pick", "api_team"]


def test_permitted_roles_can_change_rows(visit: Visit) -> None:
    changes = set()
    for (name, method), (_, body) in WRITES.items():
        for role in STRONGEST:
            _, changed = send(visit, role, method, address_in(visit.world, name), body)
            changes |= {name} if changed else set()
    assert set(EFFECTIVE) <= changes
