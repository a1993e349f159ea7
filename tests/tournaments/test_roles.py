"""Test GET and POST on every URL with every role, by the response and its effect on rows.

tests/access_table.py lists the permissions. tests/tournaments/test_access_matrix.py covers the other methods.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from drafts.models import Draft
from tests.access_table import ACCESS, Row, make_world
from tests.conftest import signed_in
from tests.factories import AccessFactory, ManagerAccessFactory

pytestmark = pytest.mark.django_db

ROLES = ["visitor", "elsewhere", "own_proxy", "other_manager", "own_manager", "assistant", "director", "organiser"]
REACHES = {
    "public": set(ROLES),
    "drafter": {"own_proxy", "other_manager", "own_manager", "assistant", "director", "organiser"},
    "drafts": {"own_proxy", "own_manager", "assistant", "director", "organiser"},
    "manager": {"other_manager", "own_manager", "assistant", "director", "organiser"},
    "team": {"own_manager", "assistant", "director", "organiser"},
    "own": {"own_manager"},
    "staff": {"assistant", "director", "organiser"},
    "director": {"director", "organiser"},
    "any_staff": {"elsewhere", "assistant", "director", "organiser"},
    "organiser": {"organiser"},
    "holder": set(),
    "seat": set(),
}


# Wrong codes and links count for everyone.
COUNTERS = {"tournaments.FailedAttempt"}
Rows = dict[str, list[tuple[Any, ...]]]


@contextmanager
def undone(browser: Client) -> Iterator[None]:
    """Undo one role's changes before the next role's turn, in the database and in the role's browser."""
    cookies = deepcopy(browser.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    browser.cookies = cookies


def named_addresses(patterns: list[URLPattern | URLResolver] | None = None) -> Iterator[URLPattern]:
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        if isinstance(pattern, URLResolver):
            yield from named_addresses(pattern.url_patterns)
        else:
            yield pattern


def test_every_route_has_a_row_in_the_access_table():
    patterns = list(named_addresses())
    assert [str(pattern.pattern) for pattern in patterns if not pattern.name] == []
    names = {str(pattern.name) for pattern in patterns}
    assert sorted(names - set(ACCESS)) == [], "add a row to tests/access_table.py for these"
    assert sorted(set(ACCESS) - names) == [], "these rows of tests/access_table.py have no address any more"


class Visit(NamedTuple):
    """The data that all requests start from, its rows, and a browser for every role."""

    world: dict[str, Any]
    browsers: dict[str, Client]
    rows: Rows


@pytest.fixture(scope="module")
def visit(shared_rows):
    def made():
        world = make_world()
        return Visit(world, {role: _browser(role, world) for role in ROLES}, _all_rows())

    with shared_rows(made) as shared:
        yield shared


class Effect:
    """The tables whose rows a request changes. SQLite counts writes, so most requests need no comparison."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._writes = connection.connection.total_changes

    def tables(self) -> set[str]:
        if connection.connection.total_changes == self._writes:
            return set()
        return {table for table, rows in _all_rows().items() if rows != self._rows[table]} - COUNTERS


@pytest.mark.parametrize("name", sorted(ACCESS))
def test_routes_serve_only_their_roles(name, visit):
    row, (world, browsers, rows) = ACCESS[name], visit
    address = _address(name, row, world)
    for method, level in (("get", row.get), ("post", row.post)):
        for role, browser in browsers.items():
            with undone(browser):
                effect = Effect(rows)
                status = _ask(browser, method, address, row, world)
                changed = effect.tables()
            may_change = method == "post" and level is not None and role in REACHES[level]
            assert not changed or may_change, f"{method} by {role} changes {changed}"
            if level is None:
                assert status in (401, 403, 405), f"{method} by {role}: {status}, not served at all"
            elif role in REACHES[level]:
                assert status < 400 or status in _ANSWERED, f"{method} by {role}: {status}, may do it"
            else:
                assert status in (401, 403), f"{method} by {role}: {status}, may not do it"


@pytest.mark.parametrize("name", sorted(ACCESS))
def test_get_and_head_change_nothing(name, visit):
    address = _address(name, ACCESS[name], visit.world)
    for role in ("visitor", "own_manager", "organiser"):  # the others run parts of these
        browser = visit.browsers[role]
        with undone(browser):
            _let_a_draft_clock_run_out()
            writes = connection.connection.total_changes
            for method in (browser.get, browser.head):
                assert method(address).status_code < 500, f"{method.__name__} by {role}"
            assert connection.connection.total_changes == writes, f"by {role}"


def _let_a_draft_clock_run_out() -> None:
    past = timezone.now() - timedelta(minutes=1)
    running = {"state": Draft.State.RUNNING, "deadline": past, "on_expiry": Draft.OnExpiry.AUTO_PICK}
    assert Draft.objects.update(**running)


def _all_rows() -> Rows:
    return {model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in apps.get_models()}


@pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 10**40])
def test_unknown_ids_return_404(number):
    world = make_world()
    numbered = {name: number for name, value in world.items() if isinstance(value, int)}
    browser = _browser("organiser", world)
    browser.raise_request_exception = False
    wrong = []
    for pattern in named_addresses():
        row = ACCESS[str(pattern.name)]
        if not set(pattern.pattern.regex.groupindex) & set(numbered):
            continue
        address = _address(str(pattern.name), row, {**world, **numbered})
        for method in ("get", "post"):
            status = _ask(browser, method, address, row, {**world, **numbered})
            if status not in _NOT_THERE:
                wrong.append(f"{method} {address}: {status}")
    assert wrong == []


_NOT_THERE = (400, 404, 405)
# a validation error, or a conflict with saved data, shows that the user may submit the form
_ANSWERED = (400, 409, 415, 422)


def address_in(world: dict, name: str) -> str:
    return _address(name, ACCESS[name], world)


def _address(name: str, row: Row, world: dict) -> str:
    pattern = next(pattern for pattern in named_addresses() if pattern.name == name)
    inner = pattern.pattern.regex.groupindex
    return reverse(name, kwargs={part: world[row.parts.get(part, part)] for part in inner})


def _ask(browser: Client, method: str, address: str, row: Row, world: dict) -> int:
    data = {key: str(value).format(**world) for key, value in row.data.items()}
    if method == "get":
        return browser.get(address).status_code
    kind = {"content_type": "application/json"} if address.startswith("/api/v1/") else {}
    return browser.post(address, data, **kind).status_code


def _browser(role: str, world: dict) -> Client:
    tournament = world["tournament"]
    made = {
        "visitor": lambda: Client(),
        "elsewhere": lambda: signed_in(AccessFactory()),  # a different tournament's director
        "own_proxy": lambda: signed_in(ManagerAccessFactory(team=world["own"], role="proxy", label="Ann")),
        "other_manager": lambda: signed_in(ManagerAccessFactory(team=world["other"])),
        "own_manager": lambda: signed_in(ManagerAccessFactory(team=world["own"])),
        "assistant": lambda: signed_in(AccessFactory(tournament=tournament, role="assistant", label="Assistant")),
        "director": lambda: signed_in(AccessFactory(tournament=tournament)),
        "organiser": lambda: signed_in(AccessFactory(tournament=None, role="organiser", label="Organiser")),
    }
    return made[role]()
