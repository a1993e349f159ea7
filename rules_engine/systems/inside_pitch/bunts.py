"""Sacrifice bunts, bunts for a hit and squeezes (11.3, 11.5, 11.6)."""

from collections.abc import Callable, Mapping
from typing import Final

from rules_engine.baseball.bases import EMPTY, FIRST, HOME, THIRD, forced, is_on, lead_runner
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import OUT, Play, Resolved
from rules_engine.systems.inside_pitch.air import catch_play
from rules_engine.systems.inside_pitch.at_bat import MAX_ROLLS, PLAYS, resolve_at_bat, roll_cell
from rules_engine.systems.inside_pitch.cells import FIELD_POSITIONS, Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.grounders import (
    FIRST_PLAY,
    HOME_PLAY,
    PITCHER,
    PLAY_SENTENCES,
    ForceNumbers,
    combined_gdp,
    ground_play,
    grounder,
    pivot_position,
    try_double_play,
)
from rules_engine.systems.inside_pitch.hits import hit_play
from rules_engine.systems.inside_pitch.pitcher_cells import read_pitcher_cell
from rules_engine.systems.inside_pitch.situation import IN, PlaySituation
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch

SACRIFICE, FOR_HIT, SQUEEZE = "bunt", "bunt_hit", "squeeze"
REDO, SWING_AWAY = "redo_attempt", "swing_away"
AFTER_FOUL: Final = [Option(REDO, "IP11.3-c", "bunt again"), Option(SWING_AWAY, "IP11.3-c", "swing away")]


def bunt(game_input: GameInput, setup: GameSetup, situation: PlaySituation, kind: str, *, ask: bool = True) -> Resolved:
    """IP11.3-b, IP11.6-a: Resolve a bunt: pitcher's card, fielder, bunt chart.

    Only a few results on the pitcher's card count. After a foul, the offense chooses to bunt
    again or swing away. Without `ask`, it bunts again. After MAX_ROLLS rolls on the pitcher's
    card, the batter swings.
    """
    for _ in range(MAX_ROLLS):
        code = situation.matchup.pitcher_cells[roll_cell(game_input, "red", "white")]
        if code in setup.charts.bunt_cells:
            play = read_pitch_on_bunt(game_input, setup, situation, code, kind)
            if play is not None:
                return Resolved(play)
            if code == "WLD":
                continue
        play = resolve_bunted_ball(game_input, setup, situation, kind)
        if play is not None:
            return Resolved(play)
        if ask and game_input.ask("offence", "after_foul", AFTER_FOUL) == SWING_AWAY:
            break
    return resolve_at_bat(game_input, setup, situation)


def read_pitch_on_bunt(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, code: str, kind: str
) -> Play | None:
    """IP11.3-b, IP11.6-a: Resolve a pitcher's cell that counts on a bunt.

    A strikeout on a squeeze is marked because the runner on third must then steal home.
    """
    if code == "WLD":
        return wild_pitch(game_input, setup, situation)
    reading = read_pitcher_cell(game_input, code, situation.matchup, tired=situation.tired)
    if not reading.result:
        return None
    play = PLAYS[reading.result](game_input, setup, situation)
    if play.kind == "strikeout" and kind == SQUEEZE:
        return Play(play.kind, play.to, "IP11.6-a", code=SQUEEZE)
    return play


def resolve_bunted_ball(game_input: GameInput, setup: GameSetup, situation: PlaySituation, kind: str) -> Play | None:
    """IP11.3-c, IP11.6-b: Roll for the fielder and on the bunt chart. None means a foul."""
    position = bunt_fielder(setup.charts, game_input.roll("bunt_fielder", 6))
    ball = Cell("G", FIELD_POSITIONS.index(position) + 1)
    rating, roll = situation.batter.bnt, game_input.roll("bunt", 20)
    if kind == SQUEEZE:
        result = bunt_result(
            setup.charts, squeeze_rating(rating, infield_in=is_infield_in(situation)), roll, squeeze=True
        )
    else:
        result = bunt_result(setup.charts, bunt_rating(rating, position, _fielder_depth(situation, ball)), roll)
    if result == "foul":
        return None
    return bunt_play(game_input, setup, situation, ball, kind, result)


def bunt_play(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell, kind: str, result: str
) -> Play:
    """IP11.3-c, IP11.5, IP11.6-b: Resolve a result from the bunt or squeeze chart."""
    if result == "success" and kind == FOR_HIT:
        return bunt_for_hit(game_input, setup, situation, ball)
    return (_SQUEEZE_RESULTS if kind == SQUEEZE else _BUNT_RESULTS)[result](game_input, setup, situation, ball)


def _fielder_depth(situation: PlaySituation, ball: Cell) -> str:
    return situation.depths[ball.fielder - 3] if ball.fielder > 2 else ""


def is_infield_in(situation: PlaySituation) -> bool:
    """IP11.6-a: Return whether both corner infielders are in."""
    return situation.depths[0] == IN and situation.depths[2] == IN


def bunt_fielder(charts: Charts, roll: int) -> str:
    """IP11.3-b: Return the position to which a d6 sends the bunt."""
    return charts.bunt_fielders[roll - 1]


def bunt_rating(bnt: int, position: str, depth: str) -> int:
    """IP11.3-b: Return BNT, one lower if a corner infielder who is in fields the bunt."""
    return max(0, bnt - (position in ("1b", "3b") and depth == IN))


def squeeze_rating(bnt: int, *, infield_in: bool) -> int:
    """IP11.6-a: Return BNT, one lower if the infield is in."""
    return max(0, bnt - infield_in)


def bunt_result(charts: Charts, rating: int, roll: int, *, squeeze: bool = False) -> str:
    """IP11.3-b, IP11.6-a: Look up the rating's column and the d20's row."""
    return (charts.squeeze if squeeze else charts.bunt)[rating][roll - 1]


def successful_bunt(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.3-c, IP11.6-b: Return an out at first on which all runners advance one base."""
    kind = "sacrifice" if situation.occupied != EMPTY and situation.outs < 2 else "groundout"
    return ground_play(situation, ball, kind, {0: OUT}, "IP11.3-c")


def bunt_single(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.3-c: Return a single on which everyone is safe."""
    return hit_play(situation, Cell("S", ball.fielder), {}, "IP11.3-c", least=1)


def lead_runner_out(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.3-c, IP11.6-b: Return a fielder's choice on the lead runner.

    With the bases empty, the batter is out.
    """
    lead = lead_runner(situation.occupied)
    if lead == 0:
        return ground_play(situation, ball, "groundout", {0: OUT}, "IP11.3-c")
    return ground_play(situation, ball, "fielders_choice", {0: 1, lead: OUT}, "IP11.3-c")


def hard_bunt(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.3-c, IP8.12: Resolve a double-play grounder with the bunt chart's depths."""
    if not is_on(situation.occupied, FIRST) or situation.outs == 2:
        return grounder(game_input, setup, situation, ball)
    column = situation.column(ball.fielder)
    depth = setup.charts.bunt_depth["gdp"][min(column, PITCHER)]
    pivot = situation.glove(pivot_position(setup.charts, ball.fielder, situation.matchup.side)).pivot
    combined = combined_gdp(situation.batter.gdp, situation.pitcher.gdp, pivot, depth)
    br = situation.br(FIRST) + setup.charts.depth["br_first"][column]
    return try_double_play(game_input, setup, situation, ball, ForceNumbers(combined, br))


def bunt_popout(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.3-c: Return a popout. A d6 above the lead runner's BR doubles him off."""
    lead, popped = lead_runner(situation.occupied), Cell("P", ball.fielder)
    if lead == 0 or situation.outs == 2:
        return catch_play(situation, popped, {}, "IP11.3-c")
    doubled = game_input.roll("popout", 6) > situation.br(lead)
    return catch_play(situation, popped, {lead: OUT} if doubled else {}, "IP11.3-c")


def bunt_for_hit(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.5: Return a single if the d20 is at most the target, otherwise a groundout."""
    charts, column = setup.charts, min(situation.column(ball.fielder), PITCHER)
    changes = charts.bunt_depth["br_batter"][column] - charts.bunt_depth["range"][column]
    fielder_range = situation.glove(ball.fielder).range
    target = bunt_hit_target(situation.batter.bnt, situation.batter.br, fielder_range, changes)
    if game_input.roll("bunt_hit", 20) <= target:
        return hit_play(situation, Cell("S", ball.fielder), {}, "IP11.5", least=1)
    return ground_play(situation, ball, "groundout", {0: OUT}, "IP11.5")


def bunt_hit_target(bnt: int, br: int, fielder_range: int, changes: int) -> int:
    """IP11.5, IP8.12: Return BNT plus BR minus the fielder's range, adjusted for depth."""
    return bnt + br - fielder_range + changes


def squeeze_runner_out(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.6-b: Return a fielder's choice with the runner from third out at home."""
    return ground_play(situation, ball, "fielders_choice", {0: 1, THIRD: OUT}, "IP11.6-b")


def doubtful_squeeze(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.6-b: Let the defense take the out at first or play at home.

    A play at home is rolled against the BR of the runner from third.
    """
    options = [Option(play, "IP11.6-b", PLAY_SENTENCES[play]) for play in (HOME_PLAY, FIRST_PLAY)]
    if game_input.ask("defence", "squeeze_play", options) == FIRST_PLAY:
        return ground_play(situation, ball, "sacrifice", {0: OUT}, "IP11.6-b")
    target = squeeze_home_target(situation.br(THIRD), fielder_in=_fielder_depth(situation, ball) == IN)
    end = HOME if game_input.roll("home", 6) <= target else OUT
    return ground_play(situation, ball, "fielders_choice", {0: 1, THIRD: end}, "IP11.6-b")


def squeeze_home_target(br: int, *, fielder_in: bool) -> int:
    """IP11.6-b: Return BR, one lower if the fielder is in."""
    return br - fielder_in


def squeeze_rundown(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.6-b, IP7.2-g: Resolve a rundown of the runner from third.

    The batter is safe, and forced runners advance.
    """
    end, others_move = resolve_squeeze_rundown(setup.charts, game_input.roll("rundown", 6), situation.br(THIRD))
    holding = {} if others_move else {base: base for base in (1, 2) if base not in forced(situation.occupied)}
    return ground_play(situation, ball, "fielders_choice", {0: 1, THIRD: end, **holding}, "IP11.6-b")


def resolve_squeeze_rundown(charts: Charts, roll: int, br: int) -> tuple[int, bool]:
    """IP7.2-g, IP11.6-b: Return the runner's destination and whether others advance."""
    kind = charts.rundown[roll - 1]
    return (HOME, False) if kind == "safe" else (OUT, kind == "out_others_try" and roll <= br)


def squeeze_popout(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP11.6-b: Return a popout that doubles off the runner from third."""
    return catch_play(situation, Cell("P", ball.fielder), {THIRD: OUT} if situation.outs < 2 else {}, "IP11.6-b")


ResultRule = Callable[[GameInput, GameSetup, PlaySituation, Cell], Play]
_BUNT_RESULTS: Final[Mapping[str, ResultRule]] = {
    "success": successful_bunt,
    "lead_out": lead_runner_out,
    "safe": bunt_single,
    "too_hard": hard_bunt,
    "popout_dp": bunt_popout,
}
_SQUEEZE_RESULTS: Final[Mapping[str, ResultRule]] = {
    "success": successful_bunt,
    "lead_out": squeeze_runner_out,
    "qq_bunt": doubtful_squeeze,
    "rundown": squeeze_rundown,
    "popout_dp": squeeze_popout,
}
