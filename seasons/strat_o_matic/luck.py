"""Measure the luck of the dice in each game, so that it can be removed from the counts (control variates).

Each reading's exact chance is known from the batter's and the pitcher's cards. `dice.py` has the chances for fielding
and stealing rolls. The mean of this luck is 0, so removing it reduces only the variance.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.plays import ABSENT
from rules_engine.systems.strat_o_matic.card_making.card_sides import COUNTED_KINDS
from rules_engine.systems.strat_o_matic.card_making.packing import CHANCES, chances
from rules_engine.systems.strat_o_matic.cards.cards import Columns
from rules_engine.systems.strat_o_matic.cards.dice import Card, card_line, read_split
from rules_engine.systems.strat_o_matic.cards.reading import OUTFIELD, Kind, Reading
from rules_engine.systems.strat_o_matic.game_state.game_setup import AtBat, GameSetup
from rules_engine.systems.strat_o_matic.play.swinging import apply_batter_power, card_line_at
from seasons.counts import Matrix, Plays
from seasons.strat_o_matic.dice import TERMS, DiceLuck, Weights, situation_weights

_GROUNDER_A, _GROUNDER, _DEEP_FLY, _INFIELD_X, _X, _REST = range(len(COUNTED_KINDS), len(COUNTED_KINDS) + 6)
_CLASS_BY_KIND: Final = {kind: place for place, kind in enumerate(COUNTED_KINDS)}
_CLASS_BY_NAME: Final = {"single": 0, "double": 1, "triple": 2, "homerun": 3, "walk": 4, "strikeout": 6} | {
    "gbA": _GROUNDER_A,
    "gb": _GROUNDER,
    "deep_fly": _DEEP_FLY,
    "infieldX": _INFIELD_X,
}
_CLASSES: Final = _REST  # number of classes that are counted; the rest has no class of its own
_READINGS_BY_SITUATION: Final = {  # readings that matter more in a situation
    "double_play": ("gbA", "gb", "infieldX", "strikeout"),
    "fly_scores": ("deep_fly", "gbA", "gb", "strikeout"),
    "scoring_position": ("single", "double", "walk", "strikeout"),
    "on_base": ("double", "homerun", "triple"),
    "bases_loaded": ("walk",),
    "under_two_outs": ("single", "walk", "double", "infieldX"),
}
_SITUATION_TERMS: Final = tuple(
    (_CLASS_BY_NAME[reading], Weights._fields.index(situation))
    for situation, readings in _READINGS_BY_SITUATION.items()
    for reading in readings
)


def class_of_reading(reading: Reading) -> int:
    """Return a reading's class."""
    if reading.is_x:
        return _X if reading.fielder in OUTFIELD else _INFIELD_X
    counted_class = _CLASS_BY_KIND.get(reading.kind)
    if counted_class is not None:
        return counted_class
    if reading.kind is Kind.GROUNDBALL:
        return _GROUNDER_A if reading.letter == "A" else _GROUNDER
    is_deep_fly = reading.kind is Kind.FLYBALL and reading.letter in ("A", "B") and not reading.query
    return _DEEP_FLY if is_deep_fly else _REST


@dataclass
class ReadingChances:
    """The exact chance of each reading class for a batter and a pitcher, based on their cards."""

    setup: GameSetup
    _by_matchup: dict[tuple[str, str], Matrix] = field(default_factory=dict)
    _by_side: dict[tuple[int, Card, str], Matrix] = field(default_factory=dict)

    def matchup(self, batter: str, pitcher: str) -> Matrix:
        chances = self._by_matchup.get((batter, pitcher))
        if chances is None:
            at_bat, pitcher_card = self.setup.at_bat(batter, pitcher), self.setup.pitcher(pitcher)
            batter_half = self._side(at_bat.card.columns, pitcher_card.throws, "batter", at_bat)
            pitcher_half = self._side(pitcher_card.columns, at_bat.batting_side, "pitcher", at_bat)
            chances = batter_half + pitcher_half
            self._by_matchup[batter, pitcher] = chances
        return chances

    def _side(self, columns: Mapping[Any, Columns], hand: str, card: Card, at_bat: AtBat) -> Matrix:
        """Return the chances on one card, which is used for half of the rolls."""
        name = "basic"
        if self.setup.edition.cards.sides:
            name = "left" if hand == "L" else "right"
        side = columns[name]
        key = (id(side), card, at_bat.power)
        class_chances = self._by_side.get(key)
        if class_chances is None:
            class_chances = np.zeros(_REST + 1)
            for reading, count in chances(side).items():
                reading_class = class_of_reading(apply_batter_power(self.setup, at_bat, card, reading))
                class_chances[reading_class] += count / (2 * CHANCES)
            class_chances = class_chances[:_CLASSES]
            self._by_side[key] = class_chances
        return class_chances


def game_luck(plays: Plays, expected: ReadingChances, dice: DiceLuck) -> Matrix:
    """Return a game's luck: readings minus their chances, the same by situation, then all other rolls."""
    chance_rows, classes, weight_rows = [], [], []
    other_luck = [0.0] * TERMS
    for before, event in plays:
        if not event.record:
            continue
        reading = None if event.play.to[0] == ABSENT else _card_reading(expected.setup, event)
        if reading is not None:
            chance_rows.append(expected.matchup(event.batter, event.pitcher))
            classes.append(class_of_reading(reading))
            weight_rows.append(situation_weights(before))
        position = (reading.fielder or "c") if reading and reading.is_x else ""
        dice.add(other_luck, before, event, position)
    reading_luck = -np.array(chance_rows)
    for row, reading_class in enumerate(classes):
        if reading_class < _CLASSES:
            reading_luck[row, reading_class] += 1
    weights = np.array(weight_rows)
    by_situation = [reading_luck[:, term] @ weights[:, weight] for term, weight in _SITUATION_TERMS]
    return np.concatenate((reading_luck.sum(axis=0), by_situation, other_luck))


def _card_reading(setup: GameSetup, event: PlayMade) -> Reading | None:
    """Return the reading for an ordinary swing, or None if no card was used."""
    rolled: dict[str, Any] = dict(event.record)
    if "white" not in rolled or rolled.get("play", "swing") != "swing":
        return None
    dice = card_line(rolled["white"], rolled["colored_1"] + rolled["colored_2"])
    at_bat = setup.at_bat(event.batter, event.pitcher)
    line = card_line_at(setup, at_bat, at_bat.pitcher_card, dice)
    reading = read_split(line, rolled["split"]) if line.is_split else line.sole_reading
    return apply_batter_power(setup, at_bat, dice.card, reading)
