"""Submit two forms at the same time to separate web processes, to test that a unique result is stored once."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.drills.forms import KEPT, Form, races
from tests.drills.visitor import Visitor
from tests.drills.web import WebProcess


@dataclass
class Count:
    races: int = 0
    doubles: list[str] = field(default_factory=list)
    none: list[str] = field(default_factory=list)
    both_acknowledged: int = 0

    def __str__(self) -> str:
        return f"{self.races} races: {len(self.doubles)} doubles, {len(self.none)} that nobody won"


def race_and_count(number: int, processes: list[WebProcess], cookie: str, token: str) -> Count:
    """Send a race's first form to the first process, and the second form to the second."""
    count = Count()
    by_cookie = [Visitor(process.port, cookie) for process in processes[:2]]
    by_token = [Visitor(process.port, token=token) for process in processes[:2]]
    with ThreadPoolExecutor(2) as runners:
        for place, race in zip(range(number), races(), strict=False):
            start = threading.Barrier(2)
            visitors = by_token if place % 5 == 2 else by_cookie
            for visitor in visitors:
                # the server closes a connection that is idle for five seconds, and then neither form would win
                visitor.hang_up()

            def run(form: Form, visitor: Visitor, start: threading.Barrier = start) -> tuple[int, str]:
                start.wait()
                return form.send(visitor)

            answers = list(runners.map(run, race.forms, visitors))
            times = race.times()
            count.races += 1
            summary = f"{place % 5}: {times} of {[(status, ' '.join(page.split())[:300]) for status, page in answers]}"
            if times > 1:
                count.doubles.append(summary)
            elif not times or not any(status in KEPT for status, _ in answers):
                count.none.append(summary)
            if number > 2000 and place % 1000 == 999:
                print(f"  {count}", flush=True)  # noqa: T201
    return count
