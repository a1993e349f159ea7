"""Add a late team to a draft in progress."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from drafts.services.late_teams import add_late_team, late_team_ruling, passed_turns
from drafts.views.draft_room import room_or_404
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.people import EntrantForm
from tournaments.forms.refusals import show_refusal
from tournaments.models import Team, Tournament
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def late_team(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Preview the addition of a late team. POST adds the team."""
    room = room_or_404(tournament, division_id)
    form = EntrantForm(request.POST or None)
    reason = request.POST.get("reason", "")
    if request.method == "POST" and form.is_valid():
        try:
            team = add_late_team(
                draft_id=room.draft.pk, actor=actor_of(viewer), entrant=form.entrant(), reason=reason[:500]
            )
        except Refused as refused:
            show_refusal(form, refused)
        else:
            add_message(request, f"{team.name} has joined the draft. Its sign-in link is on the Teams page.")
            return redirect("draft_dashboard", tournament.slug, division_id)
    context = {
        "division": room.draft.division,
        "form": form,
        "ruling": late_team_ruling(room),
        "rounds_passed": passed_turns(room) if room.teams else 0,
        "imputed": Team.objects.filter(tournament=tournament, kind=Team.Kind.IMPUTED).order_by("name"),
        "reason": reason,
    }
    return render(request, "drafts/late_team.html", context, status=400 if form.errors else 200)
