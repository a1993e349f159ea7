"""Addresses of tournaments."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from tournaments.views import (
    best_ofs,
    divisions,
    dropouts,
    entrant_lists,
    events,
    home_rolls,
    invitations,
    log,
    people,
    rolls,
    rules,
    schedule,
    schedule_changes,
    setup,
    sign_in,
    stages,
    standings,
)


def unbuilt(request: HttpRequest, **kwargs: object) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("join/<str:token>/", sign_in.join, name="join"),
    path("device/", sign_in.devices, name="devices"),
    path("new/", setup.new_tournament, name="new_tournament"),
    path("t/<slug:slug>/events/", events.events, name="events"),
    path("t/<slug:slug>/settings/", setup.settings, name="settings"),
    path("t/<slug:slug>/stage/", stages.stage, name="stage"),
    path("t/<slug:slug>/people/", people.people, name="people"),
    path("t/<slug:slug>/people/add/", people.add_team, name="add_team"),
    path("t/<slug:slug>/people/list/", entrant_lists.entrant_list, name="entrant_list"),
    path("t/<slug:slug>/people/divisions/", divisions.divisions, name="divisions"),
    path("t/<slug:slug>/people/division-names/", divisions.division_names, name="division_names"),
    path("t/<slug:slug>/people/imputed/", divisions.imputed, name="imputed"),
    path("t/<slug:slug>/people/<int:team_id>/", people.team_entry, name="team_entry"),
    path("t/<slug:slug>/people/<int:team_id>/remove/", people.remove, name="remove_team"),
    path("t/<slug:slug>/people/<int:team_id>/drop/", dropouts.drop, name="drop_team"),
    path("t/<slug:slug>/people/<int:team_id>/pin/", invitations.team_pin, name="team_pin"),
    path("t/<slug:slug>/invitations/", invitations.invitations, name="invitations"),
    path("t/<slug:slug>/invitations/print/", invitations.invitations_print, name="invitations_print"),
    path("t/<slug:slug>/invitations/<int:access_id>/", invitations.invitation, name="invitation"),
    path("t/<slug:slug>/rolls/", rolls.rolls, name="rolls"),
    path("t/<slug:slug>/rolls/throw/", rolls.throw, name="rolls_throw"),
    path("t/<slug:slug>/rolls/typed/", rolls.typed, name="rolls_typed"),
    path("t/<slug:slug>/rolls/choose/", rolls.choose, name="rolls_choose"),
    path("t/<slug:slug>/rolls/place/", rolls.place, name="rolls_place"),
    path("t/<slug:slug>/rolls/settle/", rolls.settle, name="rolls_settle"),
    path("t/<slug:slug>/schedule/", schedule.schedule, name="schedule"),
    path("t/<slug:slug>/schedule/<int:division_id>/publish/", schedule_changes.publish, name="schedule_publish"),
    path("t/<slug:slug>/schedule/<int:division_id>/remove/", schedule_changes.remove, name="schedule_remove"),
    path("t/<slug:slug>/schedule/<int:division_id>/change/", schedule_changes.change, name="schedule_change"),
    path("t/<slug:slug>/schedule/home/<int:series_id>/", home_rolls.home_roll, name="home_roll"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/projector/", standings.standings_projector, name="standings_projector"),
    path("t/<slug:slug>/standings/<int:division_id>/playoff-game/", standings.playoff_game, name="playoff_game"),
    path("t/<slug:slug>/standings/<int:division_id>/roll/", standings.tie_break_roll, name="tie_break_roll"),
    path("t/<slug:slug>/best-ofs/", best_ofs.bracket, name="bracket"),
    path("t/<slug:slug>/best-ofs/start/", best_ofs.start, name="start_best_ofs"),
    path("t/<slug:slug>/best-ofs/take-over/<int:team_id>/", best_ofs.take_over, name="take_over"),
    path("t/<slug:slug>/best-ofs/take-back/", best_ofs.take_back, name="take_back_best_ofs"),
    path("t/<slug:slug>/rules/", rules.rules, name="rules"),
    path("t/<slug:slug>/log/", log.log, name="log"),
    path("t/<slug:slug>/log/<int:action_id>/undo/", log.undo, name="undo"),
]
