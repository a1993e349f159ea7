"""Set security headers on every response: only our own scripts run, and signed-in pages aren't cached."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.standby import standby_address

# Style attributes are allowed, because grids set their number of columns. Scripts must come from our own files.
POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


def _policy() -> str:
    """Return the policy. Pages may connect to the standby computer to check whether it is the leader."""
    address = standby_address()
    return f"{POLICY}; connect-src 'self' {address}" if address else POLICY


class SecurityHeaders:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", _policy())
        is_signed_in = (
            settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies
        )
        if is_signed_in and not request.path.startswith(settings.STATIC_URL):
            response.headers["Cache-Control"] = "no-store"
        return response
