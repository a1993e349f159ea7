"""Addresses of the club's pages."""

from django.urls import path

from club.views import embeds, feeds, overlays, own_person, people, season_files, seasons, site

urlpatterns = [
    path("calendar/", site.calendar_page, name="club_calendar"),
    path("live/", site.live_page, name="club_live"),
    path("results/", site.results_page, name="club_results"),
    path("preview.png", site.club_picture, name="club_picture"),
    path("t/<slug:slug>/preview.png", site.tournament_picture, name="tournament_picture"),
    path("people/", people.people, name="club_people"),
    path("people/link/", people.people_to_link, name="people_to_link"),
    path("people/changes/<int:change_id>/undo/", people.undo, name="undo_club_change"),
    path("people/<int:person_id>/", people.person, name="club_person"),
    path("people/<int:person_id>/edit/", people.edit, name="edit_person"),
    path("people/<int:person_id>/merge/", people.merge, name="merge_person"),
    path("people/<int:person_id>/split/", people.split, name="split_person"),
    path("people/<int:person_id>/remove/", people.remove, name="remove_person"),
    path("my-data/<str:token>/", own_person.own_person, name="own_person"),
    path("my-data/<str:token>/data.json", own_person.own_data, name="own_person_data"),
    path("seasons/", seasons.newest_season, name="seasons"),
    path("seasons/<int:year>/", seasons.season, name="season"),
    path("seasons/<int:year>/points.<str:kind>", season_files.points, name="season_points_file"),
    path("seasons/<int:year>/report.<str:kind>", season_files.report, name="year_report_file"),
    path("seasons/<int:year>/correct/", seasons.correct, name="correct_points"),
    path("seasons/<int:year>/formula/", seasons.formula, name="set_formula"),
    path("seasons/corrections/<int:correction_id>/withdraw/", seasons.withdraw, name="withdraw_correction"),
    path("seasons/tournaments/<int:facts_id>/", seasons.tournament_facts, name="season_tournament"),
    path("records/", seasons.records, name="records"),
    path("champions/", seasons.champions_page, name="champions"),
    path("feeds/<str:name>.atom", feeds.atom, name="atom_feed"),
    path("feeds/<str:name>.json", feeds.json_feed, name="json_feed"),
    path("sitemap.xml", feeds.sitemap, name="sitemap"),
    path("t/<slug:slug>/embed/standings/", embeds.standings, name="embed_standings"),
    path("t/<slug:slug>/embed/bracket/", embeds.bracket, name="embed_bracket"),
    path("t/<slug:slug>/embed/schedule/", embeds.schedule, name="embed_schedule"),
    path("t/<slug:slug>/embed/draft/", embeds.draft, name="embed_draft"),
    path("t/<slug:slug>/overlay/standings/", overlays.standings, name="overlay_standings"),
    path("t/<slug:slug>/overlay/draft/", overlays.draft, name="overlay_draft"),
    path("t/<slug:slug>/overlay/table/<int:table>/", overlays.table_scoreboard, name="overlay_table"),
    path("t/<slug:slug>/overlay/game/<slug:public_id>/", overlays.game_scoreboard, name="overlay_game"),
]
