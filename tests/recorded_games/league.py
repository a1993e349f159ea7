"""The four clubs in the recorded games, with cards and lineups in a file that new versions of a season don't change.

Their generated cards have marks, second readings and more injuries added by hand, for the rules that need them.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import Side, start_game
from rules_engine.eligibility.pitching import PitchingFinding, ReliefLeft
from rules_engine.game_rules import GameRules
from rules_engine.rulings import allow
from rules_engine.systems.strat_o_matic.batting.parks import load_parks
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, PitcherCard, parse_card
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset

EDITIONS: Final = ("star", "som_super_advanced", "som_advanced", "som_basic", "senior_seminar")
CLUBS: Final = ("ATL", "CLE", "NYA", "SDN")
ROOM: Final = Path(__file__).parent

Head = Mapping[str, Any]  # the game's settings, as in its record


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((ROOM / "cards.json").read_text(encoding="utf-8"))
    return document


@cache
def cards() -> Mapping[str, Card]:
    return {man: parse_card(card) for man, card in _document()["cards"].items()}


@cache
def side(club: str, starter: int, *, hitter: bool, nobody_left: bool) -> Side:
    """Return a club with one of its starters. Its designated hitter, if any, is the first bat on the bench."""
    order, field, bench = (tuple(men) for men in _document()["line_ups"][club][starter])
    if nobody_left:
        return Side(order, field)
    if hitter:
        bats = next(man for man in bench if isinstance(cards()[man], BatterCard))
        order = tuple(bats if man == field[0] else man for man in order)
        bench = tuple(man for man in bench if man != bats)
    return Side(order, field, bench)


@cache
def setup(edition: str, park_key: str) -> GameSetup:
    """Return a setup shared by all games with this ruleset and ballpark, as in a simulation."""
    return GameSetup(load_ruleset(edition), cards(), load_parks()[park_key])


def new_game(edition: str, head: Head) -> StratGame:
    """Return the game before its first pitch."""
    away, home = (side(*club, hitter=head["hitter"], nobody_left=head["nobody_left"]) for club in head["clubs"])
    log = GameLog(start_game(away, home, GameRules(**head["rules"])))
    return StratGame(setup(edition, head["park"]), log, _relief(log, head["relief_outs"]))


def _relief(log: GameLog, outs: int) -> dict[str, ReliefLeft]:
    """T10.2: return every reliever's outs left from a pitching sheet, the same for all. 0 means no sheet."""
    if not outs:
        return {}
    men = [man for side in log.start.sides for man in side.bench if isinstance(cards()[man], PitcherCard)]
    return {man: ReliefLeft(allow(PitchingFinding.FULL_RELIEF_LEFT, "T10.2", left=outs), outs) for man in men}
