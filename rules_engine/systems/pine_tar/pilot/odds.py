"""Exact odds for plate appearances and steals, from every dice roll and card cell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rules_engine.baseball.bases import EMPTY, FIRST, SECOND, is_on
from rules_engine.baseball.enumeration import every_way, exact_chances
from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.game_input import Chooser, GameInput, Option
from rules_engine.baseball.option_odds import AnsweredInput, count_plays, with_forced_steal
from rules_engine.baseball.plays import Play, settle
from rules_engine.baseball.state import Runner, State, cut_at_walk_off
from rules_engine.baseball.system_types import PlayOdds
from rules_engine.systems.pine_tar.ball.batter_roll import RollReading, read_roll
from rules_engine.systems.pine_tar.ball.dice import BATTER, FACES, is_modifier_roll
from rules_engine.systems.pine_tar.ball.swing import CHECKED_ROLLS, resolve_reading
from rules_engine.systems.pine_tar.cards.columns import CELLS, Column
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.pilot.decisions import decide
from rules_engine.systems.pine_tar.play.mound import PineTarGame
from rules_engine.systems.pine_tar.play.next_play import SWING, announced_play
from rules_engine.systems.pine_tar.running.hit_and_run import moving_bases
from rules_engine.systems.pine_tar.running.stealing import attempt_steal, steal_from_ruling
from rules_engine.systems.pine_tar.scorebook.game_setup import GameSetup
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import BALL_1, BALL_2, HIT_AND_RUN

Odds = dict[Play, Fraction]
_ZERO = Fraction(0)


def appearance_odds(game: PineTarGame, batter: str, occupied: int, outs: int) -> Mapping[Play, Fraction]:
    """PTM1 to PTM4, PTW1: Return play -> probability when swinging away. The probabilities add up to 1.

    Balks and wild pitches are included, although the batter is still at bat after them.
    """
    state = _state_with(game, batter, occupied, outs)
    return _swing_odds(PlaySituation(game.setup, state, game.tracker))


def _swing_odds(situation: PlaySituation) -> Odds:
    """Return the odds for a plate appearance from its first roll."""
    first_odds, at_two_balls = (_single_roll_odds(situation, balls) for balls in (0, 2))
    settled_odds = _reroll_ball_1(at_two_balls)
    ball_two_chance = _pop_count(first_odds, BALL_2)
    for play, probability in settled_odds.items():
        first_odds[play] = first_odds.get(play, _ZERO) + ball_two_chance * probability
    return _reroll_ball_1(first_odds)


def _single_roll_odds(situation: PlaySituation, balls: int) -> Odds:
    """Return the odds for one batter roll. Rolls with the same results are computed once."""
    situation.balls = balls
    by_roll: dict[object, list[tuple[Play, int, int]]] = {}
    counts: Counter[tuple[Play, int, int]] = Counter()  # (play, rolls, total rolls) -> batter rolls
    for roll in range(CELLS):
        reading = read_roll(situation, roll)
        key = _grouping_key(situation, reading)
        if key not in by_roll:
            by_roll[key] = _outcomes_of_reading(situation, reading)
        counts.update(by_roll[key])
    odds: Odds = {}
    for (play, count, total), roll_count in counts.items():
        odds[play] = odds.get(play, _ZERO) + Fraction(roll_count * count, CELLS * total)
    return odds


def _grouping_key(situation: PlaySituation, reading: RollReading) -> object:
    """Return a key shared by batter rolls with the same odds."""
    outcome, roll = reading.outcome, reading.roll
    if outcome.kind in HITS:
        return (outcome, CHECKED_ROLLS) if roll in CHECKED_ROLLS else (outcome, roll)
    white = roll % 10 if outcome.kind == "GO" else 0
    return outcome, white, roll in situation.setup.charts.negative_range.rolls


def _outcomes_of_reading(situation: PlaySituation, reading: RollReading) -> list[tuple[Play, int, int]]:
    """Return each play from the remaining dice, with its number of rolls and the total number."""

    def play(game_input: GameInput) -> Play:
        unsettled = resolve_reading(game_input, situation, reading)
        return cut_at_walk_off(situation.state, settle(unsettled, situation.outs, runs_stand=unsettled.rule == "PTPP1"))

    def choose(side: str, question: str, options: Sequence[Option]) -> str:
        return decide(question, options, situation)

    return every_way(play, choose)


def _reroll_ball_1(odds: Odds) -> Odds:
    """Spread the chance of ball 1 over the other plays, because the batter rolls again."""
    reroll_chance = _pop_count(odds, BALL_1)
    return {play: probability / (1 - reroll_chance) for play, probability in odds.items()}


def _pop_count(odds: Odds, count: str) -> Fraction:
    """Remove the plays that set only this count, and return their probability."""
    plays = [play for play in odds if play.kind == "no_play" and play.code == count]
    return sum((odds.pop(play) for play in plays), _ZERO)


def _state_with(game: PineTarGame, batter: str, occupied: int, outs: int) -> State:
    """Return the state with this batter and these bases occupied.

    Current runners stay, and other bases get the preceding batters in the order.
    """
    state = game.state
    side = state.batting
    up = side.order.index(batter) if batter in side.order else side.up
    order = side.order if batter in side.order else (*side.order[:up], batter, *side.order[up + 1 :])
    preceding = [order[up - distance] for distance in range(1, len(order))]
    pitcher = state.fielding.pitcher
    runners = {runner.player for base, runner in enumerate(state.bases, start=1) if runner and is_on(occupied, base)}
    candidates = iter([player for player in preceding if player not in runners])
    bases = tuple(
        (runner if runner and runner.player != batter else Runner(next(candidates), pitcher))
        if is_on(occupied, base)
        else None
        for base, runner in enumerate(state.bases, start=1)
    )
    batting = side._replace(order=order, up=up)
    sides = (state.sides[0], batting) if state.bottom else (batting, state.sides[1])
    return state._replace(sides=sides, outs=outs, bases=(bases[0], bases[1], bases[2]))


def option_odds(game: PineTarGame, record: Record, choose: Chooser) -> PlayOdds:
    """PTM1, PTHR1, PTHR5: Return the odds after these answers, including a steal after a hit-and-run strikeout."""
    situation = PlaySituation(game.setup, game.state, game.tracker)
    if game.tracker.going or any(isinstance(value, int) for _, value in record):
        return count_plays(game, record, choose)
    play = announced_play(AnsweredInput(record, choose), situation)
    if play == HIT_AND_RUN:
        situation.going = moving_bases(situation)
    elif play != SWING:
        return count_plays(game, record, choose)
    swinging = _reroll_ball_1(_single_roll_odds(situation, 2)) if situation.balls else _swing_odds(situation)
    return PlayOdds(with_forced_steal(game, swinging, lambda tracker: bool(tracker.going)))


def steal_odds(game: PineTarGame) -> Mapping[int, Mapping[Play, Fraction]]:
    """PTB3: Return base -> play -> probability for every legal steal."""
    situation = PlaySituation(game.setup, game.state, game.tracker)
    if not game.setup.edition.options.base_stealing or situation.occupied == EMPTY or game.tracker.going:
        return {}
    return {base: _single_steal_odds(situation, base) for base in (FIRST, SECOND) if steal_from_ruling(situation, base)}


def _single_steal_odds(situation: PlaySituation, base: int) -> Odds:
    odds: Odds = {}
    for unsettled, probability in exact_chances(lambda game_input: attempt_steal(game_input, situation, base)).items():
        play = settle(unsettled, situation.outs)
        odds[play] = odds.get(play, _ZERO) + probability
    return odds


def card_read(setup: GameSetup, play: PlayMade) -> str:
    """PTM1, PTG4: Return a batter roll's card cell, or "" for a play without one."""
    dice = {name: int(value) for name, value in play.record if name in BATTER}
    if BATTER.red not in dice or BATTER.white not in dice:
        return ""
    tens = dice[BATTER.blue] if dice.get(BATTER.green, 1) % 2 == 0 else dice[BATTER.red]
    return _cell_text(_batter_column(setup, play.batter, play.pitcher), FACES * tens + dice[BATTER.white])


def card_chances(setup: GameSetup, batter: str, pitcher: str) -> Mapping[str, float]:
    """PTM1, PTG4: Return card cell -> chance. The chances add up to 1."""
    column = _batter_column(setup, batter, pitcher)
    return {name: cells / CELLS for name, cells in Counter(_cell_text(column, roll) for roll in range(CELLS)).items()}


def _batter_column(setup: GameSetup, batter: str, pitcher: str) -> Column:
    return setup.cards[batter].columns[setup.cards[pitcher].throws]


def _cell_text(column: Column, roll: int) -> str:
    return f"{column[roll]}, {'modifier roll' if is_modifier_roll(roll) else 'plain'}"
