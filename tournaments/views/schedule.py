"""Public schedule by division and round, and the current rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.forms.refusals import typed_number
from tournaments.models import Team, Tournament
from tournaments.queries.rules_in_force import (
    base_profile,
    effective_profile,
    format_in_words,
    rules_in_words,
)
from tournaments.queries.schedule import schedule_page
from tournaments.queries.standings import standings_of
from tournaments.views.visitors import cached_for_visitors


@require_GET
@tournament_view(roles="public")
@cached_for_visitors
def schedule(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    team_id = typed_number(request.GET.get("team"))
    chosen = Team.objects.filter(tournament=tournament, pk=team_id).first() if team_id > 0 else None
    divisions = schedule_page(tournament, chosen.pk if chosen else None)
    context = {
        "divisions": divisions,
        "chosen": chosen,
        "teams": Team.objects.filter(tournament=tournament, division__isnull=False).order_by("name"),
        "due": _power_rounds_due(tournament) if viewer.is_director else [],
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/schedule.html", context)


def _power_rounds_due(tournament: Tournament) -> list[int]:
    """Return the divisions whose next power round can be paired."""
    if not tournament.power_rounds:
        return []
    return [table.division.pk for table in standings_of(tournament) if table.power_round_due]


@tournament_view(roles="public")
@cached_for_visitors
def rules(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    profile = effective_profile(tournament)
    return render(
        request,
        "tournaments/rules.html",
        {
            "profile": profile,
            "base": base_profile(profile),
            "format": format_in_words(tournament),
            "sections": rules_in_words(profile),
        },
    )
