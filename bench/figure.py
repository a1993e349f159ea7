"""Measured figures with their goals, and functions that measure medians after a warm-up."""

import gc
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace


@dataclass(frozen=True)
class Figure:
    """A measured figure with its goal.

    Attributes:
        better: "less" or "more".
        peer: The best figure found elsewhere for the same work, if any.
        peer_value: The peer's figure as a number, in the same unit.
        peer_is_of: When the peer was measured: in this run, or on a date.
    """

    name: str
    value: float
    unit: str
    goal: float
    better: str = "less"
    peer: str = ""
    peer_value: float | None = None
    peer_is_of: str = ""

    @property
    def ratio(self) -> float | None:
        """Return the ratio to the peer's result in the same run, above 1 if better.

        There is no ratio for a peer measured at another time, perhaps on a different machine.
        """
        if not self.peer_value or not self.value or self.peer_is_of != THIS_RUN:
            return None
        return self.peer_value / self.value if self.better == "less" else self.value / self.peer_value

    @property
    def is_met(self) -> bool:
        return self.value <= self.goal if self.better == "less" else self.value >= self.goal

    def line(self) -> str:
        """Return the figure as JSON, starting with the ratio to a peer in this run. An earlier peer is in `history`."""
        first = {} if self.ratio is None else {"times_the_peer": round(self.ratio, 2)}
        facts = {name: value for name, value in asdict(self).items() if value is not None and value != ""}
        if self.peer_value and self.peer_is_of != THIS_RUN:
            peer = {name: facts.pop(name) for name in ("peer", "peer_value", "peer_is_of")}
            facts["history"] = f"{peer['peer']}: {peer['peer_value']} {self.unit} ({peer['peer_is_of']})"
        return json.dumps({**first, **facts, "value": round(self.value, 3), "met": self.is_met})


THIS_RUN, EARLIER = "this run", "2026-11-20, not measured in this run"


def with_peer(figure: Figure, peer: str, value: float, when: str = EARLIER) -> Figure:
    """Return the figure with its peer's data."""
    return replace(figure, peer=peer, peer_value=value, peer_is_of=when)


def median_ms(
    work: Callable[[], object], *, runs: int = 40, warm_up: int = 5, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the median wall time of a call in milliseconds, including any time spent waiting for the disk."""
    for _ in range(warm_up):
        work()
    times = []
    gc.collect()
    for _ in range(runs):
        started_at = clock()
        work()
        times.append((clock() - started_at) * 1000)
    return statistics.median(times)


def median_cpu_ms(work: Callable[[], object], *, runs: int = 40) -> float:
    """Return the median CPU time of a call in milliseconds, for work that waits for nothing."""
    return median_ms(work, runs=runs, clock=time.process_time)


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return this process's CPU time for a call in seconds, which excludes other work on the machine."""
    started_at = time.process_time()
    work()
    return time.process_time() - started_at


def cpu_ms(work: Callable[[], object], *, runs: int = 40, warm_up: int = 2) -> float:
    """Return this process's median CPU time for a call in milliseconds."""
    for _ in range(warm_up):
        work()
    return 1000 * statistics.median(cpu_seconds(work) for _ in range(runs))
