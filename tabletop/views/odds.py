"""The odds page, where directors can also calculate and publish the odds."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from tabletop.services.odds import enqueue_odds, request_odds, show_odds, stop_odds
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Odds, Tournament
from tournaments.queries.odds_table import odds_report, precision_choices
from tournaments.views.answers import add_refusal_message, attempt

_QUEUE_DOWN = "The job queue isn't responding. The next worker to start will calculate the odds."


@require_safe
@tournament_view()
def odds(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the odds. Only staff can see them until the director publishes them."""
    newest = newest_number(tournament.pk)
    work = Odds.objects.filter(tournament=tournament).defer("scores").first() if viewer.is_staff else None
    context = {
        "newest": newest,
        "shown": odds_report(tournament, viewer, newest),
        "work": work,
        "precisions": precision_choices(work) if viewer.is_director else [],
        "choices": Tournament.OddsShown.choices,
    }
    return render(request, "tabletop/odds.html", context)


@require_POST
@tournament_view(roles="director")
def calculate(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    try:
        precision = request.POST.get("precision") or Odds.Precision.NORMAL
        work = request_odds(tournament=tournament, precision=precision)
    except Refused as refused:
        add_refusal_message(request, refused)
        return redirect("odds", tournament.slug)
    if work.state == Odds.State.WAITING and not enqueue_odds(work.pk):
        messages.warning(request, _QUEUE_DOWN)
    return redirect("odds", tournament.slug)


@require_POST
@tournament_view(roles="director")
def stop(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    work = Odds.objects.filter(tournament=tournament).first()
    if work is not None:
        attempt(request, partial(stop_odds, odds=work), "Stopped.")
    return redirect("odds", tournament.slug)


@require_POST
@tournament_view(roles="director")
def show(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Set who can see the odds, from the `shown` field."""
    save = partial(show_odds, tournament=tournament, shown=request.POST.get("shown", ""), actor=actor_of(viewer))
    attempt(request, save, "Saved.")
    return redirect("odds", tournament.slug)
