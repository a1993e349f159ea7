"""Start games without cached engine games and views, so that tests don't share them."""

from collections.abc import Iterator

import pytest

from play.opening import cached_games
from play.queries.live import sent_views


@pytest.fixture(autouse=True)
def _no_cached_games() -> Iterator[None]:
    cached_games.clear()
    sent_views.clear()
    yield
    cached_games.clear()
    sent_views.clear()
