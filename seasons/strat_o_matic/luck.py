"""What dice showed beyond their chance, game by game: the luck that can be taken out of what is counted.

For every plate appearance read on a card the exact chance of each reading is known from the two cards that met, and for
every throw for a fielder or a thief (dice.py) that of each result. What goes beyond its chance is nothing in the
mean, so a line's regression on it takes out that much luck and leaves all else as it was (control variates).
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
from rules_engine.systems.strat_o_matic.play.swinging import card_line_at, powered
from seasons.counts import Matrix, Plays
from seasons.strat_o_matic.dice import TERMS, DiceLuck, Weights, weights_of

_GROUNDER_A, _GROUNDER, _DEEP_FLY, _INFIELD_X, _X, _OTHER = range(len(COUNTED_KINDS), len(COUNTED_KINDS) + 6)
_PLACE: Final = {kind: place for place, kind in enumerate(COUNTED_KINDS)}
_CLASS: Final = {"single": 0, "double": 1, "triple": 2, "homerun": 3, "walk": 4, "strikeout": 6} | {
    "gbA": _GROUNDER_A,
    "gb": _GROUNDER,
    "deep_fly": _DEEP_FLY,
    "infieldX": _INFIELD_X,
}
_CLASSES: Final = _OTHER  # readings that are told apart; the rest is what is left
# what readings are weighted by once more: where a man on first, on third, in scoring position or an out more matters
_BY_SITUATION: Final = tuple(
    (_CLASS[reading], Weights._fields.index(situation))
    for situation, readings in (
        ("double_play", "gbA gb infieldX strikeout"),
        ("fly_scores", "deep_fly gbA gb strikeout"),
        ("scoring", "single double walk strikeout"),
        ("on_base", "double homerun triple"),
        ("loaded", "walk"),
        ("early", "single walk double infieldX"),
    )
    for reading in readings.split()
)


def reading_class(reading: Reading) -> int:
    """Which of the readings told apart this one is."""
    if reading.is_x:
        return _X if reading.fielder in OUTFIELD else _INFIELD_X
    if (place := _PLACE.get(reading.kind)) is not None:
        return place
    if reading.kind is Kind.GROUNDBALL:
        return _GROUNDER_A if reading.letter == "A" else _GROUNDER
    deep = reading.kind is Kind.FLYBALL and reading.letter in ("A", "B") and not reading.query
    return _DEEP_FLY if deep else _OTHER


@dataclass
class Expected:
    """The exact chance of every class of reading when two men meet, by their cards."""

    setup: GameSetup
    _known: dict[tuple[str, str], Matrix] = field(default_factory=dict)
    _sides: dict[tuple[int, Card, str], Matrix] = field(default_factory=dict)

    def of(self, batter: str, pitcher: str) -> Matrix:
        known = self._known.get((batter, pitcher))
        if known is None:
            at_bat, mound = self.setup.at_bat(batter, pitcher), self.setup.pitcher(pitcher)
            own = self._side(at_bat.card.columns, mound.throws, "batter", at_bat)
            known = self._known[batter, pitcher] = own + self._side(mound.columns, at_bat.stands, "pitcher", at_bat)
        return known

    def _side(self, columns: Mapping[Any, Columns], hand: str, card: Card, at_bat: AtBat) -> Matrix:
        """One card's half."""
        side = columns[("left" if hand == "L" else "right") if self.setup.edition.cards.sides else "basic"]
        key = (id(side), card, at_bat.power)
        known = self._sides.get(key)
        if known is None:
            known = np.zeros(_OTHER + 1)
            for reading, held in chances(side).items():
                known[reading_class(powered(self.setup, at_bat, card, reading))] += held / (2 * CHANCES)
            self._sides[key] = known = known[:_CLASSES]
        return known


def luck_of(plays: Plays, expected: Expected, dice: DiceLuck) -> Matrix:
    """One game's: readings less their chances, those of _AGAIN also by their situations; then all other dice."""
    chances_of, thrown, weights = [], [], []
    others = [0.0] * TERMS
    for before, event in plays:
        if not event.record:
            continue
        reading = None if event.play.to[0] == ABSENT else _read(expected.setup, event)
        if reading is not None:
            chances_of.append(expected.of(event.batter, event.pitcher))
            thrown.append(reading_class(reading))
            weights.append(weights_of(before))
        dice.add(others, before, event, (reading.fielder or "c") if reading and reading.is_x else "")
    beyond = -np.array(chances_of)
    for row, seen in enumerate(thrown):
        if seen < _CLASSES:
            beyond[row, seen] += 1
    weighted = np.array(weights)
    by_situation = [beyond[:, place] @ weighted[:, weight] for place, weight in _BY_SITUATION]
    return np.concatenate((beyond.sum(axis=0), by_situation, others))


def _read(setup: GameSetup, event: PlayMade) -> Reading | None:
    """The reading a plain swing came to; None where no card was read or a chart came before it."""
    found: dict[str, Any] = dict(event.record)
    if "white" not in found or found.get("play", "swing") != "swing":
        return None
    dice = card_line(found["white"], found["colored_1"] + found["colored_2"])
    at_bat = setup.at_bat(event.batter, event.pitcher)
    line = card_line_at(setup, at_bat, at_bat.mound, dice)
    reading = read_split(line, found["split"]) if line.is_split else line.only
    return powered(setup, at_bat, dice.card, reading)
