"""The rules in force: the tournament's edition and format in words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.models import Tournament
from tournaments.queries.rules_in_force import base_of, rules_in_words
from tournaments.views.visitors import kept_for_visitors


@tournament_view(roles="public")
@kept_for_visitors
def rules(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    profile = tournament.profile
    return render(
        request,
        "tournaments/rules.html",
        {"profile": profile, "base": base_of(profile), "sections": rules_in_words(profile)},
    )
