"""The Prometheus counters. Import them through `core.metrics`, because the library is large.

If the web server has several processes, each writes its counts to a shared directory. Any process that Prometheus
queries adds them up. The directory is replaced whenever the web server starts.
"""

import multiprocessing
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from core.metrics import MetricSample

_PREFIX: Final = "pennant-metrics-"
_FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # on Windows, the call below would terminate the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _shared_folder() -> str:
    """Return the shared directory of this process's web server, or "" if the server has only this process."""
    server = multiprocessing.parent_process()
    if server is None or server.pid is None:
        return ""
    root = Path(tempfile.gettempdir())
    for old in root.glob(f"{_PREFIX}*"):
        number = old.name.removeprefix(_PREFIX)
        if number.isdecimal() and not _is_alive(int(number)):
            shutil.rmtree(old, ignore_errors=True)
    folder = root / f"{_PREFIX}{server.pid}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return str(folder)


# the library chooses its counter implementation on import
if not os.environ.get(_FOLDER_VARIABLE) and (folder := _shared_folder()):
    os.environ[_FOLDER_VARIABLE] = folder

from prometheus_client import (  # noqa: E402
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily  # noqa: E402
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead  # noqa: E402
from prometheus_client.registry import Collector  # noqa: E402

# otherwise every counter would have a second time series
disable_created_metrics()  # type: ignore[no-untyped-call]
CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_registry = CollectorRegistry()
REQUESTS = Counter("pennant_requests", "Requests", ["method", "view", "status"], registry=_registry)
REQUEST_SECONDS = Histogram(
    "pennant_request_seconds", "Request response time", ["view"], buckets=_SECONDS, registry=_registry
)
SHARED_RESPONSES = Counter("pennant_shared_responses", "Cached pages served to several visitors", registry=_registry)
REFUSALS = Counter("pennant_refusals", "Refused changes by code", ["code"], registry=_registry)
FAILED_SIGN_INS = Counter("pennant_failed_sign_ins", "Wrong links, codes and PINs", ["kind"], registry=_registry)
EVENT_STREAMS = Gauge(
    "pennant_event_streams", "Open pages that receive live updates", registry=_registry, multiprocess_mode="livesum"
)


class _Readings(Collector):
    def __init__(self, readings: Iterable[MetricSample]) -> None:
        self._readings = readings

    def collect(self) -> Iterator[GaugeMetricFamily]:
        families: dict[str, GaugeMetricFamily] = {}
        for reading in self._readings:
            names = list(reading.labels)
            family = families.setdefault(reading.name, GaugeMetricFamily(reading.name, reading.help, labels=names))
            family.add_metric([reading.labels[name] for name in names], reading.value)
        yield from families.values()


def exposition(readings: Iterable[MetricSample]) -> bytes:
    """Return all counters, from every web server process, and these samples in the text format."""
    registry = CollectorRegistry()
    registry.register(
        _Readings([MetricSample("pennant_info", "The version", 1, {"version": settings.VERSION}), *readings])
    )
    folder = os.environ.get(_FOLDER_VARIABLE)
    if not folder:
        return generate_latest(_registry) + generate_latest(registry)
    _forget_dead_processes(folder)
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _forget_dead_processes(folder: str) -> None:
    """Stop counting open pages in dead processes, but preserve their other counts."""
    for file in Path(folder).glob("gauge_live*.db"):
        number = re.search(r"_(\d+)\.db$", file.name)
        if number and not _is_alive(int(number[1])):
            mark_process_dead(int(number[1]), folder)  # type: ignore[no-untyped-call]
