"""Cache a season's cards in a file, because making them takes ten seconds."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import repeat
from pathlib import Path
from typing import Final

from rules_engine.baseball.processes import process_pool, usable_cores
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.charts.chart_files import own_charts_in_use, put_in_use
from rules_engine.systems.strat_o_matic.own_charts import charts_in_use
from seasons.league_statistics import LEAGUES
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.season_cards import SeasonCards, cards_document, joined, load_cards

OnProgress = Callable[[str], None]

ROOT: Final = Path(__file__).parents[2]
MADE_BY: Final = ("rules_engine/systems/strat_o_matic", "rules_engine/baseball", "seasons")
_DIGEST_LENGTH: Final = 16


def cached_season(year: int, folder: Path, on_progress: OnProgress = lambda text: None) -> SeasonCards:
    """Return a season's cards from the cache in `folder`, or make them and store them there.

    Cards made by another version of the program or with other charts are ignored, and so is a folder that can't be
    written. `on_progress` gets a sentence for each finished step.

    Raises:
        SeasonError: The season has no statistics.
    """
    path = folder / f"{year}-{_digest()}.json"
    if path.exists():
        return load_cards(path, as_wanted=True)
    season = joined(_made_leagues(year, on_progress))
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_bytes(cards_document(season))
        beside.replace(path)
    return season


def _made_leagues(year: int, on_progress: OnProgress) -> list[LeagueCards]:
    """Make the cards of every league, each in a process of its own if there is more than one core."""
    on_progress(f"Making the cards of {year}. This happens once ...")
    leagues = []
    for number, league in enumerate(_in_processes(year), start=1):
        on_progress(f"{LEAGUES[number - 1]} is done, {number} of {len(LEAGUES)} leagues.")
        leagues.append(league)
    return leagues


def _in_processes(year: int) -> Iterator[LeagueCards]:
    if usable_cores() < 2:
        yield from (make_league(year, name) for name in LEAGUES)
        return
    with process_pool(len(LEAGUES), put_in_use, own_charts_in_use()) as pool:
        yield from pool.map(make_league, repeat(year), LEAGUES)


def _digest() -> str:
    charts = repr(sorted(charts_in_use().items()))
    return hashlib.sha256(f"{_program()}{charts}".encode()).hexdigest()[:_DIGEST_LENGTH]


@cache
def _program() -> str:
    """Return a digest of every file that affects how cards are made."""
    files = sorted(file for part in MADE_BY for ending in ("py", "toml") for file in (ROOT / part).rglob(f"*.{ending}"))
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()
