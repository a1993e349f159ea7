"""Fuzz every endpoint with valid and invalid values from its schema: no response may be a 500.

A fixed number and seed make every run the same. `PENNANT_FUZZ=200` sends that many requests to each endpoint.
"""

import os

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given
from hypothesis import settings as bounds
from schemathesis import GenerationMode

from config.asgi import _django
from tests.access_table import make_world
from tests.drills.api_sequences import description
from tests.factories import AccessFactory
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("PENNANT_FUZZ", "2"))
DESCRIPTION = description()
OPERATIONS = {
    f"{method.upper()} {path}": (path, method)
    for path, methods in sorted(DESCRIPTION["paths"].items())
    for method in methods
}


@pytest.fixture(scope="module")
def schema():
    """Load the schema from the program in-process, with the test's connection kept open like Django's own client.

    It is loaded once, because gathering words from the program's source takes longer than sending the requests.
    """
    loaded = schemathesis.openapi.from_dict(DESCRIPTION)
    loaded.app = _django
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield loaded
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def world(shared_rows):
    """Create every kind of object, with a user who has every permission. Each test starts from the same state."""
    with shared_rows(lambda: (make_world(), AccessFactory(role="organiser", tournament=None, team=None))) as made:
        yield made


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not allowed"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_api_never_returns_500(name: str, mode: GenerationMode, schema, world) -> None:
    path, method = OPERATIONS[name]
    parts, organizer = world
    headers = {"Authorization": f"Bearer {link_token(organizer)}", "Host": "testserver"}
    cases = schema[path][method].as_strategy(generation_mode=mode)

    @bounds(
        max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=cases)
    def send(case: schemathesis.Case) -> None:
        # existing URLs, because otherwise nearly all responses would be 404
        case.path_parameters = {part: parts.get(part, value) for part, value in (case.path_parameters or {}).items()}
        answer = case.call(headers=headers)
        assert answer.status_code < 500, f"{case.as_curl_command()}\n{answer.text[:2000]}"

    send()
