"""Probabilities of each reading on a batter's and a pitcher's cards, counted line by line.

Only the printed line and the batter's power count. The effect of the situation belongs to the play.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from rules_engine.baseball.events import PlayMade
from rules_engine.systems.strat_o_matic.cards.cards import BATTER_COLUMNS, PITCHER_COLUMNS, ROWS
from rules_engine.systems.strat_o_matic.cards.dice import BATTER_DICE, TWO_DICE, card_line, read_split
from rules_engine.systems.strat_o_matic.cards.reading import Reading
from rules_engine.systems.strat_o_matic.game_state.game_setup import AtBat, GameSetup
from rules_engine.systems.strat_o_matic.play.swinging import apply_batter_power, card_line_at

_ALL_WAYS = 6 * 36 * 20  # rolls of the white die, the two colored dice and the d20


def card_read(setup: GameSetup, play: PlayMade) -> str:
    """1.0: return the reading that this play's dice point to, or "" if no card was used."""
    dice_by_name = dict(play.record)
    if not dice_by_name.keys() >= set(BATTER_DICE):
        return ""
    white, first_die, second_die = (int(dice_by_name[name]) for name in BATTER_DICE)
    at_bat, dice = setup.at_bat(play.batter, play.pitcher), card_line(white, first_die + second_die)
    line = card_line_at(setup, at_bat, at_bat.pitcher_card, dice)
    reading = read_split(line, int(dice_by_name.get("split", 1)))
    return _name(apply_batter_power(setup, at_bat, dice.card, reading))


def card_chances(setup: GameSetup, batter: str, pitcher: str) -> Mapping[str, float]:
    """1.0: return the probability of each reading for this batter and pitcher. The probabilities add up to 1."""
    at_bat = setup.at_bat(batter, pitcher)
    batter_ways = _ways(setup, at_bat, (batter, at_bat.pitcher_card.throws, at_bat.power), BATTER_COLUMNS)
    pitcher_ways = _ways(setup, at_bat, ("on the mound", pitcher, at_bat.batting_side, at_bat.power), PITCHER_COLUMNS)
    return {name: number / _ALL_WAYS for name, number in (batter_ways + pitcher_ways).items()}


def _ways(setup: GameSetup, at_bat: AtBat, key: tuple[str, ...], columns: Iterable[int]) -> Counter[str]:
    """Return each reading's number of ways on one of the two cards, cached under `key`."""
    ways = setup.card_ways.get(key)
    if ways is None:
        ways = setup.card_ways[key] = _count_ways(setup, at_bat, columns)
    return ways


def _count_ways(setup: GameSetup, at_bat: AtBat, columns: Iterable[int]) -> Counter[str]:
    ways: Counter[str] = Counter()
    for column in columns:
        for row in ROWS:
            dice = card_line(column, row)
            for part in card_line_at(setup, at_bat, at_bat.pitcher_card, dice).parts:
                reading = apply_batter_power(setup, at_bat, dice.card, part.reading)
                ways[_name(reading)] += TWO_DICE[row] * (part.high - part.low + 1)
    return ways


def _name(reading: Reading) -> str:
    """Return the name of a reading for these statistics. It includes the fielder only for an X chance."""
    if reading.is_x:
        return f"{reading.fielder or 'c'} X"
    return f"{reading.kind.value}{'*' * reading.stars}{reading.letter}"
