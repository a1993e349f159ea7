"""Every act that the log knows, by the name of its service. How each is taken back stands in weekend/acts.py."""

from enum import StrEnum


class Verb(StrEnum):
    # the entrants and their positions
    ADD_ENTRANTS = "add_entrants"
    EDIT_TEAM = "edit_team"
    REMOVE_TEAM = "remove_team"
    ADD_IMPUTED_TEAM = "add_imputed_team"
    SET_DIVISIONS = "set_divisions"
    RENAME_DIVISIONS = "rename_divisions"
    ASSIGN_DIVISION = "assign_division"
    ROLL_FOR_SLOTS = "roll_for_slots"
    DRAW_IMPUTED_SLOTS = "draw_imputed_slots"
    CHOOSE_SLOT = "choose_slot"
    PLACE_TEAM = "place_team"
    PLACE_ABSENT = "place_absent"

    # the tournament, and who may act in it
    CREATE_TOURNAMENT = "create_tournament"
    CHANGE_SETTINGS = "change_settings"
    MOVE_STAGE = "move_stage"
    INVITE_TEAMS = "invite_teams"
    INVITE_HELPER = "invite_helper"
    REVOKE_INVITATION = "revoke_invitation"
    RENEW_INVITATION = "renew_invitation"
    SET_PIN = "set_pin"
    ACKNOWLEDGE_PIN = "acknowledge_pin"

    # the draft
    OPEN_DRAFT = "open_draft"
    START_DRAFT = "start_draft"
    PAUSE_DRAFT = "pause_draft"
    RESUME_DRAFT = "resume_draft"
    EXTEND_CLOCK = "extend_clock"
    MAKE_PICK = "make_pick"
    LET_PROGRAM_PICK = "let_program_pick"
    KEEP_PICK = "keep_pick"
    SKIP_TURN = "skip_turn"
    UNDO_LAST_PICK = "undo_last_pick"
    RESCIND_PICK = "rescind_pick"
    CORRECT_PICK = "correct_pick"
    ADD_TO_QUEUE = "add_to_queue"
    MOVE_IN_QUEUE = "move_in_queue"
    REMOVE_FROM_QUEUE = "remove_from_queue"

    # the schedule, and who plays
    PUBLISH_SCHEDULE = "publish_schedule"
    REMOVE_SCHEDULE = "remove_schedule"
    SWAP_ROUNDS = "swap_rounds"
    MOVE_SERIES = "move_series"
    ROLL_FOR_HOME = "roll_for_home"
    CHOOSE_AWAY = "choose_away"
    DROP_TEAM = "drop_team"
    CHANGE_COVERS = "change_covers"
    SETTLE_TAKEOVER = "settle_takeover"

    # results and rulings
    SAVE_SERIES_RESULTS = "save_series_results"
    SIGN_SHEET = "sign_sheet"
    ASK_RULING = "ask_ruling"
    GIVE_RULING = "give_ruling"

    # standings and best-ofs
    ROLL_TIE_BREAK = "roll_tie_break"
    SCHEDULE_PLAYOFF_GAME = "schedule_playoff_game"
    START_BEST_OFS = "start_best_ofs"
    TAKE_BACK_BEST_OFS = "take_back_best_ofs"

    # the desk
    ASK_FOR_PRINT_PACK = "ask_for_print_pack"
    CANCEL_PRINT_PACK = "cancel_print_pack"
    UNDO_ACTION = "undo_action"
