"""What the offended manager may choose when a mistake comes to light, and when results are official: T0.06.

What is no mistake at all: help that may be given (T0.14), what a computer made of an internet series (T0.17).
"""

from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Finding, Ruling, allow, refuse

Option = Literal["accept", "replay", "suspend", "from_dice"]
Help = Literal["lineup", "substitution", "strategy", "hint", "rule_clarification", "dice_interpretation"]
HELP_ALWAYS_ALLOWED: Final = ("rule_clarification", "dice_interpretation")
Stage = Literal["in_progress", "game_over", "later_game_begun", "official"]
OPTIONS: Final[dict[Stage, tuple[Option, ...]]] = {
    "in_progress": ("accept", "replay"),
    "game_over": ("accept", "replay"),  # until the next game of the series begins [R-06b]
    "later_game_begun": ("accept", "suspend"),
    "official": (),
}


class ViolationFinding(Finding):
    """When results are official, what help may be given, and what a computer's result is worth."""

    SHEET_SIGNED = "the pitching sheet is signed"
    NEXT_SERIES_BEGUN = "a subsequent series has begun"
    NOT_OFFICIAL_YET = "the sheet is not signed and no subsequent series has begun"
    RULES_AND_DICE = "rules and dice may be explained by anyone at any time"
    OUTSIDE_THE_SERIES = "not between the roll for home and the signing of the opponent's sheet"
    OPPONENT_AGREED = "the opponent agreed"
    OPPONENT_DID_NOT_AGREE = "{help} help without the opponent's agreement"
    AS_THE_RULES_GIVE = "the computer's result is what these rules give"
    NOT_ON_THE_INTERNET = "only internet series accept a computer's result against these rules"
    BROKEN_ON_PURPOSE = "a rule was broken on purpose: the computer letting it pass does not make it legal"
    COMPUTER_RESULT_STANDS = "internet series accept the computer's result"


class Acceptance(NamedTuple):
    """T0.06: an accepted result. Innings of an ineligible pitcher stand as pitched and count in later sums."""

    replaced_at_once: bool
    innings_as_pitched: bool
    footnote: bool


def results_official(*, sheet_signed: bool, subsequent_series_begun: bool) -> Ruling:
    """T0.06: once the pitching sheet is signed or either manager has begun his next series [R-06a]."""
    if sheet_signed:
        return allow(ViolationFinding.SHEET_SIGNED, "T0.06")
    if subsequent_series_begun:
        return allow(ViolationFinding.NEXT_SERIES_BEGUN, "T0.06")
    return refuse(ViolationFinding.NOT_OFFICIAL_YET, "T0.06")


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


def check_outside_help(kind: Help, *, opponent_agreed: bool, between_home_roll_and_signing: bool) -> Ruling:
    """T0.14: help may be asked or given only outside the series, with the opponent's consent, or on rules and dice."""
    if kind in HELP_ALWAYS_ALLOWED:
        return allow(ViolationFinding.RULES_AND_DICE, "T0.14")
    if not between_home_roll_and_signing:
        return allow(ViolationFinding.OUTSIDE_THE_SERIES, "T0.14")
    if opponent_agreed:
        return allow(ViolationFinding.OPPONENT_AGREED, "T0.14")
    return refuse(ViolationFinding.OPPONENT_DID_NOT_AGREE, "T0.14", help=kind)


def computer_result_stands(*, differs: bool, intentional: bool, internet: bool) -> Ruling:
    """T0.17: a result other than these rules would give is accepted in internet series, unless it was sought."""
    if not differs:
        return allow(ViolationFinding.AS_THE_RULES_GIVE, "T0.17")
    if not internet:
        return refuse(ViolationFinding.NOT_ON_THE_INTERNET, "T0.17")
    if intentional:
        return refuse(ViolationFinding.BROKEN_ON_PURPOSE, "T0.17")
    return allow(ViolationFinding.COMPUTER_RESULT_STANDS, "T0.17")
