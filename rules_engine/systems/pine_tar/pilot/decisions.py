"""The computer manager's decisions, with a cautious manager's thresholds."""

from collections.abc import Sequence
from typing import Final

from rules_engine.baseball.bases import THIRD, is_on
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.manager_styles import DEFAULT_STYLE, ManagerStyle
from rules_engine.systems.pine_tar.ball import flies, grounders
from rules_engine.systems.pine_tar.ball.bunts import SACRIFICE, SQUEEZE
from rules_engine.systems.pine_tar.cards.cards import Card
from rules_engine.systems.pine_tar.play.next_play import SWING
from rules_engine.systems.pine_tar.running.stealing import steal_chance_from
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import HIT_AND_RUN, PLAY, STEALS

MIN_STEAL_CHANCE: Final = 45  # percent
PERCENT_PER_POINT: Final = 5  # percent per point on a d20
STEAL_TURNS: Final = {"AA": 13, "A": 9, "B": 5, "C": 3, "D": 2, "E": 1}  # number of times in a cycle that he tries
TURN_CYCLE: Final = 20
MIN_BUNT_CHANCE, MIN_PITCHER_BUNT_CHANCE, MIN_SQUEEZE_CHANCE = 60, 40, 70
LATE_INNING, MAX_CLOSE_LEAD = 7, 1
MAX_CONTACT_STRIKEOUTS: Final = 14  # maximum strikeout cells for a hit-and-run batter
WEAK_SLUGGING: Final = 0.340  # slugging average
HIT_AND_RUN_CYCLE: Final = 10  # once in ten opportunities


def decide(
    question: str, options: Sequence[Option], situation: PlaySituation, style: ManagerStyle = DEFAULT_STYLE
) -> str:
    """Return the key of the chosen option."""
    if question == PLAY:
        return _choose_announcement(frozenset(option.key for option in options), situation, style)
    if question == flies.QUESTION:
        return flies.TAG_UP
    if question == grounders.QUESTION:
        return _choose_double_play(situation)
    return options[0].key


def _choose_announcement(keys: frozenset[str], situation: PlaySituation, style: ManagerStyle) -> str:
    if SACRIFICE in keys and _should_bunt(situation, style):
        return SACRIFICE
    if SQUEEZE in keys and _should_squeeze(situation):
        return SQUEEZE
    for key, base in STEALS.items():
        if key in keys and _should_steal(situation, base, style):
            return key
    return HIT_AND_RUN if HIT_AND_RUN in keys and _should_hit_and_run(situation, style) else SWING


def _should_steal(situation: PlaySituation, base: int, style: ManagerStyle) -> bool:
    """Return whether the runner tries to steal: as often as his SBO suggests, if the chance is good."""
    turn = 7 * situation.state.inning + 3 * situation.outs + 11 * situation.state.batting.up
    turns = STEAL_TURNS[situation.runner(base).steal_opportunity] * style.steal_frequency
    least = MIN_STEAL_CHANCE - PERCENT_PER_POINT * style.steal_points
    return turn % TURN_CYCLE < turns and steal_chance_from(situation, base) >= least


def _should_bunt(situation: PlaySituation, style: ManagerStyle) -> bool:
    """Return whether to sacrifice: with pitchers, or with weak hitters and no outs late in a close game."""
    bunt = situation.batter.bunt or 0
    if not situation.batter.is_hitter:
        return bunt >= MIN_PITCHER_BUNT_CHANCE
    late = situation.state.inning >= style.bunts_from_inning and abs(situation.state.lead) <= MAX_CLOSE_LEAD
    return late and situation.outs == 0 and bunt >= MIN_BUNT_CHANCE and slugging(situation) < WEAK_SLUGGING


def _should_squeeze(situation: PlaySituation) -> bool:
    late = situation.state.inning >= LATE_INNING and -MAX_CLOSE_LEAD <= situation.state.lead <= 0
    second_is_open = not is_on(situation.occupied, THIRD - 1)
    return (
        late
        and second_is_open
        and situation.outs == 1
        and (situation.batter.bunt or 0) >= MIN_SQUEEZE_CHANCE
        and slugging(situation) < WEAK_SLUGGING
    )


def _should_hit_and_run(situation: PlaySituation, style: ManagerStyle) -> bool:
    """Return whether to hit and run: occasionally, with a contact hitter in a close game."""
    state = situation.state
    turn = state.inning + situation.outs + state.batting.up
    if turn % HIT_AND_RUN_CYCLE or abs(state.lead) > style.hit_and_run_lead or not situation.batter.is_hitter:
        return False
    return strikeout_cells(situation.batter, situation.mound) <= MAX_CONTACT_STRIKEOUTS


def _choose_double_play(situation: PlaySituation) -> str:
    """Choose two outs unless the run from third would end the game."""
    state = situation.state
    wins = state.bottom and state.inning >= state.rules.innings and state.lead >= 0
    return grounders.HOME_ONLY if wins else grounders.DOUBLE_PLAY


def strikeout_cells(batter: Card, mound: Card) -> int:
    return sum(line.kind == "SO" for line in batter.columns[mound.throws])


def slugging(situation: PlaySituation) -> float:
    batter = situation.state.batting.batter
    return situation.setup.bat(batter, situation.mound.throws).slugging
