"""Codes and messages for rejected requests at the play table."""

from rules_engine.rulings import Finding


class NewTableRefusal(Finding):
    """Reasons why a game can't be started."""

    NO_SUCH_RULESET = "Choose a ruleset from the list."
    NO_SUCH_RULES = "These rules can't be played: {fault}."
    OTHER_RULES = "Some optional rules belong to another ruleset. Uncheck them, or choose that ruleset."
    NO_SUCH_DICE = "Choose how the dice are rolled."
    NO_SUCH_PACE = "Choose the time for the game from the list."
    NO_SUCH_OPPONENT = "Choose who manages the other team."
    NO_SUCH_STYLE = "Choose the computer's style from the list."
    NO_SUCH_SEASON = "Pennant has no data for {season}. Choose a season from {first} to {last}."
    NO_SUCH_CLUB = "{season} has no club {text}. Choose from the list."
    NO_SUCH_TEAM = "Choose a team from the list."
    NOBODY_DRAFTED = "{team} has not drafted anyone yet."
    NO_REAL_SEASON = "{team} did not draft from a single real season, so its cards have no columns to play with."
    NO_SUCH_CARDS = "These cards were deleted. Upload the file again."
    OTHER_SYSTEM = "{name} has cards for {system}. Choose a ruleset for that game."
    NO_SUCH_PLACE = "Choose a spot in the batting order from {lowest} to {highest}."
    NO_SUCH_SITUATION = "The game can't start: {fault}."
    SAME_CLUB = "{club} can't play itself. Choose another club."
    TOO_MANY_GAMES = "You started {count} games in the last hour. Wait a while, or finish a game."
    NOT_FAILED = "This game has already been prepared."


class CardFileRefusal(Finding):
    """Reasons why a card file can't be stored."""

    NO_FILE = "Choose a card file."
    TOO_LARGE = "The file is larger than {megabytes} MB. Delete the clubs you don't need."
    NO_SUCH_SYSTEM = "Choose the game that these cards are for."
    NOT_READABLE = "This file can't be used: {fault}"
    NO_TEAMS = "The file needs a team with at least {players} players."
    TOO_MANY_FILES = "You uploaded {count} files in the last hour. Wait a while."


class SeriesTableRefusal(Finding):
    """Reasons why a series game can't be played at a table, signed or entered."""

    CANNOT_START = "The game can't start: {fault}"
    ROLL_FIRST = "Roll for home first."
    OTHER_GAME = "{home} is the home team in the next game of this series. Open its table from My team."
    ROSTER_CHANGED = "{players} left {team} after this table was opened. Choose the lineup and the starter again."
    NO_SHARED_SCORING = "This tournament doesn't score games on one device. The director can allow it in the settings."
    NO_SCOREKEEPER = "Only a manager of this series can keep score. Open the table from My team."
    VISITORS_FIRST = "The visitors, {team}, name their starter first. Wait until they are ready."
    NOT_OVER = "The game is not over."
    NO_SERIES = "A friendly game doesn't need a signature."
    ALREADY_SIGNED = "You have already signed this game."
    MANAGER_SIGNS = "Only the manager can sign the result. Choose “Leave the seat” to return the seat to the manager."


class TableLineupRefusal(Finding):
    """Reasons why a lineup isn't valid."""

    NOT_IN_LOBBY = "The lineup can be changed until you are ready."
    NO_SUCH_STARTER = "Choose a starting pitcher from the list."
    WRONG_COUNT = "A lineup has {spots} spots, but this one has {count}."
    NOT_A_POSITION = "Spot {spot}: choose a position."
    NO_PLAYER = "Spot {spot}: choose a player from your team, or no one for the pitcher's spot."
    NO_HITTER = "{player}: this game has no designated hitter."
    TWICE = "{player} is in spots {first} and {spot}. Choose someone else for one of them."
    SAME_POSITION = "{players:commas} play the same position, {position}. Move one player."
    NO_FIELDER = "No one plays {positions:commas}. Move a player there."
    PITCHER_OR_HITTER = "Either the pitcher bats, or a designated hitter bats for him."
    NOT_LEGAL = "This lineup isn't legal: {fault}"


class SeatRefusal(Finding):
    """Reasons why a device can't sit down at a seat or get it ready."""

    NOT_YOUR_SEAT = "This device has no seat at this table. Open the link for your seat."
    COMPUTER = "The computer manages this team."
    NOT_PREPARED = "The cards for this game aren't ready yet. Wait until the page lists your starters."
    NOT_IN_LOBBY = "The game has already started."
    ALREADY_READY = "You are already ready. Wait for the opponent."
    BAD_PART = "A random value has at most 64 characters, without |."


class MoveRefusal(Finding):
    """Reasons why an action at the table is rejected."""

    STALE = "The game has continued since you opened this page. Here is the current play."
    NOT_PLAYING = "The game is not in progress."
    DIRECTOR_ASKED = "The director has been asked. Play will continue after the answer."
    NOT_YOUR_TURN = "The other manager must answer this."
    NOTHING_TO_ROLL = "No roll is needed now."
    NOTHING_TO_SETTLE = "No change is needed now."
    NOT_POSSIBLE = "Not possible: {fault}"
    NOT_DICE = "Enter the dice as numbers, such as 4 2 6."
    SERVER_ROLLS = "The server rolls the dice in this game."
    NOT_THE_ROLLER = "The manager of the team at bat enters the dice."
    DICE_WAIT = "The last roll hasn't been confirmed. Confirm or challenge it first."
    NO_DICE_WAIT = "No roll is waiting for you to confirm."
    TIME_IS_OUT = "{team} called time. Wait until play resumes."
    NO_TIME_OUT = "No one has called time."
    TIME_IS_NOT_UP = "{team} called time. You can resume play {minutes} minutes after that."
    NO_ONE_TO_WAIT = "You manage both teams, so you don't need a time-out."
    NO_SUCH_CHANGE = "Choose a player who enters and one who leaves."
    NO_SUCH_ORDER = "Choose each standing order from its list, and an inning from 1 to {last}."


class TableUndoRefusal(Finding):
    """Reasons why play can't be undone."""

    NOTHING_TO_UNDO = "There is nothing to undo."
    NO_SUCH_PLAY = "Choose a line from the play-by-play."
    NO_TYPED_DICE = "The server rolls the dice in this game, so they can't be misread."
    ALREADY_REQUESTED = "An undo request is already waiting."
    NO_REQUEST = "No undo request is waiting for you."
    TOO_MANY_REQUESTS = "You requested {count} undos in the last {minutes} minutes. Keep playing, and ask again later."


class PeopleRefusal(Finding):
    """Reasons why a phrase, a volunteer or a clock question is rejected."""

    NO_SUCH_PHRASE = "Choose a phrase from the list."
    TOO_MANY_PHRASES = "You can send a phrase every {seconds} seconds. Wait a moment."
    NO_CLAIMS = "You can ask the director about the clock only in a tournament game with a clock."
    CLOCK_IS_NOT_UP = "You can ask the director after the time bank of {team} and the countdown have run out."
    NO_CLOCK_QUESTION = "No question about the clock is waiting for the director."
    WRONG_MINUTES = "Enter a number of minutes from 0 to {most}."
    NO_VOLUNTEERS = "A volunteer can sit in at a tournament game. In a friendly game, send the link for your seat."
    VOLUNTEER_IS_HERE = "{name} is already sitting in for this manager. Take the seat back first."
    NO_VOLUNTEER = "No volunteer has this seat."
    NAME_NEEDED = "Enter your name, at most {most} characters."
    LINK_USED = "This link no longer works. Ask the manager or the director for a new one."
    GAME_OVER = "The game is over, so no volunteer is needed."


class ScoreRefusal(Finding):
    """Reasons why a half-inning's score can't be confirmed, or play can't continue."""

    CONFIRM_FIRST = "The other manager must confirm the score of the last half-inning first."
    NOTHING_TO_CONFIRM = "No score is waiting to be confirmed."
    SCOREKEEPER = "The other manager must confirm the score, not the scorekeeper."
    OWN_DEVICE = "The other manager has a separate device at the table. Do this on that device."


class EndingRefusal(Finding):
    """Reasons why a game can't be conceded, suspended or resumed."""

    AHEAD = "You lead, so you can't concede."
    MAY_NOT_CONCEDE = "You can't concede now: {why}."
    FRIENDLY_NOT_SUSPENDED = "A friendly can't be suspended. Leave the page, and come back later to continue."
    MAY_NOT_SUSPEND = "The game can't be suspended: {why}."
    ALREADY_REQUESTED = "You have already asked to suspend the game. Wait for your opponent."
    NO_REQUEST_TO_SUSPEND = "No one is asking to suspend the game now."
    NOT_SUSPENDED = "This game is not suspended."
    NOT_YET_ENTERED = "The suspended game is being entered in the series. Try again in a minute."
    FINISHED = "The series results no longer list this game as suspended."
    NOT_FINISHED_AT_ALL = "This game isn't finished: {why}."


class DirectorRefusal(Finding):
    """Reasons why a question to the director, or the director's answer, is rejected."""

    FRIENDLY = "A friendly has no director. Agree with your opponent."
    ALREADY_ASKED = "The director has already been asked. Wait for the answer."
    NOT_ASKED = "No one at this table has asked the director."
    NO_SUCH_ANSWER = "Choose what happens next."
