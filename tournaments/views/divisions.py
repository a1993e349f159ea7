"""Set divisions, their names and tables, and add imputed teams."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.people import chosen_divisions, typed_divisions
from tournaments.forms.refusals import typed_number
from tournaments.models import Tournament
from tournaments.services.divisions import assign_divisions, rename_divisions, set_divisions, set_own_days
from tournaments.services.entrants import add_imputed_team
from tournaments.views.answers import attempt


@require_POST
@tournament_view(roles="director")
def divisions(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    count = typed_number(request.POST.get("count"))
    attempt(
        request,
        lambda: set_divisions(tournament=tournament, actor=actor_of(viewer), count=count),
        "Divisions saved.",
    )
    return redirect("people", tournament.slug)


@require_POST
@tournament_view(roles="director")
def own_days(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Give each division its own day if `own_days` is 1. Otherwise, all divisions roll and draft together."""
    chosen = request.POST.get("own_days") == "1"
    attempt(
        request,
        lambda: set_own_days(tournament=tournament, actor=actor_of(viewer), own_days=chosen),
        "Each division has its own day." if chosen else "All divisions roll and draft together.",
    )
    return redirect("people", tournament.slug)


@require_POST
@tournament_view(roles="director")
def division_names(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    entries = typed_divisions(list(tournament.divisions.all()), request.POST.dict())
    made_from = request.POST.get("made_from", "")
    attempt(
        request,
        lambda: rename_divisions(tournament=tournament, actor=actor_of(viewer), entries=entries, made_from=made_from),
        "Names and tables saved.",
    )
    return redirect("people", tournament.slug)


@require_POST
@tournament_view(roles="director")
def team_divisions(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Assign teams to the divisions chosen in the form."""
    chosen = chosen_divisions(tournament.divisions.all(), request.POST.dict())
    made_from = request.POST.get("made_from", "")
    attempt(
        request,
        lambda: assign_divisions(
            tournament=tournament, actor=actor_of(viewer), division_by_team=chosen, made_from=made_from
        ),
        "Divisions saved.",
    )
    return redirect("people", tournament.slug)


@require_POST
@tournament_view(roles="director")
def imputed(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    name = request.POST.get("name", "")
    division = tournament.divisions.filter(pk=typed_number(request.POST.get("division"))).first()
    attempt(
        request,
        lambda: add_imputed_team(tournament=tournament, actor=actor_of(viewer), name=name, division=division),
        f"{name} has been entered as an imputed team.",
    )
    return redirect("people", tournament.slug)
