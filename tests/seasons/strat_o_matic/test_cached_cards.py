"""Test that a season's cards are cached in a file, and are identical when loaded again."""

import pytest

from rules_engine.systems.strat_o_matic import custom_charts
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from seasons.league_statistics import LEAGUES
from seasons.strat_o_matic.cached_cards import cached_season
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.season_cards import make_season


@pytest.fixture(scope="module")
def leagues() -> list[LeagueCards]:
    """Return both 1998 leagues, created once because that takes ten seconds."""
    return [make_league(1998, name) for name in LEAGUES]


@pytest.fixture
def _leagues_at_hand(leagues: list[LeagueCards], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seasons.strat_o_matic.cached_cards._make_leagues", lambda *arguments: leagues)


def test_season_cards_are_generated_once_and_cached(tmp_path) -> None:
    messages = list[str]()
    made = cached_season(1998, tmp_path, messages.append)
    assert messages == [
        "Making the cards for 1998. This happens once ...",
        "AL is done, 1 of 2 leagues.",
        "NL is done, 2 of 2 leagues.",
    ]
    (cached,) = tmp_path.iterdir()
    assert cached.name.startswith("1998-")
    read = cached_season(1998, tmp_path, messages.append)
    assert len(messages) == 3
    assert "jeterde01" in read.cards
    assert read == made == make_season(1998)[0]
    assert [*tmp_path.iterdir()] == [cached]


@pytest.mark.usefixtures("_leagues_at_hand")
def test_custom_charts_get_separate_cached_cards(tmp_path, monkeypatch) -> None:
    cached_season(1998, tmp_path)
    monkeypatch.setattr("seasons.strat_o_matic.cached_cards.custom_chart_digests", lambda: {"fielding_super": "other"})
    cached_season(1998, tmp_path)
    assert len([*tmp_path.iterdir()]) == 2
    assert custom_charts.custom_chart_digests() == {}


@pytest.mark.usefixtures("_leagues_at_hand")
def test_unwritable_cache_folder_is_not_an_error(tmp_path) -> None:
    (tmp_path / "cards").write_text("a file stands there")
    assert cached_season(1998, tmp_path / "cards").teams
