"""The planner: "if he pitches 1.2 tonight, then the next three games ...". It reads; nothing is written."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.queries.carry_over import Format, staff_of, usage_windows_ahead
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
    """One pitcher in one game of the plan: what he may do then, and the ruling on what is planned."""

    available: Availability
    planned: str
    ruling: Ruling | None
    takes: list[str]  # what the planned outing takes away from suspended games (T33.0)

    @property
    def verdict(self) -> str:
        """What he may do in that game, such as "may start, 1.2", "1.2" or "rests"."""
        innings = format_innings(self.available.relief_outs) if self.available.relief_outs else ""
        return ", ".join(["may start"] * bool(self.available.start) + [innings] * bool(innings)) or "rests"


@dataclass(frozen=True, slots=True)
class PlanRow:
    card_id: int
    name: str
    cells: list[PlannedCell]


@dataclass(frozen=True, slots=True)
class Plan:
    games: list[int]
    rows: list[PlanRow]
    requirements: list[Requirement]  # of rulings that bind some of these games

    @property
    def heads(self) -> list[tuple[int, list[Requirement]]]:
        """Each game with what binds it."""
        return [(game, [each for each in self.requirements if each.binds(game)]) for game in self.games]


def planned_outing(outs: int, *, starts: bool) -> Appearance:
    return Appearance(START if starts else RELIEF, outs)


def plan_of_team(
    usage: TeamUsage,
    form: Format,
    planned: Sequence[Mapping[int, Appearance]],
    written: Mapping[tuple[int, int], str],
    stopped: Sequence[StoppedGame] = (),
    games: int = GAMES_AHEAD,
) -> Plan:
    """The team's next games. `planned`: for each, card -> outing; `written`: (place of game, card) -> as typed.

    stopped: its suspended games, which the planned outings may take something from.
    """
    staff = staff_of(usage)
    by_card = [{str(card): outing for card, outing in game.items() if str(card) in staff} for game in planned]
    windows = usage_windows_ahead(usage, form, games)
    plan = plan_games(staff, usage.next_game, by_card, form.profile, games=games, windows=windows, slot=usage.slot)
    takes = _taken_from_suspended(usage, form, by_card, stopped)
    rows = [
        PlanRow(
            int(card),
            usage.pitchers[int(card)].name,
            [
                PlannedCell(
                    one.board[card],
                    written.get((place, int(card)), ""),
                    one.appearances.get(card),
                    takes.get((one.game, card), []),
                )
                for place, one in enumerate(plan)
            ],
        )
        for card in staff
    ]
    numbers = [one.game for one in plan]
    required = [each for each in requirements_of(usage, form) if any(map(each.binds, numbers))]
    return Plan(numbers, rows, required)


def _taken_from_suspended(
    usage: TeamUsage, form: Format, planned: Sequence[Mapping[str, Appearance]], stopped: Sequence[StoppedGame]
) -> dict[tuple[int, str], list[str]]:
    """Game and card -> what his planned outing takes away from each suspended game that it counts against."""
    said: dict[tuple[int, str], list[str]] = defaultdict(list)
    for halted in stopped:
        last = last_game_counted_against(halted, form.profile)
        for card, member in staff_on_resumption(usage, halted, form).items():
            if not relief_left_in_suspended_game(card, member, halted, form.profile).ruling:
                continue
            outings = [game.get(card) for game in planned]
            taken = relief_used_by_plan(card, member, halted, usage.next_game, outings, form.profile)
            for game, one in enumerate(taken, start=usage.next_game):
                if one is not None and game <= last:
                    said[game, card].append(describe_relief_used(one, halted))
    return said
