"""Log one line per request: ID, method, path, status, duration, tournament, role and error code.

People are identified by their invitation's number, never by name. Query strings and form data aren't logged.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.metrics import count_refusal, count_request
from core.read_snapshot import SAFE_METHODS
from core.request_facts import RequestFacts, request_facts
from tournaments.access.viewers import Viewers

logger = logging.getLogger("pennant.request")
# Load balancers and monitoring request these every few seconds.
_QUIET_PATHS: Final = ("/health/", "/metrics")
_MAX_PATH_LENGTH: Final = 200
_MAX_SLUG_LENGTH: Final = 80


class RequestLog:
    """Outermost middleware, which measures and logs the response of all the others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        with request_facts() as facts:
            response = self._get_response(request)
            if response.status_code >= 400:
                response.headers["X-Request-ID"] = facts.request_id
            seconds = time.perf_counter() - start
            count_request(request.method, _view_name(request), response.status_code, seconds)
            if code := _error_code(request, response.status_code, facts):
                count_refusal(code)
            _log_request(request, response.status_code, seconds, facts)
        return response


def _view_name(request: HttpRequest) -> str:
    """Return the route's name, or a generic name if the path matches no route."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name or request.resolver_match.route
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    return "monitoring" if request.path.startswith(_QUIET_PATHS) else "unknown"


def _log_request(request: HttpRequest, status: int, seconds: float, facts: RequestFacts) -> None:
    level = logging.DEBUG if request.path.startswith(_QUIET_PATHS) else logging.INFO
    if not logger.isEnabledFor(level):
        return
    path = _printable(request.path)
    fields: dict[str, Any] = {
        "method": request.method,
        "path": path,
        "status": status,
        "duration_ms": round(seconds * 1000, 1),
        "tournament": _tournament_slug(request),
        **_viewer_fields(request),
        "error": _error_code(request, status, facts),
    }
    fields = {name: value for name, value in fields.items() if value not in ("", None)}
    logger.log(level, "%s %s %s %.0f ms", request.method, path, status, seconds * 1000, extra={"fields": fields})


def log_unread_request(method: str, path: str, status: int) -> None:
    """Log a request that was rejected before its body had arrived."""
    fields = {"method": method, "path": _printable(path), "status": status, "error": "BODY_REFUSED"}
    logger.info("%s %s %s", method, fields["path"], status, extra={"fields": fields})


def _printable(path: str) -> str:
    """Escape line breaks and other control characters, so that a visitor can't forge a log line."""
    return path[:_MAX_PATH_LENGTH].encode("unicode_escape").decode("ascii")


def _tournament_slug(request: HttpRequest) -> str:
    match = request.resolver_match
    slug = match.kwargs.get("slug", "") if match else ""
    return str(slug)[:_MAX_SLUG_LENGTH]


def _viewer_fields(request: HttpRequest) -> dict[str, Any]:
    """Return the role that the view looked up and the invitation's number. Never query the database for the log."""
    viewer = getattr(request, "viewer", None)
    if viewer is not None:
        return {"role": viewer.role, "invitation": viewer.access_id}
    api_user = getattr(request, "user", None)
    accesses = api_user.all() if isinstance(api_user, Viewers) else []
    if len(accesses) != 1:
        return {}
    return {"role": accesses[0].role, "invitation": accesses[0].pk}


def _error_code(request: HttpRequest, status: int, facts: RequestFacts) -> str:
    """Return the rejection's error code, or "" for a successful read request.

    Pages may try rejected actions only to find out which actions to offer.
    """
    return facts.error_code if status >= 400 or request.method not in SAFE_METHODS else ""
