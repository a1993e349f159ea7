"""Games in which the white die alone decides the result, so tests reach any situation with few dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game_input import Option
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, Card, PitcherCard
from rules_engine.systems.strat_o_matic.cards.dice import LINES
from rules_engine.systems.strat_o_matic.cards.notation import parse_line
from rules_engine.systems.strat_o_matic.cards.ratings import Endurance
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from tests.rules_engine.systems.strat_o_matic.real_league import real_league, side

STRIKEOUT, HOMERUN, HURT, WALK, DOTTED, SINGLE = 1, 2, 3, 4, 5, 6  # faces of the white die
_AT_BAT = ("strikeout", "HOMERUN", "SINGLE* plus injury")  # columns 1 to 3 for every batter, including pitchers
_ON_THE_MOUND = ("walk", "• popout(2b)", "SINGLE(cf)")  # columns 4 to 6


@dataclass
class Hand:
    """Game input with fixed dice and decisions.

    Every other die shows its highest face, and every other decision is the first option.
    """

    dice: Mapping[str, int]
    decisions: Mapping[str, str] = field(default_factory=dict)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        return self.dice.get(name, sides)

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        return self.decisions.get(question, options[0].key)


def drill(edition: str = "star", endurance: Endurance | None = None) -> StratGame:
    """Return New York at Atlanta, 1998, with these columns on every card.

    `endurance` applies to both starters.
    """
    sides = side("NYA"), side("ATL")
    cards = dict(_drilled_cards())
    if endurance:
        cards |= {lineup.pitcher: replace(cards[lineup.pitcher], endurance=endurance) for lineup in sides}
    setup = GameSetup(load_ruleset(edition), cards)
    _let_pitchers_bat_so(
        setup, [player for lineup in sides for player in (lineup.pitcher, *setup.pitchers(lineup.bench))]
    )
    return StratGame(setup, GameLog(start_game(*sides)))


@cache
def _drilled_cards() -> Mapping[str, Card]:
    players = {player for lineup in (side("NYA"), side("ATL")) for player in (*lineup.field, *lineup.bench)}
    return {player: _drilled(real_league().season.cards[player]) for player in players}


def _drilled(card: Card) -> Card:
    pitches = isinstance(card, PitcherCard)
    columns = tuple((parse_line(line),) * 11 for line in (_ON_THE_MOUND if pitches else _AT_BAT))
    rating = {"wild_pitch": 5, "balk": 0} if pitches else {"passed_ball": 0}
    return replace(card, columns=dict.fromkeys(card.columns, columns), **rating)


def _let_pitchers_bat_so(setup: GameSetup, pitchers: Sequence[str]) -> None:
    """Use the common columns for the shared cards that pitchers bat with."""
    any_batter = next(card for card in setup.cards.values() if isinstance(card, BatterCard))
    for batter in pitchers:
        for pitcher in pitchers:
            at_bat = setup.at_bat(batter, pitcher)
            card = replace(at_bat.card, columns=any_batter.columns)
            setup.at_bats[batter, pitcher] = at_bat._replace(card=card, lines=[None] * LINES)


def throw(game: StratGame, white: int, times: int = 1, decisions: Mapping[str, str] | None = None, **dice: int) -> None:
    """Play this many plate appearances, with a d20 that rules out wild pitches and passed balls."""
    for _ in range(times):
        game.play(Hand({"white": white, **dice}, decisions or {}))


def walk(game: StratGame, times: int = 1) -> None:
    """Issue intentional walks."""
    for _ in range(times):
        game.play(Hand({}, {"pitch": "walk"}))


def out_of_the_half(game: StratGame) -> None:
    """Strike out batters until the third out."""
    half = (game.state.inning, game.state.bottom)
    while (game.state.inning, game.state.bottom) == half:
        throw(game, STRIKEOUT)


def to_inning(game: StratGame, inning: int, *, bottom: bool = False) -> None:
    while (game.state.inning, game.state.bottom) != (inning, bottom):
        out_of_the_half(game)


def last_play(game: StratGame) -> PlayMade:
    return next(event for _, event in reversed(list(game.log.in_force())) if isinstance(event, PlayMade))
