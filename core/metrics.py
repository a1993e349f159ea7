"""Prometheus metrics at `/metrics`, counted while Pennant runs or read on request.

Without METRICS or METRICS_TOKEN, metrics are off, and the Prometheus library isn't imported. Labels never contain text
from visitors, so the number of time series is limited.
"""

import hmac
import ipaddress
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.health import answer_first

_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_FORWARDED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-IP")


class MetricSample(NamedTuple):
    """A value that is read when Prometheus requests it."""

    name: str
    help: str
    value: float
    labels: Mapping[str, str] = {}


SampleReader = Callable[[], Iterable[MetricSample]]
_reader_loaders: list[Callable[[], Iterable[SampleReader]]] = []


def register_readers(load: Callable[[], Iterable[SampleReader]]) -> None:
    """Let an app add values. Its readers are imported when needed. If a reader fails, it is left out and counted."""
    _reader_loaders.append(load)


def is_on() -> bool:
    return bool(settings.METRICS or settings.METRICS_TOKEN)


def count_request(method: str | None, view: str, status: int, seconds: float | None = None) -> None:
    """Count a completed request. `view` is its route's name, never its path."""
    if not is_on():
        return
    instruments = _instruments()
    instruments.REQUESTS.labels(method if method in _METHODS else "other", view, status).inc()
    if seconds is not None:
        instruments.REQUEST_SECONDS.labels(view).observe(seconds)


def count_shared_response() -> None:
    if is_on():
        _instruments().SHARED_RESPONSES.inc()


def count_refusal(code: str) -> None:
    if is_on():
        _instruments().REFUSALS.labels(code).inc()


def count_failed_sign_in(kind: str) -> None:
    if is_on():
        _instruments().FAILED_SIGN_INS.labels(kind).inc()


def count_event_stream(change: int) -> None:
    """Count a page that opens (1) or closes (-1) an event stream."""
    if is_on():
        _instruments().EVENT_STREAMS.inc(change)


def _instruments() -> ModuleType:
    from core import instruments  # noqa: PLC0415 - takes 15 MB, which only metrics need

    return instruments


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Respond to Prometheus if it sends the token or, if no token is set, runs on this computer."""
    problem = _problem(request)
    if problem is not None:
        return problem
    instruments = _instruments()
    return _plain(instruments.exposition(_read_all()), 200, content_type=instruments.CONTENT_TYPE)


def _read_all() -> list[MetricSample]:
    readings: list[MetricSample] = []
    failures = 0
    for read in (reader for load in _reader_loaders for reader in load()):
        try:
            readings += read()
        except Exception:
            # failures of the database or the queue are counted too
            failures += 1
    return [*readings, MetricSample("pennant_failed_readings", "Groups of metrics that couldn't be read", failures)]


def _problem(request: HttpRequest) -> HttpResponse | None:
    if settings.METRICS_TOKEN:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), settings.METRICS_TOKEN.encode()):
            return None
        response = _plain("Send METRICS_TOKEN as a bearer token.\n", 401)
        response.headers["WWW-Authenticate"] = "Bearer"
        return response
    if not settings.METRICS:
        return _plain("Metrics are off. Set METRICS_TOKEN or METRICS.\n", 403)
    if not _is_from_this_computer(request):
        return _plain("Only this computer can read metrics. Set METRICS_TOKEN to allow others.\n", 403)
    return None


def _is_from_this_computer(request: HttpRequest) -> bool:
    """Return whether the connection comes from this computer.

    A proxy on this computer forwards other computers' requests, so it doesn't count.
    """
    if any(name in request.headers for name in _FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def _plain(content: str | bytes, status: int, content_type: str = "text/plain; charset=utf-8") -> HttpResponse:
    return HttpResponse(content, status=status, content_type=content_type, headers={"Cache-Control": "no-store"})


answer_first("/metrics", metrics)
