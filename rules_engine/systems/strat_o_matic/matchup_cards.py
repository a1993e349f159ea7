"""The sides of both cards for a matchup, with the line that the dice point to (1.0, 11.1)."""

from collections.abc import Sequence

from rules_engine.baseball.card_faces import MatchupCard, ReadCell
from rules_engine.baseball.events import Record
from rules_engine.systems.strat_o_matic.cards.card_face import rating_lines, side_grid
from rules_engine.systems.strat_o_matic.cards.cards import ROWS, Card, CardSide
from rules_engine.systems.strat_o_matic.cards.dice import BATTER_DICE, CardLine, card_line
from rules_engine.systems.strat_o_matic.play.game import StratGame

_COLUMNS_OF_A_CARD = 3


def matchup_cards(game: StratGame, record: Record) -> Sequence[MatchupCard]:
    batter, pitcher, setup = game.state.batting.batter, game.state.fielding.pitcher, game.setup
    at_bat = setup.at_bat(batter, pitcher)
    batter_side: CardSide = "basic"
    pitcher_side: CardSide = "basic"
    if setup.edition.cards.sides:
        batter_side = "left" if at_bat.pitcher_card.throws == "L" else "right"
        pitcher_side = "left" if at_bat.batting_side == "L" else "right"
    dice = _last_card_line(record)
    return [
        _card(batter, at_bat.card, batter_side, dice if dice and dice.card == "batter" else None),
        _card(pitcher, at_bat.pitcher_card, pitcher_side, dice if dice and dice.card == "pitcher" else None),
    ]


def _card(player: str, card: Card, side: CardSide, dice: CardLine | None) -> MatchupCard:
    read = ReadCell(ROWS.index(dice.row), (dice.column - 1) % _COLUMNS_OF_A_CARD) if dice else None
    return MatchupCard(player, rating_lines(card), side_grid(card, side), read)


def _last_card_line(record: Record) -> CardLine | None:
    """Return the line that the last three dice for a card point to. A hit and run uses a chart instead."""
    if any(value == "hit_and_run" for _, value in record):
        return None
    for start in range(len(record) - len(BATTER_DICE), -1, -1):
        names = tuple(name for name, _ in record[start : start + len(BATTER_DICE)])
        if names == BATTER_DICE:
            white, first, second = (int(value) for _, value in record[start : start + len(BATTER_DICE)])
            return card_line(white, first + second)
    return None
