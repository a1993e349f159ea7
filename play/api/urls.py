"""API addresses of the play table."""

from django.urls import path

from play.api import card_files, tables

urlpatterns = [
    path("play/", tables.TablesView.as_view(), name="api_play_tables"),
    path("play/cards/", card_files.CardFilesView.as_view(), name="api_play_card_files"),
    path("play/<slug:public_id>/", tables.TableStateView.as_view(), name="api_play_table"),
    path("play/<slug:public_id>/ready/", tables.TableReadyView.as_view(), name="api_play_ready"),
    path("play/<slug:public_id>/lineup/", tables.TableLineupView.as_view(), name="api_play_lineup"),
    path("play/<slug:public_id>/moves/", tables.TableMovesView.as_view(), name="api_play_moves"),
]
