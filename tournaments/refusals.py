"""Codes and messages for actions that tournaments reject."""

from rules_engine.rulings import Finding


class InvitationRefusal(Finding):
    """Reasons why a sign-in link can't be created, changed or revoked."""

    WRONG_ROLE = "Choose assistant or director."
    NO_NAME = "Enter the person's name, at most {longest} characters. It appears in the log."
    NO_OWN_NAME = "Enter your name, at most {longest} characters. It appears in the log."
    NO_END = "Enter a future expiration time for the proxy's link."
    NO_TEAM = "Choose the team that the proxy rolls and picks for."
    END_HAS_PASSED = "That time has passed. To end the link now, revoke it."
    END_TOO_FAR = "A link must expire within {years} years. Choose an earlier time, or none."
    ORGANIZERS_LINK = "A tournament can't {verb} the organizer's link."
    ALREADY_REVOKED = "This link has already been revoked."
    OWN_LINK = "Your own device uses this link. Ask another director to {alternative}."


class ApiKeyRefusal(Finding):
    """Reasons why an API key can't be created, revoked or used."""

    NO_NAME = "Enter a name of at most {longest} characters for the key, such as the name of the program that uses it."
    WRONG_SCOPE = "Choose what the key can do. Only a director's key can be limited to what an assistant can do."
    END_HAS_PASSED = "Choose a future expiration date for the key."
    END_TOO_FAR = "A key must expire within {years} years. Choose an earlier date, or none."
    TOO_MANY = "You have {most} keys. Revoke one first."
    ALREADY_REVOKED = "This key has already been revoked."
    NOT_YOURS = "This device isn't signed in for that role. Open its link again."
    READ_ONLY = "This key is read-only. Use a key with write access."
    TOO_MANY_TOKENS = "Too many wrong tokens from this address. Wait 15 minutes."


class PhoneAddressRefusal(Finding):
    """Reasons why phones can't use a URL."""

    NOT_OFFERED = "Phones can't reach this computer at that address now. Choose one of the addresses on this page."


class PinRefusal(Finding):
    """Reasons why a PIN can't be set, acknowledged or used."""

    WRONG_LENGTH = "Enter a PIN of {shortest} to {longest} digits."
    ONE_DIGIT = "A PIN with one repeated digit is easy to guess. Choose another."
    NO_SUCH_TEAM = "This team is no longer in the tournament."
    NOTHING_TO_ACKNOWLEDGE = "The director hasn't given you a PIN to confirm."
    TOO_MANY_WRONG = "Too many wrong PINs. Wait 15 minutes, or set a new PIN."
    NO_PIN = "{team} has no PIN yet. Its manager or the director can set one."


class HomeRollRefusal(Finding):
    """Reasons why a team can't roll or choose for home."""

    ROLLS_MADE = "The teams have rolled: {home} is the home team in game 1 ({rule})."
    NO_CHOICE_NOW = "You can choose only after the roll and before the first game."
    HAS_CHOSEN = "{team} won the roll and has already chosen."
    NOT_SCHEDULED = "This series is no longer in the schedule."
    SERIES_STARTED = "The series has started, so the home team in game 1 can't change."
    NOT_ON_THE_DIE = "{roll} is not on a {sides}-sided die. Enter 1 to {sides}."
    SIDES_SWAPPED = "Home and away have been swapped. Check the rolls again."
    GAMES_PLAYED = (
        "This series already has {games:# game} that used the roll ({rule}). If the roll was entered backward, "
        "swap home and visitors. Each result stays with its team."
    )


class SlotRefusal(Finding):
    """Reasons why a team can't roll for a draft position or choose one."""

    IMPUTED_FIRST = "Draw positions for the imputed teams first ({rule})."
    NOT_ROLLING = "{team} doesn't roll now."
    ROLLS_CHANGED = "This team doesn't roll now. Check the rolls again."
    NOT_ON_THE_DICE = "{roll} is not on {dice}."
    NO_ROLL = "Enter at least one roll."
    NOTHING_CHOSEN = "Choose a tie to break."
    NO_DIVISION = "{team} has no division yet."
    NO_POSITION_LEFT = "No position is left for {team}."
    NOBODY_TO_CHOOSE = "No team needs to choose a position now."
    PRESENT_TEAMS_FIRST = "No absent team can be placed yet. Teams that are present choose first."
    LATER_ROLLS = "Other teams rolled again because of this roll. Undo those rolls first."
    DRAFT_IS_OPEN = "The draft is open, so draft positions can't change. Go back to sign-up first."
    ROLLS_MISSING = "{teams:# team} must roll first."
    NOT_FOUND = "This team or division no longer exists."
    OTHER_DIVISION = "{team} plays in {division} and chooses a position there."
    RESERVED = "The remaining positions in {division} are for the teams already placed there."


class TimetableRefusal(Finding):
    """Reasons why a timetable can't be set."""

    GAME_LENGTH = "Enter 1 to {longest} minutes for a game."
    ROUND_GAP = "Enter 0 to {longest} minutes between rounds."
    NO_START = "Enter the date and time of the first round, such as 2026-11-21T09:00."
    UNUSABLE_YEAR = "Enter a year from {first} to {last} for the first round."
    NOT_MINUTES = "“{text}” is not a number of minutes."
    NOT_A_TIME = "“{text}” is not a time of day. Enter one such as 09:00."
    NOT_A_BREAK = "“{text}” is not a break. Enter the time, minutes and name, such as 12:30 60 Lunch."
    CLOSING_TIME = "The closing time must be after the opening time."
    TOO_MANY_BREAKS = "Enter at most {most} breaks."
    INVALID_BREAK = "A break lasts 1 to {longest} minutes, and its name can have at most {name_length} characters."


class PlayoffRefusal(Finding):
    """Reasons why the playoffs can't be seeded, removed or changed by a result."""

    ALREADY_SEEDED = "The playoffs are already seeded."
    NO_QUALIFIER = "No team has qualified, because there are no standings yet."
    SERIES_STARTED = "A playoff series has started, so the bracket can't be removed."
    NOT_SEEDED = "The playoffs are not seeded."
    CONSOLATION_SEEDED = "The consolation bracket is seeded. Remove it first."
    SEEDED_LATER = "The playoffs were seeded again later. Undo that first."
    OTHER_SEEDING = "The current standings give a different seeding. Seed the playoffs again."
    WINNER_ELIMINATED = "This result eliminates the winner of a later series. Undo the results of that series first."
    PAIRING_CHANGED = (
        "{home} and {away} have started their series, and this result would change the pairing. "
        "Undo the results of that series first."
    )
    INVALID_ROLLS = "The rolls for {teams:list} are wrong: {fault}."
    NOT_ROLLS = "“{text}” is not a roll. Enter 1 to 20. After a tied roll, enter the next roll too."
    ROLLS_MISSING = (
        "Enter a d20 for each of {teams:list}. After ties, enter more rolls until no teams are tied. "
        "To have Pennant roll, leave all rolls empty."
    )
    STILL_OPEN = "The playoffs can't be seeded yet. {open_points}"


class ConsolationRefusal(Finding):
    """Reasons why the consolation bracket can't be seeded or removed."""

    NOT_CANDIDATES = "Choose two or more of the teams that did not advance."
    SEEDED_LATER = "The consolation bracket was seeded again later. Undo that first."
    TEAM_ADVANCED = "One of these teams has advanced or dropped out. Seed the consolation bracket again."
    NO_CONSOLATION = "The format has no consolation bracket. Set its series lengths in the settings."
    PLAYOFFS_FIRST = "Seed the playoffs first. The consolation bracket is for teams that did not advance."
    ALREADY_SEEDED = "The consolation bracket is already seeded."
    SERIES_STARTED = "A consolation series has started, so the bracket can't be removed."
    NOT_SEEDED = "The consolation bracket is not seeded."


class DivisionRefusal(Finding):
    """Reasons why divisions can't be changed, or a team can't play in a division."""

    WRONG_COUNT = "Choose 1 to {most} divisions."
    CHANGED_MEANWHILE = "Someone else changed the divisions. Check them again."
    OTHER_TOURNAMENT = "This division belongs to another tournament."
    NO_OTHER_TEAM = "Choose another team in this tournament."
    KEPT_APART = "{team} and {other_team} asked not to share a division."
    INVALID_NAME = "Enter a name of at most {longest} characters."
    DUPLICATE_NAME = "“{name}” is used twice."
    INVALID_TABLE = "Enter a table number from 1 to {most}."
    DRAFT_IS_OPEN = "The draft is open with these divisions. Go back to sign-up first."


class EntrantRefusal(Finding):
    """Reasons why a team can't enter, change or leave the tournament."""

    CHANGED_MEANWHILE = "Someone else changed {team}. Check the team again."
    NO_MANAGER = "{team} is an imputed team, so it has no manager to check in."
    DRAFTED_BY_THE_PROGRAM = "{team} is an imputed team. Choose “Assign a manager” on its page."
    NO_SUCH_TEAM = "This team is no longer in the tournament."
    HAS_A_MANAGER = "{team} isn't an imputed team, so it already has a manager. Change the manager on its page."
    SERIES_STARTED = "{team}'s first series has started. Enter the reason a manager is taking over now."
    SIGN_UP_IS_OVER = "Sign-up is over, because the draft is open. Go back to sign-up first."
    TOO_MANY_TEAMS = "{existing} teams and {added} more make {total}, but a tournament has at most {most}."
    NO_SUCH_MANAGER = "Choose one of {team}'s managers."
    CREST_LETTERS = "A crest has {shortest} or {longest} letters or digits."
    CREST_COLORS = "Choose colors from the palette."
    CREST_IN_USE = "{team} already has {crest}. Choose other letters or colors."


class EntrantFault(Finding):
    """Errors in a team's entry."""

    TOO_MANY_MANAGERS = "A team has one or two managers, not {managers} ({rule})."
    TEAM_LISTED_TWICE = "The team “{team}” is in this list {times} times."
    TEAM_EXISTS = "There is already a team “{team}”."
    PERSON_LISTED_TWICE = "{person} is in this list {times} times."
    MANAGES_ANOTHER = "{person} already manages {team}."
    NO_NAME = "The team name is missing."
    NO_MANAGER = "Enter the manager."
    CONTACT_DETAILS = "“{text}” is not a name. Names are public, so leave it out."
    TOO_LONG = "“{text}” has {length} characters, but at most {longest} are allowed."


class SignUpRefusal(Finding):
    """Reasons why a person can't sign up, change a sign-up or withdraw."""

    CLOSED = "Sign-up is closed. Ask the director."
    WRONG_CODE = "This isn't the sign-up code. Ask the director for it."
    INVALID_FIELD = "Check this field. {fault}"
    LIST_FULL = "This tournament has {most} sign-ups, which is the maximum. Ask the director."
    TOO_MANY_AT_ONCE = "Too many sign-ups came from this network. Wait 15 minutes, or ask the director to enter you."
    NOT_BY_A_PERSON = "This form was filled out too fast, or a hidden field was filled in. Check it and send it again."
    WITHDRAWN = "This sign-up has been withdrawn. Sign up again to play."
    POSITIONS_ROLLED = "Your team is already included in the draft-position rolls. Ask the director to remove it."
    TEAM_ENTERED = "{name} is already signed up with {team}. To remove the team, use the Teams page."
    NO_CAPACITY = "Enter a limit of at least 1, or leave it empty for no limit."


class AnnouncementRefusal(Finding):
    """Reasons why a sentence can't be announced."""

    TOO_LONG = "An announcement can have at most {longest} characters, but this one has {length}. Shorten it."
    NOTHING_TO_REMOVE = "There is no announcement to remove. Enter an announcement."


class DeletionRefusal(Finding):
    """Reasons why a tournament can't be deleted or recovered."""

    WRONG_NAME = "Enter the tournament name, {name}, to delete it."
    NOT_DELETED = "{name} hasn't been deleted."


class ScheduleRefusal(Finding):
    """Reasons why a schedule can't be published, changed or removed."""

    DRAFT_NOT_OPEN = "Open the draft first. The schedule needs final teams and divisions."
    DIVISION_PLAYS = "The schedule for {division} is already being played. Change individual rounds or series instead."
    CANT_BE_REMOVED = "The schedule for {division} is already being played, so it can't be removed."
    ROUND_ROBIN_ONLY = "Only round-robin series can be moved."
    NOT_SCHEDULED = "This series is no longer in the schedule."
    CHANGED_MEANWHILE = "Someone else changed the schedule. Check it again."
    NO_DRAFT_POSITION = "Some teams in {division} have no draft position yet."
    NO_SCHEDULE = "No schedule can be made: {fault}."
    NO_CHOICE = "Choose two rounds, or a series with its new round and table."
    NO_POWER_ROUND_LEFT = "{division} has no more power rounds."
    EARLIER_GAMES_OPEN = "A power round is paired by the standings. Play every earlier game first."
    TABLE_TAKEN = "Table {table} is taken by {division} in round {round}."
    NO_PAIRING = "No power round can be paired: {fault}. Reduce the number of power rounds in the settings."


class ScheduleSheetFault(Finding):
    """Errors in a schedule spreadsheet."""

    UNKNOWN_TEAM = "no team in this division is named “{name}”."
    NOT_A_ROUND = "“{text}” is not a round. Enter a number from 1 to {most}."
    SAME_TEAM = "{team} can't play itself."
    PLAYS_TWICE = "{team} already plays in round {round}, in {first_row} ({rule})."
    TABLE_TWICE = "table {table} is already taken in round {round}, in {first_row} ({rule})."
    MEETINGS = "{first} and {second} meet {times:# time}, but the round robin has {usual:# meeting} ({rule})."
    NO_HEADINGS = "The sheet needs headings for round, visitors and home team. Choose below what each column contains."
    HAS_FAULTS = "Correct these rows in your sheet, or leave them out: {rows:commas}."
    NO_SERIES = "The sheet has no series for this division."
    NO_REASON = "Enter the reason for an unusual schedule."


class TiebreakerRefusal(Finding):
    """Reasons why a roll or game can't break a tie, or the tiebreaker can't be undone."""

    GAMES_OPEN = "Play every game in the division before breaking ties."
    NOT_NEEDED = "The tiebreaker no longer needs this. Check the standings again."
    GAME_SCHEDULED = "This tiebreaker game is already scheduled."
    SHOOTOUT_OPEN = "A shootout between these two teams is open. Undo it first."
    ROLLS_MISSING = "Enter one roll for each tied team."
    NOT_ON_THE_DIE = "{team}: {roll} is not on a 20-sided die. Enter 1 to 20."
    NOT_A_ROLL = "“{text}” is not a roll. Enter 1 to 20 for every tied team, or leave all empty."
    LATER_ACTION = "Log entry {number} depends on this: {sentence} Undo it first."
    OLD_ENTRY = "This old log entry doesn't have enough information to undo the action."
    NOT_SCHEDULED = "This tiebreaker game is no longer on the schedule."
    HAS_RESULTS = "The tiebreaker game between {away} and {home} has results. Undo those first."


class LogUndoRefusal(Finding):
    """Reasons why an action can't be undone."""

    ALREADY_UNDONE = "This has already been undone."
    CHANGED_LATER = "{row} was changed later. Undo that change first."
    PLACE_TAKEN = "Another team, division or series has the name or place that this would restore. Change that first."
    DRAFT_IS_OPEN = "The draft is open. Go back to sign-up first."
    CANT_BE_UNDONE = "This action can't be undone."
    UNDONE_ELSEWHERE = "This action can't be undone here. {advice}"


class StageRefusal(Finding):
    """Reasons why the tournament's stage can't change."""

    TO_GO_ON_ALL_THE_SAME = "{obstacles} To continue anyway, enter a reason ({rule})."
    SEVERAL_OBSTACLES = "The stage can't change yet. {obstacles}"
    MOVED_MEANWHILE = "The tournament has moved to {stage}."
    EDITION_LEAVES_OPEN = "This edition leaves {left:# rule} to the director ({rule}). Set them."
    EDITION_LEAVES_ONE_OPEN = "This edition leaves one rule to the director ({rule}). Set it."
    NO_DRAFT_POSITION = "No draft position yet: {teams:commas} ({rule})."
    GAP_IN_POSITIONS = "{division} has {count:# team}, but no team drafts at position {positions:commas}."
    NO_SCHEDULE = "No schedule yet for {division}."
    ROUND_ROBIN_OPEN = (
        "{count:# series/series} in the round robin must still be completed. Enter games that won't be played as "
        "“not finished: a tie”. A game with no innings counts in the record, but not in head-to-head. "
        "Then seed the playoffs."
    )
    POWER_ROUNDS_TO_COME = (
        "Power rounds in {division} still to be paired: {count}. You can reduce the number in the settings."
    )
    SERIES_STARTED = "{count:# series has/series have} started."
    SCHEDULE_PUBLISHED = "The schedule is published. Remove it first."
    PLAYOFFS_SEEDED = "The playoffs are seeded. Remove the bracket first."
    CONSOLATION_OPEN = "The consolation bracket is not decided yet."
    NO_CHAMPION = "There is no champion yet, because the playoffs aren't decided."


class SettingRefusal(Finding):
    """Reasons why a tournament setting can't change."""

    CHANGED_MEANWHILE = "Someone else saved the settings while you were editing. Both versions are shown below."
    DUPLICATE_NAME = "There is already a tournament with this name and date."
    NOT_SERIES_LENGTHS = "“{text}” is not a list of series lengths. Enter odd numbers such as 5,7."
    INVALID_VALUE = "Check this setting. {fault}"
    EDITION_IN_USE = "The draft used this edition, so it can't change."
    LENGTH_IN_USE = "A schedule with series of this length is already being played."
    ROUND_ROBIN_OVER = "The round robin is over."
    NUMBER_IN_USE = "The playoffs are seeded with this number."
    PLAYOFF_LENGTHS_IN_USE = "The playoffs have started with these lengths."
    TOURNAMENT_OVER = "The tournament is over."
    PATTERN_IN_USE = "The playoffs have started with this pattern."
    PLAYOFFS_STARTED = "The playoffs have started."
    SCHEDULE_USES_IT = "The schedule uses this value. Remove the schedule first."
    CONSOLATION_USES_IT = "The consolation bracket is seeded with these lengths. Remove it first."


class EditionRefusal(Finding):
    """Reasons why an edition's rule can't change."""

    WRITE_THE_REASON = "Enter a reason for the change. It is printed with the rules ({rule})."
    CHANGED_MEANWHILE = "Someone else changed the settings while you were editing. Check the rules again."
    DRAFT_IS_OPEN = "The draft uses this edition, so it can't change."
    CONTRADICTION = "These rules contradict each other. {fault}."


class SeedingChangeRefusal(Finding):
    """Reasons why a change that alters the seeding needs the director."""

    ASK_THE_DIRECTOR = "The playoffs are seeded. Ask the director for this correction. {changes}"
    NOT_CONFIRMED = "This changes the results that the playoff seeding is based on. {changes}"
    NO_REASON = "Enter a reason for this change. {changes}"


class DropOutRefusal(Finding):
    """Reasons why a team can't drop out."""

    ALL_SERIES_PLAYED = "{team} has played all its series, so {rule} no longer applies."
    ROUND_ROBIN_ONLY = (
        "A team can drop out only during the round robin ({rule}). Before the draft, remove the team instead."
    )
    CANNOT_COVER = "{team} can't cover: {why} ({rule})."
    CHANGED_MEANWHILE = "One of this team's series has changed. Check the preview again."
    ALREADY_OUT = "{team} dropped out {when}."
    NO_SCHEDULE = "{team} has no schedule to drop out of."
    NO_CHOICE = "Choose whether a team from outside the division covers the series."
    WRONG_ROUND = "Choose a round from 1 to {last}, or 0 for before the first."
    LATER_SERIES_PLAYED = "The team has completed its round {round} series. Choose that round or a later one."


class CoverRefusal(Finding):
    """Reasons why a team can't cover a series, or a cover can't change."""

    CANNOT_COVER = "{team} can't cover round {round} ({rule}): {why}."
    NOT_DROPPED_OUT = "{team} has not dropped out."
    CHANGED_MEANWHILE = "One of this team's series has changed. Check its covers again."
    NOT_PLAYING = "This team is not playing in the tournament."
    NO_SUCH_SERIES = (
        "This isn't one of {team}'s upcoming series. The cover for a series can't change after the series has started."
    )


class TakeoverRefusal(Finding):
    """Reasons why a takeover can't be settled or undone."""

    GAMES_REST_ON_IT = "{player} has already played for {team}: {series:list}. Undo those results first."
    SEEDING_WOULD_CHANGE = "The playoffs are seeded, and this would change the seeding: {changes}"
    GAMES_OPEN = "A dropped team can be taken over only after division play. Some games are still open."
    NOTHING_TO_SETTLE = "{team} is not a dropped team that could advance, or its takeover has already been settled."
    SAME_NAMES = "Two people who covered for the team have the same name. Give them different names."
    DID_NOT_COVER = "{player} did not cover for this team."
    NOT_ON_THE_DIE = "Enter rolls from 1 to {sides}."
    ROLLS_MISSING = "Enter a d20 roll for {players:and}. To have Pennant roll, leave all rolls empty."
    TIED_ROLLS_MISSING = (
        "{tied:and} are tied and roll again. Enter a d20 roll for {players:and}, or leave all "
        "rolls empty to have Pennant roll."
    )
    EXTRA_ROLL = "{player} has one roll too many: {why}."
    ROLL_WITHOUT_NAME = "Enter a name before the roll in “{text}”."
    NOT_A_ROLL = "“{text}” is not a d20 roll for {player}. Enter a roll such as 12, or two such as 12, 17."


class EntrantListRefusal(Finding):
    """Reasons why a list of teams can't be read."""

    EMPTY = "The list is empty. Enter one team per line: team, manager and, if there is one, second manager."
    HEADER_ONLY = "The list has a header line but no teams."
    TOO_MANY_LINES = "The list has {lines:,} lines, but a tournament has at most {most} teams."


class StartRefusal(Finding):
    """Reasons why a series can't be started."""

    NOT_OPEN = "You can start a series once the round robin is open."
    ALREADY_UNDONE = "The start of this series has already been undone."
    HAS_RESULTS = "This series has results. Undo them first."
    NOT_SCHEDULED = "This series is no longer in the schedule."
    VOID = "This series is void because a team dropped out ({rule})."
    ALREADY_STARTED = "This series has already started."


class LeaderRefusal(Finding):
    """Reasons why this computer doesn't accept results."""

    HANDED_OVER = "Results now go to another computer. Open {address}. Nothing was changed."


class NoticeRefusal(Finding):
    """Reasons why notices or events can't be sent to a destination."""

    ADDRESS_TOO_LONG = "An address can have at most {longest} characters."
    NOT_A_CHAT = "{host} is neither Discord nor Slack. Copy the webhook address from your channel settings."
    NOT_A_SUBSCRIPTION = "The push address for this browser can't be read. Turn push off and on again."
    TOO_MANY_BROWSERS = "You already get push notifications in {most} browsers. Turn them off in one browser first."
    NOTHING_TO_TEST = "Set up email, push or a webhook first. Then you can test it."
    TEST_PENDING = "A test is already on its way. Give it a moment to arrive."
    NO_LONGER_USED = "This webhook is no longer used. Set it up again to send messages there."
    ON_ITS_WAY = "This message is already on its way."
