"""A team's sheet with the games of one series put in as they were handed in, before anything is saved."""

from collections.abc import Sequence

from games.models import Game
from games.queries.columns import Column
from games.queries.usage import Pitcher, TeamUsage, cell
from games.queries.usage_rows import STAGE_ORDER
from games.scoresheet.stored import GameSheet, is_begun
from rules_engine.eligibility.pitching import Cell
from tournaments.models import Series


def with_games(usage: TeamUsage, series: Series, sheets: Sequence[GameSheet]) -> TeamUsage:
    """A copy of the usage in which these games stand for whatever the series held before."""
    place = (STAGE_ORDER[series.stage], series.round, series.pk)
    others = [column for column in usage.columns if column.series_id != series.pk]
    before = [column for column in others if _place(column) < place]
    after = others[len(before) :]
    games = [sheet for sheet in sheets if is_begun(sheet)]
    entered = [_column(usage.team_id, series, sheet.game) for sheet in games]
    columns = [one._replace(number=number) for number, one in enumerate([*before, *entered, *after], start=1)]
    pitchers = {
        card_id: Pitcher(
            card_id,
            pitcher.name,
            pitcher.clubs,
            pitcher.throws,
            pitcher.card,
            [
                *_cells(pitcher, before),
                *(_cell(sheet, usage.team_id, card_id) for sheet in games),
                *_cells(pitcher, after),
            ],
        )
        for card_id, pitcher in usage.pitchers.items()
    }
    return TeamUsage(usage.team_id, usage.name, columns, pitchers, usage.ahead, usage.final_slot)


def _place(column: Column) -> tuple[int, int, int]:
    return STAGE_ORDER[column.stage], column.round, column.series_id


def _cells(pitcher: Pitcher, columns: Sequence[Column]) -> list[Cell]:
    return [pitcher.cells[column.number - 1] for column in columns]


def _cell(sheet: GameSheet, team_id: int, card_id: int) -> Cell:
    one = sheet.outing_of(team_id, card_id)
    if one is None:
        return None
    resumed = sheet.game.home_resumed_after is not None
    return cell(
        one.part,
        one.outs,
        one.extra_outs,
        one.footnote,
        one.accepted_by,
        one.outs_before_suspension,
        resumed=resumed,
    )


def _column(team_id: int, series: Series, game: Game) -> Column:
    at_home = game.home_id == team_id
    return Column(
        number=0,
        game_id=game.pk or 0,
        series_id=series.pk,
        game=game.number,
        stage=series.stage,
        round=series.round,
        opponent_id=game.away_id if at_home else game.home_id,
        at_home=at_home,
        status=game.status,
        ending=game.ending,
        runs_for=game.home_runs if at_home else game.away_runs,
        runs_against=game.away_runs if at_home else game.home_runs,
        games_in_series=series.games_planned,
        resumed_after=game.home_resumed_after if at_home else game.away_resumed_after,
    )
