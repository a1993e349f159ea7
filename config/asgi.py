"""The web server's entry point: live events on the event loop, pages on threads that keep their database connection.

Django's own ASGI handler gives every request a new thread and so a new database connection. Pages are plain
synchronous code and are several times faster on threads that stay.
"""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_live = get_asgi_application()
_pages = WSGIMiddleware(get_wsgi_application(), workers=int(os.environ.get("WEB_THREADS", "8")))  # type: ignore[arg-type]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Addresses that end in /events/ stay open; everything else is a page."""
    await (_live if scope["path"].endswith("/events/") else _pages)(scope, receive, send)
