"""Which automatic backups stay: many recent ones, fewer old ones.

Their age is the time that Pennant has run since. Within a run a clock that never jumps counts it, and runs follow each
other in the order of their actions. So a wrong clock deletes nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from backups.archives import BackupKind, StoredBackup

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
MAX_BYTES: Final = 2 * 1024**3  # of the automatic backups in a folder
_NEVER_DELETED: Final = 3


class _Tier(NamedTuple):
    """Up to this age, one backup stays in each period; all stay if the period is 0. In seconds."""

    age: float
    period: float


TIERS: Final = (_Tier(10 * MINUTE, 0), _Tier(HOUR, MINUTE), _Tier(DAY, HOUR), _Tier(14 * DAY, DAY))


def surplus_backups(backups: Iterable[StoredBackup]) -> list[StoredBackup]:
    """Return the automatic backups to delete."""
    by_time = _place_on_timeline(backups)
    if not by_time:
        return []
    newest = by_time[-1].seconds
    periods: set[tuple[float, int]] = set()
    kept: list[_Placed] = []
    deleted: list[StoredBackup] = []
    for placed in reversed(by_time):
        if _stays(placed.seconds, newest - placed.seconds, periods):
            kept.append(placed)
        else:
            deleted.append(placed.backup)
    return deleted + _beyond_space(kept)


class _Placed(NamedTuple):
    """A backup with the running time at which it was made."""

    seconds: float
    backup: StoredBackup


def _place_on_timeline(backups: Iterable[StoredBackup]) -> list[_Placed]:
    """Put the runs one after the other, oldest first."""
    by_run: dict[str, list[StoredBackup]] = defaultdict(list)
    for number, backup in enumerate(backups):
        by_run[backup.facts.run or f"earlier version {number}"].append(backup)
    placed: list[_Placed] = []
    offset = 0.0
    for run in sorted(by_run.values(), key=lambda run: max(backup.facts.age_key for backup in run)):
        placed += [_Placed(offset + backup.facts.run_seconds, backup) for backup in run]
        offset += max(backup.facts.run_seconds for backup in run) + _pause_after(run[0])
    return sorted(placed, key=lambda each: (each.seconds, each.backup.facts.age_key))


def _pause_after(backup: StoredBackup) -> float:
    """Earlier versions made a backup every hour and every night."""
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


def _beyond_space(kept: Sequence[_Placed]) -> list[StoredBackup]:
    """Return the oldest backups that don't fit into the space. `kept` is newest first."""
    total = 0
    deleted = []
    for number, placed in enumerate(kept):
        total += placed.backup.size
        if total > MAX_BYTES and number >= _NEVER_DELETED:
            deleted.append(placed.backup)
    return deleted
