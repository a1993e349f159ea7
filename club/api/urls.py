"""API addresses of the club. All are public reads, so answers carry an ETag."""

from django.urls import path
from django.views.decorators.http import conditional_page

from club.api import people, player_statistics, ratings, season_files, seasons

urlpatterns = [
    path("people/", conditional_page(people.PeopleView.as_view()), name="api_people"),
    path("people/<int:person_id>/", conditional_page(people.PersonView.as_view()), name="api_person"),
    path("seasons/<int:year>/", conditional_page(seasons.SeasonView.as_view()), name="api_season"),
    path("ratings/", conditional_page(ratings.RatingsView.as_view()), name="api_ratings"),
    path("seasons/<int:year>/points.<str:kind>", season_files.SeasonPointsFileView.as_view(), name="api_season_file"),
    path("seasons/<int:year>/report.<str:kind>", season_files.YearReportFileView.as_view(), name="api_year_report"),
    path("records/", conditional_page(seasons.RecordsView.as_view()), name="api_records"),
    path(
        "drafted-players/",
        conditional_page(seasons.DraftedPlayersView.as_view()),
        name="api_drafted_players",
    ),
    path(
        "players/batting/",
        conditional_page(player_statistics.PlayerBattingView.as_view()),
        name="api_players_batting",
    ),
    path(
        "players/pitching/",
        conditional_page(player_statistics.PlayerPitchingView.as_view()),
        name="api_players_pitching",
    ),
    path(
        "players/<int:player_id>/",
        conditional_page(player_statistics.BallplayerView.as_view()),
        name="api_ballplayer",
    ),
    path("champions/", conditional_page(seasons.ChampionsView.as_view()), name="api_champions"),
]
