"""The suspended games of teams as the rules about who pitches on need them (T33.0)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from games.models import Outing, Suspension
from games.queries.carry_over import CarryoverRules, usage_windows_of
from games.queries.usage import TeamUsage
from rules_engine.eligibility.board import StaffMember, StoppedGame

MoundPitchers = Mapping[tuple[int, int], int]


def pitchers_on_mound(games: Iterable[int]) -> MoundPitchers:
    """Game and team -> the card of its last pitcher, who was on the mound when the game stopped."""
    outings = Outing.objects.filter(game__in=games).order_by("order").values_list("game_id", "team_id", "card_id")
    return {(game, team): card for game, team, card in outings}


def stopped_game(game: int, team: int, column: int, mounds: MoundPitchers, gone: Iterable[int]) -> StoppedGame:
    return StoppedGame(column, str(mounds.get((game, team), "")), frozenset(map(str, gone)))


def stopped_games(usages: Iterable[TeamUsage]) -> dict[int, list[StoppedGame]]:
    """By team, its suspended games in the order of their columns; no query where there are none."""
    halted = [(usage.team_id, column) for usage in usages for column in usage.columns if column.suspended]
    numbers = {column.game_id for _, column in halted}
    if not numbers:
        return {}
    mounds = pitchers_on_mound(numbers)
    gone = dict(Suspension.objects.filter(game__in=numbers).values_list("game_id", "left_game"))
    found: dict[int, list[StoppedGame]] = defaultdict(list)
    for team, column in halted:
        stopped = stopped_game(column.game_id, team, column.number, mounds, gone.get(column.game_id, ()))
        found[team].append(stopped)
    return dict(found)


def staff_on_resumption(usage: TeamUsage, stopped: StoppedGame, form: CarryoverRules) -> dict[str, StaffMember]:
    """The pitchers by card number, with the outings that count for the suspended game."""
    window = usage_windows_of(usage, form)[stopped.column - 1]
    return {
        str(one.card_id): StaffMember(one.card, window.counted(one.cells))
        for one in usage.pitchers.values()
        if one.card is not None
    }
