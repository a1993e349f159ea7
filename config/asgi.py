"""Web server entry point: event streams run on the event loop, pages on threads with persistent database connections.

Django's own ASGI handler runs each request in a new thread, which opens a new database connection. Pages are
synchronous code, which is several times faster on permanent threads.
"""

import asyncio
import gc
import os
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.crash_reports import start_crash_reports

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
start_crash_reports()
_django = get_wsgi_application()

# These imports need the app registry.
from config.process import add_stop_handlers, allow_many_connections  # noqa: E402
from config.thread_bridge import DjangoThreadBridge  # noqa: E402
from core.live import end_streams  # noqa: E402
from play.streams import serve_table_events  # noqa: E402
from seasons.slim_openpyxl import keep_numpy_out_of_openpyxl  # noqa: E402
from tournaments.action_log.streams import serve_events  # noqa: E402

keep_numpy_out_of_openpyxl()
import_module("config.urls")  # Import the code behind every page before the first request.
gc.freeze()

_pages = DjangoThreadBridge(_django, threads=settings.WEB_THREADS)
allow_many_connections()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Serve event streams on the event loop and pass everything else to the page threads."""
    if scope["type"] != "http":
        raise NotImplementedError(f"This server doesn't support {scope['type']}.")
    add_stop_handlers(asyncio.get_running_loop(), end_streams, _pages.end)
    if not (await serve_events(scope, receive, send) or await serve_table_events(scope, receive, send)):
        await _pages(scope, receive, send)
