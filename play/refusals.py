"""Refusals at the play table: their codes and sentences."""

from rules_engine.rulings import Finding


class NewTableRefusal(Finding):
    """Why a game can't be started."""

    NO_SUCH_RULESET = "Choose a ruleset from the list."
    NO_SUCH_DICE = "Choose how the dice are rolled."
    NO_SUCH_OPPONENT = "Choose who manages the other team."
    NO_SUCH_SEASON = "There is no data for {season}. Choose a season from {first} to {last}."
    NO_SUCH_CLUB = "{season} has no club {text}. Choose from the list."
    SAME_CLUB = "{club} can't play itself. Choose another club."
    TOO_MANY_GAMES = "You started {count} games in the last hour. Wait a while, or finish one of them."
    NOT_FAILED = "This game is already prepared."


class SeriesTableRefusal(Finding):
    """Why a game of a series can't be played at a table, signed or entered."""

    CANNOT_START = "The game can't start: {fault}"
    VISITORS_FIRST = "{team}, the visitors, name their starter first. Wait until they are ready."
    NOT_OVER = "The game is not over."
    NO_SERIES = "A friendly game needs no signature."
    ALREADY_SIGNED = "You have signed this game."


class SeatRefusal(Finding):
    """Why a seat can't be taken or made ready."""

    NOT_YOUR_SEAT = "This device has no seat at this table. Open the link of your seat."
    COMPUTER = "The computer manages this team."
    NOT_IN_LOBBY = "The game has already started."
    ALREADY_READY = "You are already ready. Wait for the opponent."
    NO_SUCH_STARTER = "Choose a starting pitcher from the list."
    BAD_PART = "A random value has at most 64 characters, without |."


class MoveRefusal(Finding):
    """Why an action at the table is refused."""

    STALE = "The game has moved on since your page. Here is the current play."
    NOT_PLAYING = "The game is not in progress."
    NOT_YOUR_TURN = "The question is for the other manager."
    NOTHING_TO_ROLL = "No roll is due now."
    NOTHING_TO_SETTLE = "No change is due now."
    NOT_POSSIBLE = "Not possible: {fault}"
    NOT_DICE = "Type the dice as numbers, such as 4 2 6."
    SERVER_ROLLS = "The server rolls the dice in this game."
    NOT_THE_ROLLER = "The manager of the team at bat types the dice."
    DICE_WAIT = "The typed dice wait for confirmation. Confirm or challenge them first."
    NO_DICE_WAIT = "No typed dice wait for you."
    TIME_IS_OUT = "{team} called time. Wait until play resumes."
    NO_TIME_OUT = "Nobody has called time."
    TIME_IS_NOT_UP = "{team} called time. You can resume play {minutes} minutes after that."
    NO_ONE_TO_WAIT = "Only your opponent waits for a time-out, and you manage both teams."
    NO_SUCH_CHANGE = "Choose a player who enters and one who leaves."
    NO_SUCH_ORDER = "Choose each standing order from its list, and an inning from 1 to {last}."


class TableUndoRefusal(Finding):
    """Why play isn't undone."""

    NOTHING_TO_UNDO = "There is nothing to undo."
    NO_SUCH_PLAY = "Choose a line of the play-by-play."
    ALREADY_REQUESTED = "An undo request is already waiting."
    NO_REQUEST = "No undo request waits for you."
    TOO_MANY_REQUESTS = "You requested {count} undos in the last {minutes} minutes. Play on, and ask again later."
