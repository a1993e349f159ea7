"""Games start without cached engine games and views, so that tests don't share them."""

from collections.abc import Iterator

import pytest

from play.queries.live import sent_views
from play.table import cached_games


@pytest.fixture(autouse=True)
def _no_cached_games() -> Iterator[None]:
    cached_games.clear()
    sent_views.clear()
    yield
    cached_games.clear()
    sent_views.clear()
