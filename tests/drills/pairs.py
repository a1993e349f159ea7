"""Run every ordered pair of actions of different kinds at the same time: no error, no deadlock, and consistent rows."""

import random
import threading
import traceback
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Final

from django.core.cache import cache
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection

from backups.backup import newest_action
from core.errors import Refused
from tests.browser.installation import ROOT
from tests.drills.faults import Statements, integrity_faults, restore
from tests.drills.rows import Rows
from tests.drills.scenes.scene import Place, Scene, SceneAction
from tournaments.action_log.verbs import Verb
from tournaments.models import Action

_OVERLAP_SECONDS: Final = 0.02  # how long the first action pauses halfway for the second
_MOST_SECONDS: Final = 60


@dataclass
class PairCount:
    """The results of the pairs. `faults` must stay empty."""

    pairs: int = 0
    both_done: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.pairs} pairs: {self.both_done} times both were done, {self.refused} times one was refused, "
            f"{len(self.faults)} faults"
        )


@dataclass
class PreparedScene:
    """A scene in its place, with the differences that `verify` finds after the preparation alone."""

    verb: Verb
    scene: Scene
    place: Place
    statements: int
    known_faults: set[str]


class PairDrill:
    """Scenes whose places are all in one database, which every pair finds unchanged."""

    def __init__(self, scenes: Mapping[Verb, Scene], seed: int = 1) -> None:
        places = {place: place() for place in dict.fromkeys(scene.place for scene in scenes.values())}
        self._dice = random.Random(seed)
        self._rows = Rows.read()
        self._threads = ThreadPoolExecutor(2)
        self._scenes = [self._prepared(verb, scene, places[scene.place]) for verb, scene in scenes.items()]
        self.count = PairCount()

    def _prepared(self, verb: Verb, scene: Scene, place: Place) -> PreparedScene:
        """Perform only this action, and count its statements."""
        _prepare(scene, place)
        known_faults = integrity_faults(place)
        statements = Statements()
        with statements.watched():
            scene.action(place)
        restore(self._rows)
        return PreparedScene(verb, scene, place, statements.count, known_faults)

    def pairs(self) -> list[tuple[PreparedScene, PreparedScene]]:
        """Return every ordered pair in random order, starting with pairs in the same place."""
        pairs = list(permutations(self._scenes, 2))
        self._dice.shuffle(pairs)
        return sorted(pairs, key=lambda pair: pair[0].place is not pair[1].place)

    def run(self, pairs: Iterable[tuple[PreparedScene, PreparedScene]]) -> PairCount:
        for first, second in pairs:
            self._run_pair(first, second)
        return self.count

    def close(self) -> None:
        """Close both threads' connections."""
        barrier = threading.Barrier(2)
        for closed in [self._threads.submit(_close_connection, barrier) for _ in range(2)]:
            closed.result(_MOST_SECONDS)
        self._threads.shutdown()

    def _run_pair(self, first: PreparedScene, second: PreparedScene) -> None:
        for prepared in (first, second):
            _prepare(prepared.scene, prepared.place)
        cache.clear()
        newest = newest_action()
        overlap = Overlap(self._dice.randint(1, first.statements))
        errors = (
            self._threads.submit(overlap.run_first, first.scene.action, first.place),
            self._threads.submit(overlap.run_second, second.scene.action, second.place),
        )
        title = f"{first.verb} and {second.verb}"
        results = [error.result(_MOST_SECONDS) for error in errors]
        self._judge(title, (first, second), results, newest)
        restore(self._rows)

    def _judge(
        self, title: str, pair: tuple[PreparedScene, ...], errors: Sequence[Exception | None], newest: int
    ) -> None:
        self.count.pairs += 1
        for prepared, error in zip(pair, errors, strict=True):
            if error is not None and not _is_refusal(error):
                self.count.faults.append(f"{title}: {prepared.verb}: {_last_lines(error)}")
        has_refusal = any(error is not None and _is_refusal(error) for error in errors)
        self.count.refused += has_refusal
        self.count.both_done += not has_refusal
        known_faults = set().union(*(prepared.known_faults for prepared in pair))
        places = {prepared.place.tournament_id: prepared.place for prepared in pair}
        for place in places.values():
            new_faults = integrity_faults(place) - known_faults
            self.count.faults += [f"{title}: {sentence}" for sentence in sorted(new_faults)]
        logged = _logged(pair, newest)
        if any(error is None and prepared.verb not in logged for prepared, error in zip(pair, errors, strict=True)):
            self._judge_by_orders(title, pair, logged)

    def _judge_by_orders(self, title: str, pair: tuple[PreparedScene, ...], logged: set[Verb]) -> None:
        """Check a pair whose second action may have nothing left to do. The log must match a sequential order."""
        if logged not in [self._logged_in_order(pair, order) for order in (pair, pair[::-1])]:
            names = " and ".join(sorted(logged)) or "neither"
            self.count.faults.append(f"{title}: {names} in the log, which no order of the two explains")

    def _logged_in_order(self, pair: tuple[PreparedScene, ...], order: Iterable[PreparedScene]) -> set[Verb]:
        """Perform a pair in sequence, and return its log entries."""
        restore(self._rows)
        for prepared in pair:
            _prepare(prepared.scene, prepared.place)
        cache.clear()
        newest = newest_action()
        for prepared in order:
            _error_of(prepared.scene.action, prepared.place, Statements())
        return _logged(pair, newest)


def _logged(pair: Iterable[PreparedScene], newest: int) -> set[Verb]:
    """Return a pair's verbs that were logged after an action."""
    verbs = set(Action.objects.filter(pk__gt=newest).values_list("verb", flat=True))
    return {prepared.verb for prepared in pair if prepared.verb in verbs}


class Overlap:
    """Start a second action in the middle of the first one."""

    def __init__(self, statement: int) -> None:
        self._statement = statement
        self._is_first_halfway = threading.Event()
        self._is_second_over = threading.Event()

    def run_first(self, action: SceneAction, place: Place) -> Exception | None:
        try:
            return _error_of(action, place, Statements(self._statement, self._wait_for_second))
        finally:
            self._is_first_halfway.set()

    def run_second(self, action: SceneAction, place: Place) -> Exception | None:
        self._is_first_halfway.wait(_MOST_SECONDS)
        try:
            return _error_of(action, place, Statements())
        finally:
            self._is_second_over.set()

    def _wait_for_second(self) -> None:
        """Give the second action time to finish, or to reach a lock that the first one holds."""
        self._is_first_halfway.set()
        self._is_second_over.wait(_OVERLAP_SECONDS)


def _close_connection(barrier: threading.Barrier) -> None:
    barrier.wait(_MOST_SECONDS)
    connection.close()


def _prepare(scene: Scene, place: Place) -> None:
    """Prepare a scene. Another scene's preparation may have made that impossible."""
    if scene.prepare is not None:
        try:
            scene.prepare(place)
        except (Refused, AssertionError, ObjectDoesNotExist):
            return


def _error_of(action: SceneAction, place: Place, statements: Statements) -> Exception | None:
    try:
        with statements.watched():
            action(place)
    except Exception as error:
        return error
    return None


def _is_refusal(error: Exception) -> bool:
    """Return whether a page would show this error as a message, such as a rejection or a missing row."""
    return isinstance(error, Refused) or _is_from_tests(error)


def _is_from_tests(error: Exception) -> bool:
    frames = traceback.extract_tb(error.__traceback__)
    own = [Path(frame.filename) for frame in frames if _is_own(Path(frame.filename))]
    return bool(own) and (ROOT / "tests") in own[-1].parents


def _is_own(file: Path) -> bool:
    return ROOT in file.parents and ".venv" not in file.parts


def _last_lines(error: Exception) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(Path(frame.filename))]
    where = ", ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[-3:])
    return f"{error!r} ({where})"
