"""Availability of a team's pitchers in its next game (T10.2)."""

from collections.abc import Iterable, Iterator, Mapping

from games.models import Game
from games.queries.carry_over import CarryoverRules, staff_members, usage_windows_ahead
from games.queries.resumption import staff_on_resumption, stopped_games
from games.queries.usage import Pitcher, TeamUsage
from rules_engine.eligibility.board import member_ruling, relief_left_in_suspended_game
from rules_engine.eligibility.pitching import Availability
from rules_engine.innings import format_innings


def staff_before_next_game(usage: TeamUsage, carryover: CarryoverRules) -> Iterator[tuple[Pitcher, Availability]]:
    windows = usage_windows_ahead(usage, carryover, 1)
    for card, member in staff_members(usage).items():
        availability = member_ruling(
            member,
            usage.next_game,
            carryover.profile,
            windows,
            usage.slot,
        )
        yield usage.pitchers[int(card)], availability


def relief_left_on_resumption(
    usages: Mapping[int, TeamUsage], games: Iterable[Game], carryover: CarryoverRules
) -> Mapping[tuple[int, int], str]:
    """Return a description of the relief left in the first suspended game, by (team, card) (T33.0)."""
    suspended = [game.pk for game in games if game.status == Game.Status.SUSPENDED]
    if not suspended:
        return {}
    stopped = stopped_games(usages.values())
    labels: dict[tuple[int, int], str] = {}
    for team, usage in usages.items():
        columns = [column.number for column in usage.columns if column.game_id == suspended[0]]
        for stopped_game in stopped.get(team, ()):
            if stopped_game.column not in columns:
                continue
            staff = staff_on_resumption(usage, stopped_game, carryover)
            for card, member in staff.items():
                allowance = relief_left_in_suspended_game(
                    card,
                    member,
                    stopped_game,
                    carryover.profile,
                )
                label = "can't continue"
                if allowance.ruling:
                    label = f"{format_innings(allowance.outs)} left"
                labels[team, int(card)] = label
    return labels


def describe_staff(usage: TeamUsage, carryover: CarryoverRules) -> Iterator[tuple[Pitcher, str]]:
    """Yield each pitcher with availability for this sheet's next game, such as "may start, 2.1 left"."""
    for pitcher, available in staff_before_next_game(usage, carryover):
        yield pitcher, _describe(available)


def _describe(available: Availability) -> str:
    parts = []
    if available.start:
        parts.append("may start")
    if available.relief:
        parts.append(f"{format_innings(available.relief_outs)} left")
    return ", ".join(parts) or "rests"
