"""Standings with tiebreaker explanations, and tiebreakers."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.reading import log_of
from tournaments.action_log.writing import actor_of
from tournaments.field_names import roll_field
from tournaments.models import Action, Division, Tournament
from tournaments.queries.cross_table import cross_table
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.odds_table import odds_report
from tournaments.queries.playoffs import decided_playoffs
from tournaments.queries.race import race_of
from tournaments.queries.standings import standings_of
from tournaments.queries.what_if import WhatIf
from tournaments.refusals import TiebreakerRefusal
from tournaments.services.tie_breaks import roll_tie_break, schedule_playoff_game
from tournaments.services.undo import can_be_undone
from tournaments.services.undo_tie_breaks import ON_PAGE, tie_break_of
from tournaments.views.visitors import cached_for_visitors

SHOWN_AT_ONCE = 4  # divisions on a single page


@tournament_view()
@cached_for_visitors
def standings(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the standings. `?division=` selects one. With more than SHOWN_AT_ONCE divisions, each has a tab."""
    context, tables = _page(request, tournament)
    context["divisions"] = [(table, race_of(table)) for table in tables]
    context["odds"] = odds_report(tournament, viewer, context["newest"])
    context["tie_breaks"] = _tie_breaks(tournament) if viewer.is_director else []
    return render(request, "tournaments/standings.html", context)


@require_GET
@tournament_view()
@cached_for_visitors
def head_to_head(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the result of every pairing in a division. The standings page loads this when the section is opened."""
    newest, table = _division_standings(tournament, division_id)
    context = {"newest": newest, "table": table, "cross": cross_table(table, viewer)}
    return render(request, "tournaments/head_to_head.html", context)


@require_GET
@tournament_view()
@cached_for_visitors
def round_by_round(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the numbers for a division's race. The standings page loads this when the section is opened."""
    newest, table = _division_standings(tournament, division_id)
    context = {"newest": newest, "table": table, "race": race_of(table)}
    return render(request, "tournaments/round_by_round.html", context)


@tournament_view()
@cached_for_visitors
def standings_big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    context, tables = _page(request, tournament)
    across = min(2, len(tables))
    most_rows = max((len(table.filled().rows) for table in tables), default=1) * -(-len(tables) // 2)
    sizes = {"across": across, "most_rows": most_rows}
    return render(request, "tournaments/standings_big_screen.html", {**context, "tables": tables, **sizes})


def _page(request: HttpRequest, tournament: Tournament) -> tuple[dict[str, Any], list[DivisionStandings]]:
    newest = newest_number(tournament.pk)  # Load this first, so that no change is missed.
    divisions = list(tournament.divisions.values_list("pk", "name"))
    requested = request.GET.get("division", "")
    chosen = int(requested) if requested.isdecimal() and len(requested) < 10 else None
    if chosen is None and len(divisions) > SHOWN_AT_ONCE:
        chosen = divisions[0][0]
    tables = standings_of(tournament, chosen)
    tabs = divisions if len(divisions) > 1 else []
    page = {
        "newest": newest,
        "tabs": tabs,
        "chosen": chosen,
        "all": len(divisions) <= SHOWN_AT_ONCE,
        "crowned": decided_playoffs(tournament),
    }
    return page, tables


def _division_standings(tournament: Tournament, division_id: int) -> tuple[int, DivisionStandings]:
    """Return the newest action's number and the standings. Raise Http404 if there is no such division.

    The number is loaded first, so that no change is missed.
    """
    division = get_object_or_404(tournament.divisions, pk=division_id)
    newest = newest_number(tournament.pk)
    return newest, standings_of(tournament, division.pk)[0]


def _tie_breaks(tournament: Tournament) -> list[tuple[int, Action]]:
    """Return the division and log entry for every tiebreaker that can be undone, newest first."""
    newest_first = sorted(log_of(tournament).filter(verb__in=ON_PAGE).order_by(), key=lambda action: -action.pk)
    actions = [action for action in newest_first if can_be_undone(action)]
    return [(tie_break.division, action) for action in actions if (tie_break := tie_break_of(action)) is not None]


@require_GET
@tournament_view()
def what_if(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show hypothetical standings, with the supposed results in the URL's query."""
    division = get_object_or_404(Division, pk=division_id, tournament=tournament)
    supposed = WhatIf(tournament, division, request.GET)
    context = {
        "division": division,
        "supposed": supposed,
        "table": supposed.table,
        "is_asked": bool(request.GET),
    }
    return render(request, "tournaments/what_if.html", context)


@tournament_view(roles="staff")
@require_POST
def playoff_game(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    division = get_object_or_404(Division, pk=division_id, tournament=tournament)
    try:
        series = schedule_playoff_game(division=division, teams=_teams(request), actor=actor_of(viewer))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("standings", tournament.slug)
    return redirect("series", tournament.slug, series.pk)


@tournament_view(roles="staff")
@require_POST
def tie_break_roll(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    division = get_object_or_404(Division, pk=division_id, tournament=tournament)
    teams = _teams(request)
    try:
        rolls = _typed_rolls(request, teams)
        roll_tie_break(division=division, teams=teams, rolls=rolls, actor=actor_of(viewer))
        messages.success(request, _outcome_sentence(tournament, division.pk))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(f"{reverse('standings', args=[tournament.slug])}#division-{division.pk}")


def _outcome_sentence(tournament: Tournament, division_id: int) -> str:
    """Return a sentence with the teams that advance after a tiebreaker roll, or a note that more rolls are needed."""
    table = standings_of(tournament, division_id)[0]
    if table.needs:
        return f"The rolls have been saved. {table.division} is still tied. See the next step below."
    advancing = ", ".join(team.name for team in table.qualified)
    return f"The tie has been broken. Advancing from {table.division}: {advancing}."


def _teams(request: HttpRequest) -> frozenset[int]:
    return frozenset(int(team) for team in request.POST.getlist("team") if team.isdecimal() and len(team) < 19)


def _typed_rolls(request: HttpRequest, teams: frozenset[int]) -> dict[int, int] | None:
    """Return the entered rolls, or None if all fields are empty, so that the program rolls."""
    texts = {team: request.POST.get(roll_field(team), "").strip() for team in teams}
    if not any(texts.values()):
        return None
    for text in texts.values():
        if not text.isdecimal() or len(text) > 4:
            raise Refused(TiebreakerRefusal.NOT_A_ROLL, text=text)
    return {team: int(text) for team, text in texts.items()}
