"""Inject faults at every statement of every action, which must happen completely or not at all."""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from backups.backup import newest_action
from tests.drills.rows import Rows
from tests.drills.scenes.scene import Place, Scene, SceneAction
from tournaments.action_log.verbs import Verb
from tournaments.models import Action, Tournament
from weekend.queries.verification import verify_database, verify_tournament

Harm = Callable[[], None]
_KILLED: Final = -signal.SIGKILL


def raise_error() -> None:
    """Fail the way a statement does when the disk is full or a server rejects it."""
    raise OperationalError("an injected fault")


def cut_connection() -> None:
    """Close the connection below Django, so that the statement fails as if the server were gone."""
    connection.connection.close()


def kill_process() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class FaultCount:
    """The results of the faults. `lost` and `wrong` must stay empty."""

    actions: int = 0
    statements: int = 0
    faults: int = 0
    kills: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.actions} actions, {self.statements} statements, {self.faults} faults, {self.kills} kills, "
            f"{len(self.lost)} lost, {len(self.wrong)} half done or reported wrongly"
        )

    def add(self, count: "FaultCount") -> None:
        for name in ("actions", "statements", "faults", "kills", "lost", "wrong"):
            setattr(self, name, getattr(self, name) + getattr(count, name))


class Statements:
    """Count a connection's statements and commits, and inject a fault before number `at`."""

    def __init__(self, at: int = 0, harm: Harm | None = None) -> None:
        self.count = 0
        self._at = at
        self.harm = harm

    def __call__(self, execute: Callable[..., Any], *statement: Any) -> Any:
        self._step()
        return execute(*statement)

    def _step(self) -> None:
        self.count += 1
        if self.count == self._at and self.harm is not None:
            self.harm()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch this thread's connection. A commit counts as a statement, and so does the moment after it."""
        commit = connection._commit

        def counted_commit() -> None:
            self._step()
            commit()
            if self.harm is kill_process:
                self._step()

        connection._commit = counted_commit
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            del connection._commit


class SceneTrial:
    """An action, set up in its place for fault injection."""

    def __init__(self, place: Place, verb: Verb, scene: Scene) -> None:
        self.place = place
        self.verb = verb
        self.scene = scene
        if scene.prepare is not None:
            scene.prepare(place)
        cache.clear()
        self.count = FaultCount(actions=1)
        self._faults_before = integrity_faults(place)
        self._rows = Rows.read()

    def run(self, kill_every: int) -> FaultCount:
        """Fail at each statement in turn, and kill the process at every nth one."""
        self.count.statements = self._perform()
        last, stride = self.count.statements, self.scene.stride
        # SQLite has no connection to cut
        harms = (raise_error, cut_connection) if connection.vendor == "postgresql" else (raise_error,)
        for number in range(1, last + 1, stride):
            for harm in harms:
                self._fail_at(number, harm)
        for number in range(1, last + 2, stride * kill_every):
            self._kill_at(number)
        return self.count

    def _perform(self) -> int:
        """Perform the action without a fault, and return its number of statements."""
        newest = newest_action()
        statements = Statements()
        with statements.watched():
            self.scene.action(self.place)
        assert self._is_logged(newest), f"{self.verb} is not in the log"
        self._check("without a fault")
        restore(self._rows)
        return statements.count

    def _fail_at(self, number: int, harm: Harm) -> None:
        self.count.faults += 1
        where = f"{harm.__name__} at statement {number}"
        newest = newest_action()
        statements = Statements(number, harm)
        error = self._error_of(statements)
        if error is not None and not isinstance(error, (DatabaseError, InterfaceError)):
            self._report(f"{where}: {error!r}")
        if error is not None and self._is_logged(newest):
            self._report(f"{where}: saved, but reported as failed")
        self._compare(where, newest, is_acknowledged=error is None)

    def _error_of(self, statements: Statements) -> Exception | None:
        try:
            with statements.watched():
                self.scene.action(self.place)
        except Exception as error:
            return error
        finally:
            if statements.harm is cut_connection:
                connection.close()
        return None

    def _kill_at(self, number: int) -> None:
        self.count.kills += 1
        where = f"killed at statement {number}"
        newest = newest_action()
        result = _perform_in_child(self.scene.action, self.place, number)
        if result not in (0, _KILLED):
            self._report(f"{where}: the process ended with {result}")
        for fault in verify_database():
            self._report(f"{where}: {fault.sentence}")
        self._compare(where, newest, is_acknowledged=result == 0)

    def _compare(self, where: str, newest: int, *, is_acknowledged: bool) -> None:
        """Check that the rows are unchanged, or that the action is complete."""
        rows = Rows.read()
        if self._is_logged(newest):
            self._check(where)
        elif is_acknowledged:
            self.count.lost.append(f"{self.verb}, {where}")
        elif changed := set(self._rows.differences(rows)) - {self.scene.progress}:
            self._report(f"{where}: changed {', '.join(sorted(changed))} without its action")
        restore(self._rows, rows)

    def _is_logged(self, newest: int) -> bool:
        return Action.objects.filter(pk__gt=newest, verb=self.verb).exists()

    def _check(self, where: str) -> None:
        for sentence in sorted(integrity_faults(self.place) - self._faults_before):
            self._report(f"{where}: {sentence}")

    def _report(self, sentence: str) -> None:
        self.count.wrong.append(f"{self.verb}, {sentence}")


def try_scenes(place: Place, scenes: Mapping[Verb, Scene], kill_every: int) -> FaultCount:
    """Test a place's scenes with faults, each from the same rows."""
    rows, total = Rows.read(), FaultCount()
    for verb, scene in scenes.items():
        total.add(SceneTrial(place, verb, scene).run(kill_every))
        restore(rows)
    return total


def _perform_in_child(action: SceneAction, place: Place, number: int) -> int:
    """Perform the action in a process that is killed at this statement, and return the process's exit status."""
    connection.close()
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(Exception):
            with Statements(number, kill_process).watched():
                action(place)
            code = 0
        os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def restore(rows: Rows, present: Rows | None = None) -> None:
    present = present or Rows.read()
    if present != rows:
        rows.restore(present)
        cache.clear()


def integrity_faults(place: Place) -> set[str]:
    faults = [*verify_database(), *verify_tournament(Tournament.objects.get(pk=place.tournament_id))]
    return {f"{fault.check}: {fault.sentence}" for fault in faults}
