"""Refusals of the club: their codes and sentences."""

from rules_engine.rulings import Finding


class PersonRefusal(Finding):
    """Why a person can't be changed."""

    NO_NAME = "Enter the person's name."
    INVALID_FIELD = "Check this field: {fault}"
    NOT_CURRENT = "{person} was merged or removed in the meantime. Load the page again."
    SAME_PERSON = "Choose another person to merge with."
    SAME_TOURNAMENT = "Both people played in {tournament}, so they can't be the same person."
    NOTHING_CHOSEN = "Choose at least one team to move to the new person."
    EVERYTHING_CHOSEN = "Leave {person} at least one team."
    NOT_CONFIRMED = "Check the box to confirm that you want to remove this person."


class LinkRefusal(Finding):
    """Why a manager can't be linked to a person."""

    ALREADY_LINKED = "{manager} is already linked. Load the page again."
    NO_SUCH_MANAGER = "This team no longer has a manager named {manager}. Load the page again."
    NOT_A_CANDIDATE = "Choose one of the people listed, or a new person."


class ClubUndoRefusal(Finding):
    """Why a change isn't undone."""

    NOT_POSSIBLE = "This change can't be undone."
    ALREADY_UNDONE = "This change is already undone."
    CHANGED_SINCE = "The same teams were linked differently later. Undo that change first."


class SeasonRefusal(Finding):
    """Why a season's points can't be changed."""

    NO_REASON = "Enter the reason for the correction."
    BAD_POINTS = "Enter points other than 0, such as -2 or 1.5, at most 1000."
    NO_SUCH_PERSON = "Choose a person from the list."
    BAD_NUMBER = "Enter a number from 0 to {most} for “{label}”."
    NO_SUCH_FORMULA = "Choose a formula from the list. {problem}"
    ALREADY_WITHDRAWN = "This correction is already withdrawn."
