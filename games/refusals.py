"""The codes with which results, rulings and suspended games refuse an action, and their sentences."""

from rules_engine.rulings import Finding


class RulingRefusal(Finding):
    """Why a question can't be asked or withdrawn, or a ruling can't be given or undone (T0.09)."""

    NO_QUESTION = "Write what happened and what you ask."
    QUESTION_TOO_LONG = "A question has at most {longest} characters. Yours has {length}."
    NO_RULING = "Write the ruling."
    RULING_TOO_LONG = "A ruling has at most {longest} characters. Yours has {length}."
    NUMBER_ONLY = "Write only the number of the rule, such as T31.2."
    UNKNOWN_NUMBER = "No rulebook has a rule {number}. Write its number as it is printed."
    RULED = "The director has ruled on this question. Undo the ruling first."
    RULED_AGAIN = "The director has ruled on this question again. Undo the later ruling first."


class ForfeitRefusal(Finding):
    """Why a team can't leave a series."""

    GAME_UNDER_WAY = "Game {game} has started and isn't over. Enter its result or its forfeit first."
    ALL_PLAYED = "Every game of this series has been played."
    NOT_IN_SERIES = "Choose one of the two teams of this series."
    NO_REASON = "Enter the reason for the forfeit."


class InjuryRefusal(Finding):
    """Why an injury can't be recorded."""

    NOT_IN_EDITION = "Under this edition, no injured player misses another game."
    WRONG_LENGTH = "Enter a number from 0 to {longest}."
    NOT_IN_SERIES = "Choose a player of one of the two teams."
    GAME_NOT_ENTERED = "Enter this game first."
    PLAYED_WITH_PENNANT = "Pennant recorded the injuries when this game was played with it."


class SuspensionRefusal(Finding):
    """Why a suspended game can't be described, assigned or ordered (T33.0)."""

    WRONG_OUTS = "{outs} outs are not possible here. A half-inning under way has 0 to {most}."
    NOT_ON_A_ROSTER = "Card {card} is on neither roster. Choose players of the two teams."
    TEXT_TOO_LONG = "Enter at most {longest} characters. Yours has {length}."
    NAME_TOO_LONG = "A name has at most {longest} characters."
    ORDER_SETTLED = "No team has to roll, because the order is settled."
    NO_ROLL = "Enter a roll of {die} for {team}."
    CHANGED_SINCE = "{game} was described again later. Undo that first."
    NOT_SUSPENDED = "{game} is no longer suspended."


class PlayOrderRefusal(Finding):
    """Why the order of play can't be corrected (T10.2)."""

    CHANGED_SINCE_OPENED = "This series has changed since you opened the page. Check the preview again."
    SAME_ORDER = "This is the current order. Choose another place."
    CHANGED_LATER = "The order of play has changed since. Undo the later change first."
    NOT_STARTED = "This series has not started. It takes its place in the order of play when it starts."
    NOT_STARTED_BY_TEAM = "Choose a series that {team} has started."
