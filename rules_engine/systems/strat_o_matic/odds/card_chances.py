"""What came up on the two cards that faced each other, and how often each of it comes: by count of their lines.

Of a line only what is printed counts, under the batter's power; what the moment makes of it belongs to the play.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from rules_engine.baseball.events import PlayMade
from rules_engine.systems.strat_o_matic.cards.cards import BATTER_COLUMNS, PITCHER_COLUMNS, ROWS
from rules_engine.systems.strat_o_matic.cards.dice import BATTER_DICE, TWO_DICE, card_line, read_split
from rules_engine.systems.strat_o_matic.cards.reading import Reading
from rules_engine.systems.strat_o_matic.game_state.game_setup import AtBat, GameSetup
from rules_engine.systems.strat_o_matic.play.swinging import apply_batter_power, card_line_at

_ALL_WAYS = 6 * 36 * 20  # of the white die, the two coloured ones and the d20


def card_read(setup: GameSetup, play: PlayMade) -> str:
    """1.0: the reading to which the dice of this play pointed; "" where no card was read."""
    rolled = dict(play.record)
    if not rolled.keys() >= set(BATTER_DICE):
        return ""
    white, one, two = (int(rolled[name]) for name in BATTER_DICE)
    at_bat, dice = setup.at_bat(play.batter, play.pitcher), card_line(white, one + two)
    line = card_line_at(setup, at_bat, at_bat.pitcher_card, dice)
    reading = read_split(line, int(rolled.get("split", 1)))
    return _name(apply_batter_power(setup, at_bat, dice.card, reading))


def card_chances(setup: GameSetup, batter: str, pitcher: str) -> Mapping[str, float]:
    """1.0: how often each reading comes when these two face each other; they add up to 1."""
    at_bat = setup.at_bat(batter, pitcher)
    of_batter = _ways(setup, at_bat, (batter, at_bat.pitcher_card.throws, at_bat.power), BATTER_COLUMNS)
    of_pitcher = _ways(setup, at_bat, ("on the mound", pitcher, at_bat.batting_side, at_bat.power), PITCHER_COLUMNS)
    return {name: number / _ALL_WAYS for name, number in (of_batter + of_pitcher).items()}


def _ways(setup: GameSetup, at_bat: AtBat, seen: tuple[str, ...], columns: Iterable[int]) -> Counter[str]:
    """Reading -> its ways, of the columns of one of the two cards; `seen` is whose, and what it depends on."""
    known = setup.card_ways.get(seen)
    if known is None:
        known = setup.card_ways[seen] = _counted(setup, at_bat, columns)
    return known


def _counted(setup: GameSetup, at_bat: AtBat, columns: Iterable[int]) -> Counter[str]:
    ways: Counter[str] = Counter()
    for column in columns:
        for row in ROWS:
            dice = card_line(column, row)
            for part in card_line_at(setup, at_bat, at_bat.pitcher_card, dice).parts:
                reading = apply_batter_power(setup, at_bat, dice.card, part.reading)
                ways[_name(reading)] += TWO_DICE[row] * (part.high - part.low + 1)
    return ways


def _name(reading: Reading) -> str:
    """As much of it as moves runners: the fielder only where he decides."""
    if reading.is_x:
        return f"{reading.fielder or 'c'} X"
    return f"{reading.kind.value}{'*' * reading.stars}{reading.letter}"
