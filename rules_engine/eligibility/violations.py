"""What the offended manager may choose when a mistake comes to light, and when results are official: T0.06.

What is no mistake at all: help that may be given (T0.14), what a computer made of an internet series (T0.17).
"""

from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Ruling, allow, refuse

Option = Literal["accept", "replay", "suspend"]
Help = Literal["lineup", "substitution", "strategy", "hint", "rule_clarification", "dice_interpretation"]
HELP_ALWAYS_ALLOWED: Final = ("rule_clarification", "dice_interpretation")
Stage = Literal["in_progress", "game_over", "later_game_begun", "official"]
OPTIONS: Final[dict[Stage, tuple[Option, ...]]] = {
    "in_progress": ("accept", "replay"),
    "game_over": ("accept", "replay"),  # until the next game of the series begins [R-06b]
    "later_game_begun": ("accept", "suspend"),
    "official": (),
}


class Acceptance(NamedTuple):
    """T0.06: an accepted result. Innings of an ineligible pitcher stand as pitched and count in later sums."""

    replaced_at_once: bool
    innings_as_pitched: bool
    footnote: bool


def results_official(*, sheet_signed: bool, subsequent_series_begun: bool) -> Ruling:
    """T0.06: once the pitching sheet is signed or either manager has begun his next series [R-06a]."""
    if sheet_signed:
        return allow("T0.06", "the pitching sheet is signed")
    if subsequent_series_begun:
        return allow("T0.06", "a subsequent series has begun")
    return refuse("T0.06", "the sheet is not signed and no subsequent series has begun")


def stage_of_game(
    *, game_over: bool, later_game_of_series_begun: bool, sheet_signed: bool, subsequent_series_begun: bool
) -> Stage:
    """Where the game in which the mistake was made stands now."""
    if results_official(sheet_signed=sheet_signed, subsequent_series_begun=subsequent_series_begun):
        return "official"
    if later_game_of_series_begun:
        return "later_game_begun"
    return "game_over" if game_over else "in_progress"


def offended_managers_options(stage: Stage) -> tuple[Option, ...]:
    """T0.06: accept, replay from the point of the mistake, or have the game suspended and resumed there (T33)."""
    return OPTIONS[stage]


def acceptance(*, ineligible_pitcher: bool) -> Acceptance:
    """T0.06, T31.2: the ineligible player goes at once; for a pitcher a footnote says why it was allowed."""
    return Acceptance(True, ineligible_pitcher, ineligible_pitcher)


def outside_help(kind: Help, *, opponent_agreed: bool, between_home_roll_and_signing: bool) -> Ruling:
    """T0.14: help may be asked or given only outside the series, with the opponent's consent, or on rules and dice."""
    if kind in HELP_ALWAYS_ALLOWED:
        return allow("T0.14", "rules and dice may be explained by anyone at any time")
    if not between_home_roll_and_signing:
        return allow("T0.14", "not between the roll for home and the signing of the opponent's sheet")
    if opponent_agreed:
        return allow("T0.14", "the opponent agreed")
    return refuse("T0.14", f"{kind} help without the opponent's agreement")


def computer_result_stands(*, differs: bool, intentional: bool, internet: bool) -> Ruling:
    """T0.17: a result other than these rules would give is accepted in internet series, unless it was sought."""
    if not differs:
        return allow("T0.17", "the computer's result is what these rules give")
    if not internet:
        return refuse("T0.17", "only internet series accept a computer's result against these rules")
    if intentional:
        return refuse("T0.17", "a rule was broken on purpose: the computer letting it pass does not make it legal")
    return allow("T0.17", "internet series accept the computer's result")
