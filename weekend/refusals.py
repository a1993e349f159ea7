"""Refusals of print packs: their codes and sentences."""

from rules_engine.rulings import Finding


class PrintPackRefusal(Finding):
    """Why a print pack can't be requested or canceled."""

    NO_SUCH_ROUND = "There is no round {round} on the schedule."
    NO_ROUND = "Choose a round that is on the schedule."
    NOT_WAITING = "This print pack isn't waiting for a worker."
    NOT_IN_PROGRESS = "This print pack is no longer being made."
