"""Groundouts: double plays, force outs and runners on third, by bases and depth (8)."""

from typing import Final, NamedTuple

from rules_engine.baseball.bases import EMPTY, FIRST, HOME, SECOND, THIRD, is_on
from rules_engine.baseball.game_input import GameInput, Option
from rules_engine.baseball.plays import ABSENT, OUT, Play, settled
from rules_engine.systems.inside_pitch.cells import FIELD_POSITIONS, Cell
from rules_engine.systems.inside_pitch.charts import Charts
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.situation import IN, PlaySituation

GO, HOLD = "go", "hold"
HOME_PLAY, FIRST_PLAY, DOUBLE_PLAY, LOOK_BACK = "home", "first", "double_play", "look_back"
INFIELD_IN, PITCHER, CATCHER = 2, 3, 4  # columns in the depth charts
VIA_HOME, VIA_SECOND = "home-first", "second-first"
LOADED, FIRST_AND_THIRD, SECOND_AND_THIRD = 0b111, 0b101, 0b110
CATCHER_PIVOT: Final = 0  # 8.5-b: on a double play that goes home first
SAFE_AT_SECOND: Final = 6  # 8.2-b: regardless of his BR
THIRD_OPTIONS: Final = {
    GO: Option(GO, "IP8.5-a", "the runner on third goes"),
    HOLD: Option(HOLD, "IP8.5-a", "the runner on third holds"),
}
PLAY_SENTENCES: Final = {
    HOME_PLAY: "play at home",
    FIRST_PLAY: "out at first",
    DOUBLE_PLAY: "try for the double play",
    LOOK_BACK: "look the runner on third back, out at first",
}
RULE_BY_COLUMN: Final = ("IP8.6.1", "IP8.6.2", "IP8.6.3", "IP8.6-a", "IP8.6-a")  # first and third, by column


class ForceNumbers(NamedTuple):
    """Combined GDP, and the BR of the runner on first adjusted for depth (8.2)."""

    combined: int
    br: int


def grounder(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP8.1, IP8.9: Resolve a grounder by outs and occupied bases."""
    occupied = situation.occupied
    if occupied == EMPTY or situation.outs == 2:
        return out_at_first(situation, ball, "IP8.1")
    if is_on(occupied, THIRD):
        return grounder_with_runner_on_third(game_input, setup, situation, ball)
    if is_on(occupied, FIRST):
        return grounder_with_runner_on_first(game_input, setup, situation, ball)
    return grounder_with_runner_on_second(game_input, setup, situation, ball)


def grounder_with_runner_on_first(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell
) -> Play:
    """IP8.2-a, IP8.4: Try the double play. The runner on second takes third.

    An infielder who is in throws to first (IP8.5-b). On a hit-and-run, there is no force
    (IP11.2).
    """
    if not is_double_play_possible(setup.charts, situation, ball.fielder):
        return advance_on_groundout(situation, ball, "IP11.2" if situation.hit_and_run else "IP8.5-b")
    return try_double_play(game_input, setup, situation, ball, force_numbers(setup.charts, situation, ball))


def grounder_with_runner_on_second(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell
) -> Play:
    """IP8.3: Put the batter out at first.

    Depending on the fielder, the runner on second advances, holds, or advances on his BR.
    """
    word = setup.charts.runner_on_second[ball.fielder]
    goes = word == "advance" or (word == "check" and game_input.roll("second", 6) <= situation.br(SECOND))
    return ground_play(situation, ball, "groundout", {0: OUT, 2: 3 if goes else 2}, "IP8.3")


def grounder_with_runner_on_third(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell
) -> Play:
    """IP8.5-a, IP8.6-a: Prompt for the runner on third, then for the defense."""
    loaded = situation.occupied == LOADED
    goes = loaded or game_input.ask("offence", "third", runner_on_third_options(situation, ball)) == GO
    plays = allowed_plays(setup.charts, situation, ball.fielder, goes=goes)
    rule = infield_play_rule(situation, ball.fielder)
    options = [Option(play, "IP8.5-a" if play == HOME_PLAY else rule, PLAY_SENTENCES[play]) for play in plays]
    play = game_input.ask("defence", "infield_play", options)
    if play == DOUBLE_PLAY:
        return try_double_play(game_input, setup, situation, ball, force_numbers(setup.charts, situation, ball))
    if play == HOME_PLAY:
        return (
            force_at_home(game_input, setup, situation, ball)
            if loaded
            else play_at_home(game_input, setup, situation, ball)
        )
    return advance_on_groundout(situation, ball, rule, third_goes=goes)


def infield_play_rule(situation: PlaySituation, fielder: int) -> str:
    """IP8.5-b, IP8.6-a, IP8.7, IP8.8: Return the rule for the defense's choice.

    With runners on first and third, it depends on the fielder's depth.
    """
    if situation.occupied == FIRST_AND_THIRD:
        return RULE_BY_COLUMN[situation.column(fielder)]
    return {LOADED: "IP8.8", SECOND_AND_THIRD: "IP8.7"}.get(situation.occupied, "IP8.5-b")


def runner_on_third_options(situation: PlaySituation, ball: Cell) -> list[Option]:
    """IP8.5-a: Return "go" and "hold". "hold" comes first if the infield is in."""
    first = HOLD if situation.column(ball.fielder) >= INFIELD_IN else GO
    return [THIRD_OPTIONS[first], THIRD_OPTIONS[HOLD if first == GO else GO]]


def allowed_plays(charts: Charts, situation: PlaySituation, fielder: int, *, goes: bool) -> list[str]:
    """IP8.5-b, IP8.6.1, IP8.6.2, IP8.6.3, IP8.7, IP8.8: Return the defense's plays.

    The default play comes first. An infielder who is in can throw home or to first. He can
    start a double play only with runners on first and third and the pivot man not in. The pitcher
    and the catcher can make every play.
    """
    doubling = is_double_play_possible(charts, situation, fielder)
    first = FIRST_PLAY if goes else LOOK_BACK
    if not goes:
        return (
            [DOUBLE_PLAY, LOOK_BACK] if doubling else [FIRST_PLAY if situation.column(fielder) == INFIELD_IN else first]
        )
    playing_in = situation.column(fielder) >= INFIELD_IN
    if doubling:
        return [HOME_PLAY, DOUBLE_PLAY, FIRST_PLAY] if playing_in else [DOUBLE_PLAY, HOME_PLAY, FIRST_PLAY]
    return [HOME_PLAY, FIRST_PLAY] if playing_in else [FIRST_PLAY, HOME_PLAY]


def throw_targets(column: int) -> tuple[str, ...]:
    """IP8.5-b: Return where a fielder in this depth column can throw."""
    return ("home", "first") if column == INFIELD_IN else ("any",)


def is_double_play_possible(charts: Charts, situation: PlaySituation, fielder: int) -> bool:
    """IP8.2-a: Return whether this fielder can start a double play at second."""
    return VIA_SECOND in possible_double_plays(charts, situation, fielder)


def possible_double_plays(charts: Charts, situation: PlaySituation, fielder: int) -> tuple[str, ...]:
    """IP8.5-b, IP8.6.3, IP8.8: Return the double plays that this fielder can start.

    Home to first requires loaded bases. A play at second requires a pivot man who isn't in, and
    a fielder who isn't in unless runners are on first and third.
    """
    if not is_on(situation.occupied, FIRST) or situation.outs == 2 or situation.hit_and_run:
        return ()
    by_home = (VIA_HOME,) if situation.occupied == LOADED else ()
    if throw_targets(situation.column(fielder)) != ("any",) and situation.occupied != FIRST_AND_THIRD:
        return by_home
    pivot_in = situation.depths[pivot_position(charts, fielder, situation.matchup.side) - 3] == IN
    return by_home if pivot_in else (*by_home, VIA_SECOND)


def pivot_position(charts: Charts, fielder: int, side: str) -> int:
    """IP8.2-d: Return the pivot man's number, based on the fielder and the batter's side."""
    return FIELD_POSITIONS.index(charts.pivot[fielder][side == "R"]) + 1


def force_numbers(charts: Charts, situation: PlaySituation, ball: Cell) -> ForceNumbers:
    """IP8.2-b, IP8.2-d: Return the numbers for a grounder that isn't a bunt."""
    column = situation.column(ball.fielder)
    pivot = situation.glove(pivot_position(charts, ball.fielder, situation.matchup.side)).pivot
    combined = combined_gdp(situation.batter.gdp, situation.pitcher.gdp, pivot, charts.depth["gdp"][column])
    return ForceNumbers(combined, situation.br(FIRST) + charts.depth["br_first"][column])


def combined_gdp(batter: int, pitcher: int, pivot: int, depth: int) -> int:
    """IP8.2-d: Return the sum of both GDP ratings, the pivot rating and the depth."""
    return batter + pitcher + pivot + depth


def try_double_play(
    game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell, numbers: ForceNumbers
) -> Play:
    """IP8.2-a to IP8.2-c: Roll a d6 against Combined GDP.

    Above it, the runner from first is safe on a roll within his BR or a 6, and the batter is
    out. Otherwise, the runner is forced and the batter is safe. Runners ahead advance one base.
    """
    roll = game_input.roll("gdp", 6)
    if roll <= numbers.combined:
        return ground_play(situation, ball, "groundout", {0: OUT, 1: OUT}, "IP8.2-a")
    if roll <= numbers.br or roll == SAFE_AT_SECOND:
        return advance_on_groundout(situation, ball, "IP8.2-b")
    return ground_play(situation, ball, "fielders_choice", {0: 1, 1: OUT}, "IP8.2-b")


def play_at_home(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP8.5-a, IP8.7: Roll a d6 against the depth-adjusted BR of the runner from third.

    The batter is safe, and the other runners advance.
    """
    safe = game_input.roll("home", 6) <= br_toward_home(
        setup.charts, situation.br(THIRD), situation.column(ball.fielder)
    )
    return ground_play(situation, ball, "fielders_choice", {0: 1, 3: HOME if safe else OUT}, "IP8.5-a")


def br_toward_home(charts: Charts, br: int, column: int) -> int:
    """IP8.6-a, IP8.6.1, IP8.6.2, IP8.6.3: Return BR adjusted for the fielder's depth."""
    return br + charts.depth["br_third"][column]


def force_at_home(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP8.8: Roll a d6 for the home-to-first double play.

    The target is both GDP ratings plus the depth. Above it, the same d6 decides the play at
    home as in IP8.5-a.
    """
    column = situation.column(ball.fielder)
    roll = game_input.roll("gdp", 6)
    depth = setup.charts.depth["gdp"][column]
    combined = combined_gdp(situation.batter.gdp, situation.pitcher.gdp, CATCHER_PIVOT, depth)
    if not situation.hit_and_run and roll <= combined:
        return ground_play(situation, ball, "groundout", {0: OUT, 3: OUT}, "IP8.8")
    safe = roll <= br_toward_home(setup.charts, situation.br(THIRD), column)
    return ground_play(situation, ball, "fielders_choice", {0: 1, 3: HOME if safe else OUT}, "IP8.8")


def out_at_first(situation: PlaySituation, ball: Cell, rule: str) -> Play:
    """IP8.1: Return a groundout on which the runners hold."""
    holding = {base: base for base in (1, 2, 3)}
    return ground_play(situation, ball, "groundout", {0: OUT, **holding}, rule)


def advance_on_groundout(situation: PlaySituation, ball: Cell, rule: str, *, third_goes: bool = True) -> Play:
    """Return a groundout on which the runners advance.

    If the runner on third holds, so does the runner on second.
    """
    ends = {0: OUT} if third_goes else {0: OUT, 3: 3, 2: 2}
    return ground_play(situation, ball, "groundout", ends, rule)


def ground_play(situation: PlaySituation, ball: Cell, kind: str, ends: dict[int, int], rule: str) -> Play:
    """Return the play on a grounder. Runners without a destination advance one base."""
    occupied = situation.occupied
    to = [ends.get(base, base + 1) if base == 0 or is_on(occupied, base) else ABSENT for base in range(4)]
    return settled(kind, (to[0], to[1], to[2], to[3]), situation.outs, rule, ball.position, ball.code)
