"""The web server as the operator's guide starts it, in a process that has read the program already."""

import uvicorn
from django.urls import get_resolver

from config.asgi import application


def _server(port: int) -> uvicorn.Server:
    patient = {"lifespan": "off", "timeout_graceful_shutdown": 5}
    config = uvicorn.Config(application, host="127.0.0.1", port=port, log_level="error", **patient)  # type: ignore[arg-type]
    config.load()
    return uvicorn.Server(config)


# read once, not by each process when it starts or at its first page
_server(0)
get_resolver().url_patterns  # noqa: B018


def serve_on(port: int) -> None:
    _server(port).run()
