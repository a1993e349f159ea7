"""Roll for home in game 1 (T0.16), as either manager or as staff."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Tournament
from tournaments.refusals import HomeRollRefusal
from tournaments.services.home_rolls import choose_away, may_choose_away, roll_for_home
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def home_roll(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    teams = Series.objects.select_related("home", "away").filter(tournament=tournament)
    series = get_object_or_404(teams, pk=series_id)
    if not viewer.may_play(series):
        require_team(viewer, series.home_id)
    refused: Refused | None = None
    if request.method == "POST":
        try:
            add_message(request, _perform_action(request, viewer, series))
            return redirect("home_roll", tournament.slug, series.pk)
        except Refused as sentence:
            refused = sentence
    context = {
        "series": series,
        "refused": refused,
        "typed": request.POST,
        "may_choose_away": may_choose_away(tournament, series) and _is_winner(viewer, series),
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/home_roll.html", context, status=400 if refused else 200)


def _perform_action(request: HttpRequest, viewer: Viewer, series: Series) -> str:
    actor = actor_of(viewer)
    action = request.POST.get("what")
    if action == "away":
        if not _is_winner(viewer, series):
            require_team(viewer, series.home_id)
        choose_away(series=series, actor=actor)
        return "You chose to be away in game 1."
    rolls = (
        typed_number(request.POST.get("home_roll")),
        typed_number(request.POST.get("away_roll")),
    )
    # If home and away have been swapped in the meantime, the rolls would go to the wrong teams.
    if action == "typed" and typed_number(request.POST.get("home")) != series.home_id:
        raise Refused(HomeRollRefusal.SIDES_SWAPPED)
    return roll_for_home(series=series, actor=actor, rolls=rolls if action == "typed" else None).reason


def _is_winner(viewer: Viewer, series: Series) -> bool:
    return viewer.is_staff or viewer.side_in(series) == series.home_id
