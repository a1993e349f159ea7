"""The club's API URLs. Only organizers can make changes."""

from django.urls import path

from club.api import (
    closing,
    entering,
    past_results,
    people,
    people_changes,
    player_statistics,
    ratings,
    season_changes,
    season_files,
    seasons,
)
from tournaments.api.base import of_tournament

urlpatterns = [
    path("people/", people.PeopleView.as_view(), name="api_people"),
    path("people/<int:person_id>/", people.PersonView.as_view(), name="api_person"),
    path("seasons/<int:year>/", seasons.SeasonView.as_view(), name="api_season"),
    path("ratings/", ratings.RatingsView.as_view(), name="api_ratings"),
    path("seasons/<int:year>/points.<str:kind>", season_files.SeasonPointsFileView.as_view(), name="api_season_file"),
    path("seasons/<int:year>/report.<str:kind>", season_files.YearReportFileView.as_view(), name="api_year_report"),
    path("records/", seasons.RecordsView.as_view(), name="api_records"),
    path(
        "drafted-players/",
        seasons.DraftedPlayersView.as_view(),
        name="api_drafted_players",
    ),
    path(
        "players/batting/",
        player_statistics.PlayerBattingView.as_view(),
        name="api_players_batting",
    ),
    path(
        "players/pitching/",
        player_statistics.PlayerPitchingView.as_view(),
        name="api_players_pitching",
    ),
    path(
        "players/<int:player_id>/",
        player_statistics.BallplayerView.as_view(),
        name="api_ballplayer",
    ),
    path("champions/", seasons.ChampionsView.as_view(), name="api_champions"),
    path("people/to-link/", people_changes.PeopleToLinkView.as_view(), name="api_people_to_link"),
    path("people/<int:person_id>/links/", people_changes.PersonLinksView.as_view(), name="api_person_links"),
    path("people/<int:person_id>/merge/", people_changes.MergePersonView.as_view(), name="api_merge_person"),
    path("people/<int:person_id>/split/", people_changes.SplitPersonView.as_view(), name="api_split_person"),
    path("club-changes/", people_changes.ClubChangesView.as_view(), name="api_club_changes"),
    path(
        "club-changes/<int:change_id>/undo/",
        people_changes.UndoClubChangeView.as_view(),
        name="api_undo_club_change",
    ),
    path("recompute/", people_changes.RecomputeView.as_view(), name="api_recompute"),
    path("seasons/<int:year>/corrections/", season_changes.CorrectionsView.as_view(), name="api_corrections"),
    path(
        "seasons/<int:year>/corrections/<int:correction_id>/",
        season_changes.CorrectionView.as_view(),
        name="api_correction",
    ),
    path("seasons/<int:year>/formula/", season_changes.FormulaView.as_view(), name="api_formula"),
    path("past-results/", past_results.PastResultsView.as_view(), name="api_past_results"),
    path("past-results/check/", past_results.CheckPastResultsView.as_view(), name="api_check_past_results"),
    of_tournament("closing/", closing.ClosingView, "api_closing"),
    of_tournament("teams/<int:team_id>/points/", closing.PointsView, "api_points"),
    of_tournament("club-people/", entering.ReturningPeopleView, "api_returning_people"),
    of_tournament("club/", season_changes.TournamentFactsView, "api_tournament_facts"),
]
