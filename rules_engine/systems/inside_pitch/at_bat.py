"""A plate appearance, from the pitcher's card to the ball in play (IP1-a to IP1-d)."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rules_engine.baseball.bases import forced
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, Resolved, settled, stay
from rules_engine.systems.inside_pitch.air import catch_play, wall_flyout
from rules_engine.systems.inside_pitch.balls import play_ball
from rules_engine.systems.inside_pitch.cells import HITS, HOMERUN, RARE, STRIKEOUT, WALK, Cell
from rules_engine.systems.inside_pitch.errors import is_infield_fly, resolve_error_check
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.hits import home_run_play, single_through_infield
from rules_engine.systems.inside_pitch.matchup import Matchup
from rules_engine.systems.inside_pitch.pitcher_cells import (
    BALLPARK_CARD,
    READ_BATTER_CARD,
    Reading,
    automatic_out,
    line_entry,
    read_pitcher_cell,
    rolls_home_run,
)
from rules_engine.systems.inside_pitch.range_plays import FOUL, failed_home_run, resolve_range_play
from rules_engine.systems.inside_pitch.ranges import is_in_range
from rules_engine.systems.inside_pitch.rare_plays import rare_play
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch

MAX_ROLLS: Final = 20  # loops that the text leaves open end after this many rolls on the pitcher's card
RANGE: Final = "RANGE"  # the check still pending after a range play's cell
PAST_THE_PITCHER: Final = Cell("S", 1)


class BattedBall(NamedTuple):
    """The result of the second card.

    `wall` marks an [HR8], [HRo] or [HRp] cell that fell short (IP4.5-c).
    """

    cell: Cell
    wall: bool = False


def resolve_at_bat(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Resolved:
    """IP1-a, IP2.5-e: Roll on the pitcher's card until the batter or a runner moves.

    The rules set no limit on fouls. After MAX_ROLLS fouls, the batter's own card decides.
    """
    for _ in range(MAX_ROLLS):
        code = situation.matchup.pitcher_cells[roll_cell(game_input, "red", "white")]
        if code == "WLD":
            play = wild_pitch(game_input, setup, situation)
            resolved = Resolved(play) if play is not None else None
        else:
            reading = read_pitcher_cell(game_input, code, situation.matchup, tired=situation.tired)
            resolved = resolve_reading(game_input, setup, situation, reading)
        if resolved is not None:
            return resolved
    return resolve_reading(game_input, setup, situation, READ_BATTER_CARD) or Resolved(
        catch_play(situation, Cell("P", 2), {}, "IP2.5-e")
    )


def roll_cell(game_input: GameInput, red: str, white: str) -> int:
    """IP1-a, IP1-c: Roll the column and row dice and return the cell's index."""
    return 6 * game_input.roll(red, 6) + game_input.roll(white, 6) - 7


def resolve_reading(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, reading: Reading
) -> Resolved | None:
    """IP1-c, IP1-d: Resolve a final result, or read the second card. None means a foul."""
    if reading.result:
        return Resolved(PLAYS[reading.result](game_input, setup, situation))
    matchup = situation.matchup
    if reading.next == BALLPARK_CARD:
        cell = matchup.park_cells[roll_cell(game_input, "park_red", "park_white")]
    else:
        cell = matchup.batter_cells[roll_cell(game_input, "card_red", "card_white")]
    return resolve_cell(game_input, setup, situation, cell, reading)


def resolve_cell(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, cell: Cell, reading: Reading
) -> Resolved | None:
    """IP1-d: Resolve a cell of the second card: checks first, then the runners."""
    if cell == RARE:
        return rare_play(game_input, setup, situation)
    batted = read_batted_ball(game_input, situation.matchup, cell, at_park=reading.next == BALLPARK_CARD)
    if rolls_special_k(game_input, situation.matchup, reading.pending, batted.cell):
        return Resolved(strikeout_play(situation, "IP2.19-a"))
    play = resolve_batted_ball(game_input, setup, situation, batted, reading.pending)
    return Resolved(play) if play is not None else None


def resolve_batted_ball(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, batted: BattedBall, pending: str
) -> Play | None:
    """IP1-d, IP3.5: Resolve a final result, the pending check or the ball. None means a foul."""
    if batted.cell in _FINAL:
        return _final_play(situation, batted.cell)
    if pending == RANGE:
        return resolve_range_check(game_input, setup, situation, batted)
    if pending:
        return resolve_error_check(game_input, setup, situation, batted.cell, pending)
    return play_ball(game_input, setup, situation, batted.cell)


_FINAL: Final = frozenset((HOMERUN, WALK, STRIKEOUT))


def _final_play(situation: PlaySituation, cell: Cell) -> Play:
    """IP3.2-c, IP3.3-a, IP3.5: Return a result that no pending check can change."""
    if cell == HOMERUN:
        return home_run_play(situation, "IP3.3-a")
    return award_first_base(situation, "walk", "IP3.5") if cell == WALK else strikeout_play(situation, "IP3.5")


def read_batted_ball(game_input: GameInput, matchup: Matchup, cell: Cell, *, at_park: bool) -> BattedBall:
    """IP3.1, IP3.2-a, IP4.3, IP4.4-a, IP4.5-b: Return the ball before fielding checks."""
    if cell.kind == "**":
        return BattedBall(line_entry(matchup, cell.fielder))
    if cell.kind == "?":
        return read_possible_hit(game_input, matchup, cell.fielder, at_park=at_park)
    if cell.kind == "[HR]":
        is_home_run = rolls_home_run(game_input, matchup.hr)
        return BattedBall(HOMERUN) if is_home_run else BattedBall(Cell("F", cell.fielder), wall=True)
    return BattedBall(cell)


def read_possible_hit(game_input: GameInput, matchup: Matchup, fielder: int, *, at_park: bool) -> BattedBall:
    """IP3.2-a, IP3.2-c, IP4.4-a, IP4.4-b: Roll a d20 against the H? ranges.

    A ballpark's [HR] range is checked against the batter's home run rating.
    """
    kind = (matchup.park_hits if at_park else matchup.hits)[game_input.roll("hit", 20) - 1]
    if kind == "HR" or (kind == "[HR]" and rolls_home_run(game_input, matchup.hr)):
        return BattedBall(HOMERUN)
    return BattedBall(Cell("F" if kind == "[HR]" else kind, fielder))


def rolls_special_k(game_input: GameInput, matchup: Matchup, pending: str, ball: Cell) -> bool:
    """IP2.19-a, IP2.19-b, IP2.19-d, IP2.19-e: Roll whether an out becomes a strikeout.

    There is no roll while another check is pending.
    """
    if matchup.special_k is None or pending or ball.kind in HITS or ball in _FINAL:
        return False
    return is_in_range(matchup.special_k, game_input.roll("special_k", 20))


def resolve_range_check(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, batted: BattedBall
) -> Play | None:
    """IP4.5-c, IP4.6-d, IP6-a: Roll the range check and resolve the resulting ball."""
    ball = batted.cell
    if batted.wall:
        if game_input.roll("range", 6) <= situation.glove(ball.fielder).range:
            return wall_flyout(situation, ball)
        return play_ball(game_input, setup, situation, failed_home_run(ball))
    if not has_range_play(setup, situation, batted):
        return play_ball(game_input, setup, situation, ball)
    ball = resolve_range_play(game_input, setup, situation, ball)
    return None if ball == FOUL else play_ball(game_input, setup, situation, ball)


def has_range_play(setup: GameSetup, situation: PlaySituation, batted: BattedBall) -> bool:
    """IP4.5-c, IP6-a: Return whether a fielder rolls on the range chart for this ball.

    Balls off the wall have their own check, and infield flies may be exempt.
    """
    if batted.wall or batted.cell in _FINAL:
        return False
    return not (setup.edition.infield_fly and batted.cell.kind == "P" and is_infield_fly(situation))


def strikeout_play(situation: PlaySituation, rule: str = "IP2.12") -> Play:
    """IP2.12: Return a strikeout on which no runner moves."""
    _, first, second, third = stay(situation.occupied)
    return settled("strikeout", (OUT, first, second, third), situation.outs, rule)


def award_first_base(situation: PlaySituation, kind: str, rule: str, code: str = "") -> Play:
    """IP2.11, IP2.13: Put the batter on first and advance forced runners."""
    to = stay(situation.occupied, 1)
    for base in forced(situation.occupied):
        to[base] = base + 1
    return settled(kind, (to[0], to[1], to[2], to[3]), situation.outs, rule, "", code)


def _automatic_out(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Play:
    """IP2.4-a, IP2.19-c: Resolve the out that a d6 selects on the ** line."""
    return play_ball(game_input, setup, situation, automatic_out(game_input, situation.matchup))


PLAYS: Final[Mapping[str, Callable[[GameInput, GameSetup, PlaySituation], Play]]] = {
    "S1": lambda game_input, setup, situation: single_through_infield(setup, situation, PAST_THE_PITCHER),
    "**": _automatic_out,
    "HBP": lambda game_input, setup, situation: award_first_base(situation, "hit_by_pitch", "IP2.11"),
    "strikeout": lambda game_input, setup, situation: strikeout_play(situation),
    "walk": lambda game_input, setup, situation: award_first_base(situation, "walk", "IP2.13"),
    "HR": lambda game_input, setup, situation: home_run_play(situation, "IP2.15"),
}
