"""Choose people from the club to enter in a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from club.queries.people import MOST_SHOWN
from club.queries.returning_people import find_returning, returning_people
from club.services.entering import enter_people
from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Tournament
from tournaments.queries.divisions import is_in_sign_up
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def choose_people(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """List the club's people who have no team here. POST enters a team for each selected person."""
    if request.method == "POST":
        try:
            teams = enter_people(
                tournament=tournament,
                person_ids=_chosen(request),
                actor=actor_of(viewer),
                is_organizer=viewer.is_organizer,
            )
        except Refused as refused:
            return _page(request, tournament, viewer, refused)
        add_message(request, f"Entered {len(teams)} team{'' if len(teams) == 1 else 's'}.")
        return redirect("people", tournament.slug)
    return _page(request, tournament, viewer)


def _chosen(request: HttpRequest) -> set[int]:
    return {typed_number(text) for text in request.POST.getlist("person")}


def _page(request: HttpRequest, tournament: Tournament, viewer: Viewer, refused: Refused | None = None) -> HttpResponse:
    search = request.GET.get("q", "")[:80]
    ids = find_returning(tournament, search, is_organizer=viewer.is_organizer)
    context = {
        "people": returning_people(ids[:MOST_SHOWN]),
        "total": len(ids),
        "most": MOST_SHOWN,
        "search": search,
        "checked": _chosen(request),
        "refused": refused,
        "is_in_sign_up": is_in_sign_up(tournament),
    }
    return render(request, "club/choose_people.html", context, status=400 if refused else 200)
