"""Pages for pitching sheets: the list, team sheets with board and planner, signing, and the public check."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from core.errors import Refused
from core.rate_limits import limit_response, refused_page
from drafts.queries.legal_teams import newest_action_and_waivers
from games.queries.absences import absences_of
from games.queries.carry_over import carryover_rules
from games.queries.resumption import stopped_games
from games.queries.usage import usage_of_teams
from pitching.forms.plan import read_plan
from pitching.queries.bullpen import build_bullpen, division_bullpens
from pitching.queries.planner import build_plan
from pitching.queries.signature_check import check_code, signed_games
from pitching.queries.signatures import latest_signatures, signatures_table, unsigned_series
from pitching.refusals import SignatureRefusal
from pitching.services.sign_off import find_signing_method, sign_sheet
from pitching.sheet.read import read_sheet
from pitching.views.series import render_series_page
from pitching.views.signing import signed_text
from rules_engine.rulings import refuse
from tournaments.access.attempts import CODE, count_wrong_entry
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.views.visitors import cached_for_visitors

_MAX_SIGNATURES = 400
_MAX_CODE_LENGTH = 20


@tournament_view(roles="public")
@cached_for_visitors
def sheets(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
    placed = [(team.division.position, team.name, team) for team in snapshot.teams.values() if team.division]
    teams = [team for *_, team in sorted(placed, key=lambda entry: entry[:2])]
    context = {
        "teams": teams,
        "signed": signatures_table(latest_signatures(tournament, _MAX_SIGNATURES)),
        "to_sign": unsigned_series(snapshot),
        "newest": snapshot.newest,
    }
    return render(request, "pitching/sheets.html", context)


@tournament_view(roles="public")
@cached_for_visitors
def bullpens(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the bullpens in the viewer's division, or in the first division."""
    divisions = tournament.divisions.order_by("position")
    own = divisions.filter(teams=viewer.team_id).first() if viewer.team_id else None
    return _render_bullpens(request, tournament, own or divisions.first(), viewer.team_id)


@tournament_view(roles="public")
@cached_for_visitors
def division_board(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    division = get_object_or_404(tournament.divisions, pk=division_id)
    return _render_bullpens(request, tournament, division, viewer.team_id)


def _render_bullpens(
    request: HttpRequest, tournament: Tournament, division: Division | None, own_team_id: int | None
) -> HttpResponse:
    """Render a division's bullpens, beginning with the viewer's own."""
    by_name = division_bullpens(division) if division else []
    newest = newest_number(tournament.pk)
    stage = Tournament.Stage
    context = {
        "is_before_games": tournament.stage in (stage.SIGN_UP, stage.DRAFT),
        "divisions": tournament.divisions.order_by("position"),
        "division": division,
        "bullpens": sorted(by_name, key=lambda bullpen: bullpen.board.team_id != own_team_id),
        "newest": newest,
    }
    return render(request, "pitching/board.html", context)


@tournament_view(roles="public")
@cached_for_visitors
def sheet(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show a team's sheet, bullpen and planner. Planned appearances are in the query string."""
    newest, has_waivers = newest_action_and_waivers(tournament)
    team = get_object_or_404(Team.objects.select_related("division"), pk=team_id, tournament=tournament)
    team.tournament = tournament
    usage = usage_of_teams(team.pk)[team.pk]
    carryover = carryover_rules(tournament)
    stopped = stopped_games([usage]).get(team.pk, [])
    cards = [pitcher.card_id for pitcher in usage.staff()]
    plan_form = read_plan(request.GET.dict(), cards)
    plan_errors = []
    for (_game, card), error in sorted(plan_form.errors.items()):
        plan_errors.append(f"{usage.pitchers[card].name}: {error}")
    context = {
        "team": team,
        "sheet": read_sheet(team, usage, has_waivers=has_waivers),
        "pen": build_bullpen(usage, carryover, stopped),
        "plan": build_plan(usage, carryover, plan_form.planned, plan_form.written, stopped),
        "plan_errors": plan_errors,
        "is_planned": bool(plan_form.written),
        "absences": absences_of(tournament, team),
        "newest": newest,
    }
    return render(request, "pitching/sheet.html", context)


@require_POST
@tournament_view(roles="manager")
def sign(
    request: HttpRequest,
    tournament: Tournament,
    viewer: Viewer,
    series_id: int,
    team_id: int,
) -> HttpResponse:
    """Sign a team's sheet, either as the opponent on any device or as staff with the opponent's PIN."""
    all_series = Series.objects.select_related("home", "away")
    series = get_object_or_404(all_series, pk=series_id, tournament=tournament)
    sheet_of = get_object_or_404(Team, pk=team_id, pk__in=[series.home_id, series.away_id])
    try:
        method = find_signing_method(
            series=series,
            signer=series.opponent_of(sheet_of.pk),
            viewer=viewer,
            pin=request.POST.get("pin"),
            request=request,
        )
        sign_sheet(
            series=series,
            sheet_of=sheet_of,
            actor=actor_of(viewer),
            how=method.how,
            pin_set_by=method.pin_set_by,
        )
    except Refused as refusal:
        page = render_series_page(request, tournament, viewer, series_id, refused=str(refusal))
        return refused_page(page, refusal)
    messages.success(request, signed_text(1))
    return redirect("series", tournament.slug, series_id)


def check(request: HttpRequest, code: str) -> HttpResponse:
    """Show whether the signature with this code is valid. Wrong codes are rate-limited by IP address."""
    result = check_code(code)
    if result is not None:
        context = {
            "code": result.signed.code,
            "check": result,
            "games": signed_games(result.signed),
        }
        return render(request, "pitching/check.html", context)
    wait = count_wrong_entry(request, CODE)
    if wait:
        context = {
            "title": "Not checked",
            "sentence": str(refuse(SignatureRefusal.TOO_MANY_CODES, "")),
        }
        return limit_response(render(request, "error.html", context), wait)
    return render(request, "pitching/check.html", {"code": code}, status=404)


def check_form(request: HttpRequest) -> HttpResponse:
    """Show a form for a printed code."""
    typed = request.GET.get("code", "")
    code = "".join(char for char in typed if char.isalnum() or char == "-")[:_MAX_CODE_LENGTH]
    if code:
        return redirect("check", code)
    return render(request, "pitching/check.html", {"code": ""})
