"""URLs of the pages that need every app."""

from django.urls import path

from weekend.division_printouts import DIVISION_PRINTOUTS
from weekend.views import (
    api_reference,
    best_ofs,
    dashboard,
    mail,
    notices,
    printing,
    printouts,
    public,
    specimen,
    walls,
    webhook,
)

urlpatterns = [
    *(
        path(
            f"t/<slug:slug>/{printout.folder}/<int:division_id>.pdf",
            printouts.division_printout,
            {"printout": printout},
            printout.url_name,
        )
        for printout in DIVISION_PRINTOUTS
    ),
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.overview, name="tournament"),
    path("t/<slug:slug>/desk/", dashboard.dashboard, name="desk"),
    path("t/<slug:slug>/hall/", walls.hall_projector, name="hall_projector"),
    path("t/<slug:slug>/round/", walls.round_projector, name="round_projector"),
    path("t/<slug:slug>/best-ofs/", best_ofs.bracket, name="bracket"),
    path("t/<slug:slug>/best-ofs/projector/", best_ofs.best_ofs_projector, name="best_ofs_projector"),
    path("t/<slug:slug>/wall/", walls.wall, name="wall"),
    path("t/<slug:slug>/me/", dashboard.my_team, name="my_team"),
    path("t/<slug:slug>/notices/", notices.notices, name="notices"),
    path("t/<slug:slug>/notices/now/", notices.notices_now, name="notices_now"),
    path("t/<slug:slug>/notices/chat/", notices.chat, name="set_chat"),
    path("t/<slug:slug>/notices/push/", notices.push, name="push"),
    path("t/<slug:slug>/notices/push/off/", notices.push_off, name="push_off"),
    path("t/<slug:slug>/notices/test/", notices.send_test, name="test_notices"),
    path("t/<slug:slug>/notices/mail/", mail.set_mail, name="set_mail"),
    path("t/<slug:slug>/notices/mail/test/", mail.send_test, name="test_mail"),
    path("t/<slug:slug>/notices/mail/<int:follower_id>/forget/", mail.forget, name="forget_mail"),
    path("confirm-mail/<str:token>/", mail.confirm, name="confirm_mail"),
    path("stop-mail/<str:token>/", mail.stop, name="stop_mail"),
    path("t/<slug:slug>/webhook/", webhook.webhook, name="webhook"),
    path("t/<slug:slug>/webhook/test/", webhook.send_test, name="test_webhook"),
    path("t/<slug:slug>/webhook/<int:delivery_id>/resend/", webhook.resend_event, name="resend_event"),
    path("push-worker.js", notices.push_worker, name="push_worker"),
    path("t/<slug:slug>/print/", printing.printing, name="printing"),
    path("t/<slug:slug>/print/pack/", printing.request_pack, name="print_pack_ask"),
    path("t/<slug:slug>/print/pack/<int:pack_id>/", printing.pack_page, name="print_pack"),
    path("t/<slug:slug>/print/pack/<int:pack_id>/cancel/", printing.cancel, name="print_pack_cancel"),
    path("t/<slug:slug>/print/pack/<int:pack_id>/go-on/", printing.retry, name="print_pack_go_on"),
    path("t/<slug:slug>/print/pack/<int:pack_id>.pdf", printing.pack_pdf, name="print_pack_pdf"),
    path("t/<slug:slug>/rules.pdf", printouts.rules, name="rules_pdf"),
    path("t/<slug:slug>/standings.pdf", printouts.standings, name="standings_pdf"),
    path("t/<slug:slug>/teams/<int:team_id>/schedule.pdf", printouts.team_schedule, name="team_schedule_pdf"),
    path("t/<slug:slug>/teams/<int:team_id>/rotation.pdf", printouts.rotation, name="rotation_pdf"),
    path("t/<slug:slug>/teams/<int:team_id>/team-sheet.pdf", printouts.team_sheet, name="team_sheet_pdf"),
    path("t/<slug:slug>/suspended/<int:game_id>.pdf", printouts.suspended_game, name="suspended_game_pdf"),
    path("t/<slug:slug>/shootouts/<int:shootout_id>.pdf", printouts.shootout, name="shootout_pdf"),
    path("t/<slug:slug>/series/<int:series_id>.pdf", printouts.score_card, name="score_card_pdf"),
    path("t/<slug:slug>/sheets/<int:team_id>/<str:kind>.pdf", printouts.sheet, name="sheet_pdf"),
    path("t/<slug:slug>/export/<str:name>.<str:kind>", printouts.export, name="export"),
    path("style/", specimen.style, name="style"),
    path("api/", api_reference.api_index, name="api_docs"),
    path("api/reference/<slug:group>/", api_reference.api_group, name="api_group"),
]
