"""API addresses of what needs every app."""

from tournaments.api.base import of_tournament
from weekend.api import table_files, write_up

urlpatterns = [
    of_tournament("export/<str:name>.<str:kind>", table_files.TableFileView, "api_export"),
    of_tournament("write-up/", write_up.WriteUpView, "api_write_up"),
    of_tournament("write-up/draft/", write_up.DraftedWriteUpView, "api_write_up_draft"),
]
