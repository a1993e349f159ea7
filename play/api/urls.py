"""API addresses of the play table."""

from django.urls import path

from play.api import rulings, tables
from tournaments.api.base import of_tournament

urlpatterns = [
    path("play/", tables.TablesView.as_view(), name="api_play_tables"),
    path("play/<slug:public_id>/", tables.TableStateView.as_view(), name="api_play_table"),
    path("play/<slug:public_id>/ready/", tables.TableReadyView.as_view(), name="api_play_ready"),
    path("play/<slug:public_id>/moves/", tables.TableMovesView.as_view(), name="api_play_moves"),
    of_tournament("tables/<slug:public_id>/ruling/", rulings.TableRulingView, "api_table_ruling"),
]
