"""The batter's column and the pitcher's ratings in a matchup, with the outcome of the last batter roll."""

from collections.abc import Sequence

from rules_engine.baseball.card_faces import DiceGrid, MatchupCard, ReadCell
from rules_engine.baseball.events import Record
from rules_engine.systems.pine_tar.cards.card_face import outcome_grid
from rules_engine.systems.pine_tar.cards.card_lines import rating_lines
from rules_engine.systems.pine_tar.play.mound import PineTarGame
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.words import last_batter_roll


def matchup_cards(game: PineTarGame, record: Record) -> Sequence[MatchupCard]:
    situation = PlaySituation(game.setup, game.state, game.tracker)
    grid = outcome_grid(situation.batter, [situation.mound.throws])
    return [
        MatchupCard(game.state.batting.batter, rating_lines(situation.batter), grid, _read(game, record, grid)),
        MatchupCard(game.state.fielding.pitcher, rating_lines(situation.mound)),
    ]


def _read(game: PineTarGame, record: Record, grid: DiceGrid) -> ReadCell | None:
    for count in range(len(record), 1, -1):
        if (reading := last_batter_roll(game, record[:count])) is not None:
            outcomes = [row.label for row in grid.rows]
            return ReadCell(outcomes.index(str(reading.printed)), 0)
    return None
