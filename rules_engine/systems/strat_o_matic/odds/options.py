"""The probabilities of every play after a manager's choice.

Swinging away and the pitcher's card are counted line by line, and all other choices roll by roll.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.events import Record
from rules_engine.baseball.game_input import Chooser, GameInput
from rules_engine.baseball.option_odds import AnsweredInput, count_plays
from rules_engine.baseball.plays import Play
from rules_engine.baseball.system_types import PlayOdds
from rules_engine.systems.strat_o_matic.batting.bunting import Bunt
from rules_engine.systems.strat_o_matic.batting.hit_and_run import PITCHERS_CARD
from rules_engine.systems.strat_o_matic.cards.cards import PITCHER_COLUMNS
from rules_engine.systems.strat_o_matic.cards.dice import TWO_DICE
from rules_engine.systems.strat_o_matic.game_state.play_situation import PlaySituation
from rules_engine.systems.strat_o_matic.odds.plate_appearance import (
    BOTH_CARDS,
    Odds,
    PlateAppearance,
    after_pitches,
    pitch_odds,
)
from rules_engine.systems.strat_o_matic.play.announcing import announce
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.play.next_play import carry_out_bunt, read_hit_and_run_chart
from rules_engine.systems.strat_o_matic.situation import Situation

_BATTERS_PLAYS: Final = ("swing", "hit_and_run", "sacrifice", "squeeze")


def option_odds(game: StratGame, record: Record, choose: Chooser) -> PlayOdds:
    """Return the probability of every play after these rolls and answers. `choose` makes the later decisions."""
    situation = PlaySituation(game.setup, game.state, game.tracker)
    answers = AnsweredInput(record, choose)
    announced = announce(answers, game.setup.edition, situation)
    if announced.play not in _BATTERS_PLAYS or not answers.is_used_up:
        return count_plays(game, record, choose)
    situation = situation.with_stance(announced.holds, announced.infield, announced.outfield_in)
    if announced.play == "swing":
        odds = _card_odds(situation, choose, BOTH_CARDS)
    elif announced.play == "hit_and_run":
        odds = _hit_and_run_odds(situation, choose)
    else:
        odds = _bunt_odds(situation, choose, "sacrifice" if announced.play == "sacrifice" else "squeeze")
    return PlayOdds(after_pitches(odds, pitch_odds(game.setup, situation.battery, situation.state)))


def _bunt_odds(situation: PlaySituation, choose: Chooser, kind: Bunt) -> Odds:
    def play(total: int, game_input: GameInput) -> Play:
        return carry_out_bunt(game_input, situation.setup, situation, kind, total).play

    return _odds_by_sum(play, choose)


def _hit_and_run_odds(situation: PlaySituation, choose: Chooser) -> Odds:
    """7.3, 19.5: return the odds from the chart, and from the pitcher's card for the results that lead to it."""

    def play(total: int, game_input: GameInput) -> Play:
        return read_hit_and_run_chart(game_input, situation.setup, situation, total).play

    odds: Odds = {}
    to_the_card = Fraction(0)
    for result, chance in _odds_by_sum(play, choose).items():
        if result.code == PITCHERS_CARD:
            to_the_card += chance
        else:
            odds[result] = chance
    if to_the_card:
        for result, chance in _card_odds(situation, choose, PITCHER_COLUMNS, running=True).items():
            odds[result] = odds.get(result, Fraction(0)) + to_the_card * chance
    return odds


def _odds_by_sum(play: Callable[[int, GameInput], Play], choose: Chooser) -> Odds:
    """Return the odds of a play that depends on the sum of the two colored dice."""
    odds: Odds = {}
    for total, ways in TWO_DICE.items():
        for result, chance in exact_chances(partial(play, total), choose).items():
            odds[result] = odds.get(result, Fraction(0)) + Fraction(ways, 36) * chance
    return odds


def _card_odds(situation: PlaySituation, choose: Chooser, columns: Sequence[int], *, running: bool = False) -> Odds:
    """Return the odds of a roll on these columns of the two cards, against the announced defense."""
    setup, now = situation.setup, situation.now
    ball_in_play = Situation(
        situation.state,
        situation.outs,
        situation.running,
        situation.holds,
        situation.infield,
        situation.outfield_in,
        situation.fielders,
    )
    return PlateAppearance(
        setup, ball_in_play, situation.at_bat, now.fielding.pitcher, choose, situation.tired, columns, running
    ).odds()
