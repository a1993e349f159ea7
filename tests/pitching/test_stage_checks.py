"""Test that unsigned sheets can block the end of the weekend."""

import pytest
from django.urls import reverse

from pitching.models import SignOff
from pitching.services.sign_off import sign_sheet
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games
from tournaments.models import Series, Tournament

pytestmark = pytest.mark.django_db


def signed(series: Series) -> None:
    series.refresh_from_db()
    for team in series.teams():
        sign_sheet(series=series, sheet_of=team, actor=DESK, how=SignOff.By.PIN)


def test_t0_09_closing_page_counts_unsigned_series_without_blocking(director_of):
    league = League(stage="playoffs")
    for number, series in enumerate(league.series[:2]):
        league.save(complete_games(league, series, first=1 + 3 * number), series)
    browser, page = director_of(league.tournament), reverse("stage", args=[league.tournament.slug])
    assert "open 2 series were played but not signed by both managers. Fix" in words(browser.get(page))
    signed(league.series[0])
    seen = browser.get(page)
    assert "open One series was played but not signed by both managers." in words(seen)
    assert f'<a href="{reverse("signing", args=[league.tournament.slug])}">Fix</a>' in seen.content.decode()
    browser.post(page, {"from": "playoffs", "to": "finished", "reason": "Ann has left for her train."})
    assert Tournament.objects.get().stage == "finished"


def test_closing_page_omits_signed_sheets(director_of):
    league = League(stage="playoffs")
    league.save(complete_games(league, league.series[0]))
    signed(league.series[0])
    page = words(director_of(league.tournament).get(reverse("stage", args=[league.tournament.slug])))
    assert "not signed" not in page
