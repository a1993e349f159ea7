"""API URLs for sheets and signatures."""

from django.urls import path

from pitching.api import sheets, sign_off
from tournaments.api.base import of_tournament

urlpatterns = [
    of_tournament("teams/<int:team_id>/sheet/", sheets.SheetView, "api_sheet"),
    of_tournament("teams/<int:team_id>/board/", sheets.TeamBoardView, "api_team_board"),
    of_tournament("teams/<int:team_id>/plan/", sheets.PlanView, "api_plan"),
    of_tournament("divisions/<int:division_id>/board/", sheets.DivisionBoardView, "api_division_board"),
    of_tournament("signatures/", sign_off.SignaturesView, "api_signatures"),
    of_tournament("series/<int:series_id>/signatures/", sign_off.SignView, "api_sign"),
    path("codes/<str:code>/", sign_off.CodeView.as_view(), name="api_code"),
]
