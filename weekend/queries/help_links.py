"""The help page for each page of the program."""

from typing import Final

# For each help page, the URL names that link to it.
_ADDRESSES_BY_HELP: Final[dict[str, tuple[str, ...]]] = {
    # setting up
    "how-to/set-up-a-tournament": ("new_tournament", "settings", "stage", "timetable"),
    "how-to/enter-teams": (
        *("people", "team_entry", "give_manager", "remove_team", "entrant_list"),
        *("sign_up", "own_sign_up", "sign_up_poster", "sign_up_list"),
    ),
    "how-to/hand-out-sign-in-links": ("sign_in", "devices", "all_devices", "team_pin", "invitation")
    + ("invitations_print",),
    "how-to/connect-the-phones": ("connect_phones", "phone_check"),
    "how-to/roll-for-draft-positions": ("rolls",),
    "how-to/load-a-season": ("card_sets", "card_set"),
    "how-to/use-a-ratings-sheet": ("ratings_sheet",),
    "how-to/fill-in-your-own-cards": ("card_upload", "own_season"),
    "reference/rules-editions": ("rules", "edition"),
    # the draft
    "how-to/prepare-for-the-draft": ("mock_draft", "my_list", "ranking_sheet", "my_player"),
    "how-to/run-the-draft": (
        *("draft", "draft_board", "draft_big_screen", "draft_value", "draft_pick", "draft_player", "draft_confirm"),
        *("draft_dashboard", "draft_disqualify", "draft_finish", "draft_settings"),
    ),
    "how-to/undo-a-pick": ("draft_rescind", "draft_undo", "draft_correct"),
    "how-to/a-manager-is-late": ("late_team",),
    "how-to/import-a-draft": ("draft_import",),
    "how-to/trade-picks": ("trades", "new_trade"),
    # the round robin
    "how-to/run-a-round": (
        *(
            "dashboard",
            "schedule",
            "schedule_publish",
            "schedule_change",
            "home_roll",
            "hall_big_screen",
            "round_big_screen",
        ),
        *("big_screens", "results", "swap_home", "rulings", "correct_order", "orders_of_play"),
    ),
    "how-to/import-a-schedule-or-results": ("schedule_import", "results_import"),
    "how-to/run-a-tournament-over-a-month": ("series_time", "series_times", "round_deadlines", "team_times"),
    "how-to/enter-a-result-on-your-phone": ("enter_series", "leave_series"),
    "how-to/sign-the-pitching-sheets": ("series", "sheets", "sheet", "signing", "check_form", "check"),
    "how-to/check-who-can-pitch": ("bullpens", "division_board"),
    "how-to/set-lineups-and-starters": ("lineup", "rotation"),
    "how-to/record-injuries": ("injuries",),
    "how-to/report-a-mistake": ("mistakes", "mistake", "report_mistake"),
    "how-to/finish-a-suspended-game": ("suspended", "suspended_game"),
    "how-to/a-team-drops-out": ("drop_team", "change_covers"),
    "how-to/undo-an-action": ("log", "undo"),
    # standings and playoffs
    "how-to/read-the-standings": ("standings", "standings_big_screen", "head_to_head", "round_by_round", "what_if"),
    "how-to/hold-a-shootout": ("open_shootout", "shootout"),
    "how-to/show-the-odds": ("odds",),
    "how-to/run-the-playoffs": ("bracket", "bracket_big_screen"),
    "how-to/finish-the-tournament": ("closing", "write_up", "edit_write_up"),
    # managers and visitors
    "reference/pages-for-managers": ("my_team",),
    "reference/pages": ("site_search", "tournament_search", "tournament", "rosters", "team", "box_scores", "players"),
    "how-to/get-notices": ("notices", "confirm_mail", "stop_mail", "webhook"),
    "how-to/print-sheets": ("printing", "print_pack"),
    # the play table
    "how-to/play-a-friend-in-the-browser": (
        *("play_new", "play_card_file", "play_seat", "play_volunteer", "play_lineup"),
        *("live_games", "live_big_screen"),
    ),
    "reference/play-table": (
        *("play_table", "play_changes", "play_orders", "play_plays", "play_win_chances", "play_box_score"),
        *("play_option_odds", "table_question"),
    ),
    "how-to/check-the-dice": ("play_dice", "play_dice_counts", "tournament_dice_counts"),
    # the club
    "reference/pages-of-the-club": (
        *("home", "club_calendar", "club_live", "club_results", "club_people", "club_person", "own_person"),
        *("records", "champions", "player_statistics", "ballplayer"),
    ),
    "how-to/link-managers-to-people": ("people_to_link", "choose_people"),
    "how-to/count-season-points": ("seasons", "season"),
    "how-to/import-past-results": ("history_import",),
    "explanation/ratings": ("ratings",),
    "how-to/show-standings-on-your-site": (
        *("embed_standings", "embed_bracket", "embed_schedule", "embed_draft"),
        *("overlay_standings", "overlay_draft", "overlay_table", "overlay_game"),
    ),
    # the installation
    "how-to/restore-a-backup": ("backups", "backup", "saved"),
    "how-to/archive-hide-or-delete-a-tournament": ("delete_tournament",),
    "how-to/move-to-another-laptop": ("tournament_imports", "tournament_import", "arrive"),
    "how-to/run-a-standby-computer": ("standby",),
    "how-to/check-an-installation": ("checkup",),
    "reference/api": ("api_docs", "api_group", "api_keys"),
    "explanation/architecture": ("style",),
}

# The view's app determines the help page for URL names not listed above, such as a form that shows its errors.
_HELP_BY_APP: Final = {
    "backups": "how-to/restore-a-backup",
    "club": "reference/pages-of-the-club",
    "drafts": "how-to/run-the-draft",
    "games": "how-to/run-a-round",
    "pitching": "how-to/sign-the-pitching-sheets",
    "play": "reference/play-table",
    "tabletop": "how-to/set-lineups-and-starters",
    "tournaments": "how-to/set-up-a-tournament",
}

HELP_BY_ADDRESS: Final = {
    address: help_path for help_path, addresses in _ADDRESSES_BY_HELP.items() for address in addresses
}


def help_path_of(address_name: str, app: str) -> str | None:
    """Return the path of the help page for the page with this URL name. None means the help index."""
    return HELP_BY_ADDRESS.get(address_name) or _HELP_BY_APP.get(app)
