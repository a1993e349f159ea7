"""Rejection codes and messages for print packs and write-ups."""

from rules_engine.rulings import Finding


class PrintPackRefusal(Finding):
    """Reasons why a print pack can't be requested or canceled."""

    NO_SUCH_ROUND = "The schedule has no round {round}."
    NO_ROUND = "Choose a round on the schedule."
    NOT_WAITING = "This print pack isn't waiting for a worker."
    NOT_IN_PROGRESS = "This print pack is no longer being made."


class WriteUpRefusal(Finding):
    """Reasons why a write-up can't be saved or published."""

    EMPTY = "The write-up is empty. Enter some text, or start again from the draft."
    TOO_LONG = "A write-up can have at most {most} characters, but this one has {length}. Shorten it."
    CHANGED_MEANWHILE = "Someone else saved the write-up while you were typing. Compare both versions and save again."
    NOT_SAVED = "There is no write-up yet. Save it first."
