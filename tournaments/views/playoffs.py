"""The director's playoff actions. The playoff page is in `weekend`."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.text import capfirst
from django.views.decorators.http import require_POST

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.field_names import team_of_roll_field
from tournaments.forms.refusals import typed_rolls
from tournaments.forms.takeovers import read_takeover
from tournaments.models import Team, Tournament
from tournaments.services.consolation import remove_consolation, start_consolation
from tournaments.services.playoffs import remove_playoffs, start_playoffs
from tournaments.services.takeovers import settle_takeover
from tournaments.views.answers import attempt


@tournament_view(roles="director")
@require_POST
def start(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Seed the playoffs. `reason` allows open games, and `roll_<team>` is a tied team's d20."""
    reason = request.POST.get("reason", "").strip()
    try:
        rolls = _typed_rolls(request)
        start_playoffs(tournament=tournament, actor=actor_of(viewer), reason=reason, rolls=rolls)
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("bracket", tournament.slug)


@tournament_view(roles="director")
@require_POST
def remove_bracket(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    attempt(request, lambda: remove_playoffs(tournament=tournament, actor=actor_of(viewer)), "")
    return redirect("bracket", tournament.slug)


def _typed_rolls(request: HttpRequest) -> dict[int, list[int]]:
    """Return each team's d20 rolls from the fields roll_<team>."""
    return {
        team_id: typed_rolls(text, name)
        for name, text in request.POST.dict().items()
        if (team_id := team_of_roll_field(name)) is not None and text.strip()
    }


@tournament_view(roles="director")
@require_POST
def consolation(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Seed the consolation bracket with the posted teams. `roll_<team>` is a tied team's d20."""
    teams = {int(team) for team in request.POST.getlist("team") if team.isdecimal() and len(team) < 19}
    attempt(
        request,
        lambda: start_consolation(
            tournament=tournament,
            teams=teams,
            actor=actor_of(viewer),
            rolls=_typed_rolls(request),
        ),
        "",
    )
    return redirect("bracket", tournament.slug)


@tournament_view(roles="director")
@require_POST
def remove_consolation_bracket(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    attempt(request, lambda: remove_consolation(tournament=tournament, actor=actor_of(viewer)), "")
    return redirect("bracket", tournament.slug)


@tournament_view(roles="director")
@require_POST
def take_over(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Decide which manager takes over a dropped team that advances (T0.08)."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    try:
        entry = read_takeover(request.POST.dict())
        settled = settle_takeover(
            team=team, actor=actor_of(viewer), further_players=entry.further_players, rolls=entry.rolls
        )
        messages.success(request, f"{capfirst(settled.ruling.reason)} (T0.08).")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("bracket", tournament.slug)
