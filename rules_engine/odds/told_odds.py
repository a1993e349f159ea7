"""The exact odds of a moment of a game in words: the plate appearance, the steals, the rest of the half-inning.

All by the rule code itself at the enumerating table. The runners are sent, and thrown at, as the autopilot would.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from statistics import mean
from typing import Final

from rules_engine.baseball.bases import BASE_NAMES, runners
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import Table
from rules_engine.odds.markov import compile_lineup, expected_runs, half_inning
from rules_engine.odds.plate_appearance import Odds, PlateAppearance, pitch_odds, play_odds
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.ball.situation import Situation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.running.leads import attempt_steal
from rules_engine.systems.strat_o_matic.scorebook.steal_calls import legal_calls, steal_attempt

_NOTHING: Final = Fraction(0)
_KINDS: Final = {
    "walk": "walk",
    "hit_by_pitch": "hit by pitch",
    "single": "single",
    "double": "double",
    "triple": "triple",
    "homerun": "homerun",
    "error": "on base by an error",
    "interference": "on base by interference",
    "passed_ball": "a pitch gets away, the batter is still up",
    "strikeout": "strikeout",
}
OTHER_OUT, TWO_OUTS, NOBODY_MOVES = "another out", "a double play, among these", "nobody moves"
_STEALS: Final = {
    "stolen_base": "safe",
    "caught_stealing": "out",
    "pickoff": "picked off",
    "balk": "balk",
}
MANY_RUNS: Final = 5

Names = Mapping[str, str]


def odds_text(game: StratGame, names: Names) -> str:
    """Swinging away now, with the infield back and nobody held, and each steal that is legal."""
    state = game.state
    batter, pitcher = (_name(names, man) for man in (state.batting.batter, state.fielding.pitcher))
    lines = [f"    {batter} against {pitcher}, swinging away, infield back, nobody held; exact:"]
    lines += [f"      {_percent(chance)}  {what}" for what, chance in _told_plays(game)]
    for base in runners(legal_calls(game.book, state, game.tracker, 0)):
        lines.append(f"    {_runner(game, base, names)} goes for {BASE_NAMES[base + 1]}, not held:")
        lines += [f"      {_percent(chance)}  {what}" for what, chance in _told_steal(game, base)]
    return "\n".join(lines)


def inning_text(game: StratGame, names: Names) -> str:
    """Runs from here to the third out with this pitcher and these men, pitches that get away included."""
    state, side = game.state, game.state.batting
    speed = round(mean(map(game.book.running, side.order)))

    def appearance(batter: str, occupied: int, outs: int) -> Odds:
        return _appearance(game, batter, occupied, outs, (speed, speed, speed, speed))

    pitches = partial(pitch_odds, game.book, game.book.battery(state.fielding))
    lineup = compile_lineup(side.order, appearance, pitches)
    runs = half_inning(lineup, side.up, 8 * state.outs + state.occupied).sum(axis=0)
    expected = expected_runs(runs)
    shares = [*map(float, runs[:MANY_RUNS]), float(runs[MANY_RUNS:].sum())]
    lines = [
        f"    To the third out {expected:.2f} runs are to be expected, against {_name(names, state.fielding.pitcher)},",
        "    by the whole order as it stands, with runners of its average speed, nobody stealing; exact:",
    ]
    counts = [*map(str, range(MANY_RUNS)), f"{MANY_RUNS} or more"]
    lines += [
        f"      {_percent(chance)}  {count} {'run' if count == '1' else 'runs'}"
        for count, chance in zip(counts, shares, strict=True)
    ]
    return "\n".join(lines)


def _told_plays(game: StratGame) -> Iterator[tuple[str, Fraction]]:
    """What may come, in the order of a batting line; then what beside it may be so."""
    state = game.state
    before = pitch_odds(game.book, game.book.battery(state.fielding), state.occupied)
    if before:
        yield "a pitch gets away first", sum(before.values(), _NOTHING)
    running = game.book.running_ratings(state)
    odds = _appearance(game, state.batting.batter, state.occupied, state.outs, running)
    yield from _in_words(odds, _KINDS, OTHER_OUT)
    double_plays = _share(odds, lambda play: play.to.count(OUT) > 1)
    if double_plays:
        yield TWO_OUTS, double_plays
    if state.occupied:
        yield "at least one run", _share(odds, lambda play: bool(play.scored))


def _share(odds: Mapping[Play, Fraction], holds: Callable[[Play], bool]) -> Fraction:
    return sum((chance for play, chance in odds.items() if holds(play)), _NOTHING)


def _in_words(odds: Odds, kinds: Mapping[str, str], otherwise: str) -> Iterator[tuple[str, Fraction]]:
    """What can come at all, by the words for its kind, in their order."""
    found = dict.fromkeys((*kinds.values(), otherwise), _NOTHING)
    for play, chance in odds.items():
        found[kinds.get(play.kind, otherwise)] += chance
    yield from ((what, chance) for what, chance in found.items() if chance)


def _told_steal(game: StratGame, base: int) -> Iterator[tuple[str, Fraction]]:
    """23.3: with a lead where he gets one; without it he goes back where he may."""
    attempt = steal_attempt(game.book, game.state, game.tracker, base, 0)
    edition, chart = game.book.edition, game.book.steal_chart

    def steal(table: Table) -> Play:
        return attempt_steal(table, edition, chart, attempt).play

    yield from _in_words(play_odds(steal), _STEALS, NOBODY_MOVES)


def _appearance(game: StratGame, batter: str, occupied: int, outs: int, running: tuple[int, int, int, int]) -> Odds:
    """The infield back, nobody held, the men who are in the field now."""
    book, pitcher = game.book, game.state.fielding.pitcher
    situation = Situation(occupied, outs, running, fielders=book.fielders(game.state.fielding))
    at_bat, tired = book.at_bat(batter, pitcher), game.tracker.tired(game.state)
    return PlateAppearance(book, situation, at_bat, pitcher, Autopilot(game).choose, tired).odds()


def _runner(game: StratGame, base: int, names: Names) -> str:
    runner = game.state.bases[base - 1]
    return _name(names, runner.player) if runner else "nobody"


def _name(names: Names, man: str) -> str:
    return names.get(man, man)


def _percent(chance: Fraction | float) -> str:
    return f"{float(chance):6.1%}" if chance >= 0.0005 else " <0.1%"
