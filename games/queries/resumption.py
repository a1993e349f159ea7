"""Data on suspended games for the resumption rules (T33.0)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from games.models import Outing, Suspension
from games.queries.carry_over import CarryoverRules, usage_windows_of
from games.queries.usage import TeamUsage
from rules_engine.eligibility.board import StaffMember, StoppedGame

MoundPitchers = Mapping[tuple[int, int], int]


def pitchers_on_mound(games: Iterable[int]) -> MoundPitchers:
    """Return the card ID of the last pitcher, who was on the mound at the suspension, by (game, team)."""
    outings = Outing.objects.filter(game__in=games).order_by("order")
    rows = outings.values_list("game_id", "team_id", "card_id")
    return {(game, team): card for game, team, card in rows}


def stopped_game(game: int, team: int, column: int, mounds: MoundPitchers, removed: Iterable[int]) -> StoppedGame:
    on_mound = str(mounds.get((game, team), ""))
    return StoppedGame(column, on_mound, frozenset(map(str, removed)))


def stopped_games(usages: Iterable[TeamUsage]) -> dict[int, list[StoppedGame]]:
    """Return each team's suspended games in column order. Runs at most two queries."""
    columns = [(usage.team_id, column) for usage in usages for column in usage.columns if column.suspended]
    game_ids = {column.game_id for _, column in columns}
    if not game_ids:
        return {}
    mounds = pitchers_on_mound(game_ids)
    suspensions = Suspension.objects.filter(game__in=game_ids)
    removed_by_game = dict(suspensions.values_list("game_id", "left_game"))
    games: dict[int, list[StoppedGame]] = defaultdict(list)
    for team, column in columns:
        game_id = column.game_id
        stopped = stopped_game(game_id, team, column.number, mounds, removed_by_game.get(game_id, ()))
        games[team].append(stopped)
    return dict(games)


def staff_on_resumption(usage: TeamUsage, stopped: StoppedGame, carryover: CarryoverRules) -> dict[str, StaffMember]:
    """Return the pitchers by card ID, with the appearances that count for the suspended game."""
    window = usage_windows_of(usage, carryover)[stopped.column - 1]
    return {
        str(pitcher.card_id): StaffMember(pitcher.card, window.counted(pitcher.cells))
        for pitcher in usage.pitchers.values()
        if pitcher.card is not None
    }
