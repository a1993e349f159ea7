"""Start a series, and correct the order of play after a preview (T10.2)."""

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core.errors import Refused
from games.queries.play_order import orders_of_play, place_choices
from games.services.play_order import CorrectedOrder, correct_order, preview_order
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Tournament
from tournaments.services.order_of_play import start_series
from tournaments.views.answers import add_message, attempt


@require_POST
@tournament_view(roles="manager")
def start(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    series = _series_of(tournament, series_id)
    if not viewer.may_play(series):
        raise PermissionDenied("Only the managers of these two teams and the director can start this series.")
    attempt(request, lambda: start_series(series=series, actor=actor_of(viewer)), f"{series} has started.")
    return redirect("series", tournament.slug, series.pk)


@require_GET
@tournament_view(roles="director")
def orders(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    return render(request, "games/orders_of_play.html", {"orders": orders_of_play(tournament)})


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def correct(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Preview or save a corrected order of play. POST after-12=34 moves the series after series 34 in team 12's order.

    A value of 0 moves the series first. rest-12=2@34 moves the games from game 2 on after series 34. `correct` saves
    the change. The preview also requires POST because it writes in a transaction that is rolled back.
    """
    series = _series_of(tournament, series_id)
    order = _typed_order(series, request.POST)
    if "correct" in request.POST:
        try:
            reason, version = request.POST.get("reason", ""), typed_number(request.POST.get("version"))
            correct_order(series=series, order=order, actor=actor_of(viewer), reason=reason, version=version)
        except Refused as refused:
            return _page(request, series, order, refused)
        add_message(request, "The play sequence has been corrected. You can undo this in the log.")
        return redirect("orders_of_play", tournament.slug)
    return _page(request, series, order)


def _page(request: HttpRequest, series: Series, order: CorrectedOrder, refused: Refused | None = None) -> HttpResponse:
    changes = []
    try:
        changes = [] if order.is_empty else preview_order(series=series, order=order)
    except Refused as fault:
        refused = refused or fault
    context = {
        "series": series,
        "choices": place_choices(series, order.after, order.rest) if series.is_started else [],
        "changes": changes,
        "is_moved": any(change.is_moved for change in changes),
        "typed": _fields(order),
        "refused": refused,
    }
    return render(request, "games/correct_order.html", context, status=409 if refused else 200)


def _typed_order(series: Series, typed: Mapping[str, str]) -> CorrectedOrder:
    """Parse each team's form values."""
    after = {team.pk: typed.get(f"after-{team.pk}") for team in series.teams()}
    rest = {team.pk: typed.get(f"rest-{team.pk}") for team in series.teams()}
    return CorrectedOrder(
        {team: value for team, value in after.items() if value is not None},
        {team: value for team, value in rest.items() if value is not None},
    )


def _fields(order: CorrectedOrder) -> dict[str, str]:
    after = {f"after-{team}": value for team, value in order.after.items()}
    rest = {f"rest-{team}": value for team, value in order.rest.items()}
    return after | rest


def _series_of(tournament: Tournament, series_id: int) -> Series:
    with_teams = Series.objects.select_related("home", "away", "division")
    series = get_object_or_404(with_teams, pk=series_id, tournament=tournament)
    series.tournament = tournament
    return series
