"""Create practice weekends from Home."""

import secrets
from typing import Final

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.access.guards import require
from tournaments.access.viewers import viewers_of
from weekend.practice.weekend import STAGES, build_weekend

_SEEDS: Final = 9000


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Create a practice weekend at the chosen stage, by default sign-up, and open its dashboard."""
    require(viewers_of(request).viewer_of(None), "organiser")
    stage = request.POST.get("stage", STAGES[0])
    if stage not in STAGES:
        raise SuspiciousOperation(f"no practice stage {stage[:20]}")
    tournament = build_weekend(stage=stage, seed=1000 + secrets.randbelow(_SEEDS))
    return redirect("dashboard", tournament.slug)
