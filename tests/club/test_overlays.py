"""Test that overlays are transparent, reload themselves and allow no other script.

`tests/play/test_watching.py` tests the overlays of games.
"""

import re

import pytest
from django.test import Client

from tests.club.building import make_team
from tests.drafts.rooms import on_the_clock, running
from tests.factories import SeriesFactory, TableGameFactory, TournamentFactory
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = TournamentFactory(stage="round_robin", slug="akron")
    aces, kings = (make_team(tournament, name, name=team) for name, team in (("Ann Poe", "Aces"), ("Bob Ray", "Kings")))
    SeriesFactory(
        division=aces.division, home=aces, away=kings, outcomes="HHA", home_wins=2, away_wins=1, status="complete"
    )
    return tournament


@pytest.mark.parametrize("name", ["standings", "draft", "table/4"])
def test_overlay_is_transparent_and_reloads(tournament: Tournament, name: str) -> None:
    for _ in range(2):  # built, then cached
        answer = Client().get(f"/t/akron/overlay/{name}/")
        assert "style-src 'unsafe-inline'; script-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    page = answer.content.decode()
    assert "background: transparent" in page
    assert re.search(r'id="overlay" data-reload="[1-9]000"', page)
    assert re.findall(r'<script src="([^"?]+)', page) == ["/static/reload.js"]


def test_overlay_shows_the_standings_for_a_division(tournament: Tournament) -> None:
    division = tournament.divisions.get()
    page = Client().get(f"/t/akron/overlay/standings/?division={division.pk}").content.decode()
    assert page.index("Aces") < page.index("Kings")
    assert "Aces" not in Client().get("/t/akron/overlay/standings/?division=0").content.decode()


@pytest.mark.parametrize(("query", "theme"), [("", "dark"), ("?theme=light", "light"), ("?theme=x", "dark")])
def test_overlay_theme_follows_the_query(tournament: Tournament, query: str, theme: str) -> None:
    assert f'<body class="{theme}">' in Client().get(f"/t/akron/overlay/standings/{query}").content.decode()


def test_overlay_shows_the_draft_ticker() -> None:
    draft = running()
    page = Client().get(f"/t/{draft.division.tournament.slug}/overlay/draft/").content.decode()
    assert f"On the clock: {on_the_clock(draft).name} (1.01)" in page
    hidden = Client().get(f"/t/{draft.division.tournament.slug}/overlay/draft/?division=0").content.decode()
    assert "On the clock" not in hidden


def test_unstarted_game_has_no_score(tournament: Tournament) -> None:
    game = TableGameFactory(series=tournament.series.get())
    assert "No game in progress" in Client().get(f"/t/akron/overlay/game/{game.public_id}/").content.decode()


def test_game_outside_the_tournament_returns_404(tournament: Tournament) -> None:
    friendly, elsewhere = TableGameFactory(), TableGameFactory(series=SeriesFactory())
    for game in (friendly, elsewhere):
        assert Client().get(f"/t/akron/overlay/game/{game.public_id}/").status_code == 404
