"""Collect one scene for each action in the activity log."""

from collections.abc import Callable, Mapping
from typing import Final

from django.core.cache import cache
from django.core.management import call_command

from core import cached_reads
from tests.drills.scenes import (
    drafting,
    files,
    finals,
    positions,
    real_cards,
    results,
    schedule,
    sign_up,
    suspended,
)
from tests.drills.scenes.scene import Place, Scene
from tournaments.action_log.verbs import Verb

SCENES: Final[Mapping[Verb, Scene]] = {
    **suspended.SCENES,  # first, because this place suspends every series in the database
    **sign_up.SCENES,
    **positions.SCENES,
    **drafting.SCENES,
    **schedule.SCENES,
    **results.SCENES,
    **finals.SCENES,
    **real_cards.SCENES,
    **files.SCENES,
}
PLACES: Final[Mapping[str, Callable[[], Place]]] = {scene.place.__name__: scene.place for scene in SCENES.values()}


def scenes_in(place: Callable[[], Place]) -> dict[Verb, Scene]:
    return {verb: scene for verb, scene in SCENES.items() if scene.place is place}


def empty_database() -> None:
    """Delete all rows, and clear this process's caches of them."""
    call_command("flush", interactive=False, verbosity=0)
    cache.clear()
    cached_reads._readings = cached_reads.SingleBuildCache(100)
