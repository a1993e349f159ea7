"""When a manager may still act: taking back what he announced, and moves once dice have been thrown (S7.0, T29.13)."""

from collections.abc import Sequence

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.rulesets.ruleset import StrategyRules
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import PitchRules


class TurnFinding(Finding):
    """Whose turn it is to declare."""

    TOO_LATE = "The offence has declared; the defence changes nothing until a pinch hitter comes in."
    IN_TURN = "It is still this side's turn."


class AnnouncementFinding(Finding):
    """Whether it is too late to act."""

    NO_TAKING_BACK = "These rules know no taking back."
    DICE_THROWN = "The dice have been thrown."
    OPPONENT_DECIDED = "The opponent has announced his decision."
    NOTHING_DECIDED = "No dice have been thrown and the opponent has announced nothing."
    NOT_BEGUN = "The throw has not begun."
    ANOTHER_THROW = "The play calls for another throw at the same batter."
    THROW_HAS_BEGUN = "The throw has begun."


def take_back_ruling(rules: PitchRules, *, dice_thrown: bool, opponent_decided: bool) -> Ruling:
    """S7.0: an announced decision may be taken back until the dice or the opponent's decision; "go ahead" is one."""
    if not rules.announced_may_be_taken_back:
        return refuse(AnnouncementFinding.NO_TAKING_BACK, "7.0")
    if dice_thrown:
        return refuse(AnnouncementFinding.DICE_THROWN, "S7.0")
    if opponent_decided:
        return refuse(AnnouncementFinding.OPPONENT_DECIDED, "S7.0")
    return allow(AnnouncementFinding.NOTHING_DECIDED, "S7.0")


def moves_ruling(rules: PitchRules, *, first_die_thrown: bool, event: bool) -> Ruling:
    """7.0, T29.13: no moves once the throw has begun, until a play that leaves the same batter at the plate.

    A game asks this while a play is under way; an event of T29.13 ends the play, and the next one has not begun.
    """
    if not first_die_thrown:
        return allow(AnnouncementFinding.NOT_BEGUN, "7.0")
    if event:
        return allow(AnnouncementFinding.ANOTHER_THROW, "T29.13")
    return refuse(AnnouncementFinding.THROW_HAS_BEGUN, "T29.13" if rules.moves_end_with_first_die else "7.0")


def in_turn_ruling(rules: StrategyRules, declared: Sequence[tuple[str, int | str, str]], *, defense: bool) -> Ruling:
    """SS1.1: the defence declares first, men included, then the offence; a pinch hitter begins all of it anew.

    `declared` is what has been said of the play under way, as (question, answer, side).
    """
    if rules.declared_in_turn and defense and any(side == "offence" for _, _, side in declared):
        return refuse(TurnFinding.TOO_LATE, "SS1.1")
    return allow(TurnFinding.IN_TURN, "SS1.1")
