"""Test messages about the last action: shown over every page, for as long as necessary."""

import re

import pytest
from django.urls import reverse

from tests.factories import AccessFactory, TournamentFactory

pytestmark = pytest.mark.django_db

TOAST = re.compile(r'<div class="toast ([\w ]+)">\s*<p>(.+?)</p>\s*<a href="([^"]+)">Dismiss</a>', re.DOTALL)


@pytest.fixture
def tournament():
    return TournamentFactory(slug="hall")


def toasts(page: str) -> list[tuple[str, str, str]]:
    """Return each toast's tone, message, and Dismiss link."""
    region = page[page.index('<div id="messages" role="status">') : page.index("<main")]
    assert page.count('class="toast') == region.count('class="toast')
    return TOAST.findall(region)


def test_message_appears_as_a_toast_on_the_next_page_only(tournament, director_of) -> None:
    director = director_of(tournament)
    director.post(reverse("announcement", args=["hall"]), {"sentence": "Lunch."})
    page = director.get("/t/hall/log/?round=1").content.decode()
    assert toasts(page) == [("success", "The announcement is now on every page.", "/t/hall/log/?round=1")]
    assert toasts(director.get("/t/hall/log/").content.decode()) == []


def test_refusal_toast_stays_open(client, tournament) -> None:
    page = client.post("/device/team/", {"access": "7"}, follow=True).content.decode()
    ((tone, sentence, _),) = toasts(page)
    assert tone == "error"
    assert "no longer signed in" in sentence


def test_sign_in_code_toast_stays_until_dismissed(tournament, director_of) -> None:
    access = AccessFactory(tournament=tournament, label="Helper")
    answer = director_of(tournament).post(
        reverse("invitation", args=["hall", access.pk]), {"what": "code"}, follow=True
    )
    ((tone, sentence, _),) = toasts(answer.content.decode())
    assert tone == "stays success"
    assert "Sign-in code" in sentence
