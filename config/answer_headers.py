"""What every answer says to the browser: run no script but ours, keep nothing of what a signed-in device sees."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# Swagger's page sets its margins in itself; it looks only a little worse when a later version sets them otherwise.
STYLE_OF_THE_API_PAGE: Final = "'sha256-MMpT0iDxyjALd9PdfepImGX3DBfJPXZ4IlDWdPAgtn0='"
# A style may stand on an element (a grid says how many teams it has); a script stands in a file of ours or nowhere.
POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        f"style-src 'self' {STYLE_OF_THE_API_PAGE}",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


class AnswerHeaders:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not request.path.startswith(settings.STATIC_URL):
            response.headers["Cache-Control"] = "no-store"
        return response
