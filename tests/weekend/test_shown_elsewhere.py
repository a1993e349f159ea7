"""Test that a director finds the embed code, the overlay URLs and the feeds, and that all of them open."""

import html
import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.factories import AccessFactory, SeriesFactory
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def test_every_listed_address_opens(settings) -> None:
    settings.PUBLIC_URL = "https://pennant.example"
    series = SeriesFactory(table=4)
    tournament = series.tournament
    director = signed_in(AccessFactory(tournament=tournament, role=Role.DIRECTOR))
    assert (
        f"/t/{tournament.slug}/webhook/#elsewhere" in director.get(f"/t/{tournament.slug}/dashboard/").content.decode()
    )
    page = director.get(f"/t/{tournament.slug}/webhook/").content.decode()
    frames = re.findall(r'<iframe src="(.*?)"', html.unescape(page))
    section = page.partition('<section id="elsewhere">')[2].partition("</section>")[0]
    links = re.findall(r'href="(.*?)"', section)
    assert (len(frames), len(links)) == (4, 6)
    assert f"https://pennant.example/t/{tournament.slug}/overlay/table/4/" in links
    for address in (*frames, *links):
        assert address.startswith("https://pennant.example/")
        parts = urlsplit(address)
        answer = Client().get(f"{parts.path}?{parts.query}")
        assert answer.status_code == 200, address
        assert address not in frames or "X-Frame-Options" not in answer.headers
