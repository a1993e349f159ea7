"""Cache the cards made for a season in a file, because making them takes longer than reading them."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from rules_engine.baseball.system import AnySystem
from seasons.made_cards import SeasonOfCards, cards_document, load_cards, make_season

ROOT: Final = Path(__file__).parents[1]
_DIGEST_LENGTH: Final = 16


def cached_season(
    system: AnySystem, year: int, edition: str, folder: Path, on_progress: Callable[[str], None] = lambda text: None
) -> SeasonOfCards:
    """Return a season's cards from the cache in `folder`, or make them and store them there.

    A folder that can't be written is ignored. `on_progress` gets a sentence before cards are made.

    Raises:
        SeasonError: The season has no statistics.
    """
    path = folder / f"{system.key}-{edition}-{year}-{_program(system.key)}.json"
    if path.exists():
        return load_cards(system, path)
    on_progress(f"The cards of {year} are made for {system.title}, this once ...")
    season = make_season(system, year, edition)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_bytes(cards_document(system, season))
        beside.replace(path)
    return season


@cache
def _program(key: str) -> str:
    """Return a digest of every file that affects how cards are made."""
    parts = (f"rules_engine/systems/{key}", "rules_engine/baseball", "seasons")
    files = sorted(file for part in parts for ending in ("py", "toml") for file in (ROOT / part).rglob(f"*.{ending}"))
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()[:_DIGEST_LENGTH]
