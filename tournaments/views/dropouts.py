"""A team drops out: what would follow in each branch, then the act, named by what it does (T0.08)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Team, Tournament
from tournaments.queries.covers import cover_choices, outside_choices
from tournaments.queries.dropout_branches import BYE_TEAM, NOBODY, OUTSIDE
from tournaments.queries.dropouts import drop_out
from tournaments.queries.schedule import series_of_round_robin
from tournaments.services.covers import change_covers
from tournaments.services.dropouts import drop_team
from tournaments.views.answers import add_message, add_refusal_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def drop(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    team = get_object_or_404(Team.objects.select_related("division"), tournament=tournament, pk=team_id)
    series = [one for one in series_of_round_robin(tournament) if team.pk in (one.home_id, one.away_id)]
    if not series:
        add_refusal_message(request, Refused(f"{team.name} has no schedule to drop out of."))
        return redirect("team_entry", tournament.slug, team.pk)
    typed = typed_number((request.POST or request.GET).get("after_round"))
    after_round = typed if typed >= 0 else _rounds_done(series)
    if request.method == "POST":
        try:
            done = drop_team(
                team=team,
                actor=actor_of(viewer),
                after_round=after_round,
                cover=request.POST.get("cover", NOBODY),
                covers=_typed_covers(request, series),
                compensation=request.POST.get("compensation", ""),
                reason=request.POST.get("reason", ""),
                made_from=request.POST.get("made_from", ""),
            )
        except Refused as refused:
            add_refusal_message(request, refused)
            return redirect("drop_team", tournament.slug, team.pk)
        add_message(request, f"{done.team.name} has dropped out. The log can take it back.")
        return redirect("schedule", tournament.slug)
    branches = [drop_out(team, after_round, OUTSIDE), drop_out(team, after_round, NOBODY)]
    context = {
        "team": team,
        "choices": outside_choices(team, [one.series for one in branches[0].left if not one.cover_stays]),
        "after_round": after_round,
        "branches": branches[:1] if branches[0].branch == BYE_TEAM else branches,
        "made_from": fingerprint(series),
    }
    return render(request, "tournaments/drop_team.html", context)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def covers(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Who plays for a team that has dropped out, changed after the drop."""
    found = Team.objects.select_related("division", "tournament")
    team = get_object_or_404(found, tournament=tournament, pk=team_id)
    choices = cover_choices(team)
    if request.method == "POST":
        typed = {one.series.pk: _typed_cover(request, one.series) for one in choices}
        try:
            changed = change_covers(
                team=team,
                actor=actor_of(viewer),
                covers=typed,
                compensation=request.POST.get("compensation"),
                reason=request.POST.get("reason", ""),
                made_from=request.POST.get("made_from", ""),
            )
        except Refused as refused:
            add_refusal_message(request, refused)
        else:
            add_message(request, f"{len(changed)} series changed." if changed else "Nothing has changed.")
        return redirect("change_covers", tournament.slug, team.pk)
    context = {"team": team, "choices": choices, "made_from": fingerprint(one.series for one in choices)}
    return render(request, "tournaments/covers.html", context)


def _typed_cover(request: HttpRequest, series: Series) -> int | None:
    """None for the desk; a number that is no team is refused by the service."""
    text = request.POST.get(f"cover_{series.pk}", "")
    return typed_number(text) if text else None


def _typed_covers(request: HttpRequest, series: list[Series]) -> dict[int, int]:
    """Series -> team chosen to play it."""
    typed = {one.pk: typed_number(request.POST.get(f"cover_{one.pk}")) for one in series}
    return {number: team for number, team in typed.items() if team > 0}


def _rounds_done(series: list[Series]) -> int:
    """The last round in which the team has played its series; a bye that is still to come is no round it played."""
    thrown_out = (one for one in series if one.status == Series.Status.VOID and one.outcomes)
    completed = (one for one in series if one.status == Series.Status.COMPLETE)
    return max((one.round for one in (*completed, *thrown_out)), default=0)
