"""Infield depth: the suggested depth, and the defense's choices (8.10, 8.11)."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.bases import FIRST, STATE_NAMES, THIRD, is_on
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.situation import BACK, DEPTHS, HALF, IN, Depths

CLOSE_LEAD: Final = 1  # a one-run game
SAFE_LEAD: Final = 4
HOLDING: Final = "hold"
CORNERS_HALF, CORNERS_BACK, EACH = "corners_in_half", "corners_in_back", "each"
_STANCES: Final[Mapping[str, Depths]] = {  # for 1b, 2b, 3b, ss
    BACK: (BACK,) * 4,
    HALF: (HALF,) * 4,
    IN: (IN,) * 4,
    CORNERS_HALF: (IN, HALF, IN, HALF),
    CORNERS_BACK: (IN, BACK, IN, BACK),
}
_STANCE_SENTENCES: Final = {
    BACK: "the infield plays back",
    HALF: "halfway, at double play depth",
    IN: "the infield plays in",
    CORNERS_HALF: "first and third in, the middle infield halfway",
    CORNERS_BACK: "first and third in, the middle infield back",
    EACH: "each infielder chooses",
}
_OPTIONS: Final = {key: Option(key, "IP8.11-a", sentence) for key, sentence in _STANCE_SENTENCES.items()}
_OPTIONS_BY_SUGGESTION: Final = {
    depth: [_OPTIONS[depth], *(o for key, o in _OPTIONS.items() if key != depth)] for depth in DEPTHS
}
_EACH_OR_HOLD: Final = Option(
    EACH, "IP8.11-a", "each infielder chooses, so first base may hold the runner (announce hold)"
)
_OPTIONS_WITH_HOLD: Final = {depth: [*options[:-1], _EACH_OR_HOLD] for depth, options in _OPTIONS_BY_SUGGESTION.items()}
_DEPTH_SENTENCES: Final = {BACK: "plays back", HALF: "plays halfway", IN: "plays in"}
_INFIELDER_OPTIONS: Final = [Option(depth, "IP8.11-a", _DEPTH_SENTENCES[depth]) for depth in DEPTHS]
_FIRST_BASE_OPTIONS: Final = [*_INFIELDER_OPTIONS, Option(HOLDING, "IP8.11-a", "holds the runner on first")]


def suggested_depth(charts: Charts, occupied: int, outs: int, lead: int) -> str:
    """IP8.10: Return the depth suggested for these bases.

    The infield is back with two outs, empty bases or a lead of four. It is in with a runner on third in a tied or
    one-run game. `lead` is from the defense's view.
    """
    if outs == 2 or not occupied or lead >= SAFE_LEAD:
        return BACK
    word = charts.suggested[STATE_NAMES[occupied]]
    if word.endswith("*") and is_on(occupied, THIRD) and abs(lead) <= CLOSE_LEAD:
        return IN
    return word.rstrip("*")


def ask_depths(game_input: GameInput, suggested: str, occupied: int) -> Depths:
    """IP8.11-a: Prompt the defense for its infield depths, suggested depth first.

    Each infielder can play at his own depth, and the first baseman can hold a runner.
    """
    can_hold = is_on(occupied, FIRST)
    answer = game_input.ask(
        "defence", "infield", (_OPTIONS_WITH_HOLD if can_hold else _OPTIONS_BY_SUGGESTION)[suggested]
    )
    if answer != EACH:
        return _STANCES[answer]
    answer = game_input.ask("defence", "infield_1b", _FIRST_BASE_OPTIONS if can_hold else _INFIELDER_OPTIONS)
    other_answers = (
        game_input.ask("defence", f"infield_{position}", _INFIELDER_OPTIONS) for position in ("2b", "3b", "ss")
    )
    return depth_of_answer(answer), *other_answers


def depth_of_answer(answer: str) -> str:
    """IP8.11-a: Return the depth of an answer. A first baseman who holds a runner is back."""
    return BACK if answer == HOLDING else answer


def default_depths(charts: Charts, occupied: int, outs: int, lead: int) -> Depths:
    """IP8.10: Return the suggested depth for the whole infield."""
    return _STANCES[suggested_depth(charts, occupied, outs, lead)]
