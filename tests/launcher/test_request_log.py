"""Test request log lines: the user, tournament, duration and rejection reason as fields, and no secrets."""

import json
import logging
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import path

from config import urls as site_urls
from config.logs import JsonLines, PlainLines
from config.request_log import log_unread_request
from core.request_facts import current_request_id
from tests.conftest import signed_in
from tests.factories import AccessFactory, TeamFactory, TournamentFactory
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db
CANARY = "@".join(["ann.example", "mail.example"])  # split so that no line of code contains it


def crash(request):
    raise ZeroDivisionError(f"{CANARY} divided by zero")


urlpatterns = [*site_urls.urlpatterns, path("crash/", crash)]
handler400, handler403, handler404, handler500 = (
    site_urls.handler400,
    site_urls.handler403,
    site_urls.handler404,
    site_urls.handler500,
)


class Lines(logging.Handler):
    """Collect every record as written, both as JSON and as text."""

    def __init__(self) -> None:
        super().__init__()
        self.json: list[dict[str, object]] = []
        self.plain: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.json.append(json.loads(JsonLines().format(record)))
        self.plain.append(PlainLines().format(record))

    def requests(self) -> list[dict[str, object]]:
        return [line for line in self.json if line["logger"] == "pennant.request"]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, logger = Lines(), logging.getLogger("pennant.request")
    logging.getLogger().addHandler(handler)
    level = logger.level
    logger.setLevel(logging.INFO)
    yield handler
    logger.setLevel(level)
    logging.getLogger().removeHandler(handler)


def test_request_log_has_tournament_role_status_and_duration(lines: Lines) -> None:
    access = AccessFactory(tournament=TournamentFactory(slug="spring"))
    browser = signed_in(access)
    assert browser.get("/t/spring/people/?q=secret").status_code == 200
    line = lines.requests()[-1]
    assert line["duration_ms"] > 0
    assert len(line["request_id"]) == 6
    expected = {"method": "GET", "path": "/t/spring/people/", "status": 200, "tournament": "spring", "level": "INFO"}
    assert line.items() >= (expected | {"role": access.role, "invitation": access.pk}).items()
    assert "secret" not in json.dumps(lines.json)
    assert lines.plain[-1].startswith("GET /t/spring/people/ 200 ")
    assert lines.plain[-1].endswith(f" ms [{line['request_id']}]")


def test_refusal_logs_its_code_for_pages_and_api(lines: Lines) -> None:
    access = AccessFactory(tournament=TournamentFactory(slug="spring"))
    api = Client(headers={"authorization": f"Bearer {link_token(access)}"})
    assert api.get("/api/v1/tournaments/spring/").status_code == 200
    proxy = {"role": "proxy", "label": "Ann", "team": TeamFactory(tournament=access.tournament).pk}
    address = "/api/v1/tournaments/spring/invitations/"
    refused = api.post(address, proxy | {"ends_at": "9999-12-31T23:59"}, content_type="application/json")
    assert (refused.status_code, refused.json()["finding"]) == (400, "END_TOO_FAR")
    read, line = lines.requests()
    assert (line["role"], line["invitation"], line["error"]) == (access.role, access.pk, "END_TOO_FAR")
    assert refused.headers["X-Request-ID"] == line["request_id"] != read["request_id"]
    assert "error" not in read
    assert api.post(address, {}, content_type="application/json").status_code == 400
    assert lines.requests()[-1]["error"] == "VALIDATION_ERROR"
    page = signed_in(access).post("/t/spring/stage/", {"from": "signup", "to": "finished"})
    assert page.status_code == 400
    assert lines.requests()[-1]["error"]


@pytest.mark.urls("tests.launcher.test_request_log")
def test_error_code_on_a_crash_page_matches_the_log(lines: Lines) -> None:
    page = Client(raise_request_exception=False).get("/crash/")
    assert page.status_code == 500
    request_id = page.headers["X-Request-ID"]
    assert f"The error code is {request_id}." in page.content.decode()
    traceback, line = lines.json[-2:]
    assert (traceback["request_id"], line["request_id"]) == (request_id, request_id)
    assert "ZeroDivisionError" in traceback["traceback"]
    assert line["error"] == "PROGRAM_FAULT"
    assert CANARY not in json.dumps(lines.json) + "".join(lines.plain)
    assert current_request_id() == ""


def test_log_contains_no_links_pins_or_addresses(lines: Lines) -> None:
    token = link_token(AccessFactory())
    for address in (f"/join/{token}/", f"/confirm-mail/7:{'x' * 43}/", f"/t/{CANARY}/", "/stop-mail/7:abcdef/"):
        Client().get(address)
    Client().post("/sign-in/", {"code": "834719", "pin": "834719", "mail": CANARY})
    written = json.dumps(lines.json) + "".join(lines.plain)
    assert [secret for secret in (token, "x" * 43, "7:abcdef", CANARY, "834719") if secret in written] == []
    assert "/confirm-mail/***/" in written


def test_visitor_cannot_forge_a_log_line(lines: Lines) -> None:
    Client().get("/nothing%0AERROR forged/")
    assert lines.requests()[-1]["path"] == "/nothing\\nERROR forged/"
    assert [line for line in lines.plain if "\n" in line] == []


def test_unreadable_body_is_logged(lines: Lines) -> None:
    log_unread_request("POST", "/sign-in/", 408)
    line = lines.requests()[-1]
    assert (line["method"], line["path"], line["status"], line["error"]) == ("POST", "/sign-in/", 408, "BODY_REFUSED")


def test_health_checks_are_not_logged(lines: Lines) -> None:
    assert Client().get("/health/live/").status_code == 200
    assert lines.requests() == []
