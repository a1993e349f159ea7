"""API URLs of the play table."""

from django.urls import path

from play.api import card_files, people, results, rulings, series_tables, tables, watching
from tournaments.api.base import of_tournament

urlpatterns = [
    path("play/", tables.TablesView.as_view(), name="api_play_tables"),
    path("play/dice/", watching.DiceView.as_view(), name="api_play_dice"),
    path("play/cards/", card_files.CardFilesView.as_view(), name="api_play_card_files"),
    path("play/<slug:public_id>/", tables.TableStateView.as_view(), name="api_play_table"),
    path("play/<slug:public_id>/events/", tables.TableEventsView.as_view(), name="api_play_events"),
    path("play/<slug:public_id>/prepare/", tables.TablePrepareView.as_view(), name="api_play_prepare"),
    path("play/<slug:public_id>/ready/", tables.TableReadyView.as_view(), name="api_play_ready"),
    path("play/<slug:public_id>/lineup/", tables.TableLineupView.as_view(), name="api_play_lineup"),
    path("play/<slug:public_id>/moves/", tables.TableMovesView.as_view(), name="api_play_moves"),
    path("play/<slug:public_id>/changes/", results.TableChangesView.as_view(), name="api_play_changes"),
    path("play/<slug:public_id>/plays/", results.TablePlaysView.as_view(), name="api_play_plays"),
    path("play/<slug:public_id>/box-score/", results.TableBoxScoreView.as_view(), name="api_play_box_score"),
    path("play/<slug:public_id>/report/", watching.TableReportView.as_view(), name="api_play_report"),
    of_tournament("live-games/", watching.LiveGamesView, "api_live_games"),
    of_tournament("dice/", watching.TournamentDiceView, "api_tournament_dice"),
    path("play/<slug:public_id>/people/", people.TablePeopleView.as_view(), name="api_play_people"),
    path("play/<slug:public_id>/heartbeat/", people.TableHeartbeatView.as_view(), name="api_play_heartbeat"),
    path("play/<slug:public_id>/phrases/", people.TablePhraseView.as_view(), name="api_play_phrases"),
    path("play/<slug:public_id>/volunteer/", people.TableVolunteerView.as_view(), name="api_play_volunteer"),
    path(
        "tournaments/<slug:slug>/tables/<slug:public_id>/clock/",
        people.TableClockView.as_view(),
        name="api_table_clock",
    ),
    path(
        "tournaments/<slug:slug>/tables/<slug:public_id>/volunteer/",
        people.TableInvitationView.as_view(),
        name="api_table_volunteer",
    ),
    of_tournament("series/<int:series_id>/tables/", series_tables.SeriesTablesView, "api_series_tables"),
    of_tournament(
        "series/<int:series_id>/tables/<int:game_number>/resume/", series_tables.ResumedTableView, "api_resume_table"
    ),
    of_tournament("tables/<slug:public_id>/volunteer/get-up/", people.TableGetUpView, "api_table_get_up"),
    of_tournament("tables/<slug:public_id>/ruling/", rulings.TableRulingView, "api_table_ruling"),
]
