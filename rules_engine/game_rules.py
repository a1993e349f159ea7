"""Game-ending rules, shared by the tournament rules and the game engine."""

from typing import Final, Literal, NamedTuple

Ending = Literal["", "full", "walk_off", "mercy", "conceded", "suspended"]
GOES_ON: Final = ("", "suspended")  # a game with any of these endings isn't over


class GameRules(NamedTuple):
    """The rules for extra innings and game endings. 0 switches a rule off."""

    innings: int = 9
    runner_on_second_from: int = 0  # extra innings start with a runner on second from this inning
    mercy_lead: int = 0
    mercy_from: int = 0
    only_half_inning: bool = False  # a shootout ends after one half-inning


def ending_after_half(rules: GameRules, inning: int, bottom: bool, score: tuple[int, int]) -> Ending:
    """T0.04: Return how the game ends after this half-inning, or "" if it continues.

    After the top of an inning, the game ends only if the home team leads, because then it doesn't have to bat.
    """
    innings = rules.innings
    away, home = score
    if rules.only_half_inning:
        return "full"
    if inning >= innings and (home != away if bottom else home > away):
        return "full"
    lead = abs(home - away) if bottom else home - away
    return "mercy" if mercy_reached(rules, inning, lead) else ""


def mercy_reached(rules: GameRules, inning: int, lead: int) -> bool:
    """T0.04: Return whether a lead ends the game under the mercy rule in this inning."""
    return 0 < rules.mercy_lead <= lead and inning >= rules.mercy_from
