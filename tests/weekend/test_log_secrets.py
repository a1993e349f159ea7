"""Test that no log line contains an invitation link or a token, which would let its readers sign in."""

import io
import logging

import pytest
from uvicorn.logging import AccessFormatter

from tests.factories import AccessFactory
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db


def logged(name, message, *args, formatter=None):
    """Return the line as written by a separate handler."""
    line, logger = io.StringIO(), logging.getLogger(name)
    handler = logging.StreamHandler(line)
    handler.setFormatter(formatter)
    logger.addHandler(handler)
    try:
        logger.error(message, *args)
    finally:
        logger.removeHandler(handler)
    return line.getvalue()


def test_access_log_masks_join_links():
    token = link_token(AccessFactory())
    access = AccessFormatter('%(client_addr)s - "%(request_line)s" %(status_code)s', use_colors=False)
    for path, shown in (
        (f"/join/{token}/", "/join/***/"),
        (f"/join/{token[:-1]}/?next=/t/one/", "/join/***/?next=/t/one/"),
        (f"/api/v1/tournaments/?token={token}&page=2", "/api/v1/tournaments/?token=***&page=2"),
        (f"/api/v1/tournaments/?token={token.replace('~', '%7E')}", "/api/v1/tournaments/?token=***"),
        ("/stop-mail/7:secret/", "/stop-mail/***/"),
        ("/t/weekend-1/standings/", "/t/weekend-1/standings/"),
    ):
        line = logged("uvicorn.access", '%s - "%s %s HTTP/%s" %d', "1.2.3.4", "GET", path, "1.1", 200, formatter=access)
        assert line == f'1.2.3.4 - "GET {shown} HTTP/1.1" 200 OK\n'


def test_other_loggers_mask_join_links_too():
    token = link_token(AccessFactory())
    assert logged("django.request", "Internal Server Error: %s", f"/join/{token}/") == (
        "Internal Server Error: /join/***/\n"
    )
    assert logged("any", f"fetched http://host/join/{token}/ twice") == "fetched http://host/join/***/ twice\n"
    assert token not in logged("any", "scope %s", {"path": f"/join/{token}/"})
    assert token not in logged("any", "%(path)s", {"path": f"/join/{token}/"})
    assert logged("any", "5 of %d at %s", 8, "12:30") == "5 of 8 at 12:30\n"
