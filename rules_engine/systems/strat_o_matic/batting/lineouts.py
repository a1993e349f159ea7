"""Lineouts that double off runners, printed as lomax on the cards (6.3, 17.2)."""

from rules_engine.baseball.bases import EMPTY, lead_runner, runners
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, settle, stay
from rules_engine.systems.strat_o_matic.rulesets.ruleset import Ruleset
from rules_engine.systems.strat_o_matic.situation import Situation

TRIPLE_PLAY_UP_TO = 7  # 17.22


def resolve_lomax(game_input: GameInput, ruleset: Ruleset, situation: Situation, fielder: str = "") -> Play:
    """6.3, 17.21: resolve a lomax, which doubles off one runner.

    With no outs and two runners on, a triple play is possible.
    """
    to = stay(situation.state, OUT)
    if situation.state != EMPTY and situation.outs < 2:
        doubled_off = runners(situation.state)
        if not _is_triple_play(game_input, ruleset, situation):
            doubled_off = (lead_runner(situation.state),)
        for start in doubled_off[:2]:
            to[start] = OUT
    return settle(Play("lineout", (to[0], to[1], to[2], to[3]), "6.3", fielder), situation.outs)


def _is_triple_play(game_input: GameInput, ruleset: Ruleset, situation: Situation) -> bool:
    if situation.outs > 0 or len(runners(situation.state)) < 2:
        return False
    return not ruleset.grounders.triple_play_by_die or game_input.roll("lomax", 20) <= TRIPLE_PLAY_UP_TO
