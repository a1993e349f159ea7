"""What the autopilot announces and answers: thresholds of a cautious manager, from the facts of the moment alone."""

from collections.abc import Sequence
from typing import Final

from rules_engine.baseball.bases import THIRD, is_on
from rules_engine.baseball.table import Option
from rules_engine.systems.pine_tar.ball import flies, grounders
from rules_engine.systems.pine_tar.ball.bunts import SACRIFICE, SQUEEZE
from rules_engine.systems.pine_tar.cards.cards import Card
from rules_engine.systems.pine_tar.play.next_play import SWING
from rules_engine.systems.pine_tar.running.stealing import chance_from
from rules_engine.systems.pine_tar.scorebook.moment import Moment
from rules_engine.systems.pine_tar.scorebook.tracker import HIT_AND_RUN, PLAY, STEALS

SAFE_STEAL: Final = 45  # of a hundred
GOES: Final = {"AA": 13, "A": 9, "B": 5, "C": 3, "D": 2, "E": 1}  # of TURNS in which he may go
TURNS: Final = 20
SAFE_BUNT, PITCHER_BUNTS, SAFE_SQUEEZE = 60, 40, 70
LATE, CLOSE = 7, 1
CONTACT: Final = 14  # strikeouts of a hundred, at most, of a man for whom the runners go
WEAK: Final = 0.340  # slugging
NOW_AND_THEN: Final = 10  # one turn in so many


def decide(question: str, options: Sequence[Option], moment: Moment) -> str:
    """The key of one of the options."""
    if question == PLAY:
        return _announced(frozenset(option.key for option in options), moment)
    if question == flies.QUESTION:
        return flies.TAG_UP
    if question == grounders.QUESTION:
        return _double_play(moment)
    return options[0].key


def _announced(keys: frozenset[str], moment: Moment) -> str:
    if SACRIFICE in keys and _bunts(moment):
        return SACRIFICE
    if SQUEEZE in keys and _squeezes(moment):
        return SQUEEZE
    for key, base in STEALS.items():
        if key in keys and _steals(moment, base):
            return key
    return HIT_AND_RUN if HIT_AND_RUN in keys and _goes(moment) else SWING


def _steals(moment: Moment, base: int) -> bool:
    """As often as his SBO says he tried, when he is safe more often than not."""
    turn = 7 * moment.state.inning + 3 * moment.outs + 11 * moment.state.batting.up
    return turn % TURNS < GOES[moment.runner(base).opportunity] and chance_from(moment, base) >= SAFE_STEAL


def _bunts(moment: Moment) -> bool:
    """A pitcher moves runners over with fewer than two outs, a weak hitter with none in a late and close inning."""
    bunt = moment.batter.bunt or 0
    if moment.batter.pitching:
        return bunt >= PITCHER_BUNTS
    late = moment.state.inning >= LATE and abs(moment.state.lead) <= CLOSE
    return late and moment.outs == 0 and bunt >= SAFE_BUNT and slugging(moment) < WEAK


def _squeezes(moment: Moment) -> bool:
    late = moment.state.inning >= LATE and -CLOSE <= moment.state.lead <= 0
    alone = not is_on(moment.occupied, THIRD - 1)
    return late and alone and moment.outs == 1 and (moment.batter.bunt or 0) >= SAFE_SQUEEZE and slugging(moment) < WEAK


def _goes(moment: Moment) -> bool:
    """Now and then, for a man who seldom strikes out, while one run counts."""
    state = moment.state
    turn = state.inning + moment.outs + state.batting.up
    if turn % NOW_AND_THEN or abs(state.lead) > CLOSE or moment.batter.pitching:
        return False
    return strikeouts(moment.batter, moment.mound) <= CONTACT


def _double_play(moment: Moment) -> str:
    """Two outs, unless the run from third would end the game."""
    state = moment.state
    wins = state.bottom and state.inning >= state.rules.innings and state.lead >= 0
    return grounders.HOME_ONLY if wins else grounders.DOUBLE_PLAY


def strikeouts(batter: Card, mound: Card) -> int:
    return sum(line.kind == "SO" for line in batter.columns[mound.throws])


def slugging(moment: Moment) -> float:
    batter = moment.state.batting.batter
    return moment.book.bat(batter, moment.mound.throws).slugging
