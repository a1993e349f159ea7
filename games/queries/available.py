"""What every pitcher of a team may do in its next game (T10.2)."""

from collections.abc import Iterable, Iterator, Mapping

from games.models import Game
from games.queries.carry_over import CarryoverRules, staff_members, usage_windows_ahead
from games.queries.resumption import staff_on_resumption, stopped_games
from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import member_ruling, relief_left_in_suspended_game
from rules_engine.eligibility.pitching import Availability
from rules_engine.innings import format_innings


def staff_before_next_game(usage: TeamUsage, form: CarryoverRules) -> Iterator[tuple[Pitcher, Availability]]:
    windows = usage_windows_ahead(usage, form, 1)
    for card, member in staff_members(usage).items():
        yield usage.pitchers[int(card)], member_ruling(member, usage.next_game, form.profile, windows, usage.slot)


def relief_left_on_resumption(
    usages: Mapping[int, TeamUsage], games: Iterable[Game], form: CarryoverRules
) -> Mapping[tuple[int, int], str]:
    """T33.0: (team, card) -> what he may do in the rest of the first of these games that is suspended."""
    halted = next((game.pk for game in games if game.status == Game.Status.SUSPENDED), None)
    stopped = stopped_games(usages.values())
    words: dict[tuple[int, int], str] = {}
    for team, usage in usages.items():
        columns = [column.number for column in usage.columns if column.game_id == halted]
        for each in (one for one in stopped.get(team, ()) if one.column in columns):
            for card, member in staff_on_resumption(usage, each, form).items():
                allowed = relief_left_in_suspended_game(card, member, each, form.profile)
                words[team, int(card)] = f"{format_innings(allowed.outs)} left" if allowed.ruling else "may not go on"
    return words


def describe_availability(able: Availability) -> str:
    """Such as "may start, 2.1 left" beside his name."""
    words = ["may start"] if able.start else []
    words += [f"{format_innings(able.relief_outs)} left"] if able.relief else []
    return ", ".join(words) or "rests"
