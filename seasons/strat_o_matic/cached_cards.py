"""Cache a season's generated cards in a file.

Making the cards takes ten seconds, but loading two clubs takes almost no time.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Final

from rules_engine.baseball.processes import process_pool, usable_cores
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.charts.chart_files import custom_charts_in_use, use_charts
from rules_engine.systems.strat_o_matic.custom_charts import custom_chart_digests
from seasons.cached_cards import digest_of_sources
from seasons.league_statistics import LEAGUES
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.season_cards import SeasonCards, cards_document, combine_leagues, load_cards

ShowMessage = Callable[[str], None]

_SOURCES: Final = (
    "rules_engine/systems/strat_o_matic",
    "rules_engine/baseball",
    "seasons",
)  # changes in these directories affect the cards
_DIGEST_LENGTH: Final = 16


def cached_season(
    year: int, folder: Path, show_message: ShowMessage = lambda text: None, *, may_start_processes: bool = True
) -> SeasonCards:
    """Return a year's cards from the cache, or make and cache them.

    A cached file is valid only if this version of the program wrote it with the same charts. Without write access, the
    cards are made each time. Raise SeasonError for a year without statistics.
    """
    path = cache_path(year, folder)
    if path.exists():
        return load_cards(path, is_lazy=True)
    season = combine_leagues(_make_leagues(year, show_message, may_start_processes))
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        temporary_path = path.with_suffix(".new")
        temporary_path.write_bytes(cards_document(season))
        temporary_path.replace(path)
    return season


def cache_path(year: int, folder: Path) -> Path:
    """Return the file that caches a year's cards."""
    return folder / f"{year}-{_cache_key()}.json"


def _make_leagues(year: int, show_message: ShowMessage, may_start_processes: bool) -> list[LeagueCards]:
    """Make each league's cards, in parallel if there is more than one core."""
    make = _make_in_processes if may_start_processes and usable_cores() > 1 else _make_in_this_process
    show_message(f"Making the cards for {year}. This happens once ...")
    leagues = []
    for number, league in enumerate(make(year), start=1):
        name = LEAGUES[number - 1]
        show_message(f"{name} is done, {number} of {len(LEAGUES)} leagues.")
        leagues.append(league)
    return leagues


def _make_in_this_process(year: int) -> Iterator[LeagueCards]:
    for name in LEAGUES:
        yield make_league(year, name)


def _make_in_processes(year: int) -> Iterator[LeagueCards]:
    with process_pool(len(LEAGUES), use_charts, custom_charts_in_use()) as pool:
        yield from pool.map(make_league, repeat(year), LEAGUES)


def _cache_key() -> str:
    charts = repr(sorted(custom_chart_digests().items()))
    return hashlib.sha256(f"{_source_digest()}{charts}".encode()).hexdigest()[:_DIGEST_LENGTH]


@cache
def _source_digest() -> str:
    """Return a digest of all source files that affect the cards."""
    return digest_of_sources(_SOURCES)
