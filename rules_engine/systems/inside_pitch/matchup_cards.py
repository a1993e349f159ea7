"""Both cards as a matchup reads them, with the cell of the last dice."""

from collections.abc import Sequence

from rules_engine.baseball.card_faces import MatchupCard, ReadCell
from rules_engine.baseball.events import Record
from rules_engine.systems.inside_pitch.card_face import FACES, batting_grid, pitching_grid
from rules_engine.systems.inside_pitch.card_lines import batter_ratings, pitcher_ratings
from rules_engine.systems.inside_pitch.cards import BatterCard
from rules_engine.systems.inside_pitch.changes import InsidePitchGame


def matchup_cards(game: InsidePitchGame, record: Record) -> Sequence[MatchupCard]:
    batter, pitcher, cards = game.state.batting.batter, game.state.fielding.pitcher, game.setup.cards
    batter_card, pitcher_card = cards[batter], cards[pitcher]
    bat = batter_card if isinstance(batter_card, BatterCard) else batter_card.batting
    read_on_mound = _last_cell(record, "red", "white")
    read_at_bat = _last_cell(record, "card_red", "card_white")
    shown = [MatchupCard(batter, [*batter_ratings(bat)], batting_grid(bat), read_at_bat)]
    if isinstance(pitcher_card, BatterCard):
        return [*shown, MatchupCard(pitcher, [*batter_ratings(pitcher_card)])]
    return [*shown, MatchupCard(pitcher, [*pitcher_ratings(pitcher_card)], pitching_grid(pitcher_card), read_on_mound)]


def _last_cell(record: Record, red_die: str, white_die: str) -> ReadCell | None:
    rolls = {name: value for name, value in record if isinstance(value, int)}
    if red_die not in rolls or white_die not in rolls:
        return None
    return ReadCell(FACES.index(rolls[white_die]), FACES.index(rolls[red_die]))
