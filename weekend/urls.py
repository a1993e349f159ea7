"""Addresses of weekend."""

from django.urls import path
from drf_spectacular.views import SpectacularSwaggerSplitView

from weekend.division_papers import DIVISION_PAPERS
from weekend.views import best_ofs, desk, papers, printing, public, specimen, walls

urlpatterns = [
    *(
        path(f"t/<slug:slug>/{paper.folder}/<int:division_id>.pdf", papers.of_division, {"paper": paper}, paper.address)
        for paper in DIVISION_PAPERS
    ),
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.overview, name="tournament"),
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/hall/", walls.hall_projector, name="hall_projector"),
    path("t/<slug:slug>/round/", walls.round_projector, name="round_projector"),
    path("t/<slug:slug>/best-ofs/", best_ofs.bracket, name="bracket"),
    path("t/<slug:slug>/best-ofs/projector/", best_ofs.best_ofs_projector, name="best_ofs_projector"),
    path("t/<slug:slug>/wall/", walls.wall, name="wall"),
    path("t/<slug:slug>/me/", desk.my_team, name="my_team"),
    path("t/<slug:slug>/print/", printing.printing, name="printing"),
    path("t/<slug:slug>/print/pack/", printing.ask, name="print_pack_ask"),
    path("t/<slug:slug>/print/pack/<int:pack_id>/", printing.pack_page, name="print_pack"),
    path("t/<slug:slug>/print/pack/<int:pack_id>/cancel/", printing.cancel, name="print_pack_cancel"),
    path("t/<slug:slug>/print/pack/<int:pack_id>/go-on/", printing.go_on, name="print_pack_go_on"),
    path("t/<slug:slug>/print/pack/<int:pack_id>.pdf", printing.pack_pdf, name="print_pack_pdf"),
    path("t/<slug:slug>/rules.pdf", papers.rules, name="rules_pdf"),
    path("t/<slug:slug>/standings.pdf", papers.standings, name="standings_pdf"),
    path("t/<slug:slug>/teams/<int:team_id>/schedule.pdf", papers.team_schedule, name="team_schedule_pdf"),
    path("t/<slug:slug>/teams/<int:team_id>/rotation.pdf", papers.rotation, name="rotation_pdf"),
    path("t/<slug:slug>/teams/<int:team_id>/team-sheet.pdf", papers.team_sheet, name="team_sheet_pdf"),
    path("t/<slug:slug>/suspended/<int:game_id>.pdf", papers.suspended_game, name="suspended_game_pdf"),
    path("t/<slug:slug>/shootouts/<int:shootout_id>.pdf", papers.shootout, name="shootout_pdf"),
    path("t/<slug:slug>/series/<int:series_id>.pdf", papers.score_card, name="score_card_pdf"),
    path("t/<slug:slug>/sheets/<int:team_id>/<str:kind>.pdf", papers.sheet, name="sheet_pdf"),
    path("t/<slug:slug>/export/<str:name>.<str:kind>", papers.export, name="export"),
    path("style/", specimen.style, name="style"),
    path("api/", SpectacularSwaggerSplitView.as_view(url_name="api_schema"), name="api_docs"),
]
