"""When a manager may still act: taking back what he announced, and moves once dice have been thrown (S7.0, T29.13)."""

from rules_engine.rulings import Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.editions.edition_sections import PitchRules


def take_back_ruling(rules: PitchRules, *, dice_thrown: bool, opponent_decided: bool) -> Ruling:
    """S7.0: an announced decision may be taken back until the dice or the opponent's decision; "go ahead" is one."""
    if not rules.announced_may_be_taken_back:
        return refuse("7.0", "These rules know no taking back.")
    if dice_thrown:
        return refuse("S7.0", "The dice have been thrown.")
    if opponent_decided:
        return refuse("S7.0", "The opponent has announced his decision.")
    return allow("S7.0", "No dice have been thrown and the opponent has announced nothing.")


def moves_ruling(rules: PitchRules, *, first_die_thrown: bool, event: bool) -> Ruling:
    """7.0, T29.13: no moves once the throw has begun, until a play that leaves the same batter at the plate.

    A game asks this while a play is under way; an event of T29.13 ends the play, and the next one has not begun.
    """
    if not first_die_thrown:
        return allow("7.0", "The throw has not begun.")
    if event:
        return allow("T29.13", "The play calls for another throw at the same batter.")
    return refuse("T29.13" if rules.moves_end_with_first_die else "7.0", "The throw has begun.")
