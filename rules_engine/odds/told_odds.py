"""The exact odds of a moment of a game in words: the plate appearance, the steals, the rest of the half-inning.

All by the rule code itself at the enumerating table. The runners are sent, and thrown at, as the autopilot would.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from statistics import mean
from typing import Final

from rules_engine.baseball.bases import BASE_NAMES, runners
from rules_engine.baseball.plays import OUT, Play
from rules_engine.baseball.table import Option, Table
from rules_engine.odds.markov import compile_lineup, half_inning
from rules_engine.odds.plate_appearance import Odds, PlateAppearance, pitch_odds, play_odds
from rules_engine.systems.strat_o_matic.autopilot.decisions import decide
from rules_engine.systems.strat_o_matic.ball.situation import Situation
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.running.leads import attempt_steal
from rules_engine.systems.strat_o_matic.scorebook.moment import Moment, Stance
from rules_engine.systems.strat_o_matic.scorebook.steal_calls import legal_calls, steal_attempt

_NOTHING: Final = Fraction(0)
_AS_USUAL: Final = Stance(0, "back", outfield_in=False)
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
    "no_play": NOBODY_MOVES,
}
MANY_RUNS: Final = 5

Names = Mapping[str, str]


def odds_text(game: StratGame, names: Names) -> str:
    """Swinging away now, with the infield back and nobody held, and each steal that is legal."""
    state = game.state
    batter, pitcher = (names.get(man, man) for man in (state.batting.batter, state.fielding.pitcher))
    lines = [f"    {batter} against {pitcher}, swinging away, infield back, nobody held; exact:"]
    lines += [f"      {_percent(chance)}  {what}" for what, chance in _told_plays(game)]
    for base in runners(legal_calls(game.book, state, game.tracker, 0)):
        lines.append(f"    {_runner(game, base, names)} goes for {BASE_NAMES[base + 1]}, not held:")
        lines += [f"      {_percent(chance)}  {what}" for what, chance in _told_steal(game, base)]
    return "\n".join(lines)


def inning_text(game: StratGame, names: Names) -> str:
    """Runs from here to the third out with this pitcher and these men, pitches that get away included."""
    state, side = game.state, game.state.batting
    situations = _situations(game)

    def appearance(batter: str, occupied: int, outs: int) -> Odds:
        return _appearance(game, situations(occupied, outs), batter)

    pitches = partial(pitch_odds, game.book, game.book.battery(state.fielding))
    lineup = compile_lineup(side.order, appearance, pitches)
    runs = half_inning(lineup, side.up, 8 * state.outs + state.occupied).sum(axis=0)
    expected = float(sum(number * chance for number, chance in enumerate(runs)))
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
    moment = _moment(game)
    running = moment.running
    situation = Situation(state.occupied, state.outs, running, fielders=moment.fielders)
    odds = _appearance(game, situation, state.batting.batter)
    found = dict.fromkeys((*_KINDS.values(), OTHER_OUT), _NOTHING)
    for play, chance in odds.items():
        found[_KINDS.get(play.kind, OTHER_OUT)] += chance
    yield from ((what, chance) for what, chance in found.items() if chance)
    double_plays = _share(odds, lambda play: play.to.count(OUT) > 1)
    if double_plays:
        yield TWO_OUTS, double_plays
    if state.occupied:
        yield "at least one run", _share(odds, lambda play: bool(play.scored))


def _share(odds: Mapping[Play, Fraction], holds: Callable[[Play], bool]) -> Fraction:
    return sum((chance for play, chance in odds.items() if holds(play)), _NOTHING)


def _told_steal(game: StratGame, base: int) -> Iterator[tuple[str, Fraction]]:
    """23.3: with a lead where he gets one; without it he goes back where he may."""
    attempt = steal_attempt(game.book, game.state, game.tracker, base, 0)
    edition, chart = game.book.edition, game.book.steal_chart

    def steal(table: Table) -> Play:
        return attempt_steal(table, edition, chart, attempt).play

    found = dict.fromkeys(_STEALS.values(), _NOTHING)
    for play, chance in play_odds(steal).items():
        found[_STEALS[play.kind]] += chance
    yield from ((what, chance) for what, chance in found.items() if chance)


def _appearance(game: StratGame, situation: Situation, batter: str) -> Odds:
    book, pitcher = game.book, game.state.fielding.pitcher
    tired = game.tracker.tired(game.state)
    return PlateAppearance(book, situation, book.at_bat(batter, pitcher), pitcher, _as_autopilot(game), tired).odds()


def _situations(game: StratGame) -> Callable[[int, int], Situation]:
    """Each with runners as fast as the men of the order are on average."""
    book, fielders = game.book, game.book.fielders(game.state.fielding)
    speed = round(mean(book.running(man) for man in game.state.batting.order))
    running = (speed, speed, speed, speed)
    return lambda occupied, outs: Situation(occupied, outs, running, fielders=fielders)


def _as_autopilot(game: StratGame) -> Callable[[str, str, Sequence[Option]], str]:
    moment = _moment(game)
    return lambda side, question, options: decide(question, options, moment)


def _moment(game: StratGame) -> Moment:
    moment = Moment(game.book, game.state, game.tracker)
    moment.told = _AS_USUAL
    return moment


def _runner(game: StratGame, base: int, names: Names) -> str:
    runner = game.state.bases[base - 1]
    return _name(names, runner.player) if runner else "nobody"


def _name(names: Names, man: str) -> str:
    return names.get(man, man)


def _percent(chance: Fraction | float) -> str:
    return f"{float(chance):6.1%}" if chance >= 0.0005 else " <0.1%"
