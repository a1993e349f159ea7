"""The club's rejection codes and messages."""

from rules_engine.rulings import Finding


class PersonRefusal(Finding):
    """Reasons why a person can't be changed."""

    NO_NAME = "Enter the person's name."
    INVALID_FIELD = "Check this field: {fault}"
    NOT_CURRENT = "{person} has been merged or removed in the meantime. Reload the page."
    SAME_PERSON = "Choose another person to merge with."
    SAME_TOURNAMENT = "Both people played in {tournament}, so they can't be the same person."
    SAME_RESULT = "Both people have a result for “{tournament}”, {year}, so they can't be the same person."
    NOTHING_CHOSEN = "Choose at least one team to move to the new person."
    EVERYTHING_CHOSEN = "Leave {person} at least one team."
    NOT_CONFIRMED = "Check the box to confirm that you want to remove this person."


class LinkRefusal(Finding):
    """Reasons why a manager can't be linked to a person."""

    ALREADY_LINKED = "{manager} has already been linked. Reload the page."
    NO_SUCH_MANAGER = "This team no longer has a manager named {manager}. Reload the page."
    NOT_A_CANDIDATE = "Choose one of the people listed, or a new person."


class EntryRefusal(Finding):
    """Reasons why people of the club can't enter a tournament."""

    NOBODY_CHOSEN = "Check at least one person."
    NOT_POSSIBLE = "Someone you chose already has a team in this tournament, or is no longer listed. Reload the page."


class HistoryFault(Finding):
    """Reasons why a row of past results is left out."""

    NO_NAME = "no name."
    NO_YEAR = "“{text}” isn't a year from {first} to {last}."
    BAD_RECORD = "“{text}” isn't a record such as 17-11. If the spreadsheet turned it into a date, use Wins and Losses."
    BAD_NUMBER = "{column} is “{text}”. Enter a whole number from 0 to {most}."
    BAD_POINTS = "“{text}” isn't a number of points, such as 41.33."
    HALF_A_RECORD = "wins and losses must both be entered, but one is missing."
    NO_RESULT = "it has no record, points or finish."
    LISTED_TWICE = "{first_row} already has this result for {name} in {year}."
    ALREADY_IMPORTED = "this result for {name} in {year} has already been imported."
    PLAYED_HERE = "{tournament} was played with Pennant, which already has its results."
    CHOSEN = "you left it out."


class HistoryRefusal(Finding):
    """Reasons why past results can't be imported."""

    NO_HEADINGS = "Choose the column for names. The sheet's headings don't identify it."
    NO_ROWS = "No row in the sheet has a readable result."
    UNANSWERED = "Answer the questions first, or leave their rows out. Still open: {questions}."


class ClubUndoRefusal(Finding):
    """Reasons why a change can't be undone."""

    NOT_POSSIBLE = "This change can't be undone."
    ALREADY_UNDONE = "This change has already been undone."
    CHANGED_SINCE = "The same teams were linked differently later. Undo that change first."


class RatingRefusal(Finding):
    """Reasons why a rating system can't be chosen."""

    NO_SUCH_SYSTEM = "Choose a rating system from the list. {problem}"


class SeasonRefusal(Finding):
    """Reasons why a season's points can't be changed."""

    NO_REASON = "Enter the reason for the correction."
    BAD_POINTS = "Enter points other than 0, such as -2 or 1.5, at most 1000."
    NO_SUCH_PERSON = "Choose a person from the list."
    BAD_NUMBER = "Enter a number from 0 to {most} for “{label}”."
    NO_SUCH_FORMULA = "Choose a formula from the list. {problem}"
    ALREADY_WITHDRAWN = "This correction has already been withdrawn."
