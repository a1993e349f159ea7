"""Rulings on late actions: undoing an announcement, or changing players after a roll (S7.0, T29.13)."""

from collections.abc import Sequence

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.rulesets.ruleset import StrategyRules
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import PitchRules


class TurnFinding(Finding):
    """Reasons why a side may or can't still announce."""

    TOO_LATE = "The offense has declared, so the defense may not change anything until a pinch hitter enters."
    IN_TURN = "It is still this side's turn."


class AnnouncementFinding(Finding):
    """Reasons why it is or isn't too late to act."""

    NO_TAKING_BACK = "These rules do not allow undoing an announcement."
    DICE_THROWN = "The dice have been rolled."
    OPPONENT_DECIDED = "The opponent has announced his decision."
    NOTHING_DECIDED = "No dice have been rolled, and the opponent hasn't announced anything."
    NOT_BEGUN = "No dice have been rolled."
    ANOTHER_THROW = "The play calls for another roll for the same batter."
    THROW_HAS_BEGUN = "The dice are being rolled."


def retraction_ruling(rules: PitchRules, *, dice_rolled: bool, opponent_decided: bool) -> Ruling:
    """S7.0: check whether an announcement may be undone.

    It may be until dice are rolled or the opponent decides. "Go ahead" is a decision.
    """
    if not rules.announced_may_be_taken_back:
        return refuse(AnnouncementFinding.NO_TAKING_BACK, "7.0")
    if dice_rolled:
        return refuse(AnnouncementFinding.DICE_THROWN, "S7.0")
    if opponent_decided:
        return refuse(AnnouncementFinding.OPPONENT_DECIDED, "S7.0")
    return allow(AnnouncementFinding.NOTHING_DECIDED, "S7.0")


def moves_ruling(rules: PitchRules, *, first_die_rolled: bool, event: bool) -> Ruling:
    """7.0, T29.13: check whether players may still be changed.

    They can't be after dice are rolled, except when a play leaves the batter at the plate. A game calls this function
    during a play. An event of T29.13 ends the play, and the next play hasn't started.
    """
    if not first_die_rolled:
        return allow(AnnouncementFinding.NOT_BEGUN, "7.0")
    if event:
        return allow(AnnouncementFinding.ANOTHER_THROW, "T29.13")
    return refuse(AnnouncementFinding.THROW_HAS_BEGUN, "T29.13" if rules.moves_end_with_first_die else "7.0")


def in_turn_ruling(rules: StrategyRules, declared: Sequence[tuple[str, int | str, str]], *, defense: bool) -> Ruling:
    """SS1.1: check whether a side may still announce; the defense can't after the offense has declared.

    The defense announces first, including its substitutions, and then the offense. A pinch hitter starts this order
    again. `declared` contains this play's announcements as (question, answer, side).
    """
    if rules.declared_in_turn and defense and any(side == "offence" for _, _, side in declared):
        return refuse(TurnFinding.TOO_LATE, "SS1.1")
    return allow(TurnFinding.IN_TURN, "SS1.1")
