"""Files that browsers need to install Pennant as an app and to open saved pages offline."""

import hashlib
import json
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.static_build import BUILT
from core.templatetags.scorebook import asset

_SIZES = (192, 512)
_PAPER, _ACCENT = "#fbfaf5", "#8f1d1d"


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. It is served at the root, because it controls only pages below its own URL."""
    response = HttpResponse(_worker_script(), content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _worker_script() -> str:
    """Return the script, preceded by its version. A new version replaces the worker and all saved pages."""
    digest = hashlib.sha256(settings.VERSION.encode())
    for path in sorted(BUILT.iterdir()):
        digest.update(path.read_bytes())
    script = (BUILT / "worker.js").read_text(encoding="utf-8")
    return f'self.PENNANT_VERSION = "{digest.hexdigest()[:12]}";\n{script}'


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web manifest: the installed app's name, icons and first page."""
    icons = [
        {"src": asset(f"icons/pennant-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size in _SIZES
        for purpose in ("any", "maskable")
    ]
    facts = {
        "id": "/",
        "name": "Pennant",
        "short_name": "Pennant",
        "description": "Tabletop baseball tournaments: my team, schedule, standings and bullpens",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _ACCENT,
        "icons": icons,
    }
    response = HttpResponse(json.dumps(facts), content_type="application/manifest+json")
    response.headers["Cache-Control"] = "no-cache"
    return response
