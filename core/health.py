"""Health checks for load balancers and orchestrators: liveness and readiness."""

from collections.abc import Callable
from functools import cache
from typing import Final

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

_more_facts: list[Callable[[], dict[str, object]]] = []
_MIGRATE_HINT: Final = "Run `manage.py migrate`, or start Pennant with `pennant run`, which does this."


@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """Report that the process is alive, without checking any other service."""
    return _health_response({"live": True})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Report whether the database responds and has every migration. If not, respond with 503."""
    try:
        missing = missing_migrations()
    except Error:
        # no details, because the URL is public
        return _health_response({"ready": False, "database": "isn't responding"}, status=503)
    if missing:
        problem = {"database": "has unapplied migrations", "missing_migrations": missing, "help": _MIGRATE_HINT}
        return _health_response({"ready": False, **problem}, status=503)
    facts: dict[str, object] = {"ready": True, "database": "answers"}
    for read_facts in _more_facts:
        facts |= read_facts()
    return _health_response(facts)


def register_readiness_facts(read_facts: Callable[[], dict[str, object]]) -> None:
    """Let an app add monitoring data to the readiness check. It doesn't affect the result."""
    _more_facts.append(read_facts)


def missing_migrations() -> list[str]:
    """Return this version's migrations that the database lacks, such as "drafts.0009_two_way_players"."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in _required_migrations() if (app, name) not in applied)


def newer_migrations() -> list[str]:
    """Return the database's migrations that this version doesn't have. If there are any, a newer version wrote it.

    Apps that this version doesn't have are ignored, because they may have been removed.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    apps = {app for app, _ in known_migrations()}
    return sorted(f"{app}.{name}" for app, name in applied if app in apps and (app, name) not in known_migrations())


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return all of this version's migrations, including replaced ones."""
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    replaced = {(app, name) for migration in migrations.values() for app, name in migration.replaces}
    return frozenset(migrations) | replaced


@cache
def _required_migrations() -> frozenset[tuple[str, str]]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return frozenset(loader.graph.nodes)


def _health_response(facts: dict[str, object], status: int = 200) -> JsonResponse:
    return JsonResponse({"version": settings.VERSION, **facts}, status=status, headers={"Cache-Control": "no-store"})


class HealthMiddleware:
    """Respond to health checks before any other middleware, under any host name and without a redirect to https.

    Load balancers and orchestrators use addresses that ALLOWED_HOSTS can't list.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = _VIEWS.get(request.path_info)
        return view(request) if view else self._get_response(request)


def answer_first(path: str, view: Callable[[HttpRequest], HttpResponse]) -> None:
    """Respond to another monitoring URL in the same way."""
    _VIEWS[path] = view


_VIEWS: Final[dict[str, Callable[[HttpRequest], HttpResponse]]] = {"/health/live/": live, "/health/ready/": ready}
