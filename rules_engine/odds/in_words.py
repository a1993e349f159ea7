"""The exact odds of a moment of any game in words: the plate appearance, the steals, the rest of the half-inning.

All by the rule code itself at the enumerating table. The runners are sent, and thrown at, as the pilot would.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules_engine.baseball.bases import BASE_NAMES, BATTER
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.odds.markov import expected_runs, half_inning
from rules_engine.odds.orders import AnyGame, at_bat, order_odds
from rules_engine.odds.simulate import Beginning, simulate_games

Odds = Mapping[Play, Fraction]
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
GAMES: Final = 100_000  # drawn for the odds of a game

Names = Mapping[str, str]


def odds_text(game: AnyGame, names: Names) -> str:
    """Swinging away now, with the defence at its usual depth, and each steal that is legal."""
    state = game.state
    batter, pitcher = (_name(names, man) for man in (state.batting.batter, state.fielding.pitcher))
    lines = [f"    {batter} against {pitcher}, swinging away, infield back, nobody held; exact:"]
    lines += [f"      {_percent(chance)}  {what}" for what, chance in _plays_in_words(game)]
    for base, odds in game.system.steal_odds(game).items():
        lines.append(f"    {_runner(game, base, names)} goes for {BASE_NAMES[base + 1]}, not held:")
        lines += [f"      {_percent(chance)}  {what}" for what, chance in _in_words(odds, _STEALS, NOBODY_MOVES)]
    return "\n".join(lines)


def inning_text(game: AnyGame, names: Names) -> str:
    """Runs from here to the third out with this pitcher and these men, pitches that get away included."""
    state, side = game.state, game.state.batting
    lineup = order_odds(game)
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


def game_text(game: AnyGame, names: Names) -> str:
    """Who wins from here: both orders as they stand against the men on the mound now, drawn from their exact odds."""
    state, sides = game.state, game.state.sides
    away, home = (order_odds(at_bat(game, team)) for team in (0, 1))
    begin = Beginning(
        *(state.inning, state.bottom, 8 * state.outs + state.occupied, state.score, (sides[0].up, sides[1].up))
    )
    played = simulate_games(away, home, GAMES, seed=1, innings=state.rules.innings, begin=begin)
    runs = [float(of_team.mean()) for of_team in (played.away, played.home)]
    extra = float((played.innings > state.rules.innings).mean())
    error = (played.home_wins * (1 - played.home_wins) / GAMES) ** 0.5
    lines = [
        f"    To the end, {_name(names, sides[0].pitcher)} and {_name(names, sides[1].pitcher)} pitching on, by both",
        f"    orders as they stand, nobody stealing; {GAMES} games drawn from the exact odds, ± {error:.1%}:",
        f"      {_percent(1 - played.home_wins)}  the visitors win, with {runs[0]:.1f} runs on average",
        f"      {_percent(played.home_wins)}  the home team wins, with {runs[1]:.1f}",
        f"      {_percent(extra)}  of them after more than {state.rules.innings} innings",
    ]
    return "\n".join(lines)


def _plays_in_words(game: AnyGame) -> Iterator[tuple[str, Fraction]]:
    """What may come, in the order of a batting line; then what beside it may be so."""
    state = game.state
    odds = game.system.appearance_odds(game, state.batting.batter, state.occupied, state.outs)
    before = {play: chance for play, chance in odds.items() if play.to[BATTER] == ABSENT}
    if before:
        first = sum(before.values(), _NOTHING)
        yield "a pitch gets away first", first
        odds = {play: chance / (1 - first) for play, chance in odds.items() if play not in before}
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
    shares = dict.fromkeys((*kinds.values(), otherwise), _NOTHING)
    for play, chance in odds.items():
        shares[kinds.get(play.kind, otherwise)] += chance
    yield from ((what, chance) for what, chance in shares.items() if chance)


def _runner(game: AnyGame, base: int, names: Names) -> str:
    runner = game.state.bases[base - 1]
    return _name(names, runner.player) if runner else "nobody"


def _name(names: Names, man: str) -> str:
    return names.get(man, man)


def _percent(chance: Fraction | float) -> str:
    return f"{float(chance):6.1%}" if chance >= 0.0005 else " <0.1%"
