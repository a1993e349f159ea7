"""Undo handlers for all actions, checks before a stage change, and the protection of signed results.

The apps below this one can't import each other's services. Therefore all handlers are listed here and registered with
the apps at startup.
"""

from collections.abc import Callable, Mapping, Sequence

from drafts.services.disqualifying import undo_disqualification
from drafts.services.imported_drafts import undo_imported_draft
from drafts.services.late_teams import undo_late_team
from drafts.services.legal_teams import undo_let_team_play
from drafts.services.program import undo_program_drafts
from drafts.services.stage_checks import drafts_finished, picks_made, teams_legal
from drafts.services.trading import undo_trade
from drafts.services.undoing import undo_logged_correction, undo_logged_pick, undo_logged_rescission
from games.scoresheet.undo import redo_save_series_results, undo_save_series_results
from games.scoresheet.write import ResultsChange, seal_guards
from games.services.declared import undo_rotation
from games.services.imported_results import undo_imported_results
from games.services.mistakes import undo_mistake
from games.services.play_order import undo_order
from games.services.rulings import undo_question, undo_ruling
from games.services.suspended import undo_suspension
from games.services.swapping import undo_swap
from games.services.taking_back import undo_taking_back
from pitching.services.sign_off import protect_signatures, redo_sign_sheet, undo_sign_sheet
from pitching.services.stage_checks import check_sheets_signed
from tabletop.services.lineups import undo_lineup
from tournaments.action_log.verbs import Verb
from tournaments.services import stages, undo
from tournaments.services.closing import undo_choice_of_points
from tournaments.services.consolation import redo_consolation, undo_consolation
from tournaments.services.home_rolls import undo_home_roll
from tournaments.services.order_of_play import redo_start, undo_start
from tournaments.services.playoffs import redo_seeding, undo_seeding
from tournaments.services.stages import Check, Stage
from tournaments.services.takeovers import redo_takeover, undo_takeover
from tournaments.services.undo import (
    Undoing,
    restore_rows,
    undo_edition_lines,
    undo_give_manager,
    undo_in_sign_up,
    undo_settings,
    undo_stage,
)
from tournaments.services.undo_tie_breaks import redo_tie_break, undo_tie_break

_IN_SIGN_UP = Undoing(undo_in_sign_up, redo=undo_in_sign_up)
_ROWS = Undoing(restore_rows, redo=restore_rows)
_HOME_ROLL = Undoing(undo_home_roll, redo=undo_home_roll)
_MISTAKE = Undoing(undo_mistake)
_SUSPENSION = Undoing(undo_suspension, redo=undo_suspension)
_TIE_BREAK = Undoing(undo_tie_break, redo=redo_tie_break)

_LINKS = "Undo it on the links and devices page."
_DRAFT_CONTROLS = "Undo it on the draft dashboard."
_SIGN_UPS = "Undo it on the sign-ups page."
_SETTINGS_PAGE = "Undo it at the bottom of the settings page."
_OWN_QUEUE = "The manager can change the queue back."

# An action that can't be undone from the log has a sentence instead. It explains what to do, or why the action stays.
UNDOING: Mapping[Verb, Undoing | str] = {
    Verb.ADD_ENTRANTS: _IN_SIGN_UP,
    Verb.EDIT_TEAM: _IN_SIGN_UP,
    Verb.REMOVE_TEAM: _IN_SIGN_UP,
    Verb.ADD_IMPUTED_TEAM: _IN_SIGN_UP,
    Verb.SET_DIVISIONS: _IN_SIGN_UP,
    Verb.RENAME_DIVISIONS: _IN_SIGN_UP,
    Verb.ASSIGN_DIVISION: _IN_SIGN_UP,
    Verb.KEEP_APART: _IN_SIGN_UP,
    Verb.SET_SIGN_UP_PAGE: _SIGN_UPS,
    Verb.SIGN_UP: "Decline it on the sign-ups page.",
    Verb.CHANGE_SIGN_UP: "The person can change the sign-up again.",
    Verb.WITHDRAW_SIGN_UP: "The person can sign up again.",
    Verb.DECLINE_SIGN_UP: _SIGN_UPS,
    Verb.MARK_FEE: _SIGN_UPS,
    Verb.CHOOSE_CREST: _ROWS,
    Verb.ROLL_FOR_SLOTS: _IN_SIGN_UP,
    Verb.DRAW_IMPUTED_SLOTS: _IN_SIGN_UP,
    Verb.CHOOSE_SLOT: _IN_SIGN_UP,
    Verb.PLACE_TEAM: _IN_SIGN_UP,
    Verb.PLACE_ABSENT: _IN_SIGN_UP,
    Verb.ADD_LATE_TEAM: Undoing(undo_late_team),
    Verb.GIVE_MANAGER: Undoing(undo_give_manager),
    Verb.CREATE_TOURNAMENT: "Everything else depends on it.",
    Verb.COPY_TOURNAMENT: "Change the rules and the timetable on their pages.",
    Verb.CHANGE_SETTINGS: Undoing(undo_settings, redo=undo_settings),
    Verb.ARCHIVE_TOURNAMENT: _SETTINGS_PAGE,
    Verb.UNARCHIVE_TOURNAMENT: _SETTINGS_PAGE,
    Verb.HIDE_TOURNAMENT: _SETTINGS_PAGE,
    Verb.SHOW_TOURNAMENT: _SETTINGS_PAGE,
    Verb.DELETE_TOURNAMENT: "The organizer can recover a deleted tournament on Home.",
    Verb.RECOVER_TOURNAMENT: "The organizer can delete the tournament again.",
    Verb.SET_EDITION_LINES: Undoing(undo_edition_lines, redo=undo_edition_lines),
    Verb.MOVE_STAGE: Undoing(undo_stage, redo=undo_stage),
    Verb.INVITE_TEAMS: _LINKS,
    Verb.INVITE_HELPER: _LINKS,
    Verb.INVITE_PROXY: "Revoke the proxy's link on the invitations page, or let it expire.",
    Verb.REVOKE_INVITATION: "A revoked link stays revoked. Send a new invitation.",
    Verb.RENEW_INVITATION: "The old link stays revoked. Hand out the new link.",
    Verb.SET_INVITATION_END: _LINKS,
    Verb.END_DEVICE: "The device can sign in again with its link.",
    Verb.MAKE_API_KEY: "Revoke the key on the API keys page.",
    Verb.REVOKE_API_KEY: "A revoked key stays revoked. Make a new key.",
    Verb.MAKE_SIGN_IN_CODE: "The code expires, or is replaced by the next code.",
    Verb.SET_PIN: "The previous PIN wasn't saved. Set a new PIN.",
    Verb.ACKNOWLEDGE_PIN: "A confirmation can't be undone.",
    Verb.CHOOSE_PHONE_ADDRESS: _ROWS,
    Verb.PRINT_SLIPS: "Printed slips can't be undone. Collect them.",
    Verb.SHARE_CARD_SET: "The uploader can change it back on the card set page.",
    Verb.OPEN_DRAFT: "You can change the cards and clock on the draft page until the first pick.",
    Verb.START_DRAFT: _DRAFT_CONTROLS,
    Verb.PAUSE_DRAFT: _DRAFT_CONTROLS,
    Verb.RESUME_DRAFT: _DRAFT_CONTROLS,
    Verb.EXTEND_CLOCK: "Extra time can't be undone.",
    Verb.MAKE_PICK: Undoing(
        undo_logged_pick,
        way_back="The team is on the clock again. To redo the pick, pick the same player.",
    ),
    Verb.LET_PROGRAM_PICK: Undoing(undo_program_drafts, redo=undo_program_drafts),
    Verb.DISQUALIFY_MANAGER: Undoing(undo_disqualification, redo=undo_disqualification),
    Verb.ASK_PROGRAM_TO_FINISH: "Stop it on the draft dashboard. Each of its picks can be undone.",
    Verb.STOP_PROGRAM: "Start it again on the draft dashboard.",
    Verb.KEEP_PICK: "The pick can be corrected or rescinded (T0.18).",
    Verb.SKIP_TURN: Undoing(undo_logged_pick, way_back="The team is on the clock again. To redo, skip the pick."),
    Verb.UNDO_LAST_PICK: "The team is on the clock. Pick the same player.",
    Verb.RESCIND_PICK: Undoing(
        undo_logged_rescission, way_back="To redo, rescind the pick again on the team's draft page."
    ),
    Verb.CORRECT_PICK: Undoing(
        undo_logged_correction, way_back="To redo, correct the pick again on the draft dashboard."
    ),
    Verb.IMPORT_DRAFT: Undoing(undo_imported_draft, way_back="To redo, import the sheet again on the draft page."),
    Verb.ADD_TO_QUEUE: _OWN_QUEUE,
    Verb.MOVE_IN_QUEUE: _OWN_QUEUE,
    Verb.REMOVE_FROM_QUEUE: _OWN_QUEUE,
    Verb.OFFER_TRADE: "The manager can withdraw the offer.",
    Verb.ACCEPT_TRADE: Undoing(undo_trade, way_back="To redo, offer and accept the trade again."),
    Verb.CLOSE_TRADE: "The manager can offer the trade again.",
    Verb.SAVE_LINE_UP: Undoing(undo_lineup, redo=undo_lineup),
    Verb.DECLARE_ROTATION: Undoing(undo_rotation, redo=undo_rotation),
    Verb.PUBLISH_SCHEDULE: _ROWS,
    Verb.REMOVE_SCHEDULE: _ROWS,
    Verb.PAIR_POWER_ROUND: _ROWS,
    Verb.SWAP_ROUNDS: _ROWS,
    Verb.MOVE_SERIES: _ROWS,
    Verb.PROPOSE_TIMES: "The manager can withdraw the times on the series page.",
    Verb.AGREE_ON_TIME: "Either manager can propose another time on the series page.",
    Verb.CLOSE_TIMES: "The manager can propose the times again.",
    Verb.REMIND_MANAGERS: "A reminder can't be unsent.",
    Verb.SET_DEADLINES: "Set other deadlines on the series times page.",
    Verb.SET_TIME_ZONE: "The manager can set another time zone.",
    Verb.MAKE_CALENDAR_ADDRESS: "The old address stays closed. Make a new address.",
    Verb.ROLL_FOR_HOME: _HOME_ROLL,
    Verb.CHOOSE_AWAY: _HOME_ROLL,
    Verb.IMPORT_RESULTS: Undoing(undo_imported_results, way_back="To redo, import the sheet again."),
    Verb.SWAP_HOME_AND_VISITORS: Undoing(undo_swap, redo=undo_swap),
    Verb.DROP_TEAM: _ROWS,
    Verb.CHANGE_COVERS: _ROWS,
    Verb.LET_TEAM_PLAY: Undoing(undo_let_team_play, way_back="To redo, let the team play again on its page."),
    Verb.SETTLE_TAKEOVER: Undoing(undo_takeover, redo=redo_takeover),
    Verb.START_SERIES: Undoing(undo_start, redo=redo_start),
    Verb.CORRECT_ORDER_OF_PLAY: Undoing(undo_order, redo=undo_order),
    Verb.SAVE_SERIES_RESULTS: Undoing(undo_save_series_results, redo=redo_save_series_results),
    Verb.SIGN_SHEET: Undoing(undo_sign_sheet, redo=redo_sign_sheet),
    Verb.ATTACH_PHOTO: "Remove the photo on the series page.",
    Verb.REMOVE_PHOTO: "A removed photo is deleted. Attach it again.",
    Verb.DESCRIBE_SUSPENSION: _SUSPENSION,
    Verb.NAME_STAND_IN: _SUSPENSION,
    Verb.AGREE_TO_FINISH: _SUSPENSION,
    Verb.ROLL_FOR_ORDER: _SUSPENSION,
    Verb.REPORT_MISTAKE: _MISTAKE,
    Verb.ANSWER_MISTAKE: _MISTAKE,
    Verb.TAKE_GAME_BACK: Undoing(undo_taking_back, redo=undo_taking_back),
    Verb.ASK_RULING: Undoing(undo_question, way_back="To redo, request the ruling again on the series page."),
    Verb.GIVE_RULING: Undoing(undo_ruling, way_back="To redo, give the ruling again on its page."),
    Verb.ROLL_TIE_BREAK: _TIE_BREAK,
    Verb.SCHEDULE_PLAYOFF_GAME: _TIE_BREAK,
    Verb.OPEN_SHOOTOUT: _TIE_BREAK,
    Verb.RECORD_SHOOTOUT_HALF: _TIE_BREAK,
    Verb.START_BEST_OFS: Undoing(undo_seeding, redo=redo_seeding),
    Verb.TAKE_BACK_BEST_OFS: Undoing(redo_seeding, redo=undo_seeding),
    Verb.START_CONSOLATION: Undoing(undo_consolation, redo=redo_consolation),
    Verb.TAKE_BACK_CONSOLATION: Undoing(redo_consolation, redo=undo_consolation),
    Verb.CHOOSE_POINTS: Undoing(undo_choice_of_points, redo=undo_choice_of_points),
    Verb.SAVE_WRITE_UP: "Change the text on the write-up page.",
    Verb.PUBLISH_WRITE_UP: "Withdraw it on the write-up page.",
    Verb.WITHDRAW_WRITE_UP: "Publish it again on the write-up page.",
    Verb.ANNOUNCE: _ROWS,
    Verb.SET_WEBHOOK: _ROWS,
    Verb.SET_MAIL: "The person who requested the email can change it back.",
    Verb.SET_NOTICES: "The manager can change it back.",
    Verb.SET_TIMETABLE: _ROWS,
    Verb.SHOW_ODDS: _ROWS,
    Verb.WORK_OUT_ODDS: "Odds follow from the results. Calculate them again.",
    Verb.ASK_FOR_PRINT_PACK: "Cancel it on the print page.",
    Verb.CANCEL_PRINT_PACK: "Request it again on the print page.",
    Verb.RESTORE_COPY: "On the Backups page, restore the backup made before the import.",
    Verb.OPEN_TOURNAMENT_FILE: "The import changed no other tournament.",
    Verb.UNDO_ACTION: "Redo the action that it undid.",
}

ENTRY_CHECKS: Mapping[Stage, Sequence[Check]] = {
    Stage.DRAFT: [stages.edition_settled, stages.entrants_ready],
    Stage.ROUND_ROBIN: [stages.schedule_ready, drafts_finished, teams_legal],
    Stage.PLAYOFFS: [stages.round_robin_over],
    Stage.FINISHED: [stages.champion_known, stages.consolation_decided, check_sheets_signed],
}
RETURN_CHECKS: Mapping[Stage, Sequence[Check]] = {
    Stage.DRAFT: [stages.schedule_published, picks_made],
    Stage.ROUND_ROBIN: [stages.started_series],
    Stage.PLAYOFFS: [stages.playoffs_seeded],
}
SEAL_GUARDS: Sequence[Callable[[ResultsChange], list[str]]] = [protect_signatures]


def register_undo_handlers() -> None:
    """Register the handlers and checks with the apps that use them."""
    undo.undoing.update((str(verb), handler) for verb, handler in UNDOING.items())
    stages.entry_checks.update(ENTRY_CHECKS)
    stages.return_checks.update(RETURN_CHECKS)
    seal_guards[:] = SEAL_GUARDS
