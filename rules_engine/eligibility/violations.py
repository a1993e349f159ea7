"""The offended manager's options after a mistake, and when results are official: T0.06.

The module also covers outside help (T0.14) and a computer's results in internet series (T0.17).
"""

from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Finding, Ruling, allow, refuse

Option = Literal["accept", "replay", "suspend", "from_dice"]
Help = Literal["lineup", "substitution", "strategy", "hint", "rule_clarification", "dice_interpretation"]
HELP_ALWAYS_ALLOWED: Final = ("rule_clarification", "dice_interpretation")
Stage = Literal["in_progress", "game_over", "later_game_begun", "official"]
OPTIONS: Final[dict[Stage, tuple[Option, ...]]] = {
    "in_progress": ("accept", "replay"),
    "game_over": ("accept", "replay"),  # until the next game in the series begins [R-06b]
    "later_game_begun": ("accept", "suspend"),
    "official": (),
}


class ViolationFinding(Finding):
    """Findings on official results, outside help, and a computer's result."""

    SHEET_SIGNED = "the pitching sheet is signed"
    NEXT_SERIES_BEGUN = "the next series has started"
    NOT_OFFICIAL_YET = "the sheet is not signed and the next series has not started"
    RULES_AND_DICE = "anyone may explain rules and dice at any time"
    OUTSIDE_THE_SERIES = "not from the roll for home until the opponent's sheet is signed"
    OPPONENT_AGREED = "the opponent agreed"
    OPPONENT_DID_NOT_AGREE = "{help} help without the opponent's agreement"
    FOLLOWS_THE_RULES = "the computer result follows these rules"
    NOT_ON_THE_INTERNET = "a computer result that breaks these rules counts only in internet series"
    BROKEN_ON_PURPOSE = "a rule was broken on purpose, and a move isn't legal just because the computer allowed it"
    COMPUTER_RESULT_STANDS = "in internet series, the computer result counts"


class Acceptance(NamedTuple):
    """T0.06: The terms of an accepted result. An ineligible pitcher's innings count as pitched."""

    replaced_at_once: bool
    innings_as_pitched: bool
    footnote: bool


def results_official(*, sheet_signed: bool, next_series_started: bool) -> Ruling:
    """T0.06: Results are official when the sheet is signed or either manager starts his next series [R-06a]."""
    if sheet_signed:
        return allow(ViolationFinding.SHEET_SIGNED, "T0.06")
    if next_series_started:
        return allow(ViolationFinding.NEXT_SERIES_BEGUN, "T0.06")
    return refuse(ViolationFinding.NOT_OFFICIAL_YET, "T0.06")


def stage_of_game(*, game_over: bool, later_game_started: bool, sheet_signed: bool, next_series_started: bool) -> Stage:
    """Return the stage of the game in which the mistake was made."""
    if results_official(sheet_signed=sheet_signed, next_series_started=next_series_started):
        return "official"
    if later_game_started:
        return "later_game_begun"
    return "game_over" if game_over else "in_progress"


def offended_managers_options(stage: Stage) -> tuple[Option, ...]:
    """T0.06: Accept, replay from the mistake, or suspend the game and resume it there (T33)."""
    return OPTIONS[stage]


def acceptance(*, ineligible_pitcher: bool) -> Acceptance:
    """T0.06, T31.2: Replace the ineligible player at once. For a pitcher, a footnote records why it was allowed."""
    return Acceptance(True, ineligible_pitcher, ineligible_pitcher)


def check_outside_help(kind: Help, *, opponent_agreed: bool, between_home_roll_and_signing: bool) -> Ruling:
    """T0.14: Allow help only outside the series, with the opponent's consent, or about rules and dice."""
    if kind in HELP_ALWAYS_ALLOWED:
        return allow(ViolationFinding.RULES_AND_DICE, "T0.14")
    if not between_home_roll_and_signing:
        return allow(ViolationFinding.OUTSIDE_THE_SERIES, "T0.14")
    if opponent_agreed:
        return allow(ViolationFinding.OPPONENT_AGREED, "T0.14")
    return refuse(ViolationFinding.OPPONENT_DID_NOT_AGREE, "T0.14", help=kind)


def accept_computer_result(*, differs: bool, intentional: bool, internet: bool) -> Ruling:
    """T0.17: Accept a computer's result against these rules in internet series, unless it was intentional."""
    if not differs:
        return allow(ViolationFinding.FOLLOWS_THE_RULES, "T0.17")
    if not internet:
        return refuse(ViolationFinding.NOT_ON_THE_INTERNET, "T0.17")
    if intentional:
        return refuse(ViolationFinding.BROKEN_ON_PURPOSE, "T0.17")
    return allow(ViolationFinding.COMPUTER_RESULT_STANDS, "T0.17")
