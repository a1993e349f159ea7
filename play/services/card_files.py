"""Store visitors' own card files for friendly games. Uploads aren't trusted, so a child process parses them."""

import zlib
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Final

from django.utils import timezone

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.errors import Refused
from play.models import VisitorCardSet
from play.refusals import CardFileRefusal
from play.services.networks import check_hourly_limit, hash_network
from rules_engine import systems
from seasons.visitor_cards import FEWEST_PLAYERS, CardFileError, read_card_file

MAX_MEGABYTES: Final = 4
KEPT_DAYS: Final = 30
MAX_FILES_AN_HOUR: Final = 10
_LIMITS: Final = ReadLimits(seconds=20, megabytes=400)


def add_card_file(*, system: str, name: str, content: bytes, network: str) -> VisitorCardSet:
    """Parse a card file or workbook written by `make_cards`, and store its clubs. Raise Refused if it is invalid.

    Files older than KEPT_DAYS are deleted, so that uploads can't fill the database.
    """
    if system not in systems.system_keys():
        raise Refused(CardFileRefusal.NO_SUCH_SYSTEM, field="system")
    if not content:
        raise Refused(CardFileRefusal.NO_FILE, field="file")
    if len(content) > MAX_MEGABYTES * 1024 * 1024:
        raise Refused(CardFileRefusal.TOO_LARGE, field="file", megabytes=MAX_MEGABYTES)
    creator = hash_network(network)
    check_hourly_limit(VisitorCardSet.objects.all(), creator, MAX_FILES_AN_HOUR, CardFileRefusal.TOO_MANY_FILES)
    teams, text = _read(system, Path(name).name, content)
    VisitorCardSet.objects.filter(created_at__lt=timezone.now() - timedelta(days=KEPT_DAYS)).delete()
    return VisitorCardSet.objects.create(
        name=Path(name).name[:100],
        system=system,
        teams=teams,
        cards=zlib.compress(text.encode()),
        created_by=creator,
    )


def _read(system: str, name: str, content: bytes) -> tuple[Sequence[str], str]:
    """Return the clubs with enough players for a lineup, and their cards as text."""
    reader = partial(read_card_file, system, name, content)
    try:
        teams, text = read_in_child(reader, file_name=name, limits=_LIMITS, raises=(CardFileError,))
    except (CardFileError, UnreadableFile) as fault:
        raise Refused(CardFileRefusal.NOT_READABLE, field="file", fault=str(fault)) from None
    if not teams:
        raise Refused(CardFileRefusal.NO_TEAMS, field="file", players=FEWEST_PLAYERS)
    return teams, text
