"""Test that no output contains a secret: pages for other roles, files, PDFs, API responses, mail and logs."""

import io
import logging
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.core import mail
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse

from tests.access_table import ACCESS, make_world
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.pdf_reading import pages_of
from tests.tournaments.test_roles import _browser, address_in
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Access, Device
from tournaments.services.pins import set_pin
from tournaments.services.sign_in_codes import make_code

pytestmark = pytest.mark.django_db
PIN = "739146"
# The pages, and the API response, that show a tournament's links to its director and to no one else.
SHOWS_LINKS = {"people", "invitation", "invitations_print", "api_invitations"}


@pytest.fixture
def world() -> dict[str, Any]:
    made: dict[str, Any] = make_world()
    return made


@pytest.fixture
def canaries(world: dict[str, Any]) -> dict[str, str]:
    """Return the secrets of a manager, an assistant and an organizer, with a description of each."""
    manager = ManagerAccessFactory(team=world["own"], nonce="canarymanagernonce")
    assistant = AccessFactory(tournament=world["tournament"], role="assistant", nonce="canaryassistantnonce")
    organizer = AccessFactory(tournament=None, role="organiser", nonce="canaryorganizernonce")
    Device.objects.create(key="canary" + "d" * 26, access=manager)
    set_pin(team=world["own"], actor=PROGRAM, pin=PIN)
    secrets = {"a PIN": PIN, "a device's key": "canary" + "d" * 26}
    secrets["a sign-in code"] = make_code(access=manager, actor=PROGRAM)
    for access in (manager, assistant, organizer):
        secrets[f"the nonce of {access.role}"] = access.nonce
        secrets[f"the signature of {access.role}"] = link_token(access).partition("~")[2]
    return secrets


def texts_of(answer: HttpResponseBase) -> Iterator[str]:
    """Return a response's text: its headers, and its content with archives and PDFs unpacked."""
    yield str(dict(answer.headers))
    if isinstance(answer, StreamingHttpResponse):
        if not answer.is_async:  # an event stream never ends
            yield from _unpacked(b"".join(cast(Iterator[bytes], answer.streaming_content)))
    elif isinstance(answer, HttpResponse):
        yield from _unpacked(answer.content)


def _unpacked(content: bytes) -> Iterator[str]:
    yield content.decode("latin-1")
    if content.startswith(b"%PDF") and len(content) > 100:
        yield " ".join(pages_of(content))
    elif zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield from _unpacked(archive.read(name))
    else:
        for unpack, mark in ((zlib_unpacked, b"\x1f\x8b"), (lzma.decompress, b"\xfd7zXZ")):
            if content.startswith(mark):
                yield from _unpacked(unpack(content))


def zlib_unpacked(content: bytes) -> bytes:
    return zlib.decompress(content, wbits=31)


def secrets_in(text: str, canaries: dict[str, str]) -> list[str]:
    return [secret_name for secret_name, secret in canaries.items() if secret in text]


@pytest.mark.parametrize("role", ["visitor", "other_manager", "assistant", "organiser"])
def test_pages_hide_other_peoples_secrets(
    role: str, world: dict[str, Any], canaries: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    browser = _browser(role, world)
    browser.raise_request_exception = False
    leaks = []
    for name, row in ACCESS.items():
        if row.get is None or (role == "organiser" and name in SHOWS_LINKS):
            continue
        answer = browser.get(address_in(world, name))
        leaks += [f"{name}: {secret_name}" for text in texts_of(answer) for secret_name in secrets_in(text, canaries)]
    assert leaks == [], chr(10).join(leaks)
    assert secrets_in(caplog.text, canaries) == []
    assert [
        secret_name for message in mail.outbox for secret_name in secrets_in(str(message.message()), canaries)
    ] == []


def test_api_never_returns_tokens(
    world: dict[str, Any], canaries: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    token = link_token(Access.objects.get(nonce="canaryassistantnonce"))
    visitor = _browser("visitor", world)
    visitor.raise_request_exception = False
    leaks = []
    for name, row in ACCESS.items():
        address = address_in(world, name)
        if not address.startswith("/api/"):
            continue
        for sent in (token, token[:-1]):  # a correct code and a wrong one
            headers = {"Authorization": f"Bearer {sent}"}
            answers = [visitor.post(address, {}, content_type="application/json", headers=headers)]
            answers += [visitor.get(address, headers=headers)] if row.get else []
            for answer in answers:
                leaks += [f"{name}: token" for text in texts_of(answer) if token[:-1] in text]
                leaks += [
                    f"{name}: {secret_name}" for text in texts_of(answer) for secret_name in secrets_in(text, canaries)
                ]
    assert leaks == [], chr(10).join(leaks)
    assert secrets_in(caplog.text, canaries) == []


def test_wrong_codes_and_links_are_not_logged_or_shown(
    world: dict[str, Any], canaries: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    token = link_token(Access.objects.get(nonce="canarymanagernonce"))
    visitor = _browser("visitor", world)
    for answer in (
        visitor.get(f"/join/{token}x/"),
        visitor.post("/sign-in/", {"link": f"http://hall/join/{token}x/"}),
        visitor.get("/no-such-page/", {"token": token}),
    ):
        assert [secret_name for text in texts_of(answer) for secret_name in secrets_in(text, canaries)] == []
    assert secrets_in(caplog.text, canaries) == []
