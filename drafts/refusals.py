"""Error codes and messages for rejected changes to drafts, card sets and draft news."""

from rules_engine.rulings import Finding


class DraftRefusal(Finding):
    """Reasons why a draft can't be set up, started or changed."""

    NO_SUCH_DRAFT = "Draft not found."
    NOT_IN_THIS_DRAFT = "This team doesn't draft in this division."
    NO_TEAMS = "This division has no teams yet. Add teams first."
    WITHOUT_A_POSITION = "these teams have no draft position yet: {teams:commas}."
    GAP_IN_THE_POSITIONS = "the draft positions are {positions:commas}, but they must be consecutive, starting at 1."
    DIVISION_SIZE = (
        "a division has {smallest} to {largest} teams, but this one has {size}. "
        "The director can start the draft anyway by giving a reason."
    )
    OTHER_GAME = "“{card_set}” has cards for {cards_game}, but this tournament plays {game}. Choose another card set."
    CARD_SET_IS_FIXED = "The draft has started, so its card set can no longer be changed."
    NOT_STARTED = "The draft hasn't started yet."
    ALREADY_STARTED = "The draft has already started."
    PAUSED = "The draft is paused. Wait until the director resumes it."
    NOT_RUNNING = "The draft isn't running (state: {state})."
    NOT_PAUSED = "The draft isn't paused (state: {state})."
    SETTINGS_CHANGED = "The draft has changed since you opened this page. Check its settings and save again."
    DRAFT_CHANGED = "The draft has changed since you opened this page. Check the board and try again."
    ROSTERS_ARE_FINAL = (
        "Games in this division have started, so its rosters can't change. To correct a result, open its series page."
    )


class LateTeamRefusal(Finding):
    """Reasons why a team can't join a draft in progress or be removed again."""

    MAY_JOIN = "{division} has room for a late team."
    NOT_STARTED = "The draft hasn't started. Add the team on the Teams page, and give it a draft position."
    DRAFT_IS_OVER = "This draft is finished. Let the newcomer take over an imputed team instead."
    REOPENED = "A rescinded pick is being redone. Finish those picks first."
    PROGRAM_AT_WORK = "Autopick is finishing this draft. Stop it first."
    SCHEDULE_PUBLISHED = "The schedule for {division} is published without this team. Remove the schedule first."
    DIVISION_FULL = (
        "{division} has {size} teams, and a division has at most {largest} ({rule}). Enter the reason, or let the "
        "newcomer take over an imputed team."
    )
    HAS_TRADED = "{team} has traded. Undo its trades first."
    HAS_PICKED = "{team} has already picked. Undo its picks first."
    JOINED_EARLIER = "{team} joined later. Undo that first."


class ClockRefusal(Finding):
    """Reasons why the draft clock can't be set, extended or started."""

    TURN_LENGTH = "Enter a time per pick from 0 seconds (no clock) to 7 days."
    BANK_LENGTH = "Enter a time bank from 0 seconds (none) to 7 days."
    NO_EXPIRY_RULE = "Choose what happens when the time is up."
    ONE_HOUR_MISSING = "Enter both hours, from and until, or leave both empty."
    EXTENSION_LENGTH = "Enter an extension from 1 second to 24 hours."
    NO_CLOCK = "No clock is running."
    TURN_IS_OVER = "{turn} is over. {team} is on the clock with {current_turn}."
    UNKNOWN_ACTION = "Choose start, pause, resume or extend."


class TurnRefusal(Finding):
    """Reasons why a team can't pick now or confirm a pick."""

    EVERY_TURN_MADE = "every pick in this draft has been made."
    NOT_ITS_TURN = "it is not {team}'s turn. {holder} is on the clock with {turn} ({overall})."
    TURN_IS_CLOSED = "The pick on this page is no longer open. {team} is on the clock with {turn}."
    TURN_IS_MADE = "{turn} was made{made_by} at {time}: {team} has {selection}. Nothing was changed."
    NOTHING_TO_KEEP = "this team has no pick to keep or change."


class SelectionFinding(Finding):
    """Findings on whether a player or ballpark can be selected."""

    CHOOSE_ONE = "Choose one player or one ballpark."
    UNKNOWN_PLAYER = "“{card_set}” doesn't have this player. Nothing was picked."
    UNKNOWN_PARK = "“{card_set}” doesn't have this ballpark. Nothing was picked."
    PARK_NAME = "Enter a park name of 1 to {longest} letters."
    PARK_NUMBERS = (
        "The park's {number} must be a whole number from {lowest} to {highest}, the same for left and right ({rule})."
    )
    DESPITE_THE_GUARD = "{rule}: {guard} The director can allow it by giving a reason."
    DESIGNED = "no other team has this designed park"
    FREE = "{name} is free"
    PLAYER_GONE = "{name} is taken: {team} picked him at {pick}"
    PARK_GONE = "{name} is taken: {team} picked it at {pick}"
    BY_HIS_CARD = "{name}: {reason}"


class CorrectionRefusal(Finding):
    """Reasons why a completed pick can't be corrected."""

    TURN_NOT_MADE = "This pick hasn't been made yet, so there is nothing to correct."
    NO_REASON = "Enter a reason. It is shown in the log."
    NO_CHANGE = "{turn} is already {selection}."
    NOT_ALLOWED = "{team}: {rule}: {ruling}"


class UndoRefusal(Finding):
    """Reasons why a pick, rescission or correction can't be undone."""

    NO_PICK = "There is no pick to undo."
    TEAM_ADDED_SINCE = (
        "A late team has joined since, so picks have new numbers. Undo the last pick on the draft dashboard, or "
        "correct this one there."
    )
    LATER_PICKS = "Later picks have been made. Undo those first, or correct this pick on the draft dashboard."
    CHANGED_SINCE = "{turn} was changed later. Undo that change first."
    PICK_IS_GONE = "One of these picks has since been undone."
    TAKEN_SINCE = "{team} has since taken {selection} with {turn}."
    CHOSEN_SINCE = (
        "it reopened picks that have since been made. Undo those picks, or correct them on the draft dashboard."
    )
    RESCINDED_FIRST = "a rescinded pick is being redone. Finish those picks first, or correct a pick."


class RescissionRefusal(Finding):
    """Reasons why a team can't rescind its latest pick."""

    DRAFT_NOT_RUNNING = "The draft isn't running."
    ANOTHER_IN_PROGRESS = "A rescinded pick is being redone. Finish those picks first."
    NO_PICK_YET = "The team hasn't made a pick yet."
    NOT_THE_LATEST = "{pick} is no longer the team's latest pick."


class ProgramRefusal(Finding):
    """Reasons why autopick can't start, stop or change."""

    IMPUTED_TEAM = "an imputed team is always on autopick."
    DISQUALIFIED = "{team}'s manager is disqualified, which determines who makes its picks. See the log."
    NO_SUCH_TEAM = "This team no longer exists."
    CHANGED_SINCE = "Autopick for {team} was changed later. Undo that first."
    DRAFT_NOT_RUNNING = "Start or resume the draft first. Then autopick can finish it."
    NOT_FINISHING = "Autopick isn't finishing this draft."
    NOTHING_LEFT = "“{card_set}” has no cards left that {team} can take."


class DisqualificationRefusal(Finding):
    """Reasons why a manager can't be disqualified for being late."""

    DRAFT_IS_OVER = "the draft is over, so no manager can be late for it. A team that leaves now drops out (T0.08)."
    NO_MANAGER = "{team} is on autopick and has no manager to disqualify."
    ALREADY_DISQUALIFIED = "{team}'s manager is already disqualified."
    NO_CHOICE = "Choose what happens to the team's picks."
    NO_REASON = "Enter a reason. It is shown in the log."


class QueueRefusal(Finding):
    """Reasons why a pick queue can't be changed."""

    DESIGNED_PARK = "A designed park is named when it is picked, so it can't be queued."
    FULL = "A queue can hold {longest} picks. Remove one first."
    UNKNOWN_MOVE = "Move a queued pick {moves:or}."
    NOT_IN_QUEUE = "This pick is no longer in the queue."


class MockDraftRefusal(Finding):
    """Reasons why a mock draft can't start or continue."""

    NO_CARD_SET = "You can practice after the director chooses the card set for your draft."
    TOO_FEW_CARDS = "“{card_set}” has too few eligible cards for a draft."
    TEAM_COUNT = "Choose from {fewest} to {most} teams. The card set doesn't have enough players for more."
    POSITION = "Choose a draft position from 1 to {teams}."
    NOT_STARTED = "Start a mock draft first."
    FINISHED = "This mock draft is finished. Start another one."
    TURN_IS_OVER = "Your mock draft has changed since you opened this page. Choose again."
    DESIGNED_PARK = "In a mock draft you can't design a ballpark. Choose one from the list."
    NOTHING_TO_UNDO = "You haven't picked anyone yet."
    NOTHING_TO_QUEUE = "You haven't picked anyone yet. Pick someone first, then queue your picks."
    OTHER_CARD_SET = "Your draft no longer uses “{card_set}”. Start a new mock draft."


class RankingFault(Finding):
    """Reasons why a row in a pasted ranking is skipped."""

    UNKNOWN_PLAYER = "no player in the card set is named “{name}”."
    LISTED_TWICE = "{name} is already in row {first}."
    BY_CHOICE = "{name} is left out, as you chose."


class RankingRefusal(Finding):
    """Reasons why a manager's own list can't be changed."""

    UNANSWERED = "Answer the questions first, or leave their rows out. Still open: {rows}."
    NOBODY = "None of these names is in the card set. Check that the list is for the same season."
    TOO_LONG = "The list has {rows:,} players, but a ranking has at most {most:,}."
    TOO_MANY_ROWS = "The list has {rows:,} rows, but at most {most:,} are read."
    NO_PREVIOUS = "There is no earlier ranking to restore."
    LONG_NOTE = "A note can have at most {longest} characters."
    UNKNOWN_PLAYER = "This player isn't in the card set for your draft."
    TOO_MANY_NOTES = "A list can have at most {most:,} players."
    NOBODY_TO_QUEUE = "There are no players to queue: your ranking is empty, or all its players are taken."


class TradeRefusal(Finding):
    """Reasons why a trade can't be offered, accepted or undone."""

    NOT_ALLOWED = "The director doesn't allow trades in this draft."
    NO_DRAFT = "Your division's draft isn't set up yet."
    RESCINDED_FIRST = "A rescinded pick is being redone. Trade after those picks are made."
    NO_PARTNER = "Choose another team in your division that has a manager."
    NOTHING_CHOSEN = "Choose at least one pick or player from each team."
    UNEQUAL = "Both teams must give the same number of selections, but this trade has {offered} for {requested}."
    NOT_YOURS = "{turn} doesn't belong to {team}."
    TOO_MANY_OFFERS = "You have {most} open offers. Withdraw one first."
    CHANGED_SINCE = "{turn} has changed since the trade was offered. Offer it again."
    NOT_OPEN = "This trade is no longer open."
    COUNTS = "{team} can't make this trade: {ruling}"
    TRADED_SINCE = "{turn} has changed since this trade. Undo the later action first."
    NO_SUCH_TRADE = "This trade no longer exists."


class CardSetRefusal(Finding):
    """Reasons why a card set can't be stored."""

    NO_STATISTICS = "No file has a batting or pitching table for this season. Check the year and the columns."
    NO_SEASON = "This season can't be saved. {fault}"
    NO_NAME = "Enter a name for the card set."
    NAME_TOO_LONG = "The name has {length} characters. A card set name can have at most {longest}."
    NAME_TAKEN = "There is already a card set named “{name}”. Nothing was changed. Choose another name, or replace it."
    USED_BY_DRAFT = "The card set “{name}” is used by the draft of {draft}. Choose another name."
    NOT_YOURS = (
        "The card set “{name}” belongs to someone else. Only its uploader and the organizer can change, replace or "
        "delete it."
    )
    PRIVATE = "The card set “{name}” is private. Ask its uploader to share it, or choose another card set."
    DELETE_IN_USE = "The card set “{name}” is used by the draft of {draft}, so it can't be deleted."
    CARDS_IN_USE_HERE = "Cards of “{name}” are in use, so it can't be deleted."
    CARDS_IN_USE = "Cards of “{name}” are in use. Choose another name."
    STORED_MEANWHILE = "Someone else has just saved a card set named “{name}”. Nothing was changed."


class UploadRefusal(Finding):
    """Reasons why a card file can't be queued or canceled."""

    QUEUE_IS_FULL = "{waiting} large files are already being read. Upload this one after one of those is done."
    NOT_BEING_READ = "This file is no longer being read."


class NewsRefusal(Finding):
    """Reasons why email can't be sent."""

    NO_MAIL_SERVER = "This installation can't send email."
    NO_MAIL_ADDRESS = "Enter a complete email address, such as ann@example.org."
    TEST_PENDING = "A test is already on its way. Wait a moment for it."


class TeamRefusal(Finding):
    """Reasons why a drafted team can't play or can't be allowed to play."""

    NOT_LEGAL = "{team} is not a legal team: {why}"
    WRONG_STAGE = "You can allow a team to play only when you start the round robin or during it."
    NOTHING_TO_WAIVE = "{team} is legal or is already allowed to play."
    NO_REASON = "Enter a reason. It is printed on the team's sheet."


class RatingsSheetRefusal(Finding):
    """Reasons why a ratings sheet can't be used."""

    NO_HEADINGS = "Choose the columns for players and ratings. The headings on the sheet don't identify them."
    NOBODY_RATED = "No row could be matched to a player from {year}. Check the season and the name column."
    UNANSWERED = "Answer the questions first, or leave their rows out. Still open: {rows}."


class DraftSheetFault(Finding):
    """Reasons why a row of a draft held elsewhere can't become a pick or needs the director's reason."""

    UNKNOWN_TEAM = "no team in this division is named “{team}”. Correct the name, or add the team."
    LISTED_TWICE = "{name} is already listed: {first}."
    NO_TURN_LEFT = "{team} has no pick left for {name} ({rule})."
    SECOND_PARK = "{team} already has a ballpark ({rule})."
    NOT_ELIGIBLE = "{name}'s card isn't eligible ({rule}): {reason}."


class DraftSheetRefusal(Finding):
    """Reasons why a draft held elsewhere can't be imported."""

    NO_HEADINGS = "Choose the columns for teams and players. The headings on the sheet don't identify them."
    NO_PICKS = "No row in the sheet could be read as a pick."
    HAS_FAULTS = "Correct these rows first, then upload the sheet again: {rows:commas}."
    UNANSWERED = "Answer the questions first, or leave their rows out. Still open: {rows}."
    NO_REASON = "Enter a reason: the sheet has players who aren't eligible."
