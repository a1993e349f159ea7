"""Make a practice weekend from Home."""

import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.access.guards import require
from tournaments.access.viewers import viewers_of
from weekend.practice.weekend import build_weekend

_SEEDS: Final = 9000


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Make a practice weekend with its teams signed up, and open its dashboard."""
    require(viewers_of(request).of(None), "organiser")
    tournament = build_weekend(stage="signup", seed=1000 + secrets.randbelow(_SEEDS))
    return redirect("dashboard", tournament.slug)
