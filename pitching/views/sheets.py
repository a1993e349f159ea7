"""Pitching sheets: the list, one team's sheet with board and planner, signing, and the public check of a signature."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from core.errors import Refused
from games.queries.absences import absences_of
from games.queries.carry_over import format_of
from games.queries.resumption import stopped_games
from games.queries.usage import usage_of_teams
from pitching.forms.plan import read_plan
from pitching.queries.bullpen import bullpen_of, bullpens_of_division
from pitching.queries.checking import check_of_code, signed_games
from pitching.queries.planner import plan_of_team
from pitching.queries.sheets import latest_signatures, sheet_of_team, sheets_to_sign
from pitching.queries.signature_table import filled_signatures
from pitching.services.sign_off import sign_sheet, way_to_sign
from pitching.views.series import show_series
from tournaments.access.attempts import CODE, is_wrong_too_often
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Division, Series, Team, Tournament
from tournaments.views.visitors import kept_for_visitors

_SIGNATURES = 400


@tournament_view(roles="public")
@kept_for_visitors
def sheets(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    newest = newest_number(tournament.pk)
    teams = Team.objects.filter(tournament=tournament, division__isnull=False).select_related("division")
    context = {
        "teams": teams.order_by("division__position", "name"),
        "signed": filled_signatures(latest_signatures(tournament, _SIGNATURES)),
        "to_sign": sheets_to_sign(tournament),
        "newest": newest,
    }
    return render(request, "pitching/sheets.html", context)


@tournament_view(roles="public")
@kept_for_visitors
def division_board(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    newest = newest_number(tournament.pk)
    division = get_object_or_404(Division.objects.select_related("tournament"), pk=division_id, tournament=tournament)
    context = {"division": division, "bullpens": bullpens_of_division(division), "newest": newest}
    return render(request, "pitching/board.html", context)


@tournament_view(roles="public")
@kept_for_visitors
def sheet(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """The sheet and the board; with planned outings in the query, the next games as they would then be."""
    newest = newest_number(tournament.pk)
    team = get_object_or_404(Team.objects.select_related("tournament", "division"), pk=team_id, tournament=tournament)
    usage, form = usage_of_teams(team.pk)[team.pk], format_of(tournament)
    stopped = stopped_games([usage]).get(team.pk, [])
    typed = read_plan(request.GET.dict(), (one.card_id for one in usage.staff()))
    context = {
        "team": team,
        "sheet": sheet_of_team(team),
        "pen": bullpen_of(usage, form, stopped),
        "plan": plan_of_team(usage, form, typed.planned, typed.written, stopped),
        "plan_faults": [
            f"{usage.pitchers[card].name}: {sentence}" for (_, card), sentence in sorted(typed.faults.items())
        ],
        "planned": bool(typed.written),
        "absences": absences_of(tournament, team),
        "newest": newest,
    }
    return render(request, "pitching/sheet.html", context)


@require_POST
@tournament_view(roles="manager")
def sign(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int, team_id: int) -> HttpResponse:
    """Sign the sheet of team `team_id`: the opponent on his own device, or on the desk's device with his PIN."""
    series = get_object_or_404(Series.objects.select_related("home", "away"), pk=series_id, tournament=tournament)
    sheet_of = get_object_or_404(Team, pk=team_id, pk__in=[series.home_id, series.away_id])
    signer = series.away if sheet_of.pk == series.home_id else series.home
    try:
        way = way_to_sign(series=series, signer=signer, viewer=viewer, pin=request.POST.get("pin"), request=request)
        sign_sheet(series=series, sheet_of=sheet_of, actor=actor_of(viewer), how=way.how, pin_set_by=way.pin_set_by)
    except Refused as refusal:
        return show_series(request, tournament, viewer, series_id, refused=str(refusal), status=400)
    return redirect("series", tournament.slug, series_id)


def check(request: HttpRequest, code: str) -> HttpResponse:
    """Public: whether the signature with this code stands. Guessing codes is limited by address."""
    found = check_of_code(code)
    if found is None:
        if is_wrong_too_often(request, CODE):
            sentence = "Too many wrong codes from this address. Wait a quarter of an hour and try again."
            return render(request, "error.html", {"title": "Not checked", "sentence": sentence}, status=429)
        return render(request, "pitching/check.html", {"code": code}, status=404)
    context = {"code": found.signed.code, "check": found, "games": signed_games(found.signed)}
    return render(request, "pitching/check.html", context)


def check_form(request: HttpRequest) -> HttpResponse:
    """Type a printed code."""
    typed = "".join(sign for sign in request.GET.get("code", "") if sign.isalnum() or sign == "-")[:20]
    return redirect("check", typed) if typed else render(request, "pitching/check.html", {"code": ""})
