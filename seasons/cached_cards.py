"""Cache a season's generated cards in a file, because loading a file is faster than making the cards."""

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from rules_engine.baseball.system import AnySystem
from seasons.made_cards import SeasonCardSet, cards_document, load_cards, make_season

ROOT: Final = Path(__file__).parents[1]
_DIGEST_LENGTH: Final = 16


def cached_season(
    system: AnySystem,
    year: int,
    edition: str,
    folder: Path,
    show_message: Callable[[str], None] = lambda text: None,
) -> SeasonCardSet:
    """Return a year's cards from the cache, or make and cache them.

    A cached file is valid only if this version of the program wrote it. Without write access, the cards are made each
    time. Raise SeasonError for a year without statistics.
    """
    path = cache_path(system, year, edition, folder)
    if path.exists():
        return load_cards(system, path)
    show_message(f"Making the {system.title} cards for {year}. This happens once ...")
    season = make_season(system, year, edition)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        temporary_path = path.with_suffix(".new")
        temporary_path.write_bytes(cards_document(system, season))
        temporary_path.replace(path)
    return season


def cache_path(system: AnySystem, year: int, edition: str, folder: Path) -> Path:
    """Return the file that caches a year's cards."""
    return folder / f"{system.key}-{edition}-{year}-{_source_digest(system.key)}.json"


@cache
def _source_digest(key: str) -> str:
    """Return a digest of all source files that affect the cards."""
    folders = (f"rules_engine/systems/{key}", "rules_engine/baseball", "seasons")
    return digest_of_sources(folders)[:_DIGEST_LENGTH]


def digest_of_sources(folders: Iterable[str]) -> str:
    """Return a digest of all Python and TOML files in these directories of the program."""
    files: list[Path] = []
    for folder in folders:
        files += (ROOT / folder).rglob("*.py")
        files += (ROOT / folder).rglob("*.toml")
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()
