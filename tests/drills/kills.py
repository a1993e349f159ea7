"""Kill web processes with signal 9 while forms are sent, to test that acknowledged data survives."""

import random
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus

from django.db import OperationalError, connections

from tests.drills.forms import KEPT, KINDS, Form
from tests.drills.visitor import Visitor
from tests.drills.web import WebProcess


@dataclass
class Count:
    """The results of the submitted forms."""

    kills: int = 0
    sent: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    refusals: int = 0
    overtaken: int = 0
    refused: int = 0
    lost: list[str] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return self.unanswered + self.refusals + self.overtaken + self.refused

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.sent} forms sent, {self.unanswered} without an answer, "
            f"{self.refusals} told that the database is held, {self.overtaken} overtaken by one without an answer, "
            f"{self.refused} refused, "
            f"{self.acknowledged} acknowledged, {len(self.lost)} of these lost"
        )


class Clerk(threading.Thread):
    """A clerk that submits one kind of form to any process that responds, and records the acknowledgments."""

    def __init__(
        self, kind: str, ports: list[int], cookie: str, token: str, over: threading.Event, *, pause: float = 0
    ) -> None:
        super().__init__(name=kind, daemon=True)
        self._pause = pause  # seconds between two forms
        by_token = kind == "results"
        self._credentials = ("", token) if by_token else (cookie, "")
        self.send_to(ports)
        self._over = over
        self.count = Count()
        self.acknowledged: list[Form] = []
        self.fault = ""
        self._is_unsure = False

    def send_to(self, ports: list[int], *, keeps_line: bool = True) -> None:
        """Send the next forms to these processes."""
        self._visitors = [Visitor(port, *self._credentials, keeps_line=keeps_line) for port in ports]

    def forms(self) -> Iterator[Form]:
        return KINDS[self.name]()

    def run(self) -> None:
        try:
            while not self._over.is_set():
                self._hand_in_all(self.forms())
        finally:
            connections.close_all()

    def _hand_in_all(self, forms: Iterator[Form]) -> None:
        """Submit forms until the end, or until the drill locks the database to prepare the next tournament."""
        with suppress(OperationalError):
            while not self._over.is_set():
                self._hand_in(next(forms))
                self._over.wait(self._pause)

    def _hand_in(self, form: Form) -> None:
        status, page = form.send(random.choice(self._visitors))
        self.count.sent += 1
        was_unsure, self._is_unsure = self._is_unsure, status == 0
        if status in KEPT:
            self.count.acknowledged += 1
            self.acknowledged.append(form)
        elif status == 0:
            self.count.unanswered += 1
            time.sleep(0.1)
        elif status == HTTPStatus.SERVICE_UNAVAILABLE:
            # if the machine gives the drill no CPU for twenty seconds, SQLite's lock stays with its owner
            self.count.refusals += 1
        elif was_unsure:
            # PostgreSQL finished a killed process's transaction, and committed it after this form was filled in
            self.count.overtaken += 1
        else:
            self.count.refused += 1
            self.fault = f"{self.name}: {status} {' '.join(page.split())[:2000]}"


def kill_and_count(number: int, processes: list[WebProcess], cookie: str, token: str, seed: int = 1) -> Count:
    """Kill this many times, every fifth time all processes at once, and check all acknowledged data after each kill."""
    dice, over = random.Random(seed), threading.Event()
    clerks = [Clerk(kind, [process.port for process in processes], cookie, token, over) for kind in KINDS]
    for clerk in clerks:
        clerk.start()
    total = Count()
    checked: list[Form] = []
    try:
        for done in range(number):
            _let_them_write(clerks)
            time.sleep(dice.uniform(0, 0.2))
            victims = processes if done % 5 == 4 else [dice.choice(processes)]
            for process in victims:
                process.kill()
            for process in victims:
                process.start()
            total.kills += 1
            checked += _look(clerks, total)
            if done % 50 == 49:
                _say(total, clerks)
    finally:
        over.set()
        for clerk in clerks:
            clerk.join(120)
    checked += _look(clerks, total)
    total.lost += ["one that had been seen" for form in checked if not form.is_stored()]
    _add_up(total, clerks)
    faults = [clerk.fault for clerk in clerks if clerk.fault]
    assert not faults, faults
    silent = [clerk.name for clerk in clerks if not clerk.count.acknowledged]
    assert not silent, f"nothing was acknowledged of {silent}"
    return total


def _let_them_write(clerks: list[Clerk]) -> None:
    """Wait until each clerk has had a response, because a kill is a better test when requests are in progress."""
    before = {clerk: clerk.count.acknowledged for clerk in clerks}
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and any(clerk.count.acknowledged == before[clerk] for clerk in clerks):
        time.sleep(0.01)


def _look(clerks: list[Clerk], total: Count) -> list[Form]:
    """Check the data acknowledged since the last check."""
    fresh: list[Form] = []
    for clerk in clerks:
        waiting, clerk.acknowledged = clerk.acknowledged, []
        total.lost += [clerk.name for form in waiting if not form.is_stored()]
        fresh += waiting
    return fresh


def _add_up(total: Count, clerks: list[Clerk]) -> None:
    for name in ("sent", "acknowledged", "unanswered", "refusals", "overtaken", "refused"):
        setattr(total, name, sum(getattr(clerk.count, name) for clerk in clerks))


def _say(total: Count, clerks: list[Clerk]) -> None:
    _add_up(total, clerks)
    print(f"  {total}", flush=True)  # noqa: T201 - whoever waits for an hour wants to know
