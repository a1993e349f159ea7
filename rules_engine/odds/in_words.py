"""Describe the exact odds at any moment in a game: the plate appearance, steals, the half-inning and the game.

The rule code itself produces all odds through the enumerating game input. The computer manager decides about runners
and throws.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from rules_engine.baseball.bases import BASE_NAMES, BATTER
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.plays import ABSENT, OUT, Play
from rules_engine.odds.markov import expected_runs, half_inning
from rules_engine.odds.option_values import OptionValue, best_option, option_title, option_values
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
    "passed_ball": "a pitch gets away with the batter still up",
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
GAMES: Final = 100_000  # games simulated for a game's odds

Names = Mapping[str, str]


def odds_text(talk: Dialogue) -> str:
    """Describe the options at the current prompt, the odds of swinging away, and the odds of each legal steal."""
    return "\n".join(filter(None, (options_text(talk), appearance_text(talk.game, talk.names))))


def appearance_text(game: AnyGame, names: Names) -> str:
    """Describe the odds of swinging away with the usual defense, and of each legal steal."""
    state = game.state
    batter, pitcher = (_name(names, player) for player in (state.batting.batter, state.fielding.pitcher))
    lines = [f"    {batter} against {pitcher}, swinging away, infield back, no one held; exact:"]
    lines += [f"      {_percent(chance)}  {result}" for result, chance in appearance_results(game)]
    for base, odds in game.system.steal_odds(game).items():
        lines.append(f"    {_runner(game, base, names)} goes for {BASE_NAMES[base + 1]}, not held:")
        lines += [f"      {_percent(chance)}  {result}" for result, chance in _in_words(odds, _STEALS, NOBODY_MOVES)]
    return "\n".join(lines)


def options_text(talk: Dialogue) -> str:
    """Describe the managers' options at the current prompt, or return "" if there are none."""
    teams = [team for team in (0, 1) if talk.people[team]]
    return "\n".join(filter(None, (_options_of(talk, team) for team in teams)))


def _options_of(talk: Dialogue, team: int) -> str:
    values = option_values(talk, team)
    if not values:
        return ""
    best, batting = best_option(values), talk.teams[talk.batting]
    lines = [f"    Options of {talk.teams[team]}: chance to win, and runs of {batting} in this half-inning:"]
    for value in values:
        mark = "*" if value.key == best else " "
        lines.append(f"    {mark} {_worth_text(value)}  {option_title(value.key)}{_exactness(value)}")
    return "\n".join([*lines, "    * the best one. Both managers then decide like the computer manager."])


def _worth_text(value: OptionValue) -> str:
    return f"{'':13}" if value.win is None else f"{value.win:6.1%}  {value.runs:5.2f}"


def _exactness(value: OptionValue) -> str:
    if value.win is None:
        return " (this game can't evaluate it)"
    return "" if value.is_exact else " (nearly exact)"


def inning_text(game: AnyGame, names: Names) -> str:
    """Describe the runs from here to the third out with this pitcher and lineup.

    Wild pitches and passed balls are included.
    """
    state, side = game.state, game.state.batting
    lineup = order_odds(game)
    runs = half_inning(lineup, side.up, 8 * state.outs + state.occupied).sum(axis=0)
    expected = expected_runs(runs)
    shares = [*map(float, runs[:MANY_RUNS]), float(runs[MANY_RUNS:].sum())]
    lines = [
        f"    {expected:.2f} runs expected in the rest of this half-inning, "
        f"against {_name(names, state.fielding.pitcher)},",
        "    with the current batting order, runners of average speed and no steals; exact:",
    ]
    counts = [*map(str, range(MANY_RUNS)), f"{MANY_RUNS} or more"]
    lines += [
        f"      {_percent(chance)}  {count} {'run' if count == '1' else 'runs'}"
        for count, chance in zip(counts, shares, strict=True)
    ]
    return "\n".join(lines)


def game_text(game: AnyGame, names: Names) -> str:
    """Describe each team's win probability from here, with the current lineups and pitchers."""
    state, sides = game.state, game.state.sides
    away, home = (order_odds(at_bat(game, team)) for team in (0, 1))
    begin = Beginning(
        *(state.inning, state.bottom, 8 * state.outs + state.occupied, state.score, (sides[0].up, sides[1].up))
    )
    played = simulate_games(away, home, GAMES, seed=1, innings=state.rules.innings, begin=begin)
    runs = [float(team_runs.mean()) for team_runs in (played.away, played.home)]
    extra = float((played.innings > state.rules.innings).mean())
    error = (played.home_wins * (1 - played.home_wins) / GAMES) ** 0.5
    lines = [
        f"    Rest of the game, with {_name(names, sides[0].pitcher)} and "
        f"{_name(names, sides[1].pitcher)} pitching, by the",
        f"    current batting orders, with no steals; {GAMES} games simulated from the exact odds, ± {error:.1%}:",
        f"      {_percent(1 - played.home_wins)}  the visitors win, with {runs[0]:.1f} runs on average",
        f"      {_percent(played.home_wins)}  the home team wins, with {runs[1]:.1f}",
        f"      {_percent(extra)}  of them after more than {state.rules.innings} innings",
    ]
    return "\n".join(lines)


def appearance_results(game: AnyGame) -> Iterator[tuple[str, Fraction]]:
    """Yield the possible results of swinging away in batting-line order, then overlapping statistics."""
    state = game.state
    odds = game.system.appearance_odds(game, state.batting.batter, state.occupied, state.outs)
    loose_pitches = {play: chance for play, chance in odds.items() if play.to[BATTER] == ABSENT}
    if loose_pitches:
        first = sum(loose_pitches.values(), _NOTHING)
        yield "a pitch gets away first", first
        odds = {play: chance / (1 - first) for play, chance in odds.items() if play not in loose_pitches}
    yield from _in_words(odds, _KINDS, OTHER_OUT)
    double_plays = _share(odds, lambda play: play.to.count(OUT) > 1)
    if double_plays:
        yield TWO_OUTS, double_plays
    if state.occupied:
        yield "at least one run", _share(odds, lambda play: bool(play.scored))


def _share(odds: Mapping[Play, Fraction], condition: Callable[[Play], bool]) -> Fraction:
    return sum((chance for play, chance in odds.items() if condition(play)), _NOTHING)


def _in_words(odds: Odds, kinds: Mapping[str, str], other_words: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the possible results with their chances, by the words for their kinds."""
    shares = dict.fromkeys((*kinds.values(), other_words), _NOTHING)
    for play, chance in odds.items():
        shares[kinds.get(play.kind, other_words)] += chance
    yield from ((words, chance) for words, chance in shares.items() if chance)


def _runner(game: AnyGame, base: int, names: Names) -> str:
    runner = game.state.bases[base - 1]
    return _name(names, runner.player) if runner else "nobody"


def _name(names: Names, player: str) -> str:
    return names.get(player, player)


def _percent(chance: Fraction | float) -> str:
    return f"{float(chance):6.1%}" if chance >= 0.0005 else " <0.1%"


ODDS_BY_WORD: Final[Mapping[str, Callable[[Dialogue], str]]] = {
    "": odds_text,
    "inning": lambda talk: inning_text(talk.game, talk.names),
    "game": lambda talk: game_text(talk.game, talk.names),
}
