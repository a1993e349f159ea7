"""The pitching planner, for questions such as "if he pitches 1.2 tonight, what is left for the next three games?"."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.queries.carry_over import CarryoverRules, staff_members, usage_windows_ahead
from games.queries.requirements import requirements_of
from games.queries.resumption import staff_on_resumption
from games.queries.usage import TeamUsage
from pitching.queries.resumption_forecast import describe_relief_used
from rules_engine.eligibility.board import (
    StoppedGame,
    last_game_counted_against,
    plan_games,
    relief_left_in_suspended_game,
    relief_used_by_plan,
)
from rules_engine.eligibility.pitching import RELIEF, START, Appearance, Availability
from rules_engine.eligibility.requirements import Requirement
from rules_engine.innings import format_innings
from rules_engine.rulings import Ruling

GAMES_AHEAD = 4


@dataclass(frozen=True, slots=True)
class PlannedCell:
    """A pitcher's cell in a planned game: his availability, and the ruling on his planned appearance."""

    available: Availability
    planned: str
    ruling: Ruling | None
    relief_used: list[str]  # relief that the planned appearance takes from each suspended game (T33.0)

    @property
    def availability_label(self) -> str:
        """Return his availability in that game, such as "may start, 1.2", "1.2" or "rests"."""
        parts = []
        if self.available.start:
            parts.append("may start")
        if self.available.relief_outs:
            parts.append(format_innings(self.available.relief_outs))
        return ", ".join(parts) or "rests"


@dataclass(frozen=True, slots=True)
class PlanRow:
    card_id: int
    name: str
    cells: list[PlannedCell]


@dataclass(frozen=True, slots=True)
class Plan:
    games: list[int]
    rows: list[PlanRow]
    requirements: list[Requirement]  # those that apply to at least one of these games

    @property
    def games_with_requirements(self) -> list[tuple[int, list[Requirement]]]:
        pairs = []
        for game in self.games:
            binding = [requirement for requirement in self.requirements if requirement.applies_to(game)]
            pairs.append((game, binding))
        return pairs


def planned_outing(outs: int, *, starts: bool) -> Appearance:
    return Appearance(START if starts else RELIEF, outs)


def build_plan(
    usage: TeamUsage,
    carryover: CarryoverRules,
    planned: Sequence[Mapping[int, Appearance]],
    written: Mapping[tuple[int, int], str],
    stopped: Sequence[StoppedGame] = (),
    games: int = GAMES_AHEAD,
) -> Plan:
    """Return the team's next games, assuming the planned appearances.

    Args:
        planned: Appearances by card, for each of the next games.
        written: The typed text, by (game index, card).
        stopped: The team's suspended games, because the appearances may count against them.
    """
    staff = staff_members(usage)
    planned_by_card = [{str(card): outing for card, outing in game.items() if str(card) in staff} for game in planned]
    planned_games = plan_games(
        staff,
        usage.next_game,
        planned_by_card,
        carryover.profile,
        games=games,
        windows=usage_windows_ahead(usage, carryover, games),
        slot=usage.slot,
    )
    relief_used = _relief_used_from_suspended(usage, carryover, planned_by_card, stopped)
    rows = []
    for card in staff:
        cells = []
        for index, planned_game in enumerate(planned_games):
            cell = PlannedCell(
                available=planned_game.board[card],
                planned=written.get((index, int(card)), ""),
                ruling=planned_game.appearances.get(card),
                relief_used=relief_used.get((planned_game.game, card), []),
            )
            cells.append(cell)
        rows.append(PlanRow(int(card), usage.pitchers[int(card)].name, cells))
    numbers = [planned_game.game for planned_game in planned_games]
    requirements = [
        requirement
        for requirement in requirements_of(usage, carryover)
        if any(requirement.applies_to(number) for number in numbers)
    ]
    return Plan(numbers, rows, requirements)


def _relief_used_from_suspended(
    usage: TeamUsage,
    carryover: CarryoverRules,
    planned: Sequence[Mapping[str, Appearance]],
    stopped: Sequence[StoppedGame],
) -> dict[tuple[int, str], list[str]]:
    """Describe, by (game, card), the relief that each appearance takes from the suspended games it counts against."""
    phrases: dict[tuple[int, str], list[str]] = defaultdict(list)
    for stopped_game in stopped:
        last = last_game_counted_against(stopped_game, carryover.profile)
        staff = staff_on_resumption(usage, stopped_game, carryover)
        for card, member in staff.items():
            if not relief_left_in_suspended_game(card, member, stopped_game, carryover.profile).ruling:
                continue
            outings = [game.get(card) for game in planned]
            used_by_game = relief_used_by_plan(
                card,
                member,
                stopped_game,
                usage.next_game,
                outings,
                carryover.profile,
            )
            for game, used in enumerate(used_by_game, start=usage.next_game):
                if used is not None and game <= last:
                    phrases[game, card].append(describe_relief_used(used, stopped_game))
    return phrases
