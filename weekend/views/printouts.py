"""A tournament's downloads: printouts as PDF, and tables as CSV, Excel or a plugin's format.

A printout is public if its page is. A team sheet is open only to the team's manager and staff.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from core.paper import pdf_response
from core.plugins import PluginFailed
from games.documents import rotation_pdf, score_card_pdf
from games.queries.declared import rotation_of
from games.queries.of_series import playoff_runs
from games.queries.shootouts import shootout_page
from games.queries.suspended_games import read_suspended_games
from games.shootout_paper import shootout_pdf
from games.views.shootouts import shootout_of
from pitching.documents import suspended_game_pdf, team_sheet_pdf
from pitching.sheet.draw import sheet_pdf
from pitching.sheet.printed import KINDS
from tournaments.access.guards import require, require_team, tournament_view
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import Viewer
from tournaments.documents import rules_pdf, standings_pdf, team_schedule_pdf
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.phone_addresses import site_address
from tournaments.views.visitors import cached_file_for_visitors
from weekend.division_printouts import DivisionPrintout
from weekend.documents import OWN_FORMATS, table_file
from weekend.tables import STAFF_ONLY


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def division_printout(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int, printout: DivisionPrintout
) -> HttpResponse:
    division = get_object_or_404(Division, tournament=tournament, pk=division_id)
    return pdf_response(printout.draw(tournament, division, viewer), tournament.slug, printout.folder, division.name)


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def team_schedule(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    team = _team(tournament, team_id)
    return pdf_response(team_schedule_pdf(tournament, team), tournament.slug, "schedule", team.name)


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def rotation(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Return the declared starters that this viewer can see (T0.09)."""
    team = _team(tournament, team_id)
    rounds = rotation_of(team).visible_rounds(own=viewer.can_represent(team.pk))
    return pdf_response(rotation_pdf(team, rounds), tournament.slug, "rotation", team.name)


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def rules(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    return pdf_response(rules_pdf(tournament), tournament.slug, "rules")


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def shootout(request: HttpRequest, tournament: Tournament, viewer: Viewer, shootout_id: int) -> HttpResponse:
    page = shootout_page(shootout_of(tournament, shootout_id))
    return pdf_response(shootout_pdf(page), tournament.slug, "shootout", str(page.shootout))


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def standings(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    return pdf_response(standings_pdf(tournament, runs=playoff_runs(tournament)), tournament.slug, "standings")


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def suspended_game(request: HttpRequest, tournament: Tournament, viewer: Viewer, game_id: int) -> HttpResponse:
    suspended = read_suspended_games(tournament).find(game_id)
    if suspended is None:
        raise Http404("This game is not suspended.")
    return pdf_response(suspended_game_pdf(tournament, suspended), tournament.slug, "suspended", str(suspended.game))


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def score_card(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    rows = Series.objects.select_related("tournament", "division", "home", "away")
    series = get_object_or_404(rows, pk=series_id, tournament=tournament)
    name_parts = (series.get_stage_display(), f"round-{series.round}", series.away.name, series.home.name)
    return pdf_response(score_card_pdf(series), tournament.slug, "score-card", *name_parts)


@accepts_token()
@require_safe
@tournament_view()
@cached_file_for_visitors
def sheet(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int, kind: str) -> HttpResponse:
    """Return a pitching sheet as a PDF: blank, current or signed."""
    if kind not in KINDS:
        raise Http404(f"Unknown pitching sheet “{kind}”. Choose one of {', '.join(KINDS)}.")
    team = _team(tournament, team_id)
    content = sheet_pdf(tournament, team.pk, kind, site_address(request, tournament))
    return pdf_response(content, tournament.slug, "pitching-sheet", kind, team.name)


@accepts_token()
@require_safe
@tournament_view(roles="manager")
def team_sheet(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Return the page that a manager brings to the table (T0.03)."""
    team = _team(tournament, team_id)
    require_team(viewer, team.pk)
    response = pdf_response(team_sheet_pdf(tournament, team.pk), tournament.slug, "team-sheet", team.name)
    response.headers["Cache-Control"] = "no-store"
    return response


def _team(tournament: Tournament, team_id: int) -> Team:
    return get_object_or_404(Team.objects.select_related("division"), tournament=tournament, pk=team_id)


@accepts_token()
@tournament_view()
def export(request: HttpRequest, tournament: Tournament, viewer: Viewer, name: str, kind: str) -> HttpResponse:
    """Return a table as a file. Everyone can download it, except tables in STAFF_ONLY."""
    # a plugin's file also depends on the plugin's version
    write_file = _cached_table_file if kind in OWN_FORMATS else _table_file
    return write_file(request, tournament, viewer, name, kind)


def _table_file(request: HttpRequest, tournament: Tournament, viewer: Viewer, name: str, kind: str) -> HttpResponse:
    if name in STAFF_ONLY:
        require(viewer, "staff")
    try:
        return table_file(tournament, viewer, name, kind)
    except PluginFailed as failure:
        return render(request, "error.html", {"title": "No file was made", "sentence": str(failure)}, status=500)


_cached_table_file = cached_file_for_visitors(_table_file)
