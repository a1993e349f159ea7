"""Logged actions, each named after its service. weekend/undo_handlers.py lists how to undo each action."""

from enum import StrEnum


class Verb(StrEnum):
    # Teams and draft positions
    ADD_ENTRANTS = "add_entrants"
    EDIT_TEAM = "edit_team"
    REMOVE_TEAM = "remove_team"
    ADD_IMPUTED_TEAM = "add_imputed_team"
    SET_DIVISIONS = "set_divisions"
    RENAME_DIVISIONS = "rename_divisions"
    ASSIGN_DIVISION = "assign_division"
    KEEP_APART = "keep_apart"
    SET_SIGN_UP_PAGE = "set_sign_up_page"
    SIGN_UP = "sign_up"
    CHANGE_SIGN_UP = "change_sign_up"
    WITHDRAW_SIGN_UP = "withdraw_sign_up"
    DECLINE_SIGN_UP = "decline_sign_up"
    MARK_FEE = "mark_fee"
    CHOOSE_CREST = "choose_crest"
    ROLL_FOR_SLOTS = "roll_for_slots"
    DRAW_IMPUTED_SLOTS = "draw_imputed_slots"
    CHOOSE_SLOT = "choose_slot"
    PLACE_TEAM = "place_team"
    PLACE_ABSENT = "place_absent"
    ADD_LATE_TEAM = "add_late_team"
    GIVE_MANAGER = "give_manager"

    # The tournament and access to it
    CREATE_TOURNAMENT = "create_tournament"
    COPY_TOURNAMENT = "copy_tournament"
    CHANGE_SETTINGS = "change_settings"
    ARCHIVE_TOURNAMENT = "archive_tournament"
    UNARCHIVE_TOURNAMENT = "unarchive_tournament"
    HIDE_TOURNAMENT = "hide_tournament"
    SHOW_TOURNAMENT = "show_tournament"
    DELETE_TOURNAMENT = "delete_tournament"
    RECOVER_TOURNAMENT = "recover_tournament"
    SET_EDITION_LINES = "set_edition_lines"
    MOVE_STAGE = "move_stage"
    INVITE_TEAMS = "invite_teams"
    INVITE_HELPER = "invite_helper"
    INVITE_PROXY = "invite_proxy"
    REVOKE_INVITATION = "revoke_invitation"
    RENEW_INVITATION = "renew_invitation"
    SET_INVITATION_END = "set_invitation_end"
    END_DEVICE = "end_device"
    MAKE_API_KEY = "make_api_key"
    REVOKE_API_KEY = "revoke_api_key"
    MAKE_SIGN_IN_CODE = "make_sign_in_code"
    SET_PIN = "set_pin"
    ACKNOWLEDGE_PIN = "acknowledge_pin"
    CHOOSE_PHONE_ADDRESS = "choose_phone_address"
    PRINT_SLIPS = "print_slips"

    # The draft
    SHARE_CARD_SET = "share_card_set"
    OPEN_DRAFT = "open_draft"
    START_DRAFT = "start_draft"
    PAUSE_DRAFT = "pause_draft"
    RESUME_DRAFT = "resume_draft"
    EXTEND_CLOCK = "extend_clock"
    MAKE_PICK = "make_pick"
    LET_PROGRAM_PICK = "let_program_pick"
    DISQUALIFY_MANAGER = "disqualify_manager"
    ASK_PROGRAM_TO_FINISH = "ask_program_to_finish"
    STOP_PROGRAM = "stop_program"
    KEEP_PICK = "keep_pick"
    SKIP_TURN = "skip_turn"
    UNDO_LAST_PICK = "undo_last_pick"
    RESCIND_PICK = "rescind_pick"
    CORRECT_PICK = "correct_pick"
    IMPORT_DRAFT = "import_draft"
    ADD_TO_QUEUE = "add_to_queue"
    MOVE_IN_QUEUE = "move_in_queue"
    REMOVE_FROM_QUEUE = "remove_from_queue"
    OFFER_TRADE = "offer_trade"
    ACCEPT_TRADE = "accept_trade"
    CLOSE_TRADE = "close_trade"
    SAVE_LINE_UP = "save_line_up"
    DECLARE_ROTATION = "declare_rotation"

    # The schedule, dropouts and covers
    PUBLISH_SCHEDULE = "publish_schedule"
    REMOVE_SCHEDULE = "remove_schedule"
    PAIR_POWER_ROUND = "pair_power_round"
    SWAP_ROUNDS = "swap_rounds"
    MOVE_SERIES = "move_series"
    PROPOSE_TIMES = "propose_times"
    AGREE_ON_TIME = "agree_on_time"
    CLOSE_TIMES = "close_times"
    REMIND_MANAGERS = "remind_managers"
    SET_DEADLINES = "set_deadlines"
    SET_TIME_ZONE = "set_time_zone"
    MAKE_CALENDAR_ADDRESS = "make_calendar_address"
    ROLL_FOR_HOME = "roll_for_home"
    CHOOSE_AWAY = "choose_away"
    SWAP_HOME_AND_VISITORS = "swap_home_and_visitors"
    IMPORT_RESULTS = "import_results"
    DROP_TEAM = "drop_team"
    CHANGE_COVERS = "change_covers"
    LET_TEAM_PLAY = "let_team_play"
    SETTLE_TAKEOVER = "settle_takeover"

    # Results and rulings
    START_SERIES = "start_series"
    CORRECT_ORDER_OF_PLAY = "correct_order_of_play"
    SAVE_SERIES_RESULTS = "save_series_results"
    SIGN_SHEET = "sign_sheet"
    ATTACH_PHOTO = "attach_photo"
    REMOVE_PHOTO = "remove_photo"
    DESCRIBE_SUSPENSION = "describe_suspension"
    NAME_STAND_IN = "name_stand_in"
    AGREE_TO_FINISH = "agree_to_finish"
    ROLL_FOR_ORDER = "roll_for_order"
    REPORT_MISTAKE = "report_mistake"
    ANSWER_MISTAKE = "answer_mistake"
    TAKE_GAME_BACK = "take_game_back"
    ASK_RULING = "ask_ruling"
    GIVE_RULING = "give_ruling"

    # Standings, tiebreakers and playoffs
    ROLL_TIE_BREAK = "roll_tie_break"
    SCHEDULE_PLAYOFF_GAME = "schedule_playoff_game"
    OPEN_SHOOTOUT = "open_shootout"
    RECORD_SHOOTOUT_HALF = "record_shootout_half"
    START_BEST_OFS = "start_best_ofs"
    TAKE_BACK_BEST_OFS = "take_back_best_ofs"
    START_CONSOLATION = "start_consolation"
    TAKE_BACK_CONSOLATION = "take_back_consolation"

    CHOOSE_POINTS = "choose_points"
    SAVE_WRITE_UP = "save_write_up"
    PUBLISH_WRITE_UP = "publish_write_up"
    WITHDRAW_WRITE_UP = "withdraw_write_up"

    # The director's tools
    ANNOUNCE = "announce"
    SET_WEBHOOK = "set_webhook"
    SET_MAIL = "set_mail"
    SET_NOTICES = "set_notices"
    SET_TIMETABLE = "set_timetable"
    SHOW_ODDS = "show_odds"
    WORK_OUT_ODDS = "work_out_odds"
    ASK_FOR_PRINT_PACK = "ask_for_print_pack"
    CANCEL_PRINT_PACK = "cancel_print_pack"
    RESTORE_COPY = "restore_copy"
    OPEN_TOURNAMENT_FILE = "open_tournament_file"
    UNDO_ACTION = "undo_action"


class Scope(StrEnum):
    """The part of the tournament that an action changes.

    A page reloads only for the scopes in its data-shows attribute.
    """

    ALL = "all"
    PEOPLE = "people"
    ROLLS = "rolls"
    ACCESS = "access"
    DRAFT = "draft"
    WISHES = "wishes"
    LINE_UPS = "line_ups"
    SCHEDULE = "schedule"
    RESULTS = "results"
    SUSPENDED = "suspended"
    SHEETS = "sheets"
    MISTAKES = "mistakes"
    RULINGS = "rulings"
    STANDINGS = "standings"
    POINTS = "points"
    WRITE_UP = "write_up"
    PRINTING = "printing"
    ANNOUNCEMENT = "announcement"
    NEWS = "news"


_VERBS_BY_SCOPE: dict[Scope, tuple[Verb, ...]] = {
    Scope.ALL: (
        Verb.CREATE_TOURNAMENT,
        Verb.COPY_TOURNAMENT,
        Verb.ADD_LATE_TEAM,
        Verb.GIVE_MANAGER,
        Verb.CHANGE_SETTINGS,
        Verb.ARCHIVE_TOURNAMENT,
        Verb.UNARCHIVE_TOURNAMENT,
        Verb.HIDE_TOURNAMENT,
        Verb.SHOW_TOURNAMENT,
        Verb.DELETE_TOURNAMENT,
        Verb.RECOVER_TOURNAMENT,
        Verb.SET_EDITION_LINES,
        Verb.MOVE_STAGE,
        Verb.DROP_TEAM,
        Verb.SETTLE_TAKEOVER,
        Verb.START_BEST_OFS,
        Verb.TAKE_BACK_BEST_OFS,
        Verb.RESTORE_COPY,
        Verb.UNDO_ACTION,
        Verb.OPEN_TOURNAMENT_FILE,
        Verb.DISQUALIFY_MANAGER,
        Verb.CHOOSE_CREST,
    ),
    Scope.PEOPLE: (
        Verb.ADD_ENTRANTS,
        Verb.EDIT_TEAM,
        Verb.REMOVE_TEAM,
        Verb.ADD_IMPUTED_TEAM,
        Verb.SET_DIVISIONS,
        Verb.RENAME_DIVISIONS,
        Verb.ASSIGN_DIVISION,
        Verb.KEEP_APART,
        Verb.SET_SIGN_UP_PAGE,
        Verb.SIGN_UP,
        Verb.CHANGE_SIGN_UP,
        Verb.WITHDRAW_SIGN_UP,
        Verb.DECLINE_SIGN_UP,
        Verb.MARK_FEE,
    ),
    Scope.ROLLS: (
        Verb.ROLL_FOR_SLOTS,
        Verb.DRAW_IMPUTED_SLOTS,
        Verb.CHOOSE_SLOT,
        Verb.PLACE_TEAM,
        Verb.PLACE_ABSENT,
    ),
    Scope.ACCESS: (
        Verb.INVITE_TEAMS,
        Verb.INVITE_HELPER,
        Verb.INVITE_PROXY,
        Verb.REVOKE_INVITATION,
        Verb.RENEW_INVITATION,
        Verb.SET_INVITATION_END,
        Verb.END_DEVICE,
        Verb.MAKE_API_KEY,
        Verb.REVOKE_API_KEY,
        Verb.MAKE_SIGN_IN_CODE,
        Verb.SET_PIN,
        Verb.ACKNOWLEDGE_PIN,
        Verb.CHOOSE_PHONE_ADDRESS,
        Verb.PRINT_SLIPS,
    ),
    Scope.DRAFT: (
        Verb.SHARE_CARD_SET,
        Verb.OPEN_DRAFT,
        Verb.START_DRAFT,
        Verb.PAUSE_DRAFT,
        Verb.RESUME_DRAFT,
        Verb.EXTEND_CLOCK,
        Verb.MAKE_PICK,
        Verb.LET_PROGRAM_PICK,
        Verb.KEEP_PICK,
        Verb.SKIP_TURN,
        Verb.UNDO_LAST_PICK,
        Verb.RESCIND_PICK,
        Verb.CORRECT_PICK,
        Verb.IMPORT_DRAFT,
        Verb.ASK_PROGRAM_TO_FINISH,
        Verb.STOP_PROGRAM,
        Verb.OFFER_TRADE,
        Verb.ACCEPT_TRADE,
        Verb.CLOSE_TRADE,
    ),
    Scope.WISHES: (Verb.ADD_TO_QUEUE, Verb.MOVE_IN_QUEUE, Verb.REMOVE_FROM_QUEUE),
    Scope.LINE_UPS: (Verb.SAVE_LINE_UP, Verb.DECLARE_ROTATION),
    Scope.SCHEDULE: (
        Verb.PUBLISH_SCHEDULE,
        Verb.REMOVE_SCHEDULE,
        Verb.PAIR_POWER_ROUND,
        Verb.SWAP_ROUNDS,
        Verb.MOVE_SERIES,
        Verb.PROPOSE_TIMES,
        Verb.AGREE_ON_TIME,
        Verb.CLOSE_TIMES,
        Verb.REMIND_MANAGERS,
        Verb.SET_DEADLINES,
        Verb.SET_TIME_ZONE,
        Verb.MAKE_CALENDAR_ADDRESS,
        Verb.ROLL_FOR_HOME,
        Verb.CHOOSE_AWAY,
        Verb.CHANGE_COVERS,
        Verb.SET_TIMETABLE,
    ),
    Scope.RESULTS: (
        Verb.START_SERIES,
        Verb.CORRECT_ORDER_OF_PLAY,
        Verb.SAVE_SERIES_RESULTS,
        Verb.SWAP_HOME_AND_VISITORS,
        Verb.IMPORT_RESULTS,
        Verb.TAKE_GAME_BACK,
    ),
    Scope.SUSPENDED: (
        Verb.DESCRIBE_SUSPENSION,
        Verb.NAME_STAND_IN,
        Verb.AGREE_TO_FINISH,
        Verb.ROLL_FOR_ORDER,
    ),
    Scope.SHEETS: (Verb.SIGN_SHEET, Verb.ATTACH_PHOTO, Verb.REMOVE_PHOTO, Verb.LET_TEAM_PLAY),
    Scope.MISTAKES: (Verb.REPORT_MISTAKE, Verb.ANSWER_MISTAKE),
    Scope.RULINGS: (Verb.ASK_RULING, Verb.GIVE_RULING),
    Scope.STANDINGS: (
        Verb.ROLL_TIE_BREAK,
        Verb.SCHEDULE_PLAYOFF_GAME,
        Verb.OPEN_SHOOTOUT,
        Verb.RECORD_SHOOTOUT_HALF,
        Verb.SHOW_ODDS,
        Verb.WORK_OUT_ODDS,
        Verb.START_CONSOLATION,
        Verb.TAKE_BACK_CONSOLATION,
    ),
    Scope.POINTS: (Verb.CHOOSE_POINTS,),
    Scope.WRITE_UP: (Verb.SAVE_WRITE_UP, Verb.PUBLISH_WRITE_UP, Verb.WITHDRAW_WRITE_UP),
    Scope.ANNOUNCEMENT: (Verb.ANNOUNCE,),
    Scope.NEWS: (Verb.SET_WEBHOOK, Verb.SET_MAIL, Verb.SET_NOTICES),
    Scope.PRINTING: (Verb.ASK_FOR_PRINT_PACK, Verb.CANCEL_PRINT_PACK),
}
_SCOPE_BY_VERB: dict[str, Scope] = {verb: scope for scope, verbs in _VERBS_BY_SCOPE.items() for verb in verbs}


def scope_of(verb: str) -> Scope:
    """Return the scope of an action, or ALL if the action is unknown."""
    return _SCOPE_BY_VERB.get(verb, Scope.ALL)


def _verbs(*scopes: Scope) -> tuple[Verb, ...]:
    return tuple(verb for scope in scopes for verb in _VERBS_BY_SCOPE[scope])


# Filters on the log page.
VERBS_BY_TOPIC: dict[str, tuple[Verb, ...]] = {
    "people": _verbs(Scope.PEOPLE, Scope.ROLLS, Scope.ACCESS),
    "draft": _verbs(Scope.DRAFT, Scope.WISHES, Scope.LINE_UPS),
    "schedule": _verbs(Scope.SCHEDULE),
    "results": _verbs(Scope.RESULTS, Scope.SUSPENDED, Scope.SHEETS, Scope.MISTAKES, Scope.RULINGS),
    "standings": _verbs(Scope.STANDINGS, Scope.POINTS),
    "desk": _verbs(Scope.ALL, Scope.PRINTING, Scope.ANNOUNCEMENT, Scope.NEWS, Scope.WRITE_UP),
}
