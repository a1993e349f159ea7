"""Decide which automatic backups to preserve: many recent ones, fewer old ones.

A backup's age is the time that Pennant has run since. Within a run, a monotonic clock measures it. Runs are ordered by
their actions. So a wrong clock deletes nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from backups.archives import BackupKind, StoredBackup

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MAX_BYTES: Final = 2 * 1024**3  # for the automatic backups in a folder
_NEVER_DELETED: Final = 3


class _Tier(NamedTuple):
    """Up to this age, one backup per period is preserved. All are preserved if the period is 0. Both are in seconds."""

    age: float
    period: float


TIERS: Final = (_Tier(10 * MINUTE, 0), _Tier(HOUR, MINUTE), _Tier(DAY, HOUR), _Tier(14 * DAY, DAY))


def surplus_backups(backups: Iterable[StoredBackup], database: str = "", damaged_bytes: int = 0) -> list[StoredBackup]:
    """Return the automatic backups to delete. Each database's backups are thinned separately.

    Args:
        database: The current database. If space is short, other databases' backups are deleted first.
        damaged_bytes: The space used by damaged files.
    """
    by_database: dict[str, list[StoredBackup]] = defaultdict(list)
    for backup in backups:
        by_database[backup.facts.database].append(backup)
    stored: list[StoredBackup] = []
    deleted: list[StoredBackup] = []
    for name in sorted(by_database, key=lambda name: (name != database, name)):
        for placed, stays in _thin(by_database[name]):
            (stored if stays else deleted).append(placed)
    return deleted + _beyond_space(stored, damaged_bytes)


def _thin(backups: Iterable[StoredBackup]) -> Iterator[tuple[StoredBackup, bool]]:
    """Yield each backup of one database, newest first, and whether to preserve it."""
    by_time = _place_on_timeline(backups)
    periods: set[tuple[float, int]] = set()
    for placed in reversed(by_time):
        yield placed.backup, _stays(placed.seconds, by_time[-1].seconds - placed.seconds, periods)


class _Placed(NamedTuple):
    """A backup, and the running time when it was made."""

    seconds: float
    backup: StoredBackup


def _place_on_timeline(backups: Iterable[StoredBackup]) -> list[_Placed]:
    """Place the runs on one timeline, oldest first."""
    by_run: dict[str, list[StoredBackup]] = defaultdict(list)
    for number, backup in enumerate(backups):
        by_run[backup.facts.run or f"earlier version {number}"].append(backup)
    placed: list[_Placed] = []
    offset = 0.0
    for run in sorted(by_run.values(), key=lambda run: max(backup.facts.age_key for backup in run)):
        placed += [_Placed(offset + backup.facts.run_seconds, backup) for backup in run]
        offset += max(backup.facts.run_seconds for backup in run) + _pause_after(run[0])
    return sorted(placed, key=lambda entry: (entry.seconds, entry.backup.facts.age_key))


def _pause_after(backup: StoredBackup) -> float:
    """Return the pause after a backup. Earlier versions made a backup every hour and every night."""
    if backup.facts.run:
        return 0
    return DAY if backup.facts.kind == BackupKind.NIGHTLY else HOUR


def _stays(seconds: float, age: float, periods: set[tuple[float, int]]) -> bool:
    tier = next((tier for tier in TIERS if age <= tier.age), None)
    if tier is None:
        return False
    if not tier.period:
        return True
    period = tier.period, int(seconds // tier.period)
    if period in periods:
        return False
    periods.add(period)
    return True


def _beyond_space(stored: Sequence[StoredBackup], damaged_bytes: int) -> list[StoredBackup]:
    """Return the oldest backups that exceed the space limit. `stored` is newest first."""
    total = damaged_bytes
    deleted = []
    for number, backup in enumerate(stored):
        total += backup.size
        if total > MAX_BYTES and number >= _NEVER_DELETED:
            deleted.append(backup)
    return deleted
