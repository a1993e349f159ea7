"""Test that the scripts in the tutorial “Your first API script” run as printed."""

import io
import re
import urllib.request
from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError

import pytest
from django.test import Client

from games.models import RulingRequest
from tests.factories import AccessFactory, SeriesFactory, TournamentFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.services.api_keys import make_api_key

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "first-api-script.md"
HOST = "http://localhost:8000"


class Answer(io.BytesIO):
    """A response with the status attribute that `urlopen` provides."""

    status = 0


def send(request: urllib.request.Request | str) -> Answer:
    """Send a request to the program's own server, like `urlopen`."""
    if isinstance(request, str):
        request = urllib.request.Request(request)
    path, headers = request.full_url.removeprefix(HOST), dict(request.header_items())
    if request.data is None:
        response = Client().get(path, headers=headers)
    else:
        response = Client().post(path, request.data, content_type="application/json", headers=headers)
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        raise HTTPError(request.full_url, response.status_code, "", response.headers, io.BytesIO(response.content))  # type: ignore[arg-type]
    answer = Answer(response.content)
    answer.status = response.status_code
    return answer


def scripts() -> list[str]:
    """Return the page's Python blocks, without the shell commands."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    code = ["\n".join(line[4:] for line in block.strip("\n").splitlines()) for block in blocks]
    return [block for block in code if not block.startswith(("pennant ", "export "))]


def test_tutorial_scripts_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    tournament = TournamentFactory(slug="practice-weekend-7", stage="round_robin")
    series = SeriesFactory(division__tournament=tournament)
    director = AccessFactory(tournament=tournament, role="director")
    key = make_api_key(access=director, actor=PROGRAM, name="My script", scope="full").secret
    monkeypatch.setenv("PENNANT_KEY", key)
    monkeypatch.setattr("urllib.request.urlopen", send)
    reading, first_series, asking, refused = scripts()
    names: dict[str, object] = {}
    exec(reading, names)
    exec(first_series, names)
    exec(asking.replace("/series/1/", f"/series/{series.pk}/"), names)
    assert RulingRequest.objects.get().question == "May the runner go back?"
    capsys.readouterr()
    exec(refused, names)
    assert "VALIDATION_ERROR" in capsys.readouterr().out
