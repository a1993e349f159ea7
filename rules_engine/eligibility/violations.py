"""What the offended manager may choose when a mistake comes to light, and when results are official: T0.06."""

from typing import Final, Literal, NamedTuple

from rules_engine.rulings import Ruling, allow, refuse

Option = Literal["accept", "replay", "suspend"]
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
