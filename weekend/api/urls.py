"""API URLs for endpoints that use every app."""

from tournaments.api.base import of_tournament
from weekend.api import notices, print_packs, table_files, webhook, write_up

urlpatterns = [
    of_tournament("export/<str:name>.<str:kind>", table_files.TableFileView, "api_export"),
    of_tournament("write-up/", write_up.WriteUpView, "api_write_up"),
    of_tournament("write-up/draft/", write_up.DraftedWriteUpView, "api_write_up_draft"),
    of_tournament("webhook/", webhook.WebhookView, "api_webhook"),
    of_tournament("webhook/test/", webhook.SendTestView, "api_test_webhook"),
    of_tournament("webhook/deliveries/", webhook.DeliveriesView, "api_deliveries"),
    of_tournament("webhook/deliveries/<int:delivery_id>/resend/", webhook.ResendView, "api_resend_event"),
    of_tournament("print-packs/", print_packs.PrintPacksView, "api_print_packs"),
    of_tournament("print-packs/<int:pack_id>/", print_packs.PrintPackView, "api_print_pack"),
    of_tournament("notices/", notices.NoticesView, "api_notices"),
    of_tournament("notices/channels/", notices.NoticeChannelsView, "api_notice_channels"),
    of_tournament("notices/chat/", notices.ChatView, "api_chat"),
]
