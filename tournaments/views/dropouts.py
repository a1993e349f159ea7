"""Preview and record a dropout, and change its covers (T0.08)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import actor_of
from tournaments.field_names import cover_field
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Team, Tournament
from tournaments.queries.covers import cover_choices, outside_choices
from tournaments.queries.dropout_branches import BYE_TEAM, NOBODY, OUTSIDE
from tournaments.queries.dropouts import drop_out
from tournaments.queries.schedule import series_of_round_robin
from tournaments.refusals import DropOutRefusal
from tournaments.services.covers import change_covers
from tournaments.services.dropouts import drop_team
from tournaments.views.answers import add_message, add_refusal_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def drop(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    team = get_object_or_404(Team.objects.select_related("division"), tournament=tournament, pk=team_id)
    team_series = [series for series in series_of_round_robin(tournament) if series.has_team(team.pk)]
    if not team_series:
        add_refusal_message(request, Refused(DropOutRefusal.NO_SCHEDULE, team=team.name))
        return redirect("team_entry", tournament.slug, team.pk)
    after_round = typed_number((request.POST or request.GET).get("after_round"))
    if after_round < 0:
        after_round = _last_round_played(team_series)
    if request.method == "POST":
        try:
            dropped = drop_team(
                team=team,
                actor=actor_of(viewer),
                after_round=after_round,
                cover=request.POST.get("cover", NOBODY),
                covers=_typed_covers(request, team_series),
                compensation=request.POST.get("compensation", ""),
                reason=request.POST.get("reason", ""),
                made_from=request.POST.get("made_from", ""),
            )
        except Refused as refused:
            add_refusal_message(request, refused)
            return redirect("drop_team", tournament.slug, team.pk)
        add_message(request, f"{dropped.team.name} has dropped out. You can undo this in the log.")
        return redirect("schedule", tournament.slug)
    covered = drop_out(team, after_round, OUTSIDE)
    branches = [covered]
    if covered.branch != BYE_TEAM:
        branches.append(drop_out(team, after_round, NOBODY))
    to_cover = [entry.series for entry in covered.left if not entry.is_cover_unchanged]
    context = {
        "team": team,
        "choices": outside_choices(team, to_cover),
        "after_round": after_round,
        "branches": branches,
        "made_from": fingerprint(team_series),
    }
    return render(request, "tournaments/drop_team.html", context)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def covers(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show and change a dropped team's covers."""
    teams = Team.objects.select_related("division", "tournament")
    team = get_object_or_404(teams, tournament=tournament, pk=team_id)
    choices = cover_choices(team)
    if request.method == "POST":
        chosen = {choice.series.pk: _typed_cover(request, choice.series) for choice in choices}
        try:
            changed = change_covers(
                team=team,
                actor=actor_of(viewer),
                covers=chosen,
                compensation=request.POST.get("compensation"),
                reason=request.POST.get("reason", ""),
                made_from=request.POST.get("made_from", ""),
            )
        except Refused as refused:
            add_refusal_message(request, refused)
        else:
            add_message(
                request,
                f"{len(changed)} series changed." if changed else "Nothing has changed.",
            )
        return redirect("change_covers", tournament.slug, team.pk)
    context = {
        "team": team,
        "choices": choices,
        "made_from": fingerprint(choice.series for choice in choices),
    }
    return render(request, "tournaments/covers.html", context)


def _typed_cover(request: HttpRequest, series: Series) -> int | None:
    """Return the chosen team's ID, or None if the director enters the series."""
    text = request.POST.get(cover_field(series.pk), "")
    return typed_number(text) if text else None


def _typed_covers(request: HttpRequest, team_series: list[Series]) -> dict[int, int]:
    """Return the chosen team for each series."""
    covers = {}
    for series in team_series:
        team_id = typed_number(request.POST.get(cover_field(series.pk)))
        if team_id > 0:
            covers[series.pk] = team_id
    return covers


def _last_round_played(team_series: list[Series]) -> int:
    """Return the last round in which the team has played a series."""
    rounds = [
        series.round
        for series in team_series
        if series.status == Series.Status.COMPLETE or (series.status == Series.Status.VOID and series.outcomes)
    ]
    return max(rounds, default=0)
