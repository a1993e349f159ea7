"""Run the web server as started in the operator's guide, in a process that has already loaded the program."""

import uvicorn
from django.urls import get_resolver

from config.asgi import application


def _server(port: int) -> uvicorn.Server:
    patient = {"lifespan": "off", "timeout_graceful_shutdown": 5}
    config = uvicorn.Config(application, host="127.0.0.1", port=port, log_level="error", **patient)  # type: ignore[arg-type]
    config.load()
    return uvicorn.Server(config)


# loaded once, instead of by each process when it starts or serves its first page
_server(0)
get_resolver().url_patterns  # noqa: B018


def serve_on(port: int) -> None:
    _server(port).run()
