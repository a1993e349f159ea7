"""A measured figure with its goal, and how figures are taken: medians after a warm-up."""

import gc
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Figure:
    """`better` is "less" or "more"; `peer` is the best figure found elsewhere for the same work, where there is one."""

    name: str
    value: float
    unit: str
    goal: float
    better: str = "less"
    peer: str = ""

    @property
    def is_met(self) -> bool:
        return self.value <= self.goal if self.better == "less" else self.value >= self.goal

    def line(self) -> str:
        return json.dumps({**asdict(self), "value": round(self.value, 3), "met": self.is_met})


def median_ms(work: Callable[[], object], *, runs: int = 40, warm_up: int = 5) -> float:
    """Milliseconds of one call."""
    for _ in range(warm_up):
        work()
    times = []
    gc.collect()
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)
